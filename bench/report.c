/* SPDX-License-Identifier: MIT */
/* The records and the bars. */
#include "report.h"

#include <stdlib.h>
#include <string.h>

/* The array with room for one more element, or NULL, the old one left alone. */
static void *grow(void *array, size_t count, size_t *room, size_t size)
{
	size_t more = *room ? 2 * *room : 64;
	void *grown;

	if (count < *room)
		return array;
	grown = realloc(array, more * size);
	if (grown)
		*room = more;
	return grown;
}

bool report_record(struct report *r, const struct record *record)
{
	struct record *records =
		grow(r->records, r->record_count, &r->record_room, sizeof(*records));

	if (!records)
		return false;
	r->records = records;
	records[r->record_count++] = *record;
	return true;
}

bool report_bar(struct report *r, const struct bar *bar)
{
	struct bar *bars = grow(r->bars, r->bar_count, &r->bar_room, sizeof(*bars));

	if (!bars)
		return false;
	r->bars = bars;
	bars[r->bar_count++] = *bar;
	return true;
}

static bool same(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

const struct record *report_find(const struct report *r, const struct record *key,
				 const char *variant)
{
	for (size_t i = 0; i < r->record_count; i++) {
		const struct record *record = &r->records[i];

		if (same(record->variant, variant) && same(record->op, key->op) &&
		    same(record->form, key->form) && same(record->measure, key->measure) &&
		    same(record->experiment, key->experiment) && record->width == key->width &&
		    record->threads == key->threads)
			return record;
	}
	return NULL;
}

bool report_bars(FILE *out, const struct report *r, const char *backend)
{
	size_t met = 0;

	if (r->bar_count == 0) {
		fprintf(out, "No bars are defined for these experiments on backend %s.\n", backend);
		return true;
	}
	for (size_t i = 0; i < r->bar_count; i++) {
		const struct bar *bar = &r->bars[i];
		bool holds = bar->at_least ? bar->figure >= bar->limit : bar->figure <= bar->limit;

		fprintf(out, "%-8s %s: %.3f (%s %.2f", holds ? "met" : "not met", bar->what,
			bar->figure, bar->at_least ? "at least" : "at most", bar->limit);
		if (bar->bare > 0)
			fprintf(out, "; this CPU's bare instructions: %.3f", bar->bare);
		fputs(")\n", out);
		met += holds;
	}
	fprintf(out, "%zu of %zu bars met.\n", met, r->bar_count);
	return met == r->bar_count;
}

void report_free(struct report *r)
{
	free(r->records);
	free(r->bars);
}
