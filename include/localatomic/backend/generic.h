/* SPDX-License-Identifier: MIT */
/*
 * Any target: plain C inside a critical section (detail/critical.h). The slowest backend, the one
 * that every other is checked against, and the one for widths without a native operation.
 */
#ifndef LA_BACKEND_GENERIC_H
#define LA_BACKEND_GENERIC_H

#if !defined(LA_BACKEND_DISPATCH_H)
#error "localatomic: include <localatomic/localatomic.h>, not a backend"
#endif

#include "../detail/critical.h"

/* A width that the core tears is read and written under the mask too. */
#define LA_GENERIC_LOAD_STORE(N)                                              \
	LA_INLINE la_u##N la_generic_load_##N(const volatile la_u##N *p)      \
	{                                                                     \
		la_critical_state_t state;                                    \
		la_u##N val;                                                  \
		if (N <= LA_UNTORN_BITS)                                      \
			return *p;                                            \
		la_critical_enter(&state);                                    \
		val = *p;                                                     \
		la_critical_exit(&state);                                     \
		return val;                                                   \
	}                                                                     \
	LA_INLINE void la_generic_store_##N(volatile la_u##N *p, la_u##N val) \
	{                                                                     \
		la_critical_state_t state;                                    \
		if (N <= LA_UNTORN_BITS) {                                    \
			*p = val;                                             \
			return;                                               \
		}                                                             \
		la_critical_enter(&state);                                    \
		*p = val;                                                     \
		la_critical_exit(&state);                                     \
	}
LA_WIDTHS(LA_GENERIC_LOAD_STORE)
#undef LA_GENERIC_LOAD_STORE

#define LA_GENERIC_CMPXCHG(N)                                                                   \
	LA_INLINE la_u##N la_generic_cmpxchg_##N(volatile la_u##N *p, la_u##N old, la_u##N val) \
	{                                                                                       \
		la_critical_state_t state;                                                      \
		la_u##N found;                                                                  \
		la_critical_enter(&state);                                                      \
		found = *p;                                                                     \
		if (found == old)                                                               \
			*p = val;                                                               \
		la_critical_exit(&state);                                                       \
		return found;                                                                   \
	}
LA_WIDTHS(LA_GENERIC_CMPXCHG)
#undef LA_GENERIC_CMPXCHG

#define LA_GENERIC_RMW(op, N, expr)                                               \
	LA_INLINE la_u##N la_generic_##op##_##N(volatile la_u##N *p, la_u##N val) \
	{                                                                         \
		la_critical_state_t state;                                        \
		la_u##N old;                                                      \
		la_critical_enter(&state);                                        \
		old = *p;                                                         \
		*p = LA_CAST(la_u##N, expr);                                      \
		la_critical_exit(&state);                                         \
		return old;                                                       \
	}
#define LA_GENERIC_RMWS(N)                        \
	LA_GENERIC_RMW(xchg, N, val)              \
	LA_GENERIC_RMW(fetch_add, N, old + val)   \
	LA_GENERIC_RMW(fetch_and, N, (old & val)) \
	LA_GENERIC_RMW(fetch_or, N, old | val)    \
	LA_GENERIC_RMW(fetch_xor, N, old ^ val)
LA_WIDTHS(LA_GENERIC_RMWS)
#undef LA_GENERIC_RMWS
#undef LA_GENERIC_RMW

LA_INLINE la_u128 la_generic_cmpxchg_128(volatile la_u128 *p, la_u128 old, la_u128 val)
{
	la_critical_state_t state;
	la_u128 found;

	la_critical_enter(&state);
	found.lo = p->lo;
	found.hi = p->hi;
	if (found.lo == old.lo && found.hi == old.hi) {
		p->lo = val.lo;
		p->hi = val.hi;
	}
	la_critical_exit(&state);
	return found;
}

#define LA_PREFIX generic
#define LA_LACKS_load LA_NO_WIDTHS
#define LA_LACKS_xchg LA_NO_WIDTHS
#define LA_LACKS_fetch_add LA_NO_WIDTHS
#define LA_LACKS_fetch_logic LA_NO_WIDTHS
#include "derive.h"

#endif
