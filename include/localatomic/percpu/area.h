/* SPDX-License-Identifier: MIT */
/*
 * Where per-CPU variables live: chunks of `possible CPUs x LA_PERCPU_STRIDE` bytes by mmap. CPU 0's
 * copy of a chunk begins with its header, at a multiple of the stride, so that free needs no size
 * and works from another shared object; CPU c's copy of a variable stands c strides on.
 *
 * Units of 8 bytes, first fit. Thread-safe and fork-safe: a chunk's lock holds its owner's process
 * id and is taken with all signals blocked; a child takes over what a thread of its parent held.
 * (A child in a new pid namespace that has its parent's very number would wait for ever.) The maps
 * are written in an order that leaves every state in between sound: a unit in use without a start
 * is lost, never given out twice. Not for signal handlers.
 */
#ifndef LA_PERCPU_AREA_H
#define LA_PERCPU_AREA_H

#if !defined(LA_PERCPU_DISPATCH_H)
#error "localatomic: include <localatomic/this_cpu.h>, not what it is made of"
#endif

#include "../detail/critical.h"
#include "../detail/os.h"
#include "../version.h"

#define LA_PERCPU_SHIFT 16
#define LA_PERCPU_STRIDE (LA_CAST(size_t, 1) << LA_PERCPU_SHIFT)

#define LA_AREA_UNIT 8u
#define LA_AREA_UNITS 8192u /* of a stride */
#define LA_AREA_MAGIC 0x6c6f63616c617463u

struct la_i_chunk {
	uint64_t magic;
	uint32_t abi, mode;
	uint32_t cpus;
	int holder; /* process id, or 0 */
	struct la_i_chunk *next;
	/* A bit per unit: taken; where an object starts; not zero any more. */
	uint64_t used[LA_AREA_UNITS / 64], first[LA_AREA_UNITS / 64], dirty[LA_AREA_UNITS / 64];
};
#define LA_AREA_HEADER_UNITS \
	LA_CAST(unsigned int, (sizeof(struct la_i_chunk) + LA_AREA_UNIT - 1) / LA_AREA_UNIT)

#if defined(__cplusplus)
extern "C" {
#endif
extern unsigned int la_i_area_cpus_known __attribute__((__weak__, __visibility__("hidden")));
unsigned int la_i_area_cpus_known = 0;
/* One list per executable or shared object; nothing that must agree between them lives here. */
extern struct la_i_chunk *la_i_area_chunks __attribute__((__weak__, __visibility__("hidden")));
struct la_i_chunk *la_i_area_chunks = LA_NULL;
#if defined(__cplusplus)
}
#endif

/* The number of possible CPUs, read once. */
LA_INLINE unsigned int la_i_area_nr_cpus(void)
{
	unsigned int cpus = __atomic_load_n(&la_i_area_cpus_known, __ATOMIC_RELAXED);

	if (__builtin_expect(cpus == 0, 0)) {
		cpus = la_i_count_cpus();
		__atomic_store_n(&la_i_area_cpus_known, cpus, __ATOMIC_RELAXED);
	}
	return cpus;
}

LA_INLINE bool la_i_area_bit(const uint64_t *map, unsigned int nr)
{
	return (map[nr / 64] >> (nr % 64) & 1) != 0;
}

LA_COLD void la_i_area_put(uint64_t *map, unsigned int nr, unsigned int count, bool bit)
{
	for (; count != 0; nr++, count--) {
		const uint64_t mask = LA_CAST(uint64_t, 1) << (nr % 64);

		map[nr / 64] = bit ? map[nr / 64] | mask : map[nr / 64] & ~mask;
	}
}

LA_COLD void la_i_area_lock(struct la_i_chunk *chunk, la_critical_state_t *state)
{
	const int self = LA_CAST(int, getpid());
	int holder = 0;

	la_critical_enter(state);
	/* Another process's id is what a fork copied: the thread that held the lock is not here. */
	while (!__atomic_compare_exchange_n(&chunk->holder, &holder, self, false, __ATOMIC_ACQUIRE,
					    __ATOMIC_RELAXED)) {
		if (holder == self) {
			(void)la_i_sched_yield();
			holder = 0;
		}
	}
}

LA_COLD void la_i_area_unlock(struct la_i_chunk *chunk, const la_critical_state_t *state)
{
	__atomic_store_n(&chunk->holder, 0, __ATOMIC_RELEASE);
	la_critical_exit(state);
}

/* The chunk of a per-CPU pointer. */
LA_INLINE struct la_i_chunk *la_i_area_of(const volatile void *p)
{
	return LA_POINTER(struct la_i_chunk, LA_ADDRESS(p) & ~(LA_PERCPU_STRIDE - 1));
}

/* Of a variable; the count that its chunk was made for. */
LA_INLINE unsigned int la_i_area_cpus(const volatile void *p)
{
	return la_i_area_of(p)->cpus;
}

LA_COLD struct la_i_chunk *la_i_area_new(uint32_t mode)
{
	const unsigned int cpus = la_i_area_nr_cpus();
	struct la_i_chunk *const chunk =
		LA_CAST(struct la_i_chunk *, la_i_map(cpus * LA_PERCPU_STRIDE, LA_PERCPU_STRIDE));

	if (chunk == LA_NULL)
		return LA_NULL;
	chunk->magic = LA_AREA_MAGIC;
	chunk->abi = LA_ABI_VERSION;
	chunk->mode = mode;
	chunk->cpus = cpus;
	la_i_area_put(chunk->used, 0, LA_AREA_HEADER_UNITS, true);
	chunk->next = __atomic_load_n(&la_i_area_chunks, __ATOMIC_RELAXED);
	while (!__atomic_compare_exchange_n(&la_i_area_chunks, &chunk->next, chunk, false,
					    __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
	}
	return chunk;
}

/* Every copy of a reused object is zeroed; pages that nobody touched stay untouched. */
LA_COLD void la_i_area_zero(struct la_i_chunk *chunk, unsigned int at, unsigned int units)
{
	for (; units != 0; at++, units--) {
		if (!la_i_area_bit(chunk->dirty, at))
			continue;
		for (uint32_t cpu = 0; cpu < chunk->cpus; cpu++) {
			la_u64 *const word =
				LA_POINTER(la_u64, LA_ADDRESS(chunk) + cpu * LA_PERCPU_STRIDE +
							   at * LA_AREA_UNIT);

			if (*word != 0)
				*word = 0;
		}
	}
}

/* `units` free ones in this chunk, at a multiple of `step` units; NULL if there are none. */
LA_COLD void *la_i_area_take(struct la_i_chunk *chunk, unsigned int units, unsigned int step)
{
	la_critical_state_t state;
	void *found = LA_NULL;

	la_i_area_lock(chunk, &state);
	for (unsigned int at = 0; at + units <= LA_AREA_UNITS; at += step) {
		unsigned int count = 0;

		while (count < units && !la_i_area_bit(chunk->used, at + count))
			count++;
		if (count < units)
			continue;
		la_i_area_put(chunk->used, at, units, true);
		la_barrier();
		la_i_area_put(chunk->first, at, 1, true);
		la_i_area_zero(chunk, at, units);
		la_i_area_put(chunk->dirty, at, units, true);
		found = LA_POINTER(void, LA_ADDRESS(chunk) + at * LA_AREA_UNIT);
		break;
	}
	la_i_area_unlock(chunk, &state);
	return found;
}

/* Zeroed on every CPU. NULL with EINVAL for no bytes, more than fit into a chunk, or an alignment
 * that is no power of two or above half the stride; NULL with ENOMEM where mmap refuses. */
LA_COLD void *la_i_area_alloc(size_t size, size_t align, uint32_t mode)
{
	struct la_i_chunk *chunk = __atomic_load_n(&la_i_area_chunks, __ATOMIC_ACQUIRE);
	const int kept = errno;
	unsigned int units, step, start;
	void *found = LA_NULL;

	if (size == 0 || align == 0 || (align & (align - 1)) != 0 || align > LA_PERCPU_STRIDE / 2 ||
	    size > LA_PERCPU_STRIDE) {
		errno = EINVAL;
		return LA_NULL;
	}
	units = LA_CAST(unsigned int, (size + LA_AREA_UNIT - 1) / LA_AREA_UNIT);
	step = LA_CAST(unsigned int, align < LA_AREA_UNIT ? 1 : align / LA_AREA_UNIT);
	start = (LA_AREA_HEADER_UNITS + step - 1) / step * step;
	if (start + units > LA_AREA_UNITS) {
		errno = EINVAL;
		return LA_NULL;
	}
	for (; chunk != LA_NULL && found == LA_NULL; chunk = chunk->next)
		found = la_i_area_take(chunk, units, step);
	while (found == LA_NULL) {
		/* Another thread may fill the new one first. */
		chunk = la_i_area_new(mode);
		if (chunk == LA_NULL) {
			errno = ENOMEM;
			return LA_NULL;
		}
		found = la_i_area_take(chunk, units, step);
	}
	errno = kept;
	return found;
}

LA_COLD void la_i_area_free(const volatile void *p, uint32_t mode)
{
	struct la_i_chunk *const chunk = la_i_area_of(p);
	const size_t offset = LA_ADDRESS(p) & (LA_PERCPU_STRIDE - 1);
	const unsigned int at = LA_CAST(unsigned int, offset / LA_AREA_UNIT);
	const int kept = errno;
	la_critical_state_t state;
	unsigned int end = at + 1;

	if (p == LA_NULL)
		return;
	if (!la_i_is_mapped(chunk) || chunk->magic != LA_AREA_MAGIC)
		la_i_die("la_percpu_free: this pointer is not from la_percpu_alloc");
	if (chunk->abi != LA_ABI_VERSION)
		la_i_die("la_percpu_free: allocated under another ABI version of localatomic; "
			 "build everything in one process against one version");
	if (chunk->mode != mode)
		la_i_die("la_percpu_free: allocated in another la_percpu_mode(); build everything "
			 "in one process for the same mode");
	la_i_area_lock(chunk, &state);
	if (offset % LA_AREA_UNIT != 0 || !la_i_area_bit(chunk->first, at)) {
		la_i_area_unlock(chunk, &state);
		la_i_die("la_percpu_free: freed twice, or not the start of an object");
	}
	while (end < LA_AREA_UNITS && la_i_area_bit(chunk->used, end) &&
	       !la_i_area_bit(chunk->first, end))
		end++;
	la_i_area_put(chunk->first, at, 1, false);
	la_barrier();
	la_i_area_put(chunk->used, at, end - at, false);
	la_i_area_unlock(chunk, &state);
	errno = kept;
}

#endif
