/* SPDX-License-Identifier: MIT */
/*
 * Chooses how the CPU scope works. The only file of this scope with an #if on the processor.
 *
 * rseq: Linux on x86-64 with a glibc that has __rseq_offset (2.35); a process whose __rseq_size is
 * less than 20 runs in atomic mode all the same. atomic: every other hosted system; sanitizers that
 * cannot see through asm; LA_FORCE_C11 and LA_FORCE_GENERIC. The mode is a function of facts that
 * hold for the whole process, never of one thread.
 */
#ifndef LA_PERCPU_DISPATCH_H
#define LA_PERCPU_DISPATCH_H

#include "../backend/dispatch.h"
#include "../backend/c11.h"

#if !(defined(__unix__) || defined(__APPLE__)) || defined(LA_BARE_METAL)
#error "localatomic: this_cpu.h needs a hosted POSIX system so far; on bare metal with one core use cmpxchg.h and local.h"
#endif

#if !defined(__cplusplus)
#pragma push_macro("and")
#pragma push_macro("or")
#pragma push_macro("xor")
#undef and
#undef or
#undef xor
#endif

#include <limits.h> /* glibc's version macros */

#define LA_MODE_RSEQ 1u
#define LA_MODE_ATOMIC 2u

/* How often the slow path was entered, a section did not run through, a thread was pinned. */
typedef struct {
	uint64_t entries, aborts, pinned;
} la_percpu_stats_t;

#include "area.h"
#include "job.h"
#include "atomic.h"

#if defined(__linux__) && defined(__GLIBC__) && defined(__x86_64__) && !defined(__ILP32__) && \
	!defined(LA_SEES_NO_ASM) && !defined(LA_FORCE_C11) && !defined(LA_FORCE_GENERIC)
#if __GLIBC__ > 2 || (__GLIBC__ == 2 && __GLIBC_MINOR__ >= 35)
#define LA_PERCPU_RSEQ 1
#endif
#endif

#if defined(LA_PERCPU_RSEQ)
#define LA_PERCPU_BACKEND rseq
#define LA_RSEQ_SECTIONS "rseq_x86_64.h"
#include "rseq.h"
#else
#define LA_PERCPU_BACKEND shared

LA_INLINE uint32_t la_i_percpu_mode(void)
{
	return LA_MODE_ATOMIC;
}

LA_INLINE unsigned int la_i_this_cpu(void)
{
	return la_i_shared_cpu();
}

LA_INLINE la_percpu_stats_t la_i_percpu_stats(void)
{
	const la_percpu_stats_t none = { 0, 0, 0 };

	return none;
}

LA_INLINE bool la_i_job_remote(struct la_i_job *job, unsigned int cpu)
{
	return la_i_job_shared(job, cpu);
}
#endif

#define LA_SIZED(op) la_i_this_cpu_##op
#define LA_CHOSEN(op, N) LA_CAT3(LA_PERCPU_BACKEND, op, N)
#include "../backend/sized.h"

#if !defined(__cplusplus)
#pragma pop_macro("xor")
#pragma pop_macro("or")
#pragma pop_macro("and")
#endif

#endif
