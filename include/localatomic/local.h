/* SPDX-License-Identifier: MIT */
/*
 * Local counters: la_local_t holds a long, la_local64_t an int64_t (8-aligned on every target). The
 * type keeps plain arithmetic out; the operations are those of cmpxchg.h under the kernel's names,
 * with the same scope, ordering and places where they may be called. Arithmetic wraps.
 *
 * For X = la_local (V = long) and X = la_local64 (V = int64_t); l is an X_t *:
 *   X_read(l)                         V     from any thread, unordered
 *   X_set(l, v)  X_add(l, v)  X_sub(l, v)  X_inc(l)  X_dec(l)           void
 *   X_add_return(l, v)  X_sub_return(l, v)  X_inc_return(l)  X_dec_return(l)    V, the new value
 *   X_fetch_add(l, v)  X_xchg(l, v)   V, the old value
 *   X_cmpxchg(l, old, val)            V     what was found; val is stored iff that equals old
 *   X_try_cmpxchg(l, expected, val)   bool  stored; else *expected receives what was found
 *   X_add_unless(l, a, u)             bool  added; not where the counter is u
 *   X_inc_not_zero(l)                 bool  incremented; not where the counter is 0
 *   X_add_negative(l, v)              bool  the new value is negative
 *   X_sub_and_test(l, v)  X_inc_and_test(l)  X_dec_and_test(l)    bool: the new value is 0
 */
#ifndef LA_LOCAL_H
#define LA_LOCAL_H

#include "detail/compiler.h"
#include "backend/dispatch.h"

typedef struct {
	long la_value;
} la_local_t;

typedef struct {
	int64_t la_value __attribute__((__aligned__(8)));
} la_local64_t;

#define LA_LOCAL_INIT(v) \
	{                \
		(v)      \
	}
#define LA_LOCAL64_INIT(v) \
	{                  \
		(v)        \
	}

#define LA_LOCAL_FAMILY(X, V)                                                                      \
	LA_INLINE V X##_read(const X##_t *l)                                                       \
	{                                                                                          \
		return LA_CAST(V, la_i_load(&l->la_value, sizeof(V)));                             \
	}                                                                                          \
	LA_INLINE void X##_set(X##_t *l, V v)                                                      \
	{                                                                                          \
		la_i_store(&l->la_value, sizeof(V), LA_CAST(uint64_t, v));                         \
	}                                                                                          \
	LA_INLINE void X##_add(X##_t *l, V v)                                                      \
	{                                                                                          \
		la_i_add(&l->la_value, sizeof(V), LA_CAST(uint64_t, v));                           \
	}                                                                                          \
	LA_INLINE void X##_sub(X##_t *l, V v)                                                      \
	{                                                                                          \
		la_i_sub(&l->la_value, sizeof(V), LA_CAST(uint64_t, v));                           \
	}                                                                                          \
	LA_INLINE void X##_inc(X##_t *l)                                                           \
	{                                                                                          \
		X##_add(l, 1);                                                                     \
	}                                                                                          \
	LA_INLINE void X##_dec(X##_t *l)                                                           \
	{                                                                                          \
		X##_sub(l, 1);                                                                     \
	}                                                                                          \
	LA_INLINE V X##_add_return(X##_t *l, V v)                                                  \
	{                                                                                          \
		return LA_CAST(V, la_i_add_return(&l->la_value, sizeof(V), LA_CAST(uint64_t, v))); \
	}                                                                                          \
	LA_INLINE V X##_sub_return(X##_t *l, V v)                                                  \
	{                                                                                          \
		return LA_CAST(V, la_i_sub_return(&l->la_value, sizeof(V), LA_CAST(uint64_t, v))); \
	}                                                                                          \
	LA_INLINE V X##_inc_return(X##_t *l)                                                       \
	{                                                                                          \
		return X##_add_return(l, 1);                                                       \
	}                                                                                          \
	LA_INLINE V X##_dec_return(X##_t *l)                                                       \
	{                                                                                          \
		return X##_sub_return(l, 1);                                                       \
	}                                                                                          \
	LA_INLINE V X##_fetch_add(X##_t *l, V v)                                                   \
	{                                                                                          \
		return LA_CAST(V, la_i_fetch_add(&l->la_value, sizeof(V), LA_CAST(uint64_t, v)));  \
	}                                                                                          \
	LA_INLINE V X##_xchg(X##_t *l, V v)                                                        \
	{                                                                                          \
		return LA_CAST(V, la_i_xchg(&l->la_value, sizeof(V), LA_CAST(uint64_t, v)));       \
	}                                                                                          \
	LA_INLINE V X##_cmpxchg(X##_t *l, V old, V val)                                            \
	{                                                                                          \
		return LA_CAST(V, la_i_cmpxchg(&l->la_value, sizeof(V), LA_CAST(uint64_t, old),    \
					       LA_CAST(uint64_t, val)));                           \
	}                                                                                          \
	LA_INLINE bool X##_try_cmpxchg(X##_t *l, V *expected, V val)                               \
	{                                                                                          \
		return la_i_try_cmpxchg(&l->la_value, sizeof(V), expected,                         \
					LA_CAST(uint64_t, val));                                   \
	}                                                                                          \
	LA_INLINE bool X##_add_unless(X##_t *l, V a, V u)                                          \
	{                                                                                          \
		V found = X##_read(l);                                                             \
		while (found != u) {                                                               \
			/* The sum in unsigned arithmetic, which wraps. */                         \
			uint64_t sum = LA_CAST(uint64_t, found) + LA_CAST(uint64_t, a);            \
			if (X##_try_cmpxchg(l, &found, LA_CAST(V, sum)))                           \
				return true;                                                       \
		}                                                                                  \
		return false;                                                                      \
	}                                                                                          \
	LA_INLINE bool X##_inc_not_zero(X##_t *l)                                                  \
	{                                                                                          \
		return X##_add_unless(l, 1, 0);                                                    \
	}                                                                                          \
	LA_INLINE bool X##_add_negative(X##_t *l, V v)                                             \
	{                                                                                          \
		return X##_add_return(l, v) < 0;                                                   \
	}                                                                                          \
	LA_INLINE bool X##_sub_and_test(X##_t *l, V v)                                             \
	{                                                                                          \
		return X##_sub_return(l, v) == 0;                                                  \
	}                                                                                          \
	LA_INLINE bool X##_inc_and_test(X##_t *l)                                                  \
	{                                                                                          \
		return X##_inc_return(l) == 0;                                                     \
	}                                                                                          \
	LA_INLINE bool X##_dec_and_test(X##_t *l)                                                  \
	{                                                                                          \
		return X##_dec_return(l) == 0;                                                     \
	}
LA_LOCAL_FAMILY(la_local, long)
LA_LOCAL_FAMILY(la_local64, int64_t)
#undef LA_LOCAL_FAMILY

#endif
