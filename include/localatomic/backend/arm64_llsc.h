/* SPDX-License-Identifier: MIT */
/*
 * arm64 before LSE: load-exclusive and store-exclusive. An exception return clears the exclusive
 * monitor, so an interrupt between the two makes the store fail and the loop runs again. Each loop
 * is ONE asm block without another memory access: a compiler's spill in between can livelock.
 *
 * Operands narrower than a register arrive as uint32_t, that is zero-extended: a register that
 * carries a uint8_t may hold anything above it, and ldxrb zero-extends what it is compared with.
 */
#ifndef LA_BACKEND_ARM64_LLSC_H
#define LA_BACKEND_ARM64_LLSC_H

#if !defined(LA_BACKEND_DISPATCH_H)
#error "localatomic: include <localatomic/localatomic.h>, not a backend"
#endif

#define LA_LLSC_CMPXCHG(N, reg_t, w, sz)                                                           \
	LA_INLINE la_u##N la_arm64_llsc_cmpxchg_##N(volatile la_u##N *p, la_u##N old, la_u##N val) \
	{                                                                                          \
		reg_t found, expected = old, desired = val;                                        \
		uint32_t failed;                                                                   \
		__asm__ __volatile__("1: ldxr" sz " %" w "[found], %[mem]\n"                       \
				     "   cmp %" w "[found], %" w "[expected]\n"                    \
				     "   b.ne 2f\n"                                                \
				     "   stxr" sz " %w[failed], %" w "[desired], %[mem]\n"         \
				     "   cbnz %w[failed], 1b\n"                                    \
				     "2:"                                                          \
				     : [found] "=&r"(found), [failed] "=&r"(failed),               \
				       [mem] "+Q"(LA_UNVOLATILE(la_u##N, p))                       \
				     : [expected] "r"(expected), [desired] "r"(desired)            \
				     : "memory", "cc");                                            \
		return LA_CAST(la_u##N, found);                                                    \
	}
LA_LLSC_CMPXCHG(8, uint32_t, "w", "b")
LA_LLSC_CMPXCHG(16, uint32_t, "w", "h")
LA_LLSC_CMPXCHG(32, uint32_t, "w", "")
LA_LLSC_CMPXCHG(64, uint64_t, "x", "")
#undef LA_LLSC_CMPXCHG

#define LA_LLSC_XCHG(N, reg_t, w, sz)                                                      \
	LA_INLINE la_u##N la_arm64_llsc_xchg_##N(volatile la_u##N *p, la_u##N val)         \
	{                                                                                  \
		reg_t old, desired = val;                                                  \
		uint32_t failed;                                                           \
		__asm__ __volatile__("1: ldxr" sz " %" w "[old], %[mem]\n"                 \
				     "   stxr" sz " %w[failed], %" w "[desired], %[mem]\n" \
				     "   cbnz %w[failed], 1b"                              \
				     : [old] "=&r"(old), [failed] "=&r"(failed),           \
				       [mem] "+Q"(LA_UNVOLATILE(la_u##N, p))               \
				     : [desired] "r"(desired)                              \
				     : "memory");                                          \
		return LA_CAST(la_u##N, old);                                              \
	}
LA_LLSC_XCHG(8, uint32_t, "w", "b")
LA_LLSC_XCHG(16, uint32_t, "w", "h")
LA_LLSC_XCHG(32, uint32_t, "w", "")
LA_LLSC_XCHG(64, uint64_t, "x", "")
#undef LA_LLSC_XCHG

/* fetch_<op> and, without "memory" and without its result, <op>: it touches its object alone. */
#define LA_LLSC_RMW(op, insn, N, reg_t, w, sz)                                              \
	LA_INLINE la_u##N la_arm64_llsc_fetch_##op##_##N(volatile la_u##N *p, la_u##N val)  \
	{                                                                                   \
		reg_t old, result, operand = val;                                           \
		uint32_t failed;                                                            \
		__asm__ __volatile__(                                                       \
			"1: ldxr" sz " %" w "[old], %[mem]\n"                               \
			"   " insn " %" w "[result], %" w "[old], %" w "[operand]\n"        \
			"   stxr" sz " %w[failed], %" w "[result], %[mem]\n"                \
			"   cbnz %w[failed], 1b"                                            \
			: [old] "=&r"(old), [result] "=&r"(result), [failed] "=&r"(failed), \
			  [mem] "+Q"(LA_UNVOLATILE(la_u##N, p))                             \
			: [operand] "r"(operand)                                            \
			: "memory");                                                        \
		return LA_CAST(la_u##N, old);                                               \
	}                                                                                   \
	LA_INLINE void la_arm64_llsc_##op##_##N(volatile la_u##N *p, la_u##N val)           \
	{                                                                                   \
		reg_t result, operand = val;                                                \
		uint32_t failed;                                                            \
		__asm__ __volatile__("1: ldxr" sz " %" w "[result], %[mem]\n"               \
				     "   " insn " %" w "[result], %" w "[result], %" w      \
				     "[operand]\n"                                          \
				     "   stxr" sz " %w[failed], %" w "[result], %[mem]\n"   \
				     "   cbnz %w[failed], 1b"                               \
				     : [result] "=&r"(result), [failed] "=&r"(failed),      \
				       [mem] "+Q"(LA_UNVOLATILE(la_u##N, p))                \
				     : [operand] "r"(operand));                             \
	}
#define LA_LLSC_RMWS(op, insn)                        \
	LA_LLSC_RMW(op, insn, 8, uint32_t, "w", "b")  \
	LA_LLSC_RMW(op, insn, 16, uint32_t, "w", "h") \
	LA_LLSC_RMW(op, insn, 32, uint32_t, "w", "")  \
	LA_LLSC_RMW(op, insn, 64, uint64_t, "x", "")
LA_LLSC_RMWS(add, "add")
LA_LLSC_RMWS(and, "and")
LA_LLSC_RMWS(or, "orr")
LA_LLSC_RMWS(xor, "eor")
#undef LA_LLSC_RMWS
#undef LA_LLSC_RMW

LA_INLINE la_u128 la_arm64_llsc_cmpxchg_128(volatile la_u128 *p, la_u128 old, la_u128 val)
{
	la_u128 found;
	uint32_t failed;

	__asm__ __volatile__("1: ldxp %x[lo], %x[hi], %[mem]\n"
			     "   cmp %x[lo], %x[old_lo]\n"
			     "   ccmp %x[hi], %x[old_hi], #0, eq\n"
			     "   b.ne 2f\n"
			     "   stxp %w[failed], %x[val_lo], %x[val_hi], %[mem]\n"
			     "   cbnz %w[failed], 1b\n"
			     "2:"
			     : [lo] "=&r"(found.lo), [hi] "=&r"(found.hi), [failed] "=&r"(failed),
			       [mem] "+Q"(LA_UNVOLATILE(la_u128, p))
			     : [old_lo] "r"(old.lo), [old_hi] "r"(old.hi), [val_lo] "r"(val.lo),
			       [val_hi] "r"(val.hi)
			     : "memory", "cc");
	return found;
}

#define LA_PREFIX arm64_llsc
#define LA_LACKS_xchg LA_NO_WIDTHS
#define LA_LACKS_fetch_add LA_NO_WIDTHS
#define LA_LACKS_fetch_logic LA_NO_WIDTHS
#define LA_LACKS_add LA_NO_WIDTHS
#define LA_LACKS_logic LA_NO_WIDTHS
#include "derive.h"

#endif
