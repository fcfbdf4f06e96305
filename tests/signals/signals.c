/* SPDX-License-Identifier: MIT */
/*
 * Every operation on every type (of a signed and an unsigned one of a size, the unsigned one) and
 * backend, interrupted by a signal handler that runs the same operation on the same object (a read:
 * that writes it).
 *
 * One call is checked against every order of it and the handler's calls: the object, both results
 * and what the handler found. Of the operations that add, many calls are checked against the total.
 * The control runs first, in the same windows, and must lose updates in each of these; every
 * backend is then interrupted at least three times as often as the control was until it lost.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>
#include "interrupt.h"
#include "order.h"

#define HITS 100	   /* per operation, type, backend and source of signals, at least */
#define LOST_WITHIN 100000 /* hits; most lose one of two or three, the rarest one of some hundred */
#define SECONDS 30	   /* for these hits, on the slowest emulator of a busy machine */
#define TRIES 1000	   /* for one interruption, before a look at the clock */
#define CALLS 100	   /* in a window that is checked by its total */
#define MAX_OPS 1024

enum check { ORDER, TOTAL };
static const char *const source_names[] = { "timer", "flood" };

struct tally {
	unsigned long windows; /* that were interrupted */
	unsigned long hits;
	unsigned long lost;	  /* windows */
	unsigned long until_lost; /* hits */
};

/* Of the control: what the backends' interruptions are measured by. */
static struct tally control[2][2][MAX_OPS];

static double now(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* A byte is read and written at once whatever the instructions. */
static bool can_lose(const struct op *op)
{
	return op->size > 1 || (op->shape != READ && !op_writes(op));
}

/* The unsigned type of the size stands for it: what interrupts it does not know of signs. */
static bool has_twin(const struct op *op)
{
	static const char *const twins[] = { "s8", "s16", "s32", "s64", "colour" };

	for (unsigned int i = 0; i < sizeof(twins) / sizeof(twins[0]); i++) {
		if (strcmp(op->type, twins[i]) == 0)
			return true;
	}
	return false;
}

/* A read is interrupted by the write of its type, any other operation by itself. */
static const struct op *handler_of(const struct opset *set, const struct op *op)
{
	if (op->shape != READ)
		return op;
	for (unsigned int i = 0; i < set->count; i++) {
		if (strcmp(set->ops[i].type, op->type) == 0 && op_writes(&set->ops[i]))
			return &set->ops[i];
	}
	fail_msg("%s on %s has no write to interrupt it", op->name, op->type);
	return NULL;
}

static void print_loss(const char *backend, const struct trial *trial, const struct history *seen)
{
	const struct call *thread = &trial->thread, *handler = &trial->handler;

	print_error("%s: %s(%s *) lost an update: object %#llx, operands %#llx %#llx, interrupted "
		    "%u times by operands %#llx %#llx, became %#llx and gave %#llx\n",
		    backend, thread->op->name, thread->op->type,
		    (unsigned long long)trial->start.lo, (unsigned long long)thread->a.lo,
		    (unsigned long long)thread->b.lo, seen->hits, (unsigned long long)handler->a.lo,
		    (unsigned long long)handler->b.lo, (unsigned long long)seen->end.lo,
		    (unsigned long long)seen->outcome.result.lo);
}

/* A few interruptions of one trial. */
static void interrupt_trial(const struct opset *set, const struct trial *trial, enum check check,
			    struct tally *tally)
{
	const unsigned int calls = check == ORDER ? 1 : CALLS;
	struct history seen;

	for (unsigned int i = 0; i < 4 && interrupt(trial, calls, TRIES, &seen); i++) {
		tally->windows++;
		tally->hits += seen.hits;
		if (check == ORDER ? trial_ordered(trial, &seen) : trial_exact(trial, &seen, calls))
			continue;
		if (tally->lost++ == 0) {
			tally->until_lost = tally->hits;
			if (set != opset_broken)
				print_loss(set->backend, trial, &seen);
		}
	}
}

/* Interrupts one operation until there are `hits` and, where it must lose, until it lost. */
static struct tally interrupt_op(const struct opset *set, const struct op *op, enum check check,
				 unsigned long hits, bool must_lose)
{
	const struct op *handler = handler_of(set, op);
	const unsigned int taken = signals_taken();
	const double end = now() + SECONDS;
	struct tally tally = { 0, 0, 0, 0 };

	while (now() < end &&
	       (tally.hits < hits || (must_lose && tally.lost == 0 && tally.hits < LOST_WITHIN))) {
		const struct trial trial =
			check == ORDER ? trial_draw(op, handler) : trial_totals(op);

		interrupt_trial(set, &trial, check, &tally);
	}
	if (tally.hits < hits)
		print_error("%s: %s(%s *) was interrupted %lu times in %d s, not %lu: %s\n",
			    set->backend, op->name, op->type, tally.hits, SECONDS, hits,
			    signals_taken() == taken ? "no signal arrived" : "too slow");
	if (must_lose && tally.lost == 0)
		print_error("%s: %s(%s *) lost nothing in %lu interruptions, so that this test "
			    "proves nothing about it\n",
			    set->backend, op->name, op->type, tally.hits);
	return tally;
}

static void add_tally(struct tally *sum, const struct tally *tally)
{
	sum->windows += tally->windows;
	sum->hits += tally->hits;
	sum->lost += tally->lost;
}

static void interrupt_all(const struct opset *set, enum source source)
{
	struct tally sum[2] = { { 0, 0, 0, 0 }, { 0, 0, 0, 0 } };
	unsigned int tested[2] = { 0, 0 }, twins = 0, wrong = 0;

	assert_in_range(set->count, 1, MAX_OPS);
	assert_true(source_start(source));
	for (unsigned int i = 0; i < set->count; i++) {
		const struct op *op = &set->ops[i];

		if (has_twin(op)) {
			twins++;
			continue;
		}
		for (enum check check = ORDER; check <= (op_adds(op) ? TOTAL : ORDER); check++) {
			struct tally *measure = &control[source][check][i];
			const bool must_lose = set == opset_broken && can_lose(op);
			unsigned long hits = HITS;
			struct tally tally;

			if (3 * measure->until_lost > hits)
				hits = 3 * measure->until_lost;
			tally = interrupt_op(set, op, check, hits, must_lose);
			if (set == opset_broken)
				*measure = tally;
			if (tally.hits < hits || (tally.lost != 0) != must_lose)
				wrong++;
			add_tally(&sum[check], &tally);
			tested[check]++;
		}
	}
	source_stop();
	print_message("%-10s %-6s %7u %12lu %8lu %7u %12lu %8lu %8lu\n", set->backend,
		      source_names[source], tested[ORDER], sum[ORDER].windows, sum[ORDER].hits,
		      tested[TOTAL], sum[TOTAL].windows, sum[TOTAL].hits,
		      sum[ORDER].lost + sum[TOTAL].lost);
	assert_int_not_equal(tested[ORDER], 0);
	assert_int_equal(tested[ORDER] + twins, set->count);
	assert_int_not_equal(tested[TOTAL], 0);
	assert_int_equal(wrong, 0);
}

/* Per operation: what the control lost, and where it lost least. */
static void print_control(void)
{
	const struct op *ops = opset_broken->ops;
	unsigned int bytes = 0;

	print_message("\nThe control's wrong windows of those interrupted, all types together; "
		      "hits until the first, at most:\n");
	for (unsigned int i = 0; i < opset_broken->count; i++) {
		struct tally sum = { 0, 0, 0, 0 };
		bool first = !has_twin(&ops[i]);

		if (!first)
			continue;
		bytes += !can_lose(&ops[i]);
		for (unsigned int k = 0; k < i; k++)
			first = first &&
				(has_twin(&ops[k]) || strcmp(ops[k].name, ops[i].name) != 0);
		if (!first)
			continue;
		for (unsigned int k = i; k < opset_broken->count; k++) {
			if (strcmp(ops[k].name, ops[i].name) != 0)
				continue;
			for (unsigned int n = 0; n < 4; n++) {
				const struct tally *tally = &control[n / 2][n % 2][k];

				add_tally(&sum, tally);
				if (tally->until_lost > sum.until_lost)
					sum.until_lost = tally->until_lost;
			}
		}
		print_message("  %-26s %6lu of %6lu %5lu\n", ops[i].name, sum.lost, sum.windows,
			      sum.until_lost);
	}
	print_message(
		"Timer: every %u us. No control: reads and writes of a byte, %u operations.\n\n",
		timer_us(), bytes);
}

static void test_control(void **state)
{
	(void)state;
	print_message("%-10s %-6s %7s %12s %8s %7s %12s %8s %8s\n", "backend", "by", "calls",
		      "interrupted", "hits", "totals", "interrupted", "hits", "wrong");
	interrupt_all(opset_broken, TIMER);
	interrupt_all(opset_broken, FLOOD);
	print_control();
}

static void test_backend(void **state)
{
	const struct opset *const *set = *state;

	assert_int_equal((*set)->count, opset_broken->count);
	interrupt_all(*set, TIMER);
	interrupt_all(*set, FLOOD);
}

int main(void)
{
	static const struct opset *sets[4];
	const unsigned int backends = opsets(sets);
	struct CMUnitTest tests[1 + 4] = { cmocka_unit_test(test_control) };

	for (unsigned int i = 0; i < backends; i++) {
		tests[1 + i] = (struct CMUnitTest) { .name = sets[i]->backend,
						     .test_func = test_backend,
						     .initial_state = &sets[i] };
	}
	return _cmocka_run_group_tests("signals", tests, 1 + backends, NULL, NULL);
}
