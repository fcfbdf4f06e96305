/* SPDX-License-Identifier: MIT */
/*
 * arm64 with LSE (Armv8.1): one instruction, relaxed order. Each names a real destination register:
 * without one (the st<op> aliases, or xzr) the operation may be sent to the far cache and is slow.
 *
 * Narrow operands are widened to uint32_t here as in the LL/SC backend, so that no register carries
 * unspecified bits into the instruction; casb and cash themselves compare only their own width.
 */
#ifndef LA_BACKEND_ARM64_LSE_H
#define LA_BACKEND_ARM64_LSE_H

#if !defined(LA_BACKEND_DISPATCH_H)
#error "localatomic: include <localatomic/localatomic.h>, not a backend"
#endif

#define LA_LSE_CMPXCHG(N, reg_t, w, sz)                                                           \
	LA_INLINE la_u##N la_arm64_lse_cmpxchg_##N(volatile la_u##N *p, la_u##N old, la_u##N val) \
	{                                                                                         \
		reg_t found = old, desired = val;                                                 \
		__asm__ __volatile__("cas" sz " %" w "[found], %" w "[desired], %[mem]"           \
				     : [found] "+r"(found), [mem] "+Q"(LA_UNVOLATILE(la_u##N, p)) \
				     : [desired] "r"(desired)                                     \
				     : "memory");                                                 \
		return LA_CAST(la_u##N, found);                                                   \
	}
LA_LSE_CMPXCHG(8, uint32_t, "w", "b")
LA_LSE_CMPXCHG(16, uint32_t, "w", "h")
LA_LSE_CMPXCHG(32, uint32_t, "w", "")
LA_LSE_CMPXCHG(64, uint64_t, "x", "")
#undef LA_LSE_CMPXCHG

#define LA_LSE_VALUE(op, insn, expr, N, reg_t, w, sz)                                         \
	LA_INLINE la_u##N la_arm64_lse_##op##_##N(volatile la_u##N *p, la_u##N val)           \
	{                                                                                     \
		reg_t old, operand = LA_CAST(la_u##N, expr);                                  \
		__asm__ __volatile__(insn sz " %" w "[operand], %" w "[old], %[mem]"          \
				     : [old] "=r"(old), [mem] "+Q"(LA_UNVOLATILE(la_u##N, p)) \
				     : [operand] "r"(operand)                                 \
				     : "memory");                                             \
		return LA_CAST(la_u##N, old);                                                 \
	}
#define LA_LSE_VALUES(op, insn, expr)                        \
	LA_LSE_VALUE(op, insn, expr, 8, uint32_t, "w", "b")  \
	LA_LSE_VALUE(op, insn, expr, 16, uint32_t, "w", "h") \
	LA_LSE_VALUE(op, insn, expr, 32, uint32_t, "w", "")  \
	LA_LSE_VALUE(op, insn, expr, 64, uint64_t, "x", "")
LA_LSE_VALUES(xchg, "swp", val)
LA_LSE_VALUES(fetch_add, "ldadd", val)
LA_LSE_VALUES(fetch_and, "ldclr", ~val)
LA_LSE_VALUES(fetch_or, "ldset", val)
LA_LSE_VALUES(fetch_xor, "ldeor", val)
#undef LA_LSE_VALUES
#undef LA_LSE_VALUE

/* No "memory": a void operation touches its object alone. The old value lands in a spare register.
 */
#define LA_LSE_VOID(op, insn, expr, N, reg_t, w, sz)                                              \
	LA_INLINE void la_arm64_lse_##op##_##N(volatile la_u##N *p, la_u##N val)                  \
	{                                                                                         \
		reg_t spare, operand = LA_CAST(la_u##N, expr);                                    \
		__asm__ __volatile__(insn sz " %" w "[operand], %" w "[spare], %[mem]"            \
				     : [spare] "=r"(spare), [mem] "+Q"(LA_UNVOLATILE(la_u##N, p)) \
				     : [operand] "r"(operand));                                   \
	}
#define LA_LSE_VOIDS(op, insn, expr)                        \
	LA_LSE_VOID(op, insn, expr, 8, uint32_t, "w", "b")  \
	LA_LSE_VOID(op, insn, expr, 16, uint32_t, "w", "h") \
	LA_LSE_VOID(op, insn, expr, 32, uint32_t, "w", "")  \
	LA_LSE_VOID(op, insn, expr, 64, uint64_t, "x", "")
LA_LSE_VOIDS(add, "ldadd", val)
LA_LSE_VOIDS(and, "ldclr", ~val)
LA_LSE_VOIDS(or, "ldset", val)
LA_LSE_VOIDS(xor, "ldeor", val)
#undef LA_LSE_VOIDS
#undef LA_LSE_VOID

/* casp takes consecutive registers that begin with an even one; fixing them is the portable way. */
LA_INLINE la_u128 la_arm64_lse_cmpxchg_128(volatile la_u128 *p, la_u128 old, la_u128 val)
{
	register uint64_t x0 __asm__("x0") = old.lo;
	register uint64_t x1 __asm__("x1") = old.hi;
	register uint64_t x2 __asm__("x2") = val.lo;
	register uint64_t x3 __asm__("x3") = val.hi;
	la_u128 found;

	__asm__ __volatile__("casp %x[lo], %x[hi], %x[val_lo], %x[val_hi], %[mem]"
			     : [lo] "+r"(x0), [hi] "+r"(x1), [mem] "+Q"(LA_UNVOLATILE(la_u128, p))
			     : [val_lo] "r"(x2), [val_hi] "r"(x3)
			     : "memory");
	found.lo = x0;
	found.hi = x1;
	return found;
}

#define LA_PREFIX arm64_lse
#define LA_LACKS_xchg LA_NO_WIDTHS
#define LA_LACKS_fetch_add LA_NO_WIDTHS
#define LA_LACKS_fetch_logic LA_NO_WIDTHS
#define LA_LACKS_add LA_NO_WIDTHS
#define LA_LACKS_logic LA_NO_WIDTHS
#include "derive.h"

#endif
