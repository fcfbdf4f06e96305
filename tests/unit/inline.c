/* SPDX-License-Identifier: MIT */
/*
 * Every operation on every type, inlined into a function that owns the object: stored and loaded
 * plainly around the operation, so that an asm block which does not tell the compiler what it reads
 * and writes leaves a stale or a lost value; and with operands that count how often they are
 * evaluated. Built once per backend and compared with the model.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stdio.h>
#include <cmocka.h>
#include <localatomic/localatomic.h>
#include "ops.h"

/* Evaluations of each argument of one call. */
static unsigned int object_evaluated, a_evaluated, b_evaluated;
#define ONCE(count, v) (count++, (v))
#define P ONCE(object_evaluated, object)
/* For TRY it is not a's value that must be evaluated once, but the pointer to it. */
#define EXPECTED(e) (a_evaluated = 0, ONCE(a_evaluated, e))
#include "calls.h"

/* The object is a local variable, written and read by plain assignment through its value type. */
#define INLINE_(tag, O, V, I, name, shape)                                            \
	static struct outcome inline_##tag##_##name(la_u128 *x, la_u128 a, la_u128 b) \
	{                                                                             \
		struct outcome out = { { 0, 0 }, { 0, 0 } };                          \
		union {                                                               \
			O object;                                                     \
			V value;                                                      \
		} u;                                                                  \
		O *const object = &u.object;                                          \
		(void)a;                                                              \
		(void)b;                                                              \
		u.value = TO_##I(V, *x);                                              \
		CALL_##shape(name, V, I, ONCE(a_evaluated, TO_##I(V, a)),             \
			     ONCE(b_evaluated, TO_##I(V, b)));                        \
		x->lo = FROM_##I(u.value);                                            \
		return out;                                                           \
	}
#define INLINE(TYPE, name, shape, becomes, gives) CALL(INLINE_, UNPACK TYPE, name, shape)
OPS_64(INLINE)

#define ENTRY_(tag, O, V, I, name) inline_##tag##_##name,
#define ENTRY(TYPE, name, shape, becomes, gives) CALL(ENTRY_, UNPACK TYPE, name)
static struct outcome (*const inlined[])(la_u128 *, la_u128, la_u128) = { OPS_64(ENTRY) };
enum { INLINED = sizeof(inlined) / sizeof(inlined[0]) };

static const uint64_t values[] = { 0, 1, 2, 0x7f, 0x80, 0xff, 0xffff, 0x80000000, UINT64_MAX };
enum { VALUES = sizeof(values) / sizeof(values[0]) };

static void check(const struct op *op, unsigned int i, la_u128 x, la_u128 a, la_u128 b)
{
	const bool has_b = op->shape == CMPXCHG || op->shape == TRY || op->shape == UNLESS;
	const bool has_a = has_b || op->shape == VOID || op->shape == VALUE || op->shape == BOOL;
	la_u128 memory = x, wanted = x;
	struct outcome got, want;

	object_evaluated = a_evaluated = b_evaluated = 0;
	got = inlined[i](&memory, a, b);
	want = op->model(&wanted, a, b);
	if (memory.lo != wanted.lo || got.result.lo != want.result.lo ||
	    got.expected.lo != want.expected.lo)
		fail_msg(
			"%s on %s, x %#llx a %#llx b %#llx: memory %#llx for %#llx, result %#llx for "
			"%#llx",
			op->name, op->type, (unsigned long long)x.lo, (unsigned long long)a.lo,
			(unsigned long long)b.lo, (unsigned long long)memory.lo,
			(unsigned long long)wanted.lo, (unsigned long long)got.result.lo,
			(unsigned long long)want.result.lo);
	if (object_evaluated != 1 || a_evaluated != has_a || b_evaluated != has_b)
		fail_msg("%s on %s evaluates its arguments %u, %u and %u times", op->name, op->type,
			 object_evaluated, a_evaluated, b_evaluated);
}

static void inlined_operations(void **state)
{
	const struct op *ops = opset_generic->ops;
	unsigned long inputs = 0;

	(void)state;
	/* The opset has the 128-bit operations beside these. */
	assert_true(INLINED > 0 && INLINED < opset_generic->count);
	for (unsigned int i = 0; i < INLINED; i++)
		for (unsigned int x = 0; x < VALUES; x++)
			for (unsigned int a = 0; a < VALUES; a++, inputs++)
				check(&ops[i], i, op_convert(&ops[i], (la_u128) { values[x], 0 }),
				      op_convert(&ops[i], (la_u128) { values[a], 0 }),
				      op_convert(&ops[i],
						 (la_u128) { values[(x + a) % VALUES], 0 }));
	printf("%s: %u inlined operations, %lu inputs\n", la_backend_name(), (unsigned int)INLINED,
	       inputs);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(inlined_operations) };

	return cmocka_run_group_tests_name("inline", tests, NULL, NULL);
}
