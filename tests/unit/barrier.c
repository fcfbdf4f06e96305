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

/* Out of line, so that the compiler knows nothing of what `mine` points to. */
static __attribute__((noinline)) int by_read(const int *mine)
{
	const int before = *mine;

	while (la_read_local(&flag) == 0) {
	}
	return *mine - before;
}

static __attribute__((noinline)) int by_counter(const int *mine)
{
	const int before = *mine;

	while (la_local_read(&counter) == 0) {
	}
	return *mine - before;
}

/* The way of it that finds nothing to add. */
static __attribute__((noinline)) int by_unless(const int *mine)
{
	const int before = *mine;

	while (!la_local_inc_not_zero(&counter)) {
	}
	return *mine - before;
}

static void reads_are_barriers(void **state)
{
	(void)state;
	start();
	assert_int_equal(by_read(&payload), 42);
	start();
	assert_int_equal(by_counter(&payload), 42);
	start();
	assert_int_equal(by_unless(&payload), 42);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(reads_are_barriers) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
