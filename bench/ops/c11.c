/* SPDX-License-Identifier: MIT */
/*
 * Variant c11: the compiler's own atomics, relaxed, at the widths that it does without a library.
 * 128 bits is left out: gcc calls libatomic for it.
 */
#include "ops.h"

#if __GCC_ATOMIC_CHAR_LOCK_FREE != 2
#define LACKS_8
#endif
#if __GCC_ATOMIC_SHORT_LOCK_FREE != 2
#define LACKS_16
#endif
#if __GCC_ATOMIC_INT_LOCK_FREE != 2
#define LACKS_32
#endif
#if __GCC_ATOMIC_LLONG_LOCK_FREE != 2
#define LACKS_64
#endif
#define LACKS_128

/* The builtin compares and exchanges through a pointer to the expected value. */
#define C11_CMPXCHG(N)                                                                    \
	static inline _Bool c11_try_cmpxchg_##N(uint##N##_t *p, uint##N##_t *expected,    \
						uint##N##_t val)                          \
	{                                                                                 \
		return __atomic_compare_exchange_n(p, expected, val, 0, __ATOMIC_RELAXED, \
						   __ATOMIC_RELAXED);                     \
	}                                                                                 \
	static inline uint##N##_t c11_cmpxchg_##N(uint##N##_t *p, uint##N##_t old,        \
						  uint##N##_t val)                        \
	{                                                                                 \
		c11_try_cmpxchg_##N(p, &old, val);                                        \
		return old;                                                               \
	}
#if !defined(LACKS_8)
C11_CMPXCHG(8)
#endif
#if !defined(LACKS_16)
C11_CMPXCHG(16)
#endif
#if !defined(LACKS_32)
C11_CMPXCHG(32)
#endif
#if !defined(LACKS_64)
C11_CMPXCHG(64)
#endif

#define OP_read(N, p) __atomic_load_n(p, __ATOMIC_RELAXED)
#define OP_write(N, p, v) __atomic_store_n(p, v, __ATOMIC_RELAXED)
#define OP_cmpxchg(N, p, old, val) c11_cmpxchg_##N(p, old, val)
#define OP_try_cmpxchg(N, p, expected, val) c11_try_cmpxchg_##N(p, expected, val)
#define OP_xchg(N, p, v) __atomic_exchange_n(p, v, __ATOMIC_RELAXED)
#define OP_fetch_add(N, p, v) __atomic_fetch_add(p, v, __ATOMIC_RELAXED)
#define OP_fetch_sub(N, p, v) __atomic_fetch_sub(p, v, __ATOMIC_RELAXED)
#define OP_fetch_and(N, p, v) __atomic_fetch_and(p, v, __ATOMIC_RELAXED)
#define OP_fetch_or(N, p, v) __atomic_fetch_or(p, v, __ATOMIC_RELAXED)
#define OP_fetch_xor(N, p, v) __atomic_fetch_xor(p, v, __ATOMIC_RELAXED)
#define OP_add_return(N, p, v) __atomic_add_fetch(p, v, __ATOMIC_RELAXED)
#define OP_sub_return(N, p, v) __atomic_sub_fetch(p, v, __ATOMIC_RELAXED)
#define OP_inc_return(N, p) __atomic_add_fetch(p, 1, __ATOMIC_RELAXED)
#define OP_dec_return(N, p) __atomic_sub_fetch(p, 1, __ATOMIC_RELAXED)
#define OP_add(N, p, v) (void)__atomic_fetch_add(p, v, __ATOMIC_RELAXED)
#define OP_sub(N, p, v) (void)__atomic_fetch_sub(p, v, __ATOMIC_RELAXED)
#define OP_inc(N, p) (void)__atomic_fetch_add(p, 1, __ATOMIC_RELAXED)
#define OP_dec(N, p) (void)__atomic_fetch_sub(p, 1, __ATOMIC_RELAXED)
#define OP_and(N, p, v) (void)__atomic_fetch_and(p, v, __ATOMIC_RELAXED)
#define OP_or(N, p, v) (void)__atomic_fetch_or(p, v, __ATOMIC_RELAXED)
#define OP_xor(N, p, v) (void)__atomic_fetch_xor(p, v, __ATOMIC_RELAXED)
#define OP_andnot(N, p, v) (void)__atomic_fetch_and(p, (uint##N##_t) ~(v), __ATOMIC_RELAXED)
#define OP_cmpxchg64(N, p, old, val) c11_cmpxchg_64(p, old, val)
#define OP_try_cmpxchg64(N, p, expected, val) c11_try_cmpxchg_64(p, expected, val)

#define VARIANT c11
#include "kernels.h"
