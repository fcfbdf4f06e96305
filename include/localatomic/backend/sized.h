/* SPDX-License-Identifier: MIT */
/*
 * Operations by size: what the typed front end calls. `size` is a constant (sizeof the object), so
 * one case is left; values travel as uint64_t and each case cuts them to its width.
 *
 * The including file defines LA_SIZED(op), the name of the function that is made, and
 * LA_CHOSEN(op, N), what it calls at a width. Both are undefined here.
 */
#if !defined(LA_SIZED) || !defined(LA_CHOSEN)
#error "localatomic: include <localatomic/localatomic.h>, not a backend"
#endif

#define LA_AT(N) LA_CAST(volatile la_u##N *, p)

/* A compiler barrier, as whatever returns a value: what a handler wrote is read behind its flag. */
LA_INLINE uint64_t LA_SIZED(load)(const volatile void *p, size_t size)
{
	uint64_t val;

	switch (size) {
	case 1:
		val = LA_CHOSEN(load, 8)(LA_CAST(const volatile la_u8 *, p));
		break;
	case 2:
		val = LA_CHOSEN(load, 16)(LA_CAST(const volatile la_u16 *, p));
		break;
	case 4:
		val = LA_CHOSEN(load, 32)(LA_CAST(const volatile la_u32 *, p));
		break;
	default:
		val = LA_CHOSEN(load, 64)(LA_CAST(const volatile la_u64 *, p));
		break;
	}
	la_barrier();
	return val;
}

#define LA_BY_SIZE_VALUE(op)                                                         \
	LA_INLINE uint64_t LA_SIZED(op)(volatile void *p, size_t size, uint64_t val) \
	{                                                                            \
		switch (size) {                                                      \
		case 1:                                                              \
			return LA_CHOSEN(op, 8)(LA_AT(8), LA_CAST(la_u8, val));      \
		case 2:                                                              \
			return LA_CHOSEN(op, 16)(LA_AT(16), LA_CAST(la_u16, val));   \
		case 4:                                                              \
			return LA_CHOSEN(op, 32)(LA_AT(32), LA_CAST(la_u32, val));   \
		default:                                                             \
			return LA_CHOSEN(op, 64)(LA_AT(64), val);                    \
		}                                                                    \
	}
LA_BY_SIZE_VALUE(xchg)
LA_BY_SIZE_VALUE(fetch_add)
LA_BY_SIZE_VALUE(fetch_sub)
LA_BY_SIZE_VALUE(add_return)
LA_BY_SIZE_VALUE(sub_return)
LA_BY_SIZE_VALUE(fetch_and)
LA_BY_SIZE_VALUE(fetch_or)
LA_BY_SIZE_VALUE(fetch_xor)
#undef LA_BY_SIZE_VALUE

#define LA_BY_SIZE_VOID(op)                                                      \
	LA_INLINE void LA_SIZED(op)(volatile void *p, size_t size, uint64_t val) \
	{                                                                        \
		switch (size) {                                                  \
		case 1:                                                          \
			LA_CHOSEN(op, 8)(LA_AT(8), LA_CAST(la_u8, val));         \
			break;                                                   \
		case 2:                                                          \
			LA_CHOSEN(op, 16)(LA_AT(16), LA_CAST(la_u16, val));      \
			break;                                                   \
		case 4:                                                          \
			LA_CHOSEN(op, 32)(LA_AT(32), LA_CAST(la_u32, val));      \
			break;                                                   \
		default:                                                         \
			LA_CHOSEN(op, 64)(LA_AT(64), val);                       \
			break;                                                   \
		}                                                                \
	}
LA_BY_SIZE_VOID(store)
LA_BY_SIZE_VOID(add)
LA_BY_SIZE_VOID(sub)
LA_BY_SIZE_VOID(and)
LA_BY_SIZE_VOID(or)
LA_BY_SIZE_VOID(xor)
#undef LA_BY_SIZE_VOID

LA_INLINE uint64_t LA_SIZED(cmpxchg)(volatile void *p, size_t size, uint64_t old, uint64_t val)
{
	switch (size) {
	case 1:
		return LA_CHOSEN(cmpxchg, 8)(LA_AT(8), LA_CAST(la_u8, old), LA_CAST(la_u8, val));
	case 2:
		return LA_CHOSEN(cmpxchg, 16)(LA_AT(16), LA_CAST(la_u16, old),
					      LA_CAST(la_u16, val));
	case 4:
		return LA_CHOSEN(cmpxchg, 32)(LA_AT(32), LA_CAST(la_u32, old),
					      LA_CAST(la_u32, val));
	default:
		return LA_CHOSEN(cmpxchg, 64)(LA_AT(64), old, val);
	}
}

LA_INLINE bool LA_SIZED(try_cmpxchg)(volatile void *p, size_t size, void *expected, uint64_t val)
{
	switch (size) {
	case 1:
		return LA_CHOSEN(try_cmpxchg, 8)(LA_AT(8), LA_CAST(la_u8 *, expected),
						 LA_CAST(la_u8, val));
	case 2:
		return LA_CHOSEN(try_cmpxchg, 16)(LA_AT(16), LA_CAST(la_u16 *, expected),
						  LA_CAST(la_u16, val));
	case 4:
		return LA_CHOSEN(try_cmpxchg, 32)(LA_AT(32), LA_CAST(la_u32 *, expected),
						  LA_CAST(la_u32, val));
	default:
		return LA_CHOSEN(try_cmpxchg, 64)(LA_AT(64), LA_CAST(la_u64 *, expected), val);
	}
}

LA_INLINE la_u128 LA_SIZED(cmpxchg_128)(volatile la_u128 *p, la_u128 old, la_u128 val)
{
	return LA_CHOSEN(cmpxchg, 128)(p, old, val);
}

LA_INLINE bool LA_SIZED(try_cmpxchg_128)(volatile la_u128 *p, la_u128 *expected, la_u128 val)
{
	return LA_CHOSEN(try_cmpxchg, 128)(p, expected, val);
}
#undef LA_AT

LA_INLINE void LA_SIZED(andnot)(volatile void *p, size_t size, uint64_t val)
{
	LA_SIZED (and)(p, size, ~val);
}
#undef LA_SIZED
#undef LA_CHOSEN
