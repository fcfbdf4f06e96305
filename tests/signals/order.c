/* SPDX-License-Identifier: MIT */
/* Trials: their operands, and the judgement of what was seen. */
#include "order.h"

static const la_u128 zero = { 0, 0 }, ones = { UINT64_MAX, UINT64_MAX };

static bool same_value(la_u128 x, la_u128 y)
{
	return x.lo == y.lo && x.hi == y.hi;
}

static bool same_outcome(struct outcome x, struct outcome y)
{
	return same_value(x.result, y.result) && same_value(x.expected, y.expected);
}

static struct outcome apply(const struct call *call, la_u128 *x)
{
	return call->op->model(x, call->a, call->b);
}

bool trial_ordered(const struct trial *trial, const struct history *seen)
{
	for (unsigned int before = 0; before <= seen->hits; before++) {
		la_u128 x = trial->start;
		bool fits = true;

		for (unsigned int k = 0; k <= seen->hits && fits; k++) {
			la_u128 found;
			struct outcome outcome;

			if (k == before)
				fits = same_outcome(apply(&trial->thread, &x), seen->outcome);
			if (k == seen->hits)
				break;
			found = x;
			outcome = apply(&trial->handler, &x);
			if (k < VISITS)
				fits = fits && same_value(found, seen->visits[k].found) &&
				       same_outcome(outcome, seen->visits[k].outcome);
		}
		if (fits && same_value(x, seen->end))
			return true;
	}
	return false;
}

/* Not if both calls started from the same object and the thread stored last. */
static bool loss_shows(const struct trial *trial)
{
	struct history lost = { .hits = 1, .end = trial->start };
	la_u128 x = trial->start;

	lost.outcome = apply(&trial->thread, &lost.end);
	lost.visits[0].found = x;
	lost.visits[0].outcome = apply(&trial->handler, &x);
	return !trial_ordered(trial, &lost);
}

static uint64_t random64(void)
{
	static uint64_t x = 0x9e3779b97f4a7c15;

	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	return x;
}

/* An edge value at any width, or any value. */
static la_u128 draw_value(const struct op *op)
{
	const uint64_t sign = (uint64_t)1 << (8 * (op->size < 8 ? op->size : 8) - 1);
	const uint64_t edges[] = { 0, 1, UINT64_MAX, sign, sign - 1 };
	const uint64_t any = random64(), kind = random64() % 10;
	la_u128 v = { any, random64() };

	if (kind < 5)
		v = (la_u128) { edges[kind], edges[kind] };
	if (op->is_bool)
		v.lo = any >> 32 & 1;
	return op_convert(op, v);
}

/* Often the object itself, which is what a cmpxchg expects; or what makes a sum meet its limit. */
static la_u128 draw_operand(const struct op *op, la_u128 start, la_u128 other)
{
	switch (random64() % 4) {
	case 0:
		return other;
	case 1:
		other.lo += start.lo;
		if (op->is_bool)
			other.lo &= 1;
		return op_convert(op, other);
	default:
		return start;
	}
}

struct trial trial_draw(const struct op *op, const struct op *handler)
{
	struct trial trial = { .thread = { .op = op }, .handler = { .op = handler } };
	la_u128 other;

	if (op->shape == READ || op_writes(op)) {
		const bool up = random64() & 1;
		const la_u128 here = op_convert(op, up ? zero : ones);
		const la_u128 there = op_convert(op, up ? ones : zero);

		trial.start = here;
		trial.thread.a = there;
		trial.handler.a = op->shape == READ ? there : here;
		return trial;
	}
	do {
		trial.start = draw_value(op);
		other = draw_value(op);
		trial.thread.a = draw_operand(op, trial.start, other);
		trial.thread.b = draw_operand(op, trial.start, other);
		trial.handler.a = draw_operand(op, trial.start, other);
		trial.handler.b = draw_operand(op, trial.start, other);
	} while (!loss_shows(&trial) && random64() % 4);
	return trial;
}

/* No operand is 0: that is where la_local_add_unless() does not add. */
struct trial trial_totals(const struct op *op)
{
	const struct trial trial = {
		.start = { 1, 0 },
		.thread = { op, { 3, 0 }, zero },
		.handler = { op, { 5, 0 }, zero },
	};

	return trial;
}

static uint64_t added(const struct call *call, uint64_t from)
{
	la_u128 x = { from, 0 };

	(void)apply(call, &x);
	return op_cut(x.lo - from, call->op->size);
}

bool trial_exact(const struct trial *trial, const struct history *seen, unsigned int calls)
{
	const uint64_t total = trial->start.lo + calls * added(&trial->thread, 1) +
			       seen->hits * added(&trial->handler, 1);

	return seen->end.lo == op_cut(total, trial->thread.op->size);
}

bool op_adds(const struct op *op)
{
	const struct trial trial = trial_totals(op);
	const uint64_t step = added(&trial.thread, 1);

	if (op->is_bool || op->size > 8 || step == 0)
		return false;
	for (uint64_t from = 1; from < 100; from++) {
		if (added(&trial.thread, from) != step)
			return false;
	}
	return true;
}

bool op_writes(const struct op *op)
{
	const la_u128 values[] = { op_convert(op, zero), op_convert(op, ones) };

	if (op->shape != VOID)
		return false;
	for (unsigned int i = 0; i < 4; i++) {
		la_u128 x = values[i & 1];

		(void)op->model(&x, values[i >> 1], zero);
		if (!same_value(x, values[i >> 1]))
			return false;
	}
	return true;
}
