/* SPDX-License-Identifier: MIT */
/* The command line: parsed by a table, complained about in one sentence. */
#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <localatomic/localatomic.h>

#include "experiment.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const struct {
	const char *name, *summary;
} experiments[] = {
#define EXPERIMENT(name, summary) { #name, summary },
	EXPERIMENTS(EXPERIMENT)
#undef EXPERIMENT
};

enum option { QUICK, CHECK, JSON, CPU, ROUNDS, LIST, VERSION, HELP };

static const struct {
	const char *name, *argument; /* NULL: takes none */
} option_list[] = {
	[QUICK] = { "--quick", NULL },
	[CHECK] = { "--check", NULL },
	[JSON] = { "--json", "a file name, or - for stdout" },
	[CPU] = { "--cpu", "the number of a CPU" },
	[ROUNDS] = { "--rounds", "a number from 1 to 1000000" },
	[LIST] = { "--list", NULL },
	[VERSION] = { "--version", NULL },
	[HELP] = { "--help", NULL },
};

static void print_help(void)
{
	fputs("Usage: la-bench [options] [experiment...]\n"
	      "\n"
	      "Measures what local atomics cost on this machine against plain, locked and masked\n"
	      "operations, and prints Markdown tables. Without an experiment, all are run.\n"
	      "\n"
	      "  --quick       end within 20 seconds (else about a minute)\n"
	      "  --json FILE   write every figure to FILE too; with -, to stdout, and the tables\n"
	      "                go to stderr\n"
	      "  --check       at the end print each bar, met or not met; exit with 1 if one is not;\n"
	      "                bars are defined for backend x86_64, others meet none and exit with 0\n"
	      "  --cpu N       stay on CPU N (default: the CPU it starts on)\n"
	      "  --rounds N    at most N rounds for each figure\n"
	      "  --list        list the experiments\n"
	      "  --version     print the version and the backend\n"
	      "  --help        print this\n"
	      "\n"
	      "Exit status: 0; 1 if a bar is not met or something cannot be written; 2 for a wrong\n"
	      "command line.\n",
	      stdout);
}

static void print_experiments(void)
{
	for (size_t i = 0; i < COUNT(experiments); i++)
		printf("%-10s %s\n", experiments[i].name, experiments[i].summary);
}

static int unknown_option(const char *name, size_t length)
{
	fprintf(stderr, "la-bench: there is no option %.*s; the options are", (int)length, name);
	for (size_t i = 0; i < COUNT(option_list); i++)
		fprintf(stderr, "%s %s", i ? "," : "", option_list[i].name);
	fputs("\n", stderr);
	return 2;
}

static int unknown_experiment(const char *name)
{
	fprintf(stderr, "la-bench: there is no experiment '%s'; the experiments are", name);
	for (size_t i = 0; i < COUNT(experiments); i++)
		fprintf(stderr, "%s %s", i ? "," : "", experiments[i].name);
	fputs("\n", stderr);
	return 2;
}

static int bad_argument(enum option option)
{
	fprintf(stderr, "la-bench: %s needs %s\n", option_list[option].name,
		option_list[option].argument);
	return 2;
}

/* A decimal number from low to high, or -1. */
static long number(const char *text, long low, long high)
{
	char *end;
	long value = strtol(text, &end, 10);

	return *text >= '0' && *text <= '9' && !*end && value >= low && value <= high ? value : -1;
}

static int apply(struct options *o, enum option option, const char *argument)
{
	long value;

	switch (option) {
	case QUICK:
		o->quick = true;
		return -1;
	case CHECK:
		o->check = true;
		return -1;
	case JSON:
		o->json = argument;
		return *argument ? -1 : bad_argument(option);
	case CPU:
		value = number(argument, 0, 1000000);
		o->cpu = (int)value;
		return value >= 0 ? -1 : bad_argument(option);
	case ROUNDS:
		value = number(argument, 1, 1000000);
		o->rounds = (size_t)value;
		return value >= 0 ? -1 : bad_argument(option);
	case LIST:
		print_experiments();
		return 0;
	case VERSION:
		printf("la-bench %s, backend %s\n", LA_VERSION_STRING, la_backend_name());
		return 0;
	case HELP:
		break;
	}
	print_help();
	return 0;
}

static int parse_experiment(struct options *o, const char *name)
{
	for (size_t i = 0; i < COUNT(experiments); i++) {
		if (strcmp(name, experiments[i].name) == 0) {
			o->experiments |= 1ul << i;
			return -1;
		}
	}
	return unknown_experiment(name);
}

int options_parse(struct options *o, int argc, char **argv)
{
	*o = (struct options) { .cpu = -1 };
	for (int i = 1; i < argc; i++) {
		size_t length = strcspn(argv[i], "="), k;
		const char *argument = NULL;
		int status;

		if (argv[i][0] != '-') {
			status = parse_experiment(o, argv[i]);
			if (status >= 0)
				return status;
			continue;
		}
		for (k = 0; k < COUNT(option_list); k++)
			if (strlen(option_list[k].name) == length &&
			    strncmp(option_list[k].name, argv[i], length) == 0)
				break;
		if (k == COUNT(option_list))
			return unknown_option(argv[i], length);
		if (argv[i][length]) {
			if (!option_list[k].argument) {
				fprintf(stderr, "la-bench: %s takes no value\n",
					option_list[k].name);
				return 2;
			}
			argument = &argv[i][length + 1];
		} else if (option_list[k].argument) {
			if (++i == argc)
				return bad_argument((enum option)k);
			argument = argv[i];
		}
		status = apply(o, (enum option)k, argument);
		if (status >= 0)
			return status;
	}
	if (!o->experiments)
		o->experiments = (1ul << COUNT(experiments)) - 1;
	return -1;
}
