/* SPDX-License-Identifier: MIT */
/*
 * What the CPU scope asks of a hosted system, in one place: memory, the number of CPUs, the CPU one
 * is on, a last word. Strict language modes hide parts of libc's headers, so those functions are
 * called by their linker names; no declaration of ours can clash with a header. All of it is cold.
 */
#ifndef LA_DETAIL_OS_H
#define LA_DETAIL_OS_H

#include "compiler.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

/* Out of line and away from the hot path; static, so that differently built units never share it. */
#if defined(__clang__)
#define LA_COLD static __inline__ __attribute__((__noinline__, __cold__))
#else
#define LA_COLD static __attribute__((__unused__, __noinline__, __noclone__, __cold__))
#endif

#if defined(MAP_ANONYMOUS)
#define LA_MAP_ANONYMOUS MAP_ANONYMOUS
#elif defined(MAP_ANON)
#define LA_MAP_ANONYMOUS MAP_ANON
#elif defined(__linux__) && defined(__mips__)
#define LA_MAP_ANONYMOUS 0x800
#elif defined(__linux__)
#define LA_MAP_ANONYMOUS 0x20
#else
#define LA_MAP_ANONYMOUS 0x1000
#endif

/* The most CPUs that a kernel of today can be built for: room for these where it does not say. */
#define LA_CPUS_LIMIT 8192u

#if defined(__linux__)
int la_i_sched_getcpu(void) LA_LIBC("sched_getcpu");
int la_i_madvise(void *at, size_t size, int advice) LA_LIBC("madvise");
int la_i_mincore(void *at, size_t size, unsigned char *resident) LA_LIBC("mincore");
#define LA_MADV_NOHUGEPAGE 15
#endif
int la_i_sched_yield(void) LA_LIBC("sched_yield");

/* Says `sentence` on stderr and aborts. */
__attribute__((__noreturn__)) LA_COLD void la_i_die(const char *sentence)
{
	ssize_t written = write(2, "localatomic: ", 13);

	if (written > 0)
		written = write(2, sentence, __builtin_strlen(sentence));
	if (written > 0)
		written = write(2, "\n", 1);
	__builtin_abort();
}

/* The CPU this thread is on, or was a moment ago; negative where the system has no number for it. */
LA_COLD int la_i_getcpu(void)
{
#if defined(__linux__)
	const int kept = errno, cpu = la_i_sched_getcpu();

	errno = kept;
	return cpu;
#else
	return -1;
#endif
}

/* The highest number in a list such as "0-3,8-11", plus one; 0 if there is none. */
LA_COLD unsigned int la_i_list_end(const char *list, size_t size)
{
	unsigned int number = 0, end = 0;

	for (size_t i = 0; i < size; i++) {
		if (list[i] >= '0' && list[i] <= '9') {
			number = number * 10 + LA_CAST(unsigned int, list[i] - '0');
			end = number + 1 > end ? number + 1 : end;
		} else {
			number = 0;
		}
	}
	return end <= LA_CPUS_LIMIT ? end : 0;
}

/* One more than the highest id that a CPU can ever have here: holes and absent CPUs count. */
LA_COLD unsigned int la_i_count_cpus(void)
{
	unsigned int end = 0;
#if defined(__linux__)
	char list[4096];
	const int kept = errno;
#if defined(O_CLOEXEC)
	const int file = open("/sys/devices/system/cpu/possible", O_RDONLY | O_CLOEXEC);
#else
	const int file = open("/sys/devices/system/cpu/possible", O_RDONLY);
#endif

	if (file >= 0) {
		const ssize_t size = read(file, list, sizeof(list));

		if (size > 0)
			end = la_i_list_end(list, LA_CAST(size_t, size));
		(void)close(file);
	}
	errno = kept;
#else
	const long configured = sysconf(_SC_NPROCESSORS_CONF);

	if (configured > 0 && configured <= LA_CAST(long, LA_CPUS_LIMIT))
		end = LA_CAST(unsigned int, configured);
#endif
	return end != 0 ? end : LA_CPUS_LIMIT;
}

/* Zeroed memory at a multiple of `align` (a power of two), or NULL and errno. */
LA_COLD void *la_i_map(size_t size, size_t align)
{
	void *at = mmap(LA_NULL, size + align, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | LA_MAP_ANONYMOUS, -1, 0);
	unsigned char *const start = LA_CAST(unsigned char *, at);
	size_t before;

	if (at == MAP_FAILED)
		return LA_NULL;
	before = (align - (LA_CAST(size_t, LA_ADDRESS(at)) & (align - 1))) & (align - 1);
	if (before != 0)
		(void)munmap(at, before);
	if (align - before != 0)
		(void)munmap(start + before + size, align - before);
#if defined(__linux__)
	/* Each copy is placed by the CPU that first touches it; a huge page would hold 32 of them. */
	{
		const int kept = errno;

		(void)la_i_madvise(start + before, size, LA_MADV_NOHUGEPAGE);
		errno = kept;
	}
#endif
	return start + before;
}

/* The page at `at` is mapped, as far as the system can tell. */
LA_COLD bool la_i_is_mapped(void *at)
{
#if defined(__linux__)
	unsigned char resident;

	return la_i_mincore(at, 1, &resident) == 0;
#else
	return at != LA_NULL;
#endif
}

#endif
