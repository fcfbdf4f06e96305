/* SPDX-License-Identifier: MIT */
/* The description of the machine and the build, and the pinning. */
#define _GNU_SOURCE

#include "machine.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <localatomic/localatomic.h>

/* Set by CMake. */
#ifndef LA_BENCH_FLAGS
#define LA_BENCH_FLAGS "unknown"
#endif

#if defined(__clang__)
#define COMPILER __VERSION__ /* names itself */
#else
#define COMPILER "gcc " __VERSION__
#endif

/* The first line of /proc/cpuinfo that names a model, by any of the kernel's keys for it. */
static void find_cpu(char *cpu, size_t size, const char *fallback)
{
	static const char *const keys[] = { "model name", "Model", "cpu model", "cpu", "uarch" };
	FILE *f = fopen("/proc/cpuinfo", "r");
	char line[512];

	snprintf(cpu, size, "%s", fallback);
	while (f && fgets(line, sizeof(line), f)) {
		char *value = strchr(line, ':');
		size_t key_length = strcspn(line, "\t:");

		if (!value)
			continue;
		value += 1 + strspn(value + 1, " \t");
		value[strcspn(value, "\n")] = '\0';
		for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
			if (strlen(keys[i]) != key_length || strncmp(line, keys[i], key_length))
				continue;
			if (!*value)
				continue;
			snprintf(cpu, size, "%s", value);
			fclose(f);
			return;
		}
	}
	if (f)
		fclose(f);
}

#if defined(__linux__)
static int pin(int cpu)
{
	cpu_set_t set;

	if (cpu < 0)
		cpu = sched_getcpu();
	CPU_ZERO(&set);
	if (cpu >= 0 && cpu < CPU_SETSIZE)
		CPU_SET((size_t)cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set) == 0)
		return cpu;
	fprintf(stderr, "la-bench: cannot stay on CPU %d (%s); the figures may be less steady\n",
		cpu, strerror(errno));
	return -1;
}
#else
static int pin(int cpu)
{
	(void)cpu;
	fprintf(stderr, "la-bench: cannot pin a thread on this system; "
			"the figures may be less steady\n");
	return -1;
}
#endif

void machine_describe(struct machine *m, int cpu)
{
	struct utsname name;

	m->pinned_cpu = pin(cpu);
	m->cores = sysconf(_SC_NPROCESSORS_ONLN);
	if (uname(&name) == 0) {
		snprintf(m->kernel, sizeof(m->kernel), "%s %s %s", name.sysname, name.release,
			 name.machine);
		find_cpu(m->cpu, sizeof(m->cpu), name.machine);
	} else {
		snprintf(m->kernel, sizeof(m->kernel), "unknown");
		find_cpu(m->cpu, sizeof(m->cpu), "unknown");
	}
	m->compiler = COMPILER;
	m->flags = LA_BENCH_FLAGS;
	m->backend = la_backend_name();
}
