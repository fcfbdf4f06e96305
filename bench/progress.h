/* SPDX-License-Identifier: MIT */
/* One line on stderr that says how far the run is, where stderr is a terminal. */
#ifndef BENCH_PROGRESS_H
#define BENCH_PROGRESS_H

#include <stddef.h>

void progress_show(const char *experiment, size_t done, size_t total, const char *what);
void progress_clear(void);

#endif
