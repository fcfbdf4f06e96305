/* SPDX-License-Identifier: MIT */
/*
 * The control: a backend of plain accesses, which must lose updates as soon as something interrupts
 * it. A read-modify-write is load, operate, store; a read and a write are two halves, since one
 * access of a whole word cannot be torn. A byte is read and written at once: no control for that. A
 * cmpxchg writes whether it matches or not, as the instruction does: the write waits for the read,
 * and where it would wait for a predicted branch only, both would retire together, uninterruptible.
 *
 * It stands in for the generic backend, so that everything above it is the same as elsewhere. (The
 * generic backend with its mask taken out is not enough: clang joins its load and store into one
 * instruction on x86, and armv7 reads 64 bits with one ldrd.)
 */
#include <localatomic/detail/compiler.h>

#define LA_BACKEND_GENERIC_H

/* Keeps a compiler from joining what is in front with what is behind; it is no instruction. */
#define APART(val) __asm__ __volatile__("" : "+r"(val))

LA_INLINE la_u8 la_generic_load_8(const volatile la_u8 *p)
{
	return *p;
}

LA_INLINE void la_generic_store_8(volatile la_u8 *p, la_u8 val)
{
	*p = val;
}

#define HALVES(N, H)                                                        \
	union halves_##N {                                                  \
		la_u##N whole;                                              \
		la_u##H half[2];                                            \
	};                                                                  \
	LA_INLINE la_u##N la_generic_load_##N(const volatile la_u##N *p)    \
	{                                                                   \
		const volatile la_u##H *half = (const volatile la_u##H *)p; \
		union halves_##N val;                                       \
		val.half[0] = half[0];                                      \
		val.half[1] = half[1];                                      \
		return val.whole;                                           \
	}                                                                   \
	LA_INLINE void la_generic_store_##N(volatile la_u##N *p, la_u##N v) \
	{                                                                   \
		volatile la_u##H *half = (volatile la_u##H *)p;             \
		union halves_##N val = { v };                               \
		half[0] = val.half[0];                                      \
		(void)half[1];                                              \
		half[1] = val.half[1];                                      \
	}
HALVES(16, 8)
HALVES(32, 16)
HALVES(64, 32)

#define RMW(op, N, expr)                                                          \
	LA_INLINE la_u##N la_generic_##op##_##N(volatile la_u##N *p, la_u##N val) \
	{                                                                         \
		la_u##N old = *p, becomes = (la_u##N)(expr);                      \
		APART(becomes);                                                   \
		*p = becomes;                                                     \
		return old;                                                       \
	}
#define RMWS(N)                                                                                 \
	RMW(xchg, N, val)                                                                       \
	RMW(fetch_add, N, old + val)                                                            \
	RMW(fetch_and, N, old &val)                                                             \
	RMW(fetch_or, N, old | val)                                                             \
	RMW(fetch_xor, N, old ^ val)                                                            \
	LA_INLINE la_u##N la_generic_cmpxchg_##N(volatile la_u##N *p, la_u##N old, la_u##N val) \
	{                                                                                       \
		la_u##N found = *p, same = (la_u##N)(0 - (la_u##N)(found == old));              \
		APART(same);                                                                    \
		*p = (la_u##N)(found ^ ((found ^ val) & same));                                 \
		return found;                                                                   \
	}
LA_WIDTHS(RMWS)

LA_INLINE la_u128 la_generic_cmpxchg_128(volatile la_u128 *p, la_u128 old, la_u128 val)
{
	la_u128 found = { p->lo, p->hi };

	if (found.lo == old.lo && found.hi == old.hi) {
		p->lo = val.lo;
		p->hi = val.hi;
	}
	return found;
}

#define LA_PREFIX generic
#define LA_LACKS_load LA_NO_WIDTHS
#define LA_LACKS_xchg LA_NO_WIDTHS
#define LA_LACKS_fetch_add LA_NO_WIDTHS
#define LA_LACKS_fetch_logic LA_NO_WIDTHS
#include <localatomic/backend/derive.h>

#define LA_FORCE_GENERIC
#define OPSET opset_broken
#define OPSET_NAME "broken"
#include "opset.h"
