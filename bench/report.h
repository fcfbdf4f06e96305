/* SPDX-License-Identifier: MIT */
/*
 * What was measured: records, one per figure, and bars, figures that must hold; and how they are
 * shown. All strings are the caller's and must last.
 */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "machine.h"
#include "measure.h"

struct record {
	const char *experiment, *op;
	const char *form; /* of the memory operand, where an op has more than one; else NULL */
	unsigned int width, threads;
	const char *variant, *measure, *unit;
	struct timing timing; /* ratio is 0 where there is none */
};

struct bar {
	const char *what;
	double figure, limit;
	double bare;   /* the figure of the bare instructions: what the CPU allows; 0 for none */
	bool at_least; /* else at most */
};

struct report {
	struct record *records;
	size_t record_count, record_room;
	struct bar *bars;
	size_t bar_count, bar_room;
};

/* One ratio column: variant over base, or base over variant. */
struct table_ratio {
	const char *name, *variant;
	bool base_over;
};

/* A row per op of one experiment and measure, in the order of the records. */
struct table {
	const char *title, *experiment, *measure;
	const char *base;		  /* what the ratios are against */
	const char *const *variants;	  /* the columns; ends with NULL */
	const struct table_ratio *ratios; /* ends with a NULL name */
	const char *const *rivals;	  /* what base should not lose to; ends with NULL */
};

/* Both return false when memory is short. */
bool report_record(struct report *r, const struct record *record);
bool report_bar(struct report *r, const struct bar *bar);

/* The record that differs from key in its variant alone, or NULL. */
const struct record *report_find(const struct report *r, const struct record *key,
				 const char *variant);

/* Prints each bar; returns whether all are met. */
bool report_bars(FILE *out, const struct report *r, const char *backend);

void report_free(struct report *r);

/* table.c: the table, and under it its noise and what base lost. Empty columns are left out. */
void report_table(FILE *out, const struct report *r, const struct table *t);

/* json.c */
void report_json(FILE *out, const struct report *r, const struct machine *m);

#endif
