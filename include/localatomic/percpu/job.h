/* SPDX-License-Identifier: MIT */
/*
 * An operation as data, for the paths that are not the hot one: remote writes and the slow path of
 * rseq mode. It is done on one CPU's copy as a compare-and-exchange loop; how that commits is the
 * caller's: a section, the thread-scope operation, a C11 atomic.
 */
#ifndef LA_PERCPU_JOB_H
#define LA_PERCPU_JOB_H

#if !defined(LA_PERCPU_DISPATCH_H)
#error "localatomic: include <localatomic/this_cpu.h>, not what it is made of"
#endif

#define LA_JOB_SET 0u
#define LA_JOB_ADD 1u
#define LA_JOB_AND 2u
#define LA_JOB_OR 3u
#define LA_JOB_XOR 4u
#define LA_JOB_CMPXCHG 5u

/* Values are images in `lo`; 128 bits (CMPXCHG alone) fill both halves. */
struct la_i_job {
	volatile void *p;
	size_t size;
	unsigned int job;
	la_u128 old, val, found;
};

/* *copy becomes `val` if it is *found, which receives what was there. False: it did not run. */
typedef bool la_i_commit_t(int cpu, uintptr_t copy, size_t size, la_u128 *found, la_u128 val);

LA_INLINE uintptr_t la_i_copy_of(const volatile void *p, unsigned int cpu)
{
	return LA_ADDRESS(p) + (LA_CAST(uintptr_t, cpu) << LA_PERCPU_SHIFT);
}

LA_INLINE uint64_t la_i_copy_load(uintptr_t copy, size_t size);

/* On the copy of `cpu`; false where the commit did not run. */
LA_COLD bool la_i_job_try(struct la_i_job *job, int cpu, la_i_commit_t *commit)
{
	const uintptr_t copy = la_i_copy_of(job->p, LA_CAST(unsigned int, cpu));
	/* The image of every width has the bits above it clear. */
	const uint64_t mask = job->size >= 8 ? ~LA_CAST(uint64_t, 0)
					     : (LA_CAST(uint64_t, 1) << 8 * job->size) - 1;
	la_u128 old = job->old, val = job->val;

	for (;;) {
		if (job->job != LA_JOB_CMPXCHG)
			old.lo = la_i_copy_load(copy, job->size);
		switch (job->job) {
		case LA_JOB_ADD:
			val.lo = (old.lo + job->val.lo) & mask;
			break;
		case LA_JOB_AND:
			val.lo = old.lo & job->val.lo;
			break;
		case LA_JOB_OR:
			val.lo = old.lo | job->val.lo;
			break;
		case LA_JOB_XOR:
			val.lo = old.lo ^ job->val.lo;
			break;
		default:
			break;
		}
		job->found = old;
		if (!commit(cpu, copy, job->size, &job->found, val))
			return false;
		if (job->job == LA_JOB_CMPXCHG || job->found.lo == old.lo)
			return true;
	}
}

#endif
