/* SPDX-License-Identifier: MIT */
/* The command line. */
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

struct options {
	bool quick, check;
	const char *json;	   /* file, "-" for stdout, NULL for none */
	int cpu;		   /* -1: where it starts */
	size_t rounds;		   /* 0: as many as the time allows */
	unsigned long experiments; /* bit i: the i-th of the list */
};

/* Returns -1 to go on, or the exit status. */
int options_parse(struct options *o, int argc, char **argv);

#endif
