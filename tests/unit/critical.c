/* SPDX-License-Identifier: MIT */
/*
 * The critical section on a hosted system: what is masked, what is restored, nesting, errno, and the
 * numbers that detail/critical.h assumes where a strict standard hides <signal.h>'s own.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <cmocka.h>
#define LA_FORCE_GENERIC
#include <localatomic/localatomic.h>

/* The same signal numbers as a strict -std=c11 would have got. */
int strict_sig_block(void);
int strict_sig_setmask(void);

static volatile sig_atomic_t handled;

static void handler(int signal)
{
	(void)signal;
	handled++;
}

static bool blocked(int signal)
{
	sigset_t set;

	assert_int_equal(pthread_sigmask(SIG_BLOCK, NULL, &set), 0);
	return sigismember(&set, signal) == 1;
}

static void knows_the_systems_numbers(void **state)
{
	(void)state;
	assert_int_equal(strict_sig_block(), SIG_BLOCK);
	assert_int_equal(strict_sig_setmask(), SIG_SETMASK);
	assert_true(sizeof(la_critical_state_t) >= sizeof(sigset_t));
}

static void defers_every_signal(void **state)
{
	la_critical_state_t saved;
	unsigned int masked = 0, asked = 0;

	(void)state;
	for (int n = 1; n < 32; n++) {
		if (n == SIGKILL || n == SIGSTOP)
			continue;
		la_critical_enter(&saved);
		masked += blocked(n);
		la_critical_exit(&saved);
		asked++;
	}
	printf("%u of %u signals masked\n", masked, asked);
	assert_int_equal(asked, 29);
	assert_int_equal(masked, asked);

	handled = 0;
	assert_true(signal(SIGUSR1, handler) != SIG_ERR);
	la_critical_enter(&saved);
	raise(SIGUSR1);
	assert_int_equal(handled, 0);
	la_critical_exit(&saved);
	assert_int_equal(handled, 1);
}

static void nests(void **state)
{
	la_critical_state_t outer, inner;

	(void)state;
	assert_false(blocked(SIGUSR1));
	la_critical_enter(&outer);
	la_critical_enter(&inner);
	la_critical_exit(&inner);
	assert_true(blocked(SIGUSR1));
	la_critical_exit(&outer);
	assert_false(blocked(SIGUSR1));
}

static void keeps_what_the_caller_masked(void **state)
{
	sigset_t set, old;
	long v = 1;

	(void)state;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR2);
	assert_int_equal(pthread_sigmask(SIG_BLOCK, &set, &old), 0);
	la_add_local(&v, 1);
	assert_true(blocked(SIGUSR2));
	assert_false(blocked(SIGUSR1));
	assert_int_equal(pthread_sigmask(SIG_SETMASK, &old, NULL), 0);
	la_add_local(&v, 1);
	assert_false(blocked(SIGUSR2));
	assert_int_equal(v, 3);
}

static void keeps_errno(void **state)
{
	long v = 1;

	(void)state;
	errno = 4711;
	la_add_local(&v, 1);
	la_xchg_local(&v, 3);
	assert_int_equal(errno, 4711);
}

/* A plain store inside is neither moved out nor merged with one behind: what the handler sees. */
static int guarded, seen;

static void look(int signal)
{
	(void)signal;
	seen = guarded;
}

static void holds_memory_inside(void **state)
{
	la_critical_state_t saved;

	(void)state;
	assert_true(signal(SIGUSR1, look) != SIG_ERR);
	guarded = 1;
	seen = 0;
	la_critical_enter(&saved);
	guarded = 2;
	raise(SIGUSR1);
	assert_int_equal(seen, 0);
	la_critical_exit(&saved);
	guarded = 3;
	assert_int_equal(seen, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(knows_the_systems_numbers),
		cmocka_unit_test(defers_every_signal),
		cmocka_unit_test(nests),
		cmocka_unit_test(keeps_what_the_caller_masked),
		cmocka_unit_test(keeps_errno),
		cmocka_unit_test(holds_memory_inside),
	};

	return cmocka_run_group_tests_name("critical", tests, NULL, NULL);
}
