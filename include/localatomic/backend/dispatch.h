/* SPDX-License-Identifier: MIT */
/*
 * Chooses the backend, at compile time. The only file of the thread scope with an #if on the
 * processor.
 *
 * LA_FORCE_GENERIC, LA_FORCE_C11 or LA_FORCE_LLSC overrules the choice for a translation unit.
 * Sanitizers that cannot see through asm, and static analyzers, get c11.
 * LA_ALL_BACKENDS includes every backend that the target can build beside the chosen one (tests).
 */
#ifndef LA_BACKEND_DISPATCH_H
#define LA_BACKEND_DISPATCH_H

#include "../detail/compiler.h"

/* Names of operations below, and operators in C for who has included <iso646.h>. */
#if !defined(__cplusplus)
#pragma push_macro("and")
#pragma push_macro("or")
#pragma push_macro("xor")
#undef and
#undef or
#undef xor
#endif

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

#define LA_SIZED(op) la_i_##op
#define LA_CHOSEN(op, N) LA_CAT3(LA_BACKEND, op, N)
#include "sized.h"

#if !defined(__cplusplus)
#pragma pop_macro("xor")
#pragma pop_macro("or")
#pragma pop_macro("and")
#endif

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
