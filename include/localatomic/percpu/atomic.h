/* SPDX-License-Identifier: MIT */
/*
 * Atomic mode: relaxed C11 atomics on the copy of a CPU that the thread was on a moment ago. Exact
 * wherever the thread is by then, since every writer is atomic against every other. Where a system
 * has no CPU number, each thread keeps to one copy. Widths without lock-free atomics, and 128 bits,
 * run under the lock of that copy with all signals blocked.
 */
#ifndef LA_PERCPU_ATOMIC_H
#define LA_PERCPU_ATOMIC_H

#if !defined(LA_PERCPU_DISPATCH_H)
#error "localatomic: include <localatomic/this_cpu.h>, not what it is made of"
#endif

/* The number of the copy to use. A thread's errno has an address of its own. */
LA_INLINE unsigned int la_i_shared_cpu(void)
{
	const int cpu = la_i_getcpu(), *const own = &errno;

	if (cpu >= 0)
		return LA_CAST(unsigned int, cpu);
	return LA_CAST(unsigned int, (LA_ADDRESS(own) >> 12) % la_i_area_nr_cpus());
}

/* With the lock of the copy at `at`: `statement`. */
#define LA_LOCKED(at, statement)                                     \
	do {                                                         \
		struct la_i_chunk *const la_home = la_i_area_of(at); \
		la_critical_state_t la_state;                        \
		la_i_area_lock(la_home, &la_state);                  \
		statement;                                           \
		la_i_area_unlock(la_home, &la_state);                \
	} while (0)

/* A width without lock-free atomics: the vocabulary of c11.h under the lock. */
#define LA_LOCKED_RMW(op, N, expr)                                                \
	LA_INLINE la_u##N la_locked_##op##_##N(volatile la_u##N *at, la_u##N val) \
	{                                                                         \
		la_u##N old;                                                      \
		LA_LOCKED(at, old = *at; *at = LA_CAST(la_u##N, expr));           \
		return old;                                                       \
	}
#define LA_LOCKED_WIDTH(N)                                                                      \
	LA_LOCKED_RMW(xchg, N, val)                                                             \
	LA_LOCKED_RMW(fetch_add, N, old + val)                                                  \
	LA_LOCKED_RMW(fetch_and, N, (old & val))                                                \
	LA_LOCKED_RMW(fetch_or, N, old | val)                                                   \
	LA_LOCKED_RMW(fetch_xor, N, old ^ val)                                                  \
	LA_INLINE la_u##N la_locked_load_##N(const volatile la_u##N *at)                        \
	{                                                                                       \
		la_u##N val;                                                                    \
		LA_LOCKED(at, val = *at);                                                       \
		return val;                                                                     \
	}                                                                                       \
	LA_INLINE void la_locked_store_##N(volatile la_u##N *at, la_u##N val)                   \
	{                                                                                       \
		(void)la_locked_xchg_##N(at, val);                                              \
	}                                                                                       \
	LA_INLINE la_u##N la_locked_cmpxchg_##N(volatile la_u##N *at, la_u##N old, la_u##N val) \
	{                                                                                       \
		la_u##N found;                                                                  \
		LA_LOCKED(at, found = *at; if (found == old) *at = val);                        \
		return found;                                                                   \
	}

/* LA_ATOMIC_<N>: who is atomic between CPUs at this width. */
#if defined(LA_C11_MASKS_8)
LA_LOCKED_WIDTH(8)
#define LA_ATOMIC_8 locked
#else
#define LA_ATOMIC_8 c11
#endif
#if defined(LA_C11_MASKS_16)
LA_LOCKED_WIDTH(16)
#define LA_ATOMIC_16 locked
#else
#define LA_ATOMIC_16 c11
#endif
#if defined(LA_C11_MASKS_32)
LA_LOCKED_WIDTH(32)
#define LA_ATOMIC_32 locked
#else
#define LA_ATOMIC_32 c11
#endif
#if defined(LA_C11_MASKS_64)
LA_LOCKED_WIDTH(64)
#define LA_ATOMIC_64 locked
#else
#define LA_ATOMIC_64 c11
#endif
#undef LA_LOCKED_WIDTH
#undef LA_LOCKED_RMW

LA_COLD la_u128 la_locked_cmpxchg_128(volatile la_u128 *at, la_u128 old, la_u128 val)
{
	la_u128 found;

	LA_LOCKED(at, {
		found.lo = at->lo;
		found.hi = at->hi;
		if (found.lo == old.lo && found.hi == old.hi) {
			at->lo = val.lo;
			at->hi = val.hi;
		}
	});
	return found;
}
#undef LA_LOCKED

/* The backend: each operation on the copy of a per-CPU pointer. */
#define LA_SHARED_COPY(N, p) LA_POINTER(volatile la_u##N, la_i_copy_of(p, la_i_shared_cpu()))
#define LA_SHARED_VALUE(op, N)                                                   \
	LA_INLINE la_u##N la_shared_##op##_##N(volatile la_u##N *p, la_u##N val) \
	{                                                                        \
		return LA_CAT3(LA_ATOMIC_##N, op, N)(LA_SHARED_COPY(N, p), val); \
	}
#define LA_SHARED(N)                                                                           \
	LA_SHARED_VALUE(xchg, N)                                                               \
	LA_SHARED_VALUE(fetch_add, N)                                                          \
	LA_SHARED_VALUE(fetch_and, N)                                                          \
	LA_SHARED_VALUE(fetch_or, N)                                                           \
	LA_SHARED_VALUE(fetch_xor, N)                                                          \
	LA_INLINE la_u##N la_shared_load_##N(const volatile la_u##N *p)                        \
	{                                                                                      \
		return LA_CAT3(LA_ATOMIC_##N, load, N)(LA_SHARED_COPY(N, p));                  \
	}                                                                                      \
	LA_INLINE void la_shared_store_##N(volatile la_u##N *p, la_u##N val)                   \
	{                                                                                      \
		LA_CAT3(LA_ATOMIC_##N, store, N)(LA_SHARED_COPY(N, p), val);                   \
	}                                                                                      \
	LA_INLINE la_u##N la_shared_cmpxchg_##N(volatile la_u##N *p, la_u##N old, la_u##N val) \
	{                                                                                      \
		return LA_CAT3(LA_ATOMIC_##N, cmpxchg, N)(LA_SHARED_COPY(N, p), old, val);     \
	}
LA_WIDTHS(LA_SHARED)
#undef LA_SHARED
#undef LA_SHARED_VALUE

LA_INLINE la_u128 la_shared_cmpxchg_128(volatile la_u128 *p, la_u128 old, la_u128 val)
{
	return la_locked_cmpxchg_128(LA_SHARED_COPY(128, p), old, val);
}
#undef LA_SHARED_COPY

#define LA_PREFIX shared
#define LA_LACKS_load LA_NO_WIDTHS
#define LA_LACKS_xchg LA_NO_WIDTHS
#define LA_LACKS_fetch_add LA_NO_WIDTHS
#define LA_LACKS_fetch_logic LA_NO_WIDTHS
#include "../backend/derive.h"

/* One untorn read of a copy. */
LA_INLINE uint64_t la_i_copy_load(uintptr_t copy, size_t size)
{
#define LA_LOAD(N) LA_CAT3(LA_ATOMIC_##N, load, N)(LA_POINTER(volatile la_u##N, copy))
	return size == 1   ? LA_LOAD(8)
	       : size == 2 ? LA_LOAD(16)
	       : size == 4 ? LA_LOAD(32)
			   : LA_LOAD(64);
#undef LA_LOAD
}

/* How a job commits in atomic mode. */
LA_COLD bool la_i_commit_shared(int cpu, uintptr_t copy, size_t size, la_u128 *found, la_u128 val)
{
	(void)cpu;
#define LA_COMMIT(N)                                                                       \
	found->lo = LA_CAT3(LA_ATOMIC_##N, cmpxchg, N)(LA_POINTER(volatile la_u##N, copy), \
						       LA_CAST(la_u##N, found->lo),        \
						       LA_CAST(la_u##N, val.lo))
	switch (size) {
	case 1:
		LA_COMMIT(8);
		break;
	case 2:
		LA_COMMIT(16);
		break;
	case 4:
		LA_COMMIT(32);
		break;
	case 8:
		LA_COMMIT(64);
		break;
	default:
		*found = la_locked_cmpxchg_128(LA_POINTER(volatile la_u128, copy), *found, val);
		break;
	}
#undef LA_COMMIT
	return true;
}
#undef LA_ATOMIC_8
#undef LA_ATOMIC_16
#undef LA_ATOMIC_32
#undef LA_ATOMIC_64

LA_COLD bool la_i_job_shared(struct la_i_job *job, unsigned int cpu)
{
	return la_i_job_try(job, LA_CAST(int, cpu), la_i_commit_shared);
}

#endif
