/* SPDX-License-Identifier: MIT */
/* The progress line. Plain text and a carriage return: no colour, no terminal's own sequences. */
#define _POSIX_C_SOURCE 200809L

#include "progress.h"

#include <stdio.h>
#include <unistd.h>

#define WIDTH 60

void progress_show(const char *experiment, size_t done, size_t total, const char *what)
{
	char line[WIDTH + 1];

	if (!isatty(STDERR_FILENO))
		return;
	snprintf(line, sizeof(line), "%s: %zu of %zu, %s", experiment, done, total, what);
	fprintf(stderr, "\r%-*s", WIDTH, line);
	fflush(stderr);
}

void progress_clear(void)
{
	if (isatty(STDERR_FILENO))
		fprintf(stderr, "\r%*s\r", WIDTH, "");
}
