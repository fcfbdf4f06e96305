/* SPDX-License-Identifier: MIT */
/*
 * Included at the end of each backend: builds what the backend lacks from what it has, down to its
 * cmpxchg, so that a file with cmpxchg_8 .. cmpxchg_64 and cmpxchg_128 alone is a valid port.
 *
 * The backend defines LA_PREFIX and, for each operation that it has itself,
 * `#define LA_LACKS_<op> LA_NO_WIDTHS` (or the widths that it lacks; `logic` is and, or and xor),
 * and LA_HAS_try_cmpxchg_128 where it has that. All are undefined here.
 */
#if !defined(LA_PREFIX)
#error "localatomic: backend/derive.h is included by a backend, which defines LA_PREFIX"
#endif

#define LA_OWN(op, N) LA_CAT3(LA_PREFIX, op, N)

#if !defined(LA_LACKS_load)
#define LA_LACKS_load LA_WIDTHS
#endif
#if !defined(LA_LACKS_try_cmpxchg)
#define LA_LACKS_try_cmpxchg LA_WIDTHS
#endif
#if !defined(LA_LACKS_xchg)
#define LA_LACKS_xchg LA_WIDTHS
#endif
#if !defined(LA_LACKS_fetch_add)
#define LA_LACKS_fetch_add LA_WIDTHS
#endif
#if !defined(LA_LACKS_fetch_logic)
#define LA_LACKS_fetch_logic LA_WIDTHS
#endif
#if !defined(LA_LACKS_add)
#define LA_LACKS_add LA_WIDTHS
#endif
#if !defined(LA_LACKS_sub)
#define LA_LACKS_sub LA_WIDTHS
#endif
#if !defined(LA_LACKS_logic)
#define LA_LACKS_logic LA_WIDTHS
#endif
#if !defined(LA_LACKS_test_and_bit)
#define LA_LACKS_test_and_bit LA_WIDTHS
#endif

/* One plain access; a backend of a core that tears this width brings its own. */
#define LA_DERIVE(N)                                                       \
	LA_INLINE la_u##N LA_OWN(load, N)(const volatile la_u##N *p)       \
	{                                                                  \
		return *p;                                                 \
	}                                                                  \
	LA_INLINE void LA_OWN(store, N)(volatile la_u##N * p, la_u##N val) \
	{                                                                  \
		*p = val;                                                  \
	}
LA_LACKS_load(LA_DERIVE)
#undef LA_DERIVE

#define LA_DERIVE(N)                                                                    \
	LA_INLINE bool LA_OWN(try_cmpxchg, N)(volatile la_u##N * p, la_u##N * expected, \
					      la_u##N val)                              \
	{                                                                               \
		la_u##N old = *expected, found = LA_OWN(cmpxchg, N)(p, old, val);       \
		if (found != old)                                                       \
			*expected = found;                                              \
		return found == old;                                                    \
	}
LA_LACKS_try_cmpxchg(LA_DERIVE)
#undef LA_DERIVE

/* Replaces *p by `expr` of `old` and `val` in a cmpxchg loop; returns what was there. */
#define LA_DERIVE_LOOP(op, N, expr)                                                \
	LA_INLINE la_u##N LA_OWN(op, N)(volatile la_u##N * p, la_u##N val)         \
	{                                                                          \
		la_u##N old = LA_OWN(load, N)(p);                                  \
		while (!LA_OWN(try_cmpxchg, N)(p, &old, LA_CAST(la_u##N, expr))) { \
		}                                                                  \
		return old;                                                        \
	}
#define LA_DERIVE(N) LA_DERIVE_LOOP(xchg, N, val)
LA_LACKS_xchg(LA_DERIVE)
#undef LA_DERIVE
#define LA_DERIVE(N) LA_DERIVE_LOOP(fetch_add, N, old + val)
LA_LACKS_fetch_add(LA_DERIVE)
#undef LA_DERIVE
#define LA_DERIVE(N)                              \
	LA_DERIVE_LOOP(fetch_and, N, (old & val)) \
	LA_DERIVE_LOOP(fetch_or, N, old | val)    \
	LA_DERIVE_LOOP(fetch_xor, N, old ^ val)
LA_LACKS_fetch_logic(LA_DERIVE)
#undef LA_DERIVE
#undef LA_DERIVE_LOOP

/* fetch_add with its operand or its result changed, at the object's own width. */
#define LA_DERIVE_ADD(op, N, expr)                                         \
	LA_INLINE la_u##N LA_OWN(op, N)(volatile la_u##N * p, la_u##N val) \
	{                                                                  \
		return LA_CAST(la_u##N, expr);                             \
	}
#define LA_DERIVE(N)                                                                     \
	LA_DERIVE_ADD(fetch_sub, N, LA_OWN(fetch_add, N)(p, LA_CAST(la_u##N, 0u - val))) \
	LA_DERIVE_ADD(add_return, N, LA_OWN(fetch_add, N)(p, val) + val)                 \
	LA_DERIVE_ADD(sub_return, N, LA_OWN(fetch_sub, N)(p, val) - val)
LA_WIDTHS(LA_DERIVE)
#undef LA_DERIVE
#undef LA_DERIVE_ADD

/* Void forms: the value-returning form with its result dropped. */
#define LA_DERIVE_VOID(op, N, call)                                     \
	LA_INLINE void LA_OWN(op, N)(volatile la_u##N * p, la_u##N val) \
	{                                                               \
		(void)call;                                             \
	}
#define LA_DERIVE(N) LA_DERIVE_VOID(add, N, LA_OWN(fetch_add, N)(p, val))
LA_LACKS_add(LA_DERIVE)
#undef LA_DERIVE
#define LA_DERIVE(N) LA_DERIVE_VOID(sub, N, LA_OWN(add, N)(p, LA_CAST(la_u##N, 0u - val)))
LA_LACKS_sub(LA_DERIVE)
#undef LA_DERIVE
#define LA_DERIVE(N)                                         \
	LA_DERIVE_VOID(and, N, LA_OWN(fetch_and, N)(p, val)) \
	LA_DERIVE_VOID(or, N, LA_OWN(fetch_or, N)(p, val))   \
	LA_DERIVE_VOID(xor, N, LA_OWN(fetch_xor, N)(p, val))
LA_LACKS_logic(LA_DERIVE)
#undef LA_DERIVE
#undef LA_DERIVE_VOID

/* nr < N. */
#define LA_DERIVE_BIT(op, fetch, N, expr)                                        \
	LA_INLINE bool LA_OWN(op, N)(volatile la_u##N * p, unsigned int nr)      \
	{                                                                        \
		la_u##N bit = LA_CAST(la_u##N, LA_CAST(la_u##N, 1) << nr);       \
		return (LA_OWN(fetch, N)(p, LA_CAST(la_u##N, expr)) & bit) != 0; \
	}
#define LA_DERIVE(N)                                          \
	LA_DERIVE_BIT(test_and_set_bit, fetch_or, N, bit)     \
	LA_DERIVE_BIT(test_and_clear_bit, fetch_and, N, ~bit) \
	LA_DERIVE_BIT(test_and_change_bit, fetch_xor, N, bit)
LA_LACKS_test_and_bit(LA_DERIVE)
#undef LA_DERIVE
#undef LA_DERIVE_BIT

#if !defined(LA_HAS_try_cmpxchg_128)
LA_INLINE bool LA_OWN(try_cmpxchg, 128)(volatile la_u128 *p, la_u128 *expected, la_u128 val)
{
	la_u128 old = *expected, found = LA_OWN(cmpxchg, 128)(p, old, val);

	if (found.lo == old.lo && found.hi == old.hi)
		return true;
	*expected = found;
	return false;
}
#endif

#undef LA_HAS_try_cmpxchg_128
#undef LA_LACKS_load
#undef LA_LACKS_try_cmpxchg
#undef LA_LACKS_xchg
#undef LA_LACKS_fetch_add
#undef LA_LACKS_fetch_logic
#undef LA_LACKS_add
#undef LA_LACKS_sub
#undef LA_LACKS_logic
#undef LA_LACKS_test_and_bit
#undef LA_OWN
#undef LA_PREFIX
