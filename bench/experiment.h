/* SPDX-License-Identifier: MIT */
/*
 * The experiments. A new one is a file (or directory) with a function of this type and a line in
 * the list.
 */
#ifndef BENCH_EXPERIMENT_H
#define BENCH_EXPERIMENT_H

#include <stdbool.h>
#include <stdio.h>

#include "machine.h"
#include "measure.h"
#include "report.h"

struct bench {
	struct measure_plan plan;
	struct machine machine;
	struct report report;
	FILE *tables;
};

/* Measures, adds records and bars to the report, prints tables; false when memory is short. */
typedef bool experiment_t(struct bench *bench);

/* E(name, summary); the function is name_experiment(). */
#define EXPERIMENTS(E) E(ops, "what each operation of cmpxchg.h costs, by width and variant")

#define DECLARE_EXPERIMENT(name, summary) experiment_t name##_experiment;
EXPERIMENTS(DECLARE_EXPERIMENT)
#undef DECLARE_EXPERIMENT

#endif
