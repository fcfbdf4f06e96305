/* SPDX-License-Identifier: MIT */
/* Timing: the clock, the length of a batch, the rounds, the medians. */
#define _POSIX_C_SOURCE 200809L

#include "measure.h"

#include <stdlib.h>
#include <time.h>

#define MIN_ROUNDS 3
#define CALIBRATIONS 3

uint64_t measure_clock(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static double batch_ns(const struct measured *thing, size_t loops)
{
	uint64_t start = measure_clock();

	thing->run(thing->arg, loops);
	return (double)(measure_clock() - start);
}

/* Loops that fill a batch. The fastest of a few tries counts: the others were disturbed. */
static size_t calibrate(const struct measured *thing, double batch)
{
	size_t loops = 1;

	for (;;) {
		double fastest = batch_ns(thing, loops);

		for (int i = 1; i < CALIBRATIONS; i++) {
			double ns = batch_ns(thing, loops);

			if (ns < fastest)
				fastest = ns;
		}
		if (fastest >= batch / 4) {
			double wanted = (double)loops * batch / fastest;

			return wanted < 1 ? 1 : (size_t)wanted;
		}
		loops *= 4;
	}
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double measure_median(double *values, size_t n)
{
	qsort(values, n, sizeof(*values), compare);
	return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

/* ns[i * plan->rounds + r] receives the figure of thing i in round r. */
static size_t run_rounds(const struct measured *things, size_t count, const size_t *loops,
			 const struct measure_plan *plan, uint64_t deadline, double *ns)
{
	size_t round;

	for (round = 0; round < plan->rounds; round++) {
		if (round >= MIN_ROUNDS && measure_clock() >= deadline)
			break;
		for (size_t k = 0; k < count; k++) {
			/* Nobody is always first, and each starts on warm caches. */
			size_t i = (k + round) % count;

			things[i].run(things[i].arg, loops[i] / 8 + 1);
			ns[i * plan->rounds + round] =
				batch_ns(&things[i], loops[i]) / ((double)loops[i] * things[i].ops);
		}
	}
	return round;
}

bool measure(const struct measured *things, size_t count, size_t base,
	     const struct measure_plan *plan, uint64_t deadline, struct timing *timings)
{
	double *ns = malloc(count * plan->rounds * sizeof(*ns));
	double *sorted = malloc(plan->rounds * sizeof(*sorted));
	size_t *loops = malloc(count * sizeof(*loops));
	bool ok = ns && sorted && loops;

	if (ok) {
		size_t rounds;

		for (size_t i = 0; i < count; i++)
			loops[i] = calibrate(&things[i], plan->batch_us * 1000);
		rounds = run_rounds(things, count, loops, plan, deadline, ns);
		for (size_t i = 0; i < count; i++) {
			const double *own = &ns[i * plan->rounds];

			for (size_t r = 0; r < rounds; r++)
				sorted[r] = own[r] / ns[base * plan->rounds + r];
			timings[i].ratio = measure_median(sorted, rounds);
			for (size_t r = 0; r < rounds; r++)
				sorted[r] = own[r];
			timings[i].median = measure_median(sorted, rounds);
			timings[i].min = sorted[0];
			timings[i].max = sorted[rounds - 1];
		}
	}
	free(ns);
	free(sorted);
	free(loops);
	return ok;
}
