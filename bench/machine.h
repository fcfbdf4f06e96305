/* SPDX-License-Identifier: MIT */
/* What the figures were taken on: the machine, the build; and the CPU the thread stays on. */
#ifndef BENCH_MACHINE_H
#define BENCH_MACHINE_H

struct machine {
	char cpu[128];
	long cores;
	char kernel[256];
	const char *compiler, *flags, *backend;
	int pinned_cpu; /* -1: not pinned */
};

/* Pins the thread to cpu, or where it is if cpu is negative; says so if it cannot, and goes on. */
void machine_describe(struct machine *m, int cpu);

#endif
