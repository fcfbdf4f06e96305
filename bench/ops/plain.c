/* SPDX-License-Identifier: MIT */
/*
 * Variant plain: C without any atomicity, really done: an empty asm that may touch any memory keeps
 * the compiler from merging one operation with the next.
 */
#include "ops.h"

#define KEEP() __asm__ __volatile__("" : : : "memory")

#define PLAIN_RMW(op, N, expr)                                                    \
	static inline uint##N##_t plain_##op##_##N(uint##N##_t *p, uint##N##_t v) \
	{                                                                         \
		uint##N##_t old = *p;                                             \
		*p = (uint##N##_t)(expr);                                         \
		KEEP();                                                           \
		return old;                                                       \
	}
#define PLAIN(N)                                                                         \
	static inline uint##N##_t plain_read_##N(uint##N##_t *p)                         \
	{                                                                                \
		KEEP();                                                                  \
		return *p;                                                               \
	}                                                                                \
	static inline uint##N##_t plain_cmpxchg_##N(uint##N##_t *p, uint##N##_t old,     \
						    uint##N##_t val)                     \
	{                                                                                \
		uint##N##_t found = *p;                                                  \
		if (found == old)                                                        \
			*p = val;                                                        \
		KEEP();                                                                  \
		return found;                                                            \
	}                                                                                \
	static inline _Bool plain_try_cmpxchg_##N(uint##N##_t *p, uint##N##_t *expected, \
						  uint##N##_t val)                       \
	{                                                                                \
		uint##N##_t old = *expected;                                             \
		*expected = plain_cmpxchg_##N(p, old, val);                              \
		return *expected == old;                                                 \
	}                                                                                \
	PLAIN_RMW(xchg, N, v)                                                            \
	PLAIN_RMW(fetch_add, N, old + v)                                                 \
	PLAIN_RMW(fetch_sub, N, old - v)                                                 \
	PLAIN_RMW(fetch_and, N, old &v)                                                  \
	PLAIN_RMW(fetch_or, N, old | v)                                                  \
	PLAIN_RMW(fetch_xor, N, old ^ v)                                                 \
	PLAIN_RMW(fetch_andnot, N, old & ~v)
PLAIN(8)
PLAIN(16)
PLAIN(32)
PLAIN(64)

static inline la_u128 plain_cmpxchg_128(la_u128 *p, la_u128 old, la_u128 val)
{
	la_u128 found = *p;

	if (found.lo == old.lo && found.hi == old.hi)
		*p = val;
	KEEP();
	return found;
}

static inline _Bool plain_try_cmpxchg_128(la_u128 *p, la_u128 *expected, la_u128 val)
{
	la_u128 old = *expected;

	*expected = plain_cmpxchg_128(p, old, val);
	return expected->lo == old.lo && expected->hi == old.hi;
}

#define OP_read(N, p) plain_read_##N(p)
#define OP_write(N, p, v) (void)plain_xchg_##N(p, v)
#define OP_cmpxchg(N, p, old, val) plain_cmpxchg_##N(p, old, val)
#define OP_try_cmpxchg(N, p, expected, val) plain_try_cmpxchg_##N(p, expected, val)
#define OP_xchg(N, p, v) plain_xchg_##N(p, v)
#define OP_fetch_add(N, p, v) plain_fetch_add_##N(p, v)
#define OP_fetch_sub(N, p, v) plain_fetch_sub_##N(p, v)
#define OP_fetch_and(N, p, v) plain_fetch_and_##N(p, v)
#define OP_fetch_or(N, p, v) plain_fetch_or_##N(p, v)
#define OP_fetch_xor(N, p, v) plain_fetch_xor_##N(p, v)
#define OP_add_return(N, p, v) (uint##N##_t)(plain_fetch_add_##N(p, v) + v)
#define OP_sub_return(N, p, v) (uint##N##_t)(plain_fetch_sub_##N(p, v) - v)
#define OP_inc_return(N, p) (uint##N##_t)(plain_fetch_add_##N(p, 1) + 1u)
#define OP_dec_return(N, p) (uint##N##_t)(plain_fetch_sub_##N(p, 1) - 1u)
#define OP_add(N, p, v) (void)plain_fetch_add_##N(p, v)
#define OP_sub(N, p, v) (void)plain_fetch_sub_##N(p, v)
#define OP_inc(N, p) (void)plain_fetch_add_##N(p, 1)
#define OP_dec(N, p) (void)plain_fetch_sub_##N(p, 1)
#define OP_and(N, p, v) (void)plain_fetch_and_##N(p, v)
#define OP_or(N, p, v) (void)plain_fetch_or_##N(p, v)
#define OP_xor(N, p, v) (void)plain_fetch_xor_##N(p, v)
#define OP_andnot(N, p, v) (void)plain_fetch_andnot_##N(p, v)
#define OP_cmpxchg64(N, p, old, val) plain_cmpxchg_64(p, old, val)
#define OP_try_cmpxchg64(N, p, expected, val) plain_try_cmpxchg_64(p, expected, val)
#define OP_cmpxchg128(N, p, old, val) plain_cmpxchg_128(p, old, val)
#define OP_try_cmpxchg128(N, p, expected, val) plain_try_cmpxchg_128(p, expected, val)

#define VARIANT plain
#include "kernels.h"
