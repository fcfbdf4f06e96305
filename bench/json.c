/* SPDX-License-Identifier: MIT */
/* The report as JSON: the machine, and an array with one record, on one line, per figure. */
#include "report.h"

/* A string with what JSON wants escaped; bytes over 0x7f pass as they are. */
static void string(FILE *out, const char *text)
{
	putc('"', out);
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c == '"' || c == '\\')
			fprintf(out, "\\%c", c);
		else if (c < 0x20)
			fprintf(out, "\\u%04x", c);
		else
			putc(c, out);
	}
	putc('"', out);
}

static void member(FILE *out, const char *name, const char *value)
{
	string(out, name);
	putc(':', out);
	string(out, value);
	putc(',', out);
}

static void record_json(FILE *out, const struct record *record, const char *backend)
{
	putc('{', out);
	member(out, "experiment", record->experiment);
	member(out, "op", record->op);
	if (record->form)
		member(out, "form", record->form);
	fprintf(out, "\"width\":%u,\"threads\":%u,", record->width, record->threads);
	member(out, "backend", backend);
	member(out, "variant", record->variant);
	member(out, "measure", record->measure);
	member(out, "unit", record->unit);
	fprintf(out, "\"min\":%.4f,\"median\":%.4f,\"max\":%.4f}", record->timing.min,
		record->timing.median, record->timing.max);
}

void report_json(FILE *out, const struct report *r, const struct machine *m)
{
	fprintf(out, "{\"machine\":{");
	member(out, "cpu", m->cpu);
	fprintf(out, "\"cores\":%ld,\"pinned_cpu\":", m->cores);
	if (m->pinned_cpu < 0)
		fprintf(out, "null,");
	else
		fprintf(out, "%d,", m->pinned_cpu);
	member(out, "kernel", m->kernel);
	member(out, "compiler", m->compiler);
	member(out, "flags", m->flags);
	string(out, "backend");
	putc(':', out);
	string(out, m->backend);
	fprintf(out, "},\n\"records\":[");
	for (size_t i = 0; i < r->record_count; i++) {
		fputs(i ? ",\n" : "\n", out);
		record_json(out, &r->records[i], m->backend);
	}
	fprintf(out, "\n]}\n");
}
