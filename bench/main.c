/* SPDX-License-Identifier: MIT */
/* la-bench: runs the chosen experiments and writes their tables, figures and bars. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "experiment.h"
#include "options.h"

/*
 * The time is shared by the chosen experiments. The rounds end well within it on an idle machine;
 * on a busy or emulated one the time ends the rounds.
 */
static const struct measure_plan quick = { .batch_us = 60, .rounds = 101, .seconds = 12 };
static const struct measure_plan full = { .batch_us = 150, .rounds = 251, .seconds = 85 };

static experiment_t *const experiments[] = {
#define EXPERIMENT(name, summary) name##_experiment,
	EXPERIMENTS(EXPERIMENT)
#undef EXPERIMENT
};
#define EXPERIMENT_COUNT (sizeof(experiments) / sizeof(experiments[0]))

static void print_machine(FILE *out, const struct machine *m)
{
	fprintf(out, "la-bench on %s, %ld cores", m->cpu, m->cores);
	if (m->pinned_cpu >= 0)
		fprintf(out, ", staying on CPU %d", m->pinned_cpu);
	fprintf(out, "\n%s\n%s, flags: %s\nbackend: %s\n", m->kernel, m->compiler, m->flags,
		m->backend);
#if !defined(__OPTIMIZE__)
	fputs("Built without optimisation: these figures say nothing; configure with "
	      "-DCMAKE_BUILD_TYPE=Release.\n",
	      out);
#endif
}

/* Whether all that was written to f has arrived. */
static bool written(FILE *f, const char *name)
{
	bool failed = ferror(f) != 0;

	errno = 0;
	failed |= fclose(f) != 0;
	if (failed)
		fprintf(stderr, "la-bench: cannot write to %s: %s\n", name,
			errno ? strerror(errno) : "an earlier write failed");
	return !failed;
}

static bool run(struct bench *bench, unsigned long chosen)
{
	unsigned long count = 0;

	for (size_t i = 0; i < EXPERIMENT_COUNT; i++)
		count += (chosen >> i) & 1;
	bench->plan.seconds /= (double)count;
	for (size_t i = 0; i < EXPERIMENT_COUNT; i++) {
		if (((chosen >> i) & 1) && !experiments[i](bench)) {
			fputs("la-bench: out of memory\n", stderr);
			return false;
		}
		fflush(bench->tables);
	}
	return true;
}

int main(int argc, char **argv)
{
	struct options options;
	struct bench bench = { .tables = stdout };
	FILE *json = NULL;
	bool ok;
	int status = options_parse(&options, argc, argv);

	if (status >= 0)
		return written(stdout, "stdout") ? status : 1;
	/* A reader that goes away is an error to report like any other. */
	signal(SIGPIPE, SIG_IGN);
	if (options.json && strcmp(options.json, "-") == 0) {
		json = stdout;
		bench.tables = stderr;
	} else if (options.json) {
		json = fopen(options.json, "w");
		if (!json) {
			fprintf(stderr, "la-bench: cannot write to %s: %s\n", options.json,
				strerror(errno));
			return 1;
		}
	}
	bench.plan = options.quick ? quick : full;
	if (options.rounds && options.rounds < bench.plan.rounds)
		bench.plan.rounds = options.rounds;
	machine_describe(&bench.machine, options.cpu);
	print_machine(bench.tables, &bench.machine);

	ok = run(&bench, options.experiments);
	if (ok && json)
		report_json(json, &bench.report, &bench.machine);
	if (ok && options.check) {
		fputs("\n# Bars\n\n", bench.tables);
		ok = report_bars(bench.tables, &bench.report, bench.machine.backend);
	}
	if (json && json != stdout && !written(json, options.json))
		ok = false;
	if (!written(stdout, "stdout"))
		ok = false;
	report_free(&bench.report);
	return ok ? 0 : 1;
}
