/* SPDX-License-Identifier: MIT */
/*
 * rseq mode: the one home of availability, mode, slow path and pinning.
 *
 * A thread is registered when __rseq_size >= 20 and its cpu_id is not negative. libc's area exists
 * in every thread, registered or not, so the hot path (rseq_<arch>.h) asks for neither: a negative
 * cpu_id leads it here, and so does an abort.
 *
 * Slow path: the operation once more as a section, a few times. Then pinned: with all signals
 * blocked and the affinity set to one CPU, a section that also compares cpu_id with that CPU, since
 * another thread may change the affinity meanwhile. A thread without a registration first registers
 * libc's own area; only if that fails does it run the thread-scope operation pinned. That, and the
 * thread-scope operation after 64 aborts on the right CPU (a debugger that steps), is exact as long as
 * nobody changes the thread's affinity at that moment. Where pinning is refused the section is
 * retried for as long as it takes.
 */
#ifndef LA_PERCPU_RSEQ_H
#define LA_PERCPU_RSEQ_H

#if !defined(LA_PERCPU_DISPATCH_H)
#error "localatomic: include <localatomic/this_cpu.h>, not what it is made of"
#endif

/* The kernel's struct rseq, as far as it has always been. */
struct la_i_rseq {
	uint32_t cpu_id_start;
	volatile int32_t cpu_id;
	volatile uint64_t rseq_cs;
	uint32_t flags, padding[3];
};
#define LA_RSEQ_SIZE 32

#if defined(__cplusplus)
extern "C" {
#endif
/* What la_percpu_stats() reports, of this executable or shared object. */
extern la_percpu_stats_t la_i_percpu_counts __attribute__((__weak__, __visibility__("hidden")));
la_percpu_stats_t la_i_percpu_counts = { 0, 0, 0 };

extern const ptrdiff_t la_i_rseq_offset LA_LIBC("__rseq_offset");
extern const unsigned int la_i_rseq_size LA_LIBC("__rseq_size");
long la_i_syscall(long number, ...) LA_LIBC("syscall");
#if defined(__cplusplus)
}
#endif

/* The result of the operation, at the width of `size`. */
LA_COLD uint64_t la_i_rseq_slow(volatile void *p, size_t size, unsigned int job, uint64_t old,
				uint64_t val);
LA_COLD la_u128 la_i_rseq_slow_128(volatile la_u128 *p, la_u128 old, la_u128 val);
LA_INLINE void la_i_rseq_slow_void(volatile void *p, size_t size, unsigned int job, uint64_t val,
				   intptr_t t);

#include LA_RSEQ_SECTIONS

/* A read needs no section: cpu_id, then one load of that CPU's copy. */
#define LA_RSEQ_LOAD(N)                                                          \
	LA_INLINE la_u##N la_rseq_load_##N(const volatile la_u##N *p)            \
	{                                                                        \
		const int32_t cpu = la_i_rseq_self()->cpu_id;                    \
		if (__builtin_expect(cpu < 0, 0))                                \
			return la_shared_load_##N(p);                            \
		return *LA_POINTER(const volatile la_u##N,                       \
				   la_i_copy_of(p, LA_CAST(unsigned int, cpu))); \
	}
LA_WIDTHS(LA_RSEQ_LOAD)
#undef LA_RSEQ_LOAD

#define LA_PREFIX rseq
#define LA_LACKS_load LA_NO_WIDTHS
#define LA_LACKS_xchg LA_NO_WIDTHS
#define LA_LACKS_fetch_add LA_NO_WIDTHS
#define LA_LACKS_fetch_logic LA_NO_WIDTHS
#define LA_LACKS_add LA_NO_WIDTHS
#define LA_LACKS_logic LA_NO_WIDTHS
#include "../backend/derive.h"

/* A function of two facts that hold for the whole process: how this was compiled, and libc. */
LA_INLINE uint32_t la_i_percpu_mode(void)
{
	return la_i_rseq_size >= 20 ? LA_MODE_RSEQ : LA_MODE_ATOMIC;
}

LA_INLINE la_percpu_stats_t la_i_percpu_stats(void)
{
	return la_i_percpu_counts;
}

/* The CPU this thread is on, or was a moment ago. */
LA_INLINE unsigned int la_i_this_cpu(void)
{
	const int32_t cpu = la_i_rseq_self()->cpu_id;

	return __builtin_expect(cpu >= 0, 1) ? LA_CAST(unsigned int, cpu) : la_i_shared_cpu();
}

LA_INLINE void la_i_percpu_count(uint64_t *counter)
{
	(void)__atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
}

/* How a job commits: a section that runs on `cpu` or not at all. */
LA_COLD bool la_i_commit_section(int cpu, uintptr_t copy, size_t size, la_u128 *found, la_u128 val)
{
	bool ran;
#define LA_COMMIT(N)                                                                 \
	{                                                                            \
		la_u##N was = LA_CAST(la_u##N, found->lo);                           \
		ran = la_rseq_commit_##N(cpu, copy, &was, LA_CAST(la_u##N, val.lo)); \
		found->lo = was;                                                     \
		break;                                                               \
	}
	switch (size) {
	case 1:
		LA_COMMIT(8)
	case 2:
		LA_COMMIT(16)
	case 4:
		LA_COMMIT(32)
	case 8:
		LA_COMMIT(64)
	default:
		ran = la_rseq_commit_128(cpu, copy, found, val);
		break;
	}
#undef LA_COMMIT
	if (!ran)
		la_i_percpu_count(&la_i_percpu_counts.aborts);
	return ran;
}

/* The same for a thread that is alone on its CPU: the thread-scope operation. */
LA_COLD bool la_i_commit_pinned(int cpu, uintptr_t copy, size_t size, la_u128 *found, la_u128 val)
{
	(void)cpu;
	if (size == sizeof(la_u128))
		*found = la_i_cmpxchg_128(LA_POINTER(volatile la_u128, copy), *found, val);
	else
		found->lo = la_i_cmpxchg(LA_POINTER(volatile void, copy), size, found->lo, val.lo);
	return true;
}

/* Registers libc's own area again for a thread that lost its registration. */
LA_COLD bool la_i_rseq_register(void)
{
	struct la_i_rseq *const self = la_i_rseq_self();
	const int kept = errno;

	self->rseq_cs = 0;
	(void)la_i_syscall(LA_NR_RSEQ, self, LA_RSEQ_SIZE, 0, LA_RSEQ_SIGNATURE);
	errno = kept;
	return self->cpu_id >= 0;
}

/* An affinity mask as the kernel has it, for as many CPUs as any kernel has. */
struct la_i_affinity {
	unsigned long mask[LA_CPUS_LIMIT / (8 * sizeof(unsigned long))];
	long size; /* what the kernel uses of it, or negative */
};

LA_COLD void la_i_affinity_get(struct la_i_affinity *affinity)
{
	__builtin_memset(affinity->mask, 0, sizeof(affinity->mask));
	affinity->size =
		la_i_syscall(LA_NR_SCHED_GETAFFINITY, 0, sizeof(affinity->mask), affinity->mask);
}

LA_COLD bool la_i_affinity_set(const struct la_i_affinity *affinity)
{
	return la_i_syscall(LA_NR_SCHED_SETAFFINITY, 0, affinity->size, affinity->mask) == 0;
}

LA_COLD bool la_i_affinity_is_only(const struct la_i_affinity *affinity, int cpu)
{
	const unsigned int bits = 8 * sizeof(unsigned long), nr = LA_CAST(unsigned int, cpu);

	for (unsigned int i = 0; i < LA_CPUS_LIMIT / bits; i++)
		if (affinity->mask[i] != (i == nr / bits ? 1ul << nr % bits : 0))
			return false;
	return true;
}

/* Moves the thread to `cpu` and nowhere else. `*ours` is the CPU that we pinned it to before, or
 * negative; an affinity that is not our doing goes to *before. */
LA_COLD bool la_i_pin(int cpu, struct la_i_affinity *before, int *ours)
{
	const unsigned int bits = 8 * sizeof(unsigned long), nr = LA_CAST(unsigned int, cpu);
	struct la_i_affinity now;

	la_i_affinity_get(&now);
	if (now.size <= 0)
		return false;
	if (*ours < 0 || !la_i_affinity_is_only(&now, *ours))
		*before = now;
	__builtin_memset(now.mask, 0, sizeof(now.mask));
	now.mask[nr / bits] = 1ul << nr % bits;
	if (!la_i_affinity_set(&now))
		return false;
	*ours = cpu;
	return true;
}

/* Puts the affinity back, unless somebody else has changed it meanwhile: then theirs stays. */
LA_COLD void la_i_unpin(const struct la_i_affinity *before, int ours)
{
	struct la_i_affinity now;

	if (ours < 0)
		return;
	la_i_affinity_get(&now);
	if (now.size > 0 && la_i_affinity_is_only(&now, ours))
		(void)la_i_affinity_set(before);
}

/* Sections on `cpu`, up to 64 of them; then, or where the thread cannot be registered, and only if
 * it is `pinned`, the thread-scope operation. */
LA_COLD bool la_i_job_round(struct la_i_job *job, int cpu, bool pinned)
{
	struct la_i_rseq *const self = la_i_rseq_self();

	for (int tries = 0; tries < 64; tries++) {
		if (self->cpu_id < 0 && !la_i_rseq_register())
			break;
		if (self->cpu_id != cpu)
			return false;
		if (la_i_job_try(job, cpu, la_i_commit_section))
			return true;
	}
	return pinned && la_i_getcpu() == cpu && la_i_job_try(job, cpu, la_i_commit_pinned);
}

/* On the CPU `target`, or where that is negative on any. False and errno where this thread may not
 * run on `target`. Signals stay blocked until the affinity is back: a handler may longjmp. */
LA_COLD bool la_i_job_pinned(struct la_i_job *job, int target)
{
	struct la_i_affinity before;
	la_critical_state_t state;
	const int kept = errno;
	int ours = -1, error;

	la_critical_enter(&state);
	la_i_percpu_count(&la_i_percpu_counts.pinned);
	for (;;) {
		const int cpu = target >= 0 ? target : la_i_getcpu();
		const bool pinned = la_i_pin(cpu, &before, &ours);

		error = pinned ? 0 : errno;
		if (la_i_job_round(job, cpu, pinned)) {
			error = 0;
			break;
		}
		if (pinned)
			continue;
		if (target >= 0)
			break;
		/* Neither registered nor pinned: nothing better is left. */
		if (la_i_rseq_self()->cpu_id < 0) {
			(void)la_i_job_try(job, cpu, la_i_commit_pinned);
			error = 0;
			break;
		}
	}
	la_i_unpin(&before, ours);
	la_critical_exit(&state);
	errno = error != 0 ? error : kept;
	return error == 0;
}

LA_COLD void la_i_job_run(struct la_i_job *job)
{
	struct la_i_rseq *const self = la_i_rseq_self();

	if (la_i_percpu_mode() == LA_MODE_ATOMIC) {
		(void)la_i_job_shared(job, la_i_shared_cpu());
		return;
	}
	la_i_percpu_count(&la_i_percpu_counts.entries);
	if (self->cpu_id >= 0)
		la_i_percpu_count(&la_i_percpu_counts.aborts);
	for (int tries = 0; tries < 8; tries++) {
		const int32_t cpu = self->cpu_id;

		if (cpu >= 0 && la_i_job_try(job, cpu, la_i_commit_section))
			return;
		if (cpu < 0 && !la_i_rseq_register())
			break;
	}
	(void)la_i_job_pinned(job, -1);
}

/* A remote write: on the CPU `cpu`, by going there unless the thread is there already. */
LA_COLD bool la_i_job_remote(struct la_i_job *job, unsigned int nr)
{
	const int cpu = LA_CAST(int, nr);

	if (la_i_percpu_mode() == LA_MODE_ATOMIC)
		return la_i_job_shared(job, nr);
	if (la_i_rseq_self()->cpu_id == cpu && la_i_job_try(job, cpu, la_i_commit_section))
		return true;
	return la_i_job_pinned(job, cpu);
}

LA_COLD uint64_t la_i_rseq_slow(volatile void *p, size_t size, unsigned int job, uint64_t old,
				uint64_t val)
{
	struct la_i_job it = { p, size, job, { old, 0 }, { val, 0 }, { 0, 0 } };

	la_i_job_run(&it);
	return it.found.lo;
}

LA_COLD la_u128 la_i_rseq_slow_128(volatile la_u128 *p, la_u128 old, la_u128 val)
{
	struct la_i_job it = { p, sizeof(*p), LA_JOB_CMPXCHG, old, val, { 0, 0 } };

	la_i_job_run(&it);
	return it.found;
}

/*
 * A void operation touches its object alone, and says so to the compiler around the asm. A call
 * would spill every global; for gcc it is a function of its arguments, of which the asm's own `t` is
 * never the same twice. (clang reloads around any memory operand anyway.)
 */
#if !defined(__clang__)
__attribute__((__const__))
#endif
LA_COLD intptr_t
la_i_rseq_slow_quiet(volatile void *p, size_t size_and_job, uint64_t val, intptr_t t)
{
	(void)la_i_rseq_slow(p, size_and_job & 15, LA_CAST(unsigned int, size_and_job >> 4), 0,
			     val);
	return t;
}

LA_INLINE void la_i_rseq_slow_void(volatile void *p, size_t size, unsigned int job, uint64_t val,
				   intptr_t t)
{
	t = la_i_rseq_slow_quiet(p, size | LA_CAST(size_t, job) << 4, val, t);
	__asm__ __volatile__("" : : "r"(t));
}

#endif
