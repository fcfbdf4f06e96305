/* SPDX-License-Identifier: MIT */
/*
 * x86-64: one instruction without the lock prefix. An interrupt is taken between instructions, so
 * each of these is atomic on its own CPU; without the lock another CPU may come between its read
 * and its write. xchg with memory always locks, so xchg is derived as a cmpxchg loop.
 */
#ifndef LA_BACKEND_X86_64_H
#define LA_BACKEND_X86_64_H

#if !defined(LA_BACKEND_DISPATCH_H)
#error "localatomic: include <localatomic/localatomic.h>, not a backend"
#endif

/* For both assembler dialects: -masm=intel turns the operands round. */
#define LA_X86_INSN(insn, suffix) insn "{" suffix " %[val], %[mem]|\t%[mem], %[val]}"

#define LA_X86_CMPXCHG(N, suffix, reg)                                                         \
	LA_INLINE la_u##N la_x86_64_cmpxchg_##N(volatile la_u##N *p, la_u##N old, la_u##N val) \
	{                                                                                      \
		__asm__ __volatile__(LA_X86_INSN("cmpxchg", suffix)                            \
				     : [old] "+a"(old), [mem] "+m"(LA_UNVOLATILE(la_u##N, p))  \
				     : [val] reg(val)                                          \
				     : "memory", "cc");                                        \
		return old;                                                                    \
	}
LA_X86_CMPXCHG(8, "b", "q")
LA_X86_CMPXCHG(16, "w", "r")
LA_X86_CMPXCHG(32, "l", "r")
LA_X86_CMPXCHG(64, "q", "r")
#undef LA_X86_CMPXCHG

/* The flag output saves the compare; a flag output and a "cc" clobber exclude each other. */
#define LA_X86_TRY_CMPXCHG(N, suffix, reg)                                                        \
	LA_INLINE bool la_x86_64_try_cmpxchg_##N(volatile la_u##N *p, la_u##N *expected,          \
						 la_u##N val)                                     \
	{                                                                                         \
		la_u##N old = *expected;                                                          \
		bool stored;                                                                      \
		__asm__ __volatile__(                                                             \
			LA_X86_INSN("cmpxchg", suffix)                                            \
			: "=@ccz"(stored), [old] "+a"(old), [mem] "+m"(LA_UNVOLATILE(la_u##N, p)) \
			: [val] reg(val)                                                          \
			: "memory");                                                              \
		if (!stored)                                                                      \
			*expected = old;                                                          \
		return stored;                                                                    \
	}
LA_X86_TRY_CMPXCHG(8, "b", "q")
LA_X86_TRY_CMPXCHG(16, "w", "r")
LA_X86_TRY_CMPXCHG(32, "l", "r")
LA_X86_TRY_CMPXCHG(64, "q", "r")
#undef LA_X86_TRY_CMPXCHG

#define LA_X86_FETCH_ADD(N, suffix, reg)                                                         \
	LA_INLINE la_u##N la_x86_64_fetch_add_##N(volatile la_u##N *p, la_u##N val)              \
	{                                                                                        \
		__asm__ __volatile__(LA_X86_INSN("xadd", suffix)                                 \
				     : [val] "+" reg(val), [mem] "+m"(LA_UNVOLATILE(la_u##N, p)) \
				     :                                                           \
				     : "memory", "cc");                                          \
		return val;                                                                      \
	}
LA_X86_FETCH_ADD(8, "b", "q")
LA_X86_FETCH_ADD(16, "w", "r")
LA_X86_FETCH_ADD(32, "l", "r")
LA_X86_FETCH_ADD(64, "q", "r")
#undef LA_X86_FETCH_ADD

/* No "memory": a void operation touches its object alone. "e" is what 64 bits sign-extend from 32.
 */
#define LA_X86_VOID(op, N, suffix, imm_or_reg)                                \
	LA_INLINE void la_x86_64_##op##_##N(volatile la_u##N *p, la_u##N val) \
	{                                                                     \
		__asm__ __volatile__(LA_X86_INSN(#op, suffix)                 \
				     : [mem] "+m"(LA_UNVOLATILE(la_u##N, p))  \
				     : [val] imm_or_reg(val)                  \
				     : "cc");                                 \
	}
#define LA_X86_VOIDS(op)               \
	LA_X86_VOID(op, 8, "b", "iq")  \
	LA_X86_VOID(op, 16, "w", "ir") \
	LA_X86_VOID(op, 32, "l", "ir") \
	LA_X86_VOID(op, 64, "q", "er")
LA_X86_VOIDS(add)
LA_X86_VOIDS(sub)
LA_X86_VOIDS(and)
LA_X86_VOIDS(or)
LA_X86_VOIDS(xor)
#undef LA_X86_VOIDS
#undef LA_X86_VOID
#undef LA_X86_INSN

/* nr < N: with a register index these instructions would walk on to the next words. No 8-bit form.
 */
#define LA_X86_BIT(op, insn, N, suffix, imm)                                               \
	LA_INLINE bool la_x86_64_##op##_##N(volatile la_u##N *p, unsigned int nr)          \
	{                                                                                  \
		bool old;                                                                  \
		__asm__ __volatile__(insn "{" suffix " %[nr], %[mem]|\t%[mem], %[nr]}"     \
				     : "=@ccc"(old), [mem] "+m"(LA_UNVOLATILE(la_u##N, p)) \
				     : [nr] imm "r"(LA_CAST(la_u##N, nr))                  \
				     : "memory");                                          \
		return old;                                                                \
	}
#define LA_X86_BITS(op, insn)              \
	LA_X86_BIT(op, insn, 16, "w", "I") \
	LA_X86_BIT(op, insn, 32, "l", "I") \
	LA_X86_BIT(op, insn, 64, "q", "J")
LA_X86_BITS(test_and_set_bit, "bts")
LA_X86_BITS(test_and_clear_bit, "btr")
LA_X86_BITS(test_and_change_bit, "btc")
#undef LA_X86_BITS
#undef LA_X86_BIT

LA_INLINE la_u128 la_x86_64_cmpxchg_128(volatile la_u128 *p, la_u128 old, la_u128 val)
{
	__asm__ __volatile__("cmpxchg16b %[mem]"
			     : "+a"(old.lo), "+d"(old.hi), [mem] "+m"(LA_UNVOLATILE(la_u128, p))
			     : "b"(val.lo), "c"(val.hi)
			     : "memory", "cc");
	return old;
}

LA_INLINE bool la_x86_64_try_cmpxchg_128(volatile la_u128 *p, la_u128 *expected, la_u128 val)
{
	la_u128 old = *expected;
	bool stored;

	__asm__ __volatile__("cmpxchg16b %[mem]"
			     : "=@ccz"(stored), "+a"(old.lo),
			       "+d"(old.hi), [mem] "+m"(LA_UNVOLATILE(la_u128, p))
			     : "b"(val.lo), "c"(val.hi)
			     : "memory");
	if (!stored)
		*expected = old;
	return stored;
}

#define LA_PREFIX x86_64
#define LA_LACKS_try_cmpxchg LA_NO_WIDTHS
#define LA_HAS_try_cmpxchg_128
#define LA_LACKS_fetch_add LA_NO_WIDTHS
#define LA_LACKS_add LA_NO_WIDTHS
#define LA_LACKS_sub LA_NO_WIDTHS
#define LA_LACKS_logic LA_NO_WIDTHS
#define LA_LACKS_test_and_bit(W) W(8)
#include "derive.h"

#endif
