/* SPDX-License-Identifier: MIT */
/*
 * A read is a compiler barrier: what a signal handler wrote before it set a flag is read again
 * behind the read of the flag, though the compiler has a copy in a register.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/time.h>
#include <cmocka.h>
#include <localatomic/localatomic.h>

static int flag, payload;
static la_local_t counter;

static void on_alarm(int number)
{
	(void)number;
	payload = 42;
	la_write_local(&flag, 1);
	la_local_set(&counter, 1);
}

static void start(void)
{
	const struct itimerval soon = { { 0, 0 }, { 0, 1000 } };

	flag = payload = 0;
	la_local_set(&counter, 0);
	assert_true(signal(SIGALRM, on_alarm) != SIG_ERR);
	assert_int_equal(setitimer(ITIMER_REAL, &soon, NULL), 0);
}

struct seen {
	int before, behind;
};

/* Out of line, so that the compiler knows nothing of what `mine` points to. */
#define WAITS(how, condition)                                                  \
	static __attribute__((noinline)) struct seen by_##how(const int *mine) \
	{                                                                      \
		struct seen seen;                                              \
		seen.before = *mine;                                           \
		while (condition) {                                            \
		}                                                              \
		seen.behind = *mine;                                           \
		return seen;                                                   \
	}
WAITS(read, la_read_local(&flag) == 0)
WAITS(counter, la_local_read(&counter) == 0)
WAITS(unless, !la_local_inc_not_zero(&counter))

/* Until the signal came behind the first look, or the second one would prove nothing. */
static void check(struct seen (*wait)(const int *mine))
{
	struct seen seen = { 1, 0 };

	for (int i = 0; i < 1000 && seen.before != 0; i++) {
		start();
		seen = wait(&payload);
		assert_int_equal(seen.behind, 42);
	}
	assert_int_equal(seen.before, 0);
}

static void reads_are_barriers(void **state)
{
	(void)state;
	check(by_read);
	check(by_counter);
	check(by_unless);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(reads_are_barriers) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
