/* SPDX-License-Identifier: MIT */
/* Markdown tables: a row per op, a column per variant, ratios, the spread, the losses. */
#include "report.h"

#include <stdlib.h>
#include <string.h>

#define LABEL 64
/* Under this difference the base has not lost. */
#define LOSS 1.05

static void label(char *text, const struct record *record)
{
	snprintf(text, LABEL, record->form ? "%s (%s)" : "%s", record->op, record->form);
}

static bool in_table(const struct record *record, const struct table *t)
{
	return strcmp(record->experiment, t->experiment) == 0 &&
	       strcmp(record->measure, t->measure) == 0;
}

/* A row is there once, as its base record. */
static bool is_row(const struct record *record, const struct table *t)
{
	return in_table(record, t) && strcmp(record->variant, t->base) == 0;
}

static bool has_variant(const struct report *r, const struct table *t, const char *variant)
{
	for (size_t i = 0; i < r->record_count; i++)
		if (in_table(&r->records[i], t) && strcmp(r->records[i].variant, variant) == 0)
			return true;
	return false;
}

static void figure(FILE *out, int width, double value)
{
	fprintf(out, " %*.*f |", width, value < 10 ? 2 : value < 100 ? 1 : 0, value);
}

/* Wide enough for its name and for any figure. */
static int column_width(const char *name)
{
	int length = (int)strlen(name);

	return length > 5 ? length : 5;
}

static void header(FILE *out, const struct report *r, const struct table *t, int label_width)
{
	static const char line[] =
		"----------------------------------------------------------------";

	fprintf(out, "| %-*s | bits |", label_width, "op");
	for (size_t i = 0; t->variants[i]; i++)
		if (has_variant(r, t, t->variants[i]))
			fprintf(out, " %*s |", column_width(t->variants[i]), t->variants[i]);
	for (size_t i = 0; t->ratios[i].name; i++)
		if (has_variant(r, t, t->ratios[i].variant))
			fprintf(out, " %*s |", column_width(t->ratios[i].name), t->ratios[i].name);
	fprintf(out, " %s min..max |\n|:%.*s|-----:|", t->base, label_width + 1, line);
	for (size_t i = 0; t->variants[i]; i++)
		if (has_variant(r, t, t->variants[i]))
			fprintf(out, "%.*s:|", column_width(t->variants[i]) + 1, line);
	for (size_t i = 0; t->ratios[i].name; i++)
		if (has_variant(r, t, t->ratios[i].variant))
			fprintf(out, "%.*s:|", column_width(t->ratios[i].name) + 1, line);
	fprintf(out, "%.*s:|\n", column_width(t->base) + 10, line);
}

static void row(FILE *out, const struct report *r, const struct table *t, const struct record *base,
		int label_width)
{
	char text[LABEL];
	int spread;

	label(text, base);
	fprintf(out, "| %-*s | %4u |", label_width, text, base->width);
	for (size_t i = 0; t->variants[i]; i++) {
		const struct record *record = report_find(r, base, t->variants[i]);

		if (record)
			figure(out, column_width(t->variants[i]), record->timing.median);
		else if (has_variant(r, t, t->variants[i]))
			fprintf(out, " %*s |", column_width(t->variants[i]), "-");
	}
	for (size_t i = 0; t->ratios[i].name; i++) {
		const struct record *record = report_find(r, base, t->ratios[i].variant);

		if (record && record->timing.ratio > 0)
			figure(out, column_width(t->ratios[i].name),
			       t->ratios[i].base_over ? 1 / record->timing.ratio
						      : record->timing.ratio);
		else if (has_variant(r, t, t->ratios[i].variant))
			fprintf(out, " %*s |", column_width(t->ratios[i].name), "-");
	}
	spread = snprintf(text, sizeof(text), "%.2f..%.*f", base->timing.min,
			  base->timing.max < 100 ? 2 : 0, base->timing.max);
	fprintf(out, " %*s%s |\n", column_width(t->base) + 9 - spread, "", text);
}

/* How far the rounds of all figures of the table lie from their medians. */
static void noise(FILE *out, const struct report *r, const struct table *t)
{
	double *below = malloc(r->record_count * sizeof(*below));
	double *above = malloc(r->record_count * sizeof(*above));
	size_t n = 0;

	for (size_t i = 0; below && above && i < r->record_count; i++) {
		const struct timing *timing = &r->records[i].timing;

		if (!in_table(&r->records[i], t))
			continue;
		below[n] = 100 * (1 - timing->min / timing->median);
		above[n++] = 100 * (timing->max / timing->median - 1);
	}
	if (n > 0) {
		double below_median = measure_median(below, n);
		double above_median = measure_median(above, n);

		fprintf(out,
			"\nNoise: of half the figures the fastest round lies within %.1f %% of the "
			"median and the\nslowest within %.0f %%; of all, within %.0f %% and "
			"%.0f %%.\n",
			below_median, above_median, below[n - 1], above[n - 1]);
	}
	free(below);
	free(above);
}

static void losses(FILE *out, const struct report *r, const struct table *t)
{
	size_t count = 0;

	for (size_t i = 0; i < r->record_count; i++) {
		const struct record *base = &r->records[i];

		if (!is_row(base, t))
			continue;
		for (size_t k = 0; t->rivals[k]; k++) {
			const struct record *rival = report_find(r, base, t->rivals[k]);
			char text[LABEL];

			if (!rival || rival->timing.ratio <= 0 || rival->timing.ratio * LOSS >= 1)
				continue;
			if (count++ == 0)
				fprintf(out, "\nLosses of %s, over %.0f %%:\n\n", t->base,
					100 * (LOSS - 1));
			label(text, base);
			fprintf(out, "- %s %u: %.2f times the time of %s\n", text, base->width,
				1 / rival->timing.ratio, rival->variant);
		}
	}
	if (count == 0)
		fprintf(out, "\nLosses of %s, over %.0f %%: none.\n", t->base, 100 * (LOSS - 1));
}

void report_table(FILE *out, const struct report *r, const struct table *t)
{
	int label_width = 2;

	for (size_t i = 0; i < r->record_count; i++) {
		char text[LABEL];

		label(text, &r->records[i]);
		if (is_row(&r->records[i], t) && (int)strlen(text) > label_width)
			label_width = (int)strlen(text);
	}
	fprintf(out, "\n## %s\n\n", t->title);
	header(out, r, t, label_width);
	for (size_t i = 0; i < r->record_count; i++)
		if (is_row(&r->records[i], t))
			row(out, r, t, &r->records[i], label_width);
	noise(out, r, t);
	losses(out, r, t);
}
