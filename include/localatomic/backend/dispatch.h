/* SPDX-License-Identifier: MIT */
/*
 * Chooses the backend, by processor and at compile time, and calls it by size. The only file of the
 * thread scope with an #if on the processor.
 *
 * LA_FORCE_GENERIC, LA_FORCE_C11 or LA_FORCE_LLSC overrules the choice for a translation unit.
 * Sanitizers that cannot see through asm, and static analyzers, get c11.
 * LA_ALL_BACKENDS includes every backend that the target can build beside the chosen one (tests).
 */
#ifndef LA_BACKEND_DISPATCH_H
#define LA_BACKEND_DISPATCH_H

#include "../detail/compiler.h"

#if defined(LA_FORCE_GENERIC) + defined(LA_FORCE_C11) + defined(LA_FORCE_LLSC) > 1
#error "localatomic: LA_FORCE_GENERIC, LA_FORCE_C11 and LA_FORCE_LLSC exclude each other; define one at most"
#endif

#if defined(LA_FORCE_LLSC) && !defined(__aarch64__)
#error "localatomic: LA_FORCE_LLSC needs an arm64 target; drop it, or use LA_FORCE_C11 or LA_FORCE_GENERIC"
#endif

#if defined(__SANITIZE_THREAD__) || defined(__clang_analyzer__) || defined(__CPPCHECK__) || \
	defined(__COVERITY__)
#define LA_SEES_NO_ASM 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define LA_SEES_NO_ASM 1
#endif
#endif

#if defined(LA_FORCE_C11) && __GCC_ATOMIC_INT_LOCK_FREE != 2
#error "localatomic: LA_FORCE_C11 needs lock-free atomics, which this target lacks; drop it, or use LA_FORCE_GENERIC"
#endif

/* LA_HAVE_CMPXCHG128: 1 where la_cmpxchg128_local() is native, 0 where it masks. */
#if defined(LA_FORCE_GENERIC)
#define LA_BACKEND generic
#define LA_HAVE_CMPXCHG128 0
#include "generic.h"
#elif defined(LA_FORCE_C11) || (defined(LA_SEES_NO_ASM) && !defined(LA_FORCE_LLSC))
#define LA_BACKEND c11
#define LA_HAVE_CMPXCHG128 0
#include "c11.h"
#elif defined(__x86_64__) && defined(__ILP32__)
#error "localatomic: the x32 ABI is not supported; build with -m64 or -m32, or define LA_FORCE_C11"
#elif defined(__x86_64__)
#define LA_BACKEND x86_64
#define LA_HAVE_CMPXCHG128 1
#include "x86_64.h"
#elif defined(__aarch64__) && defined(__ARM_FEATURE_ATOMICS) && !defined(LA_FORCE_LLSC)
#define LA_BACKEND arm64_lse
#define LA_HAVE_CMPXCHG128 1
#include "arm64_lse.h"
#elif defined(__aarch64__)
#define LA_BACKEND arm64_llsc
#define LA_HAVE_CMPXCHG128 1
#include "arm64_llsc.h"
#elif defined(__GCC_ATOMIC_INT_LOCK_FREE) && __GCC_ATOMIC_INT_LOCK_FREE == 2
#define LA_BACKEND c11
#define LA_HAVE_CMPXCHG128 0
#include "c11.h"
#else
#define LA_BACKEND generic
#define LA_HAVE_CMPXCHG128 0
#include "generic.h"
#endif

#if defined(LA_ALL_BACKENDS)
#include "generic.h"
#include "c11.h"
#if defined(__x86_64__)
#include "x86_64.h"
#elif defined(__aarch64__)
#include "arm64_llsc.h"
#if defined(__ARM_FEATURE_ATOMICS)
#include "arm64_lse.h"
#endif
#endif
#endif

/*
 * The chosen backend by size. `size` is a constant (sizeof the object), so one case is left; values
 * travel as uint64_t and each case cuts them to its width.
 */
#define LA_CHOSEN(op, N) LA_CAT3(LA_BACKEND, op, N)
#define LA_AT(N) LA_CAST(volatile la_u##N *, p)

LA_INLINE uint64_t la_i_load(const volatile void *p, size_t size)
{
	switch (size) {
	case 1:
		return LA_CHOSEN(load, 8)(LA_CAST(const volatile la_u8 *, p));
	case 2:
		return LA_CHOSEN(load, 16)(LA_CAST(const volatile la_u16 *, p));
	case 4:
		return LA_CHOSEN(load, 32)(LA_CAST(const volatile la_u32 *, p));
	default:
		return LA_CHOSEN(load, 64)(LA_CAST(const volatile la_u64 *, p));
	}
}

#define LA_BY_SIZE_VALUE(op)                                                       \
	LA_INLINE uint64_t la_i_##op(volatile void *p, size_t size, uint64_t val)  \
	{                                                                          \
		switch (size) {                                                    \
		case 1:                                                            \
			return LA_CHOSEN(op, 8)(LA_AT(8), LA_CAST(la_u8, val));    \
		case 2:                                                            \
			return LA_CHOSEN(op, 16)(LA_AT(16), LA_CAST(la_u16, val)); \
		case 4:                                                            \
			return LA_CHOSEN(op, 32)(LA_AT(32), LA_CAST(la_u32, val)); \
		default:                                                           \
			return LA_CHOSEN(op, 64)(LA_AT(64), val);                  \
		}                                                                  \
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

#define LA_BY_SIZE_VOID(op)                                                   \
	LA_INLINE void la_i_##op(volatile void *p, size_t size, uint64_t val) \
	{                                                                     \
		switch (size) {                                               \
		case 1:                                                       \
			LA_CHOSEN(op, 8)(LA_AT(8), LA_CAST(la_u8, val));      \
			break;                                                \
		case 2:                                                       \
			LA_CHOSEN(op, 16)(LA_AT(16), LA_CAST(la_u16, val));   \
			break;                                                \
		case 4:                                                       \
			LA_CHOSEN(op, 32)(LA_AT(32), LA_CAST(la_u32, val));   \
			break;                                                \
		default:                                                      \
			LA_CHOSEN(op, 64)(LA_AT(64), val);                    \
			break;                                                \
		}                                                             \
	}
LA_BY_SIZE_VOID(store)
LA_BY_SIZE_VOID(add)
LA_BY_SIZE_VOID(sub)
LA_BY_SIZE_VOID(and)
LA_BY_SIZE_VOID(or)
LA_BY_SIZE_VOID(xor)
#undef LA_BY_SIZE_VOID

LA_INLINE uint64_t la_i_cmpxchg(volatile void *p, size_t size, uint64_t old, uint64_t val)
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

LA_INLINE bool la_i_try_cmpxchg(volatile void *p, size_t size, void *expected, uint64_t val)
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

LA_INLINE la_u128 la_i_cmpxchg_128(volatile la_u128 *p, la_u128 old, la_u128 val)
{
	return LA_CHOSEN(cmpxchg, 128)(p, old, val);
}

LA_INLINE bool la_i_try_cmpxchg_128(volatile la_u128 *p, la_u128 *expected, la_u128 val)
{
	return LA_CHOSEN(try_cmpxchg, 128)(p, expected, val);
}
#undef LA_AT
#undef LA_CHOSEN

LA_INLINE void la_i_andnot(volatile void *p, size_t size, uint64_t val)
{
	la_i_and(p, size, ~val);
}

/* "x86_64", "arm64_lse", "arm64_llsc", "c11" or "generic": what this translation unit was built on.
 */
LA_INLINE const char *la_backend_name(void)
{
#define LA_NAME_(backend) #backend
#define LA_NAME(backend) LA_NAME_(backend)
	return LA_NAME(LA_BACKEND);
#undef LA_NAME
#undef LA_NAME_
}

#endif
