/* SPDX-License-Identifier: MIT */
/*
 * Timing. Things that are to be compared are timed together: in each round every one of them runs
 * once, a batch long enough for the clock, so that what disturbs the machine disturbs all alike and
 * the ratio of two within a round holds where their figures do not.
 */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct measure_plan {
	double batch_us; /* length of one timed batch */
	size_t rounds;	 /* at most; fewer, but not under three, when the time is up */
	double seconds;	 /* for one experiment */
};

/* Does `loops` times `ops` operations. */
struct measured {
	void (*run)(void *arg, size_t loops);
	void *arg;
	double ops;
};

/* Nanoseconds per operation over the rounds, and against the one that all are compared with. */
struct timing {
	double min, median, max;
	double ratio; /* median of this one's time over the base's in the same round */
};

/* Nanoseconds of a clock that only runs forward. */
uint64_t measure_clock(void);

/* The median of n > 0 values, which it sorts. */
double measure_median(double *values, size_t n);

/* Times count things, ratios against number base; false when memory is short. */
bool measure(const struct measured *things, size_t count, size_t base,
	     const struct measure_plan *plan, uint64_t deadline, struct timing *timings);

#endif
