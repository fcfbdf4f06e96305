/* SPDX-License-Identifier: MIT */
/*
 * What a thread and its signal handler did to one object, and whether atomic operations could have
 * done it: by operations in some order, each on what the one before it left. Plain C, no signals.
 */
#ifndef LA_TESTS_SIGNALS_ORDER_H
#define LA_TESTS_SIGNALS_ORDER_H

#include "ops.h"

struct call {
	const struct op *op;
	la_u128 a, b;
};

/* The object at first, the call that is interrupted and the call that interrupts it. */
struct trial {
	la_u128 start;
	struct call thread, handler;
};

/* One run of the handler: the object as it found it, and what its call gave. */
struct visit {
	la_u128 found;
	struct outcome outcome;
};

/* What was seen of a trial. The handler's first VISITS runs are kept, all are counted. */
#define VISITS 8
struct history {
	struct outcome outcome; /* of the thread's last call */
	struct visit visits[VISITS];
	unsigned int hits;
	la_u128 end;
};

/* A plain write of its operand. */
bool op_writes(const struct op *op);

/* Adds the same number to every small positive object, with the operands of trial_totals(). */
bool op_adds(const struct op *op);

/*
 * Operands for a call of `op` that a call of `handler` interrupts, three times of four such that
 * the loss of the handler's update shows. For reads and writes the object is toggled between 0 and
 * ~0. The numbers are pseudo-random, the same in every run.
 */
struct trial trial_draw(const struct op *op, const struct op *handler);

/* One call of the thread: some order of it and the handler's calls gives everything that was seen. */
bool trial_ordered(const struct trial *trial, const struct history *seen);

/* Operands for many calls of an operation that adds, and whether each call was counted once. */
struct trial trial_totals(const struct op *op);
bool trial_exact(const struct trial *trial, const struct history *seen, unsigned int calls);

#endif
