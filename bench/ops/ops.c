/* SPDX-License-Identifier: MIT */
/*
 * Experiment `ops`: what one operation costs, for each operation of cmpxchg.h, width and variant.
 * Latency: one object, each operation after the one before. Throughput: OPS_UNROLL objects in L1.
 */
#include "ops.h"

#include <stdio.h>
#include <string.h>

#include "../experiment.h"
#include "../progress.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const struct ops_variant *const variants[] = { &ops_plain, &ops_local, &ops_bare,
						      &ops_lock,  &ops_c11,   &ops_masked };
#define BASE "local"

/* clang-format off */
static const struct row {
	const char *op, *form;
	unsigned int width;
} rows[] = {
#define ROW(op, form, width) { #op, form, width },
#define ROW_EACH(shape, op, form) \
	ROW(op, form, 8) ROW(op, form, 16) ROW(op, form, 32) ROW(op, form, 64)
#define ROW_64(shape, op, form) ROW(op, form, 64)
#define ROW_128(shape, op, form) ROW(op, form, 128)
	OPS_ACCESSES(ROW_EACH)
	OPS_UPDATES(ROW_EACH)
	OPS_UPDATES_64(ROW_64)
	OPS_UPDATES_128(ROW_128)
};
/* clang-format on */

static const char *const measures[] = { "latency", "throughput" };

/* One kernel with its arguments. */
struct job {
	ops_kernel_t *kernel;
	struct ops_object *objects;
	uint64_t operand;
};

static void run_job(void *arg, size_t loops)
{
	const struct job *job = arg;

	job->kernel(job->objects, job->operand, job->operand, loops);
}

static bool same_form(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

static ops_kernel_t *find_kernel(const struct ops_variant *variant, const struct row *row,
				 const char *measure)
{
	for (size_t i = 0; i < variant->count; i++) {
		const struct ops_entry *entry = &variant->entries[i];

		if (strcmp(entry->op, row->op) == 0 && entry->width == row->width &&
		    same_form(entry->form, row->form))
			return strcmp(measure, "latency") == 0 ? entry->latency : entry->throughput;
	}
	return NULL;
}

/* Every object holds the operand, so that each cmpxchg finds what it expects. */
static void fill(struct ops_object *objects, const struct row *row, uint64_t operand)
{
	memset(objects, 0, OPS_UNROLL * sizeof(*objects));
	for (size_t i = 0; i < OPS_UNROLL; i++) {
		switch (row->width) {
		case 8:
			objects[i].u8 = (uint8_t)operand;
			break;
		case 16:
			objects[i].u16 = (uint16_t)operand;
			break;
		case 32:
			objects[i].u32 = (uint32_t)operand;
			break;
		case 64:
			objects[i].u64 = operand;
			break;
		default:
			objects[i].u128.lo = objects[i].u128.hi = operand;
			break;
		}
	}
}

/* Times one op at one width by every variant that has it, and records the figures. */
static bool measure_row(struct bench *bench, const struct row *row, const char *measure_name,
			uint64_t deadline)
{
	static struct ops_object objects[OPS_UNROLL];
	/* What is read serves as an offset from where it is read. */
	uint64_t operand = strcmp(row->op, "read") == 0 ? 0 : 1;
	struct measured things[COUNT(variants)];
	struct job jobs[COUNT(variants)];
	const char *names[COUNT(variants)];
	struct timing timings[COUNT(variants)];
	size_t count = 0, base = 0;

	for (size_t i = 0; i < COUNT(variants); i++) {
		ops_kernel_t *kernel = find_kernel(variants[i], row, measure_name);

		if (!kernel)
			continue;
		if (strcmp(variants[i]->name, BASE) == 0)
			base = count;
		jobs[count] = (struct job) { kernel, objects, operand };
		things[count] = (struct measured) { run_job, &jobs[count], OPS_UNROLL };
		names[count++] = variants[i]->name;
	}
	fill(objects, row, operand);
	if (!measure(things, count, base, &bench->plan, deadline, timings))
		return false;
	for (size_t i = 0; i < count; i++) {
		struct record record = { .experiment = "ops",
					 .op = row->op,
					 .form = row->form,
					 .width = row->width,
					 .threads = 1,
					 .variant = names[i],
					 .measure = measure_name,
					 .unit = "ns",
					 .timing = timings[i] };

		if (!report_record(&bench->report, &record))
			return false;
	}
	return true;
}

/* What must hold on x86-64, at 64 bits. */
static const struct ops_bar {
	const char *what, *op, *form, *measure, *variant;
	double limit;
	bool at_least; /* variant's time over local's; else local's over variant's, at most */
} bars[] = {
	{ "add 64, latency, local/bare", "add", "reg", "latency", "bare", 1.05, false },
	{ "add 64, throughput, local/bare", "add", "reg", "throughput", "bare", 1.05, false },
	{ "fetch_add 64, latency, local/bare", "fetch_add", NULL, "latency", "bare", 1.05, false },
	{ "fetch_add 64, throughput, local/bare", "fetch_add", NULL, "throughput", "bare", 1.05,
	  false },
	{ "cmpxchg 64, latency, local/bare", "cmpxchg", NULL, "latency", "bare", 1.05, false },
	{ "cmpxchg 64, throughput, local/bare", "cmpxchg", NULL, "throughput", "bare", 1.05,
	  false },
	{ "cmpxchg 64, latency, lock/local", "cmpxchg", NULL, "latency", "lock", 3, true },
	{ "add 64, throughput, lock/local", "add", "reg", "throughput", "lock", 8, true },
};

static bool add_bars(struct bench *bench)
{
	if (strcmp(bench->machine.backend, "x86_64") != 0)
		return true;
	for (size_t i = 0; i < COUNT(bars); i++) {
		struct record key = { .experiment = "ops",
				      .op = bars[i].op,
				      .form = bars[i].form,
				      .width = 64,
				      .threads = 1,
				      .measure = bars[i].measure };
		const struct record *record = report_find(&bench->report, &key, bars[i].variant);
		const struct record *bare = report_find(&bench->report, &key, "bare");
		struct bar bar = { .what = bars[i].what,
				   .figure = record ? record->timing.ratio : 0,
				   .limit = bars[i].limit,
				   .at_least = bars[i].at_least };

		if (!bar.at_least)
			bar.figure = 1 / bar.figure;
		else if (record && bare)
			bar.bare = record->timing.ratio / bare->timing.ratio;
		if (!report_bar(&bench->report, &bar))
			return false;
	}
	return true;
}

/* The README's table. */
static void print_short(struct bench *bench)
{
	static const char *const of[][2] = { { "plain", "plain C" },
					     { "local", "local" },
					     { "c11", "C11 atomic" },
					     { "masked", "masked" } };
	const struct record key = { .experiment = "ops",
				    .op = "add",
				    .form = "reg",
				    .width = 64,
				    .threads = 1,
				    .measure = "throughput" };

	fputs("\nIn short, one 64-bit add (throughput):", bench->tables);
	for (size_t i = 0; i < COUNT(of); i++) {
		const struct record *record = report_find(&bench->report, &key, of[i][0]);

		if (record)
			fprintf(bench->tables, "%s %s %.2f ns", i ? "," : "", of[i][1],
				record->timing.median);
	}
	fputs(".\n", bench->tables);
}

static void print(struct bench *bench)
{
	static const char *const columns[] = { "plain",	 "local", "c11", "lock",
					       "masked", "bare",  NULL };
	static const char *const rivals[] = { "c11", "lock", "masked", "bare", NULL };
	static const struct table_ratio locked[] = { { "lock/local", "lock", false },
						     { "local/bare", "bare", true },
						     { NULL, NULL, false } };
	static const struct table_ratio atomic[] = { { "c11/local", "c11", false },
						     { NULL, NULL, false } };
	struct table table = { .title = "ops: latency, ns",
			       .experiment = "ops",
			       .measure = "latency",
			       .base = BASE,
			       .variants = columns,
			       .ratios = ops_lock.count ? locked : atomic,
			       .rivals = rivals };

	fputs("\n# ops: what one operation costs\n\n"
	      "- plain: C, not atomic\n"
	      "- local: the operation of cmpxchg.h\n"
	      "- c11: the compiler's own atomic, relaxed\n",
	      bench->tables);
	if (ops_lock.count)
		fputs("- lock: the x86 instruction with the lock prefix\n", bench->tables);
	fputs("- masked: plain C with all signals blocked around it; a read or write that is one\n"
	      "  instruction needs no mask\n",
	      bench->tables);
	if (ops_bare.count)
		fputs("- bare: the instruction without the library around it\n", bench->tables);
	fputs("- latency: on one object, each operation after the one before; throughput: on\n"
	      "  several objects in the L1 cache\n"
	      "- figures are medians over the rounds; a ratio is the median of the ratios within\n"
	      "  each round\n"
	      "- add (reg), add (indexed): the object is addressed by one register, or by two, which\n"
	      "  some CPUs take longer over\n",
	      bench->tables);
	report_table(bench->tables, &bench->report, &table);
	table.title = "ops: throughput, ns";
	table.measure = "throughput";
	report_table(bench->tables, &bench->report, &table);
	print_short(bench);
}

bool ops_experiment(struct bench *bench)
{
	uint64_t start = measure_clock();
	size_t total = COUNT(rows) * COUNT(measures), done = 0;

	for (size_t i = 0; i < COUNT(rows); i++) {
		for (size_t k = 0; k < COUNT(measures); k++) {
			/* What a row does not use, the next ones may. */
			double share = (double)(done + 1) / (double)total;
			uint64_t deadline = start + (uint64_t)(bench->plan.seconds * 1e9 * share);

			progress_show("ops", done++, total, rows[i].op);
			if (!measure_row(bench, &rows[i], measures[k], deadline)) {
				progress_clear();
				return false;
			}
		}
	}
	progress_clear();
	if (!add_bars(bench))
		return false;
	print(bench);
	return true;
}
