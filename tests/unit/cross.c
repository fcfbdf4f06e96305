/* SPDX-License-Identifier: MIT */
/*
 * Every operation on every type, through every backend that this target can build, in one process:
 * the same inputs through the backend, the generic path and the model in plain C must leave the
 * same memory, the same neighbours and the same results.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "ops.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* An object between guards. `slot` moves it through the words that a wider access would touch. */
struct frame {
	_Alignas(16) unsigned char bytes[64];
};
enum { OBJECT_AT = 16, SLOTS = 32 };

static unsigned char guard(unsigned int i)
{
	return (unsigned char)(0xa5 ^ (i * 7));
}

static void *frame_set(struct frame *frame, const struct op *op, unsigned int slot, la_u128 x)
{
	for (unsigned int i = 0; i < sizeof(frame->bytes); i++)
		frame->bytes[i] = guard(i);
	op_store(op, frame->bytes + OBJECT_AT + slot, x);
	return frame->bytes + OBJECT_AT + slot;
}

static bool frame_intact(const struct frame *frame, const struct op *op, unsigned int slot)
{
	for (unsigned int i = 0; i < sizeof(frame->bytes); i++) {
		bool object = i >= OBJECT_AT + slot && i < OBJECT_AT + slot + op->size;

		if (!object && frame->bytes[i] != guard(i))
			return false;
	}
	return true;
}

static bool same(la_u128 a, la_u128 b)
{
	return a.lo == b.lo && a.hi == b.hi;
}

static struct {
	unsigned long inputs, operations, pairs, mismatches;
} counted;

/* One operation on the backend under test and on the generic path. */
struct pair {
	const char *backend;
	const struct op *native, *generic;
	bool control; /* a wrong operation: mismatches are what is wanted, and not printed */
};

/* What one call left. */
struct trace {
	la_u128 memory;
	struct outcome out;
	bool intact;
};

static struct trace run(const struct op *op, unsigned int slot, la_u128 x, la_u128 a, la_u128 b)
{
	struct frame frame;
	struct trace t;
	void *p = frame_set(&frame, op, slot, x);

	t.out = op->run(p, a, b);
	t.memory = op_load(op, p);
	t.intact = frame_intact(&frame, op, slot);
	counted.inputs++;
	return t;
}

static void expect(const struct pair *pair, const char *side, const struct trace *got,
		   const struct trace *want, la_u128 x, la_u128 a, la_u128 b)
{
	if (same(got->memory, want->memory) && same(got->out.result, want->out.result) &&
	    same(got->out.expected, want->out.expected) && got->intact)
		return;
	if (counted.mismatches++ >= 10 || pair->control)
		return;
#define HEX "%#llx:%#llx"
#define OF(v) (unsigned long long)(v).hi, (unsigned long long)(v).lo
	print_error("%s: %s on %s, x " HEX " a " HEX " b " HEX ": memory " HEX " for " HEX
		    ", result " HEX " for " HEX ", expected " HEX " for " HEX ", neighbours %s\n",
		    side, pair->native->name, pair->native->type, OF(x), OF(a), OF(b),
		    OF(got->memory), OF(want->memory), OF(got->out.result), OF(want->out.result),
		    OF(got->out.expected), OF(want->out.expected),
		    got->intact ? "intact" : "overwritten");
#undef OF
#undef HEX
}

/* The backend, the generic path and the model on one input. */
static void compare(const struct pair *pair, unsigned int slot, la_u128 x, la_u128 a, la_u128 b)
{
	const struct op *op = pair->native;
	struct trace model = { .memory = x = op_convert(op, x), .intact = true };
	struct trace native, generic;

	/* Operands are not cut: converting them is the operation's own work. Only the model's are.
	 */
	model.out = op->model(&model.memory, op_convert(op, a), op_convert(op, b));
	native = run(op, slot, x, a, b);
	generic = run(pair->generic, slot, x, a, b);
	expect(pair, pair->backend, &native, &model, x, a, b);
	expect(pair, "generic", &generic, &model, x, a, b);
}

static la_u128 edge(const struct op *op, unsigned int n)
{
	static const uint64_t low[] = { 0, 1, 2, 0x7f, 0x80, 0xff, 0x5555555555555555 };
	const unsigned int bits = op->size == 16 ? 64 : 8 * op->size;
	const uint64_t sign = (uint64_t)1 << (bits - 1);
	const uint64_t high[] = { UINT64_MAX, UINT64_MAX - 1, sign, sign - 1, sign + 1, 0x0ff0 };
	la_u128 v = { 0, 0 };

	v.lo = n < COUNT(low) ? low[n] : high[n - COUNT(low)];
	return v;
}
enum { EDGES = 13 };

/* For 128 bits: the halves of two edges, so that values differ in the low half, the high half,
 * both. */
static la_u128 wide(const struct op *op, unsigned int n, unsigned int m)
{
	la_u128 v = { edge(op, n).lo, edge(op, m).lo };

	return v;
}

static unsigned int operands(const struct op *op)
{
	switch (op->shape) {
	case READ:
	case STEP:
	case STEP_VALUE:
	case STEP_BOOL:
		return 0;
	case VOID:
	case VALUE:
	case BOOL:
		return 1;
	default:
		return 2;
	}
}

static void edges(const struct pair *pair)
{
	const struct op *op = pair->native;
	const unsigned int as = operands(op) > 0 ? EDGES : 1, bs = operands(op) > 1 ? EDGES : 1;

	for (unsigned int x = 0; x < EDGES; x++)
		for (unsigned int a = 0; a < as; a++)
			for (unsigned int b = 0; b < bs; b++) {
				if (op->size == 16) {
					compare(pair, 0, wide(op, x, b), wide(op, a, b),
						wide(op, b, x));
					compare(pair, 0, wide(op, b, x), wide(op, b, a),
						wide(op, a, a));
				} else {
					compare(pair, 0, edge(op, x), edge(op, a), edge(op, b));
				}
			}
}

static void each_slot(const struct pair *pair)
{
	const struct op *op = pair->native;
	const la_u128 ones = { UINT64_MAX, UINT64_MAX }, one = { 1, 0 };

	for (unsigned int slot = 0; slot + op->size <= SLOTS; slot += op->size) {
		compare(pair, slot, ones, one, one);
		compare(pair, slot, ones, ones, one);
		compare(pair, slot, one, ones, ones);
	}
}

/* xorshift64*: the same sequence in every run. */
static uint64_t random_64(uint64_t *state)
{
	*state ^= *state >> 12;
	*state ^= *state << 25;
	*state ^= *state >> 27;
	return *state * 0x2545f4914f6cdd1d;
}

static la_u128 random_value(uint64_t *state)
{
	la_u128 v = { random_64(state), random_64(state) };

	/* Half of them small or all ones, so that compares match now and then. */
	switch (random_64(state) >> 62) {
	case 0:
		v.lo = v.lo >> 62;
		v.hi = 0;
		break;
	case 1:
		v.lo = v.hi = UINT64_MAX;
		break;
	}
	return v;
}

/* A sequence of random operations on one object of each backend, in step; *x follows in the model.
 */
static void sequence(const struct opset *set, const char *type, unsigned int steps)
{
	unsigned int chosen[64], n = 0;
	struct frame native, generic;
	uint64_t state = 88172645463325252;
	la_u128 x = { 0, 0 };
	void *p, *q;

	for (unsigned int i = 0; i < set->count; i++)
		if (strcmp(set->ops[i].type, type) == 0)
			chosen[n++] = i;
	assert_in_range(n, 1, COUNT(chosen));
	p = frame_set(&native, &set->ops[chosen[0]], 0, x);
	q = frame_set(&generic, &set->ops[chosen[0]], 0, x);
	for (unsigned int step = 0; step < steps; step++) {
		const unsigned int i = chosen[random_64(&state) % n];
		const struct op *op = &set->ops[i];
		const struct pair pair = { set->backend, op, &opset_generic->ops[i], false };
		const la_u128 before = x, b = random_value(&state);
		/* Now and then what the object holds, so that long compares match too. */
		const la_u128 a = random_64(&state) % 4 == 0 ? x : random_value(&state);
		struct trace model = { .intact = true }, got;

		model.out = op->model(&x, op_convert(op, a), op_convert(op, b));
		model.memory = x;
		got.out = op->run(p, a, b);
		got.memory = op_load(op, p);
		got.intact = frame_intact(&native, op, 0);
		expect(&pair, set->backend, &got, &model, before, a, b);
		got.out = opset_generic->ops[i].run(q, a, b);
		got.memory = op_load(op, q);
		got.intact = frame_intact(&generic, op, 0);
		expect(&pair, "generic", &got, &model, before, a, b);
		counted.inputs += 2;
	}
}

/* v op v: the operand is the object itself, which a compiler may read a second time. */
static void on_itself(const struct pair *pair)
{
	const struct op *op = pair->native;

	if (op->run_on_itself == NULL)
		return;
	for (unsigned int n = 0; n < EDGES; n++) {
		const la_u128 x = op_convert(op, edge(op, n));
		const la_u128 next = op_convert(op, (la_u128) { x.lo + 1, 0 });
		struct trace model = { .memory = x, .intact = true }, got;
		struct frame frame;
		void *p = frame_set(&frame, op, 0, x);

		model.out = op->model(&model.memory, x, next);
		got.out = op->run_on_itself(p);
		got.memory = op_load(op, p);
		got.intact = frame_intact(&frame, op, 0);
		expect(pair, pair->backend, &got, &model, x, x, next);
		counted.inputs++;
	}
}

static void cross_check(void **state)
{
	const struct opset *const set = *state;
	const char *type = "";

	memset(&counted, 0, sizeof(counted));
	assert_int_equal(set->count, opset_generic->count);
	for (unsigned int i = 0; i < set->count; i++) {
		const struct pair pair = { set->backend, &set->ops[i], &opset_generic->ops[i],
					   false };
		const unsigned int size = pair.native->size;

		assert_string_equal(pair.native->name, pair.generic->name);
		assert_string_equal(pair.native->type, pair.generic->type);
		/* A width that this backend lacks runs on generic, and is not counted as compared.
		 */
		if (strcmp(set->runs(size), opset_generic->runs(size)) != 0)
			counted.pairs++;
		edges(&pair);
		each_slot(&pair);
		on_itself(&pair);
		if (strcmp(type, pair.native->type) != 0)
			sequence(set, type = pair.native->type, 2000);
		counted.operations++;
	}
	printf("%s: %lu operations x types, %lu of them on another backend than generic, %lu inputs, "
	       "%lu mismatches\n",
	       set->backend, counted.operations, counted.pairs, counted.inputs, counted.mismatches);
	assert_int_equal(counted.mismatches, 0);
	assert_int_equal(counted.operations, set->count);
	assert_true(counted.inputs > 100 * counted.operations);
	if (set != opset_generic) {
		assert_string_not_equal(set->backend, opset_generic->backend);
		assert_true(counted.pairs > 0);
	}
}

/* The control: each of these runs in the place of the operation before it and must be noticed. */
static void wrong_operations_are_noticed(void **state)
{
	static const struct {
		const char *right, *right_type, *wrong, *wrong_type;
	} controls[] = {
		{ "la_fetch_add_local", "s32", "la_add_return_local", "s32" },
		{ "la_add_local", "u8", "la_add_local", "u16" },
		{ "la_or_local", "u16", "la_or_local", "u32" },
		{ "la_xor_local", "u32", "la_xor_local", "u64" },
		{ "la_inc_local", "u64", "la_inc_local", "u32" },
		{ "la_cmpxchg_local", "s8", "la_xchg_local", "s8" },
		{ "la_write_local", "bool_", "la_write_local", "u8" },
		{ "la_try_cmpxchg_local", "s16", "la_cmpxchg_local", "s16" },
		{ "la_local_add_unless", "local", "la_local_fetch_add", "local" },
		{ "la_local64_inc_and_test", "local64", "la_local64_dec_and_test", "local64" },
		{ "la_try_cmpxchg128_local", "u128", "la_cmpxchg128_local", "u128" },
	};

	(void)state;
	for (unsigned int n = 0; n < COUNT(controls); n++) {
		struct pair pair = { .backend = "control", .control = true };
		struct op wrong;

		for (unsigned int i = 0; i < opset_generic->count; i++) {
			const struct op *op = &opset_generic->ops[i];

			if (strcmp(op->name, controls[n].right) == 0 &&
			    strcmp(op->type, controls[n].right_type) == 0)
				pair.generic = op;
			if (strcmp(op->name, controls[n].wrong) == 0 &&
			    strcmp(op->type, controls[n].wrong_type) == 0)
				pair.native = op;
		}
		assert_non_null(pair.generic);
		assert_non_null(pair.native);
		wrong = *pair.generic;
		wrong.run = pair.native->run;
		pair.native = &wrong;
		memset(&counted, 0, sizeof(counted));
		edges(&pair);
		if (counted.mismatches == 0)
			fail_msg("%s in the place of %s was not noticed", controls[n].wrong,
				 controls[n].right);
	}
	printf("controls: %zu wrong operations noticed\n", COUNT(controls));
}

/* The numbers that the list must have, so that a line lost from it is noticed. */
static void list_is_whole(void **state)
{
	const unsigned int integer = 5 + 7 + 10, counter = 20;

	(void)state;
	assert_int_equal(opset_generic->count, 9 * integer + (5 + 7) + 5 + 2 * 2 + 2 * counter + 2);
}

int main(void)
{
	const struct opset *sets[4];
	struct CMUnitTest tests[6] = {
		cmocka_unit_test(list_is_whole),
		cmocka_unit_test(wrong_operations_are_noticed),
	};
	const unsigned int n = opsets(sets);

	for (unsigned int i = 0; i < n; i++) {
		tests[i + 2].name = sets[i]->backend;
		tests[i + 2].test_func = cross_check;
		/* cmocka's initial state is not const; the test only reads it. */
		tests[i + 2].initial_state = (void *)(uintptr_t)sets[i];
	}
	printf("chosen backend: %s, %u backends\n", sets[0]->backend, n);
	return _cmocka_run_group_tests("cross", tests, n + 2, NULL, NULL);
}
