/* SPDX-License-Identifier: MIT */
/*
 * Any target whose compiler has lock-free atomics: the relaxed __atomic builtins, width by width.
 * Stronger than needed (a locked instruction on x86), and what sanitizers and analyzers understand.
 * A width without lock-free atomics goes to the generic backend; nothing calls libatomic.
 *
 * gcc 12 on x86-64 reads the operand of __atomic_add_fetch(p, *p, order) a second time after the
 * add (21 where 7 + 7 = 14 is right), so each operand is first pinned in a register.
 */
#ifndef LA_BACKEND_C11_H
#define LA_BACKEND_C11_H

#if !defined(LA_BACKEND_DISPATCH_H)
#error "localatomic: include <localatomic/localatomic.h>, not a backend"
#endif

#include "generic.h"

#define LA_PIN(x) __asm__("" : "+r"(x))

/*
 * gcc up to 13 on RISC-V compares the whole register of a 32-bit `old` with a sign-extended load
 * (gcc bug 114130), so `old` travels sign-extended through a register of full width.
 */
#define LA_PIN_OLD(N, old)                                                   \
	do {                                                                 \
		intptr_t wide = LA_CAST(intptr_t, LA_CAST(int##N##_t, old)); \
		if (N < 8 * sizeof(wide)) {                                  \
			LA_PIN(wide);                                        \
			old = LA_CAST(la_u##N, wide);                        \
		} else {                                                     \
			LA_PIN(old);                                         \
		}                                                            \
	} while (0)

/*
 * Without optimization gcc keeps the cases of other sizes and warns in the user's file that they
 * overflow the object; it cannot when it does not know which object it is.
 */
#if defined(__OPTIMIZE__)
#define LA_HIDE(p) ((void)0)
#else
#define LA_HIDE(p) LA_PIN(p)
#endif

/* A relaxed builtin is no compiler barrier; value-returning operations are. */
#define LA_C11_VALUE(op, N, call)                                             \
	LA_INLINE la_u##N la_c11_##op##_##N(volatile la_u##N *p, la_u##N val) \
	{                                                                     \
		la_u##N old;                                                  \
		LA_HIDE(p);                                                   \
		LA_PIN(val);                                                  \
		la_barrier();                                                 \
		old = call(p, val, __ATOMIC_RELAXED);                         \
		la_barrier();                                                 \
		return old;                                                   \
	}
#define LA_C11_VOID(op, N, call)                                           \
	LA_INLINE void la_c11_##op##_##N(volatile la_u##N *p, la_u##N val) \
	{                                                                  \
		LA_HIDE(p);                                                \
		LA_PIN(val);                                               \
		(void)call(p, val, __ATOMIC_RELAXED);                      \
	}
#define LA_C11_NATIVE(N)                                                                    \
	LA_INLINE la_u##N la_c11_load_##N(const volatile la_u##N *p)                        \
	{                                                                                   \
		LA_HIDE(p);                                                                 \
		return __atomic_load_n(p, __ATOMIC_RELAXED);                                \
	}                                                                                   \
	LA_INLINE void la_c11_store_##N(volatile la_u##N *p, la_u##N val)                   \
	{                                                                                   \
		LA_HIDE(p);                                                                 \
		LA_PIN(val);                                                                \
		__atomic_store_n(p, val, __ATOMIC_RELAXED);                                 \
	}                                                                                   \
	LA_INLINE la_u##N la_c11_cmpxchg_##N(volatile la_u##N *p, la_u##N old, la_u##N val) \
	{                                                                                   \
		LA_HIDE(p);                                                                 \
		LA_PIN_OLD(N, old);                                                         \
		LA_PIN(val);                                                                \
		la_barrier();                                                               \
		(void)__atomic_compare_exchange_n(p, &old, val, 0, __ATOMIC_RELAXED,        \
						  __ATOMIC_RELAXED);                        \
		la_barrier();                                                               \
		return old;                                                                 \
	}                                                                                   \
	LA_C11_VALUE(xchg, N, __atomic_exchange_n)                                          \
	LA_C11_VALUE(fetch_add, N, __atomic_fetch_add)                                      \
	LA_C11_VALUE(fetch_and, N, __atomic_fetch_and)                                      \
	LA_C11_VALUE(fetch_or, N, __atomic_fetch_or)                                        \
	LA_C11_VALUE(fetch_xor, N, __atomic_fetch_xor)                                      \
	LA_C11_VOID(add, N, __atomic_fetch_add)                                             \
	LA_C11_VOID(and, N, __atomic_fetch_and)                                             \
	LA_C11_VOID(or, N, __atomic_fetch_or)                                               \
	LA_C11_VOID(xor, N, __atomic_fetch_xor)

#define LA_C11_MASKED_VALUE(op, N)                                            \
	LA_INLINE la_u##N la_c11_##op##_##N(volatile la_u##N *p, la_u##N val) \
	{                                                                     \
		return la_generic_##op##_##N(p, val);                         \
	}
#define LA_C11_MASKED_VOID(op, N)                                          \
	LA_INLINE void la_c11_##op##_##N(volatile la_u##N *p, la_u##N val) \
	{                                                                  \
		la_generic_##op##_##N(p, val);                             \
	}
#define LA_C11_MASKED(N)                                                                    \
	LA_INLINE la_u##N la_c11_load_##N(const volatile la_u##N *p)                        \
	{                                                                                   \
		return la_generic_load_##N(p);                                              \
	}                                                                                   \
	LA_C11_MASKED_VOID(store, N)                                                        \
	LA_INLINE la_u##N la_c11_cmpxchg_##N(volatile la_u##N *p, la_u##N old, la_u##N val) \
	{                                                                                   \
		return la_generic_cmpxchg_##N(p, old, val);                                 \
	}                                                                                   \
	LA_C11_MASKED_VALUE(xchg, N)                                                        \
	LA_C11_MASKED_VALUE(fetch_add, N)                                                   \
	LA_C11_MASKED_VALUE(fetch_and, N)                                                   \
	LA_C11_MASKED_VALUE(fetch_or, N)                                                    \
	LA_C11_MASKED_VALUE(fetch_xor, N)                                                   \
	LA_C11_MASKED_VOID(add, N)                                                          \
	LA_C11_MASKED_VOID(and, N)                                                          \
	LA_C11_MASKED_VOID(or, N)                                                           \
	LA_C11_MASKED_VOID(xor, N)

#if __GCC_ATOMIC_CHAR_LOCK_FREE == 2
LA_C11_NATIVE(8)
#else
#define LA_C11_MASKS_8 1
LA_C11_MASKED(8)
#endif
#if __GCC_ATOMIC_SHORT_LOCK_FREE == 2
LA_C11_NATIVE(16)
#else
#define LA_C11_MASKS_16 1
LA_C11_MASKED(16)
#endif
#if (__SIZEOF_INT__ == 4 && __GCC_ATOMIC_INT_LOCK_FREE == 2) || \
	(__SIZEOF_INT__ < 4 && __GCC_ATOMIC_LONG_LOCK_FREE == 2)
LA_C11_NATIVE(32)
#else
#define LA_C11_MASKS_32 1
LA_C11_MASKED(32)
#endif
#if __GCC_ATOMIC_LLONG_LOCK_FREE == 2
LA_C11_NATIVE(64)
#else
#define LA_C11_MASKS_64 1
LA_C11_MASKED(64)
#endif
#undef LA_C11_MASKED
#undef LA_C11_MASKED_VOID
#undef LA_C11_MASKED_VALUE
#undef LA_C11_NATIVE
#undef LA_C11_VOID
#undef LA_C11_VALUE
#undef LA_HIDE
#undef LA_PIN_OLD
#undef LA_PIN

LA_INLINE la_u128 la_c11_cmpxchg_128(volatile la_u128 *p, la_u128 old, la_u128 val)
{
	return la_generic_cmpxchg_128(p, old, val);
}

#define LA_PREFIX c11
#define LA_LACKS_load LA_NO_WIDTHS
#define LA_LACKS_xchg LA_NO_WIDTHS
#define LA_LACKS_fetch_add LA_NO_WIDTHS
#define LA_LACKS_fetch_logic LA_NO_WIDTHS
#define LA_LACKS_add LA_NO_WIDTHS
#define LA_LACKS_logic LA_NO_WIDTHS
#include "derive.h"

#endif
