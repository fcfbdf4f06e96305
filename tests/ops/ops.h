/* SPDX-License-Identifier: MIT */
/*
 * The public operations of the thread scope, written once. Every test loops over this list.
 *
 * OP(name, shape, becomes, gives): `becomes` is the object's new value and `gives` the result, in
 * plain unsigned C, from x (the old value) and the operands a and b. Both are cut to the object's
 * width by whoever uses them; CUT(v) is v at that width, NEGATIVE(v) its sign bit there.
 *
 * Shapes, as the operation is called:
 *   READ(p)  STEP(p)  STEP_VALUE(p)  STEP_BOOL(p)    no operand
 *   VOID(p, a)  VALUE(p, a)  BOOL(p, a)              one
 *   CMPXCHG(p, a, b)  TRY(p, &a, b)  UNLESS(p, a, b) two
 * READ, STEP_VALUE, VALUE and CMPXCHG give a T; STEP and VOID give nothing; the others a bool.
 */
#ifndef LA_TESTS_OPS_H
#define LA_TESTS_OPS_H

#include <localatomic/detail/compiler.h>

/* On an object of any type. */
#define OPS_ANY(OP, TYPE)                                           \
	OP(TYPE, la_read_local, READ, x, x)                         \
	OP(TYPE, la_write_local, VOID, a, 0)                        \
	OP(TYPE, la_cmpxchg_local, CMPXCHG, x == a ? b : x, x)      \
	OP(TYPE, la_try_cmpxchg_local, TRY, x == a ? b : x, x == a) \
	OP(TYPE, la_xchg_local, VALUE, a, x)

/* On integers, enums and bool. */
#define OPS_LOGIC(OP, TYPE)                           \
	OP(TYPE, la_fetch_and_local, VALUE, x &a, x)  \
	OP(TYPE, la_fetch_or_local, VALUE, x | a, x)  \
	OP(TYPE, la_fetch_xor_local, VALUE, x ^ a, x) \
	OP(TYPE, la_and_local, VOID, x &a, 0)         \
	OP(TYPE, la_or_local, VOID, x | a, 0)         \
	OP(TYPE, la_xor_local, VOID, x ^ a, 0)        \
	OP(TYPE, la_andnot_local, VOID, x & ~a, 0)

/* On integers and enums. */
#define OPS_ARITH(OP, TYPE)                                     \
	OP(TYPE, la_fetch_add_local, VALUE, x + a, x)           \
	OP(TYPE, la_fetch_sub_local, VALUE, x - a, x)           \
	OP(TYPE, la_add_return_local, VALUE, x + a, x + a)      \
	OP(TYPE, la_sub_return_local, VALUE, x - a, x - a)      \
	OP(TYPE, la_inc_return_local, STEP_VALUE, x + 1, x + 1) \
	OP(TYPE, la_dec_return_local, STEP_VALUE, x - 1, x - 1) \
	OP(TYPE, la_add_local, VOID, x + a, 0)                  \
	OP(TYPE, la_sub_local, VOID, x - a, 0)                  \
	OP(TYPE, la_inc_local, STEP, x + 1, 0)                  \
	OP(TYPE, la_dec_local, STEP, x - 1, 0)

/* On integers of 8 bytes. */
#define OPS_INT64(OP, TYPE)                                      \
	OP(TYPE, la_cmpxchg64_local, CMPXCHG, x == a ? b : x, x) \
	OP(TYPE, la_try_cmpxchg64_local, TRY, x == a ? b : x, x == a)

/* On la_u128: OP(name, shape), the same two operations on whole values. */
#define OPS_128(OP)                      \
	OP(la_cmpxchg128_local, CMPXCHG) \
	OP(la_try_cmpxchg128_local, TRY)

/* X is la_local or la_local64. */
#define OPS_COUNTER(OP, TYPE, X)                                          \
	OP(TYPE, X##_read, READ, x, x)                                    \
	OP(TYPE, X##_set, VOID, a, 0)                                     \
	OP(TYPE, X##_add, VOID, x + a, 0)                                 \
	OP(TYPE, X##_sub, VOID, x - a, 0)                                 \
	OP(TYPE, X##_inc, STEP, x + 1, 0)                                 \
	OP(TYPE, X##_dec, STEP, x - 1, 0)                                 \
	OP(TYPE, X##_add_return, VALUE, x + a, x + a)                     \
	OP(TYPE, X##_sub_return, VALUE, x - a, x - a)                     \
	OP(TYPE, X##_inc_return, STEP_VALUE, x + 1, x + 1)                \
	OP(TYPE, X##_dec_return, STEP_VALUE, x - 1, x - 1)                \
	OP(TYPE, X##_fetch_add, VALUE, x + a, x)                          \
	OP(TYPE, X##_xchg, VALUE, a, x)                                   \
	OP(TYPE, X##_cmpxchg, CMPXCHG, x == a ? b : x, x)                 \
	OP(TYPE, X##_try_cmpxchg, TRY, x == a ? b : x, x == a)            \
	OP(TYPE, X##_add_unless, UNLESS, x != b ? x + a : x, x != b)      \
	OP(TYPE, X##_inc_not_zero, STEP_BOOL, x != 0 ? x + 1 : x, x != 0) \
	OP(TYPE, X##_add_negative, BOOL, x + a, NEGATIVE(x + a))          \
	OP(TYPE, X##_sub_and_test, BOOL, x - a, CUT(x - a) == 0)          \
	OP(TYPE, X##_inc_and_test, STEP_BOOL, x + 1, CUT(x + 1) == 0)     \
	OP(TYPE, X##_dec_and_test, STEP_BOOL, x - 1, CUT(x - 1) == 0)

/*
 * All of them, of up to 64 bits, on every object type. TYPE is (tag, object type, value type, image
 * type), where values travel as uint64_t through the image type: pointers through uintptr_t.
 */
#define OPS_INTEGER(OP, TYPE) OPS_ANY(OP, TYPE) OPS_LOGIC(OP, TYPE) OPS_ARITH(OP, TYPE)
#define OPS_64(OP)                                                     \
	OPS_INTEGER(OP, (s8, int8_t, int8_t, uint64_t))                \
	OPS_INTEGER(OP, (u8, uint8_t, uint8_t, uint64_t))              \
	OPS_INTEGER(OP, (s16, int16_t, int16_t, uint64_t))             \
	OPS_INTEGER(OP, (u16, uint16_t, uint16_t, uint64_t))           \
	OPS_INTEGER(OP, (s32, int32_t, int32_t, uint64_t))             \
	OPS_INTEGER(OP, (u32, uint32_t, uint32_t, uint64_t))           \
	OPS_INTEGER(OP, (s64, int64_t, int64_t, uint64_t))             \
	OPS_INTEGER(OP, (u64, uint64_t, uint64_t, uint64_t))           \
	OPS_INTEGER(OP, (colour, enum colour, enum colour, uint64_t))  \
	OPS_ANY(OP, (bool_, bool, bool, uint64_t))                     \
	OPS_LOGIC(OP, (bool_, bool, bool, uint64_t))                   \
	OPS_ANY(OP, (pointer, void *, void *, uintptr_t))              \
	OPS_INT64(OP, (s64, int64_t, int64_t, uint64_t))               \
	OPS_INT64(OP, (u64, uint64_t, uint64_t, uint64_t))             \
	OPS_COUNTER(OP, (local, la_local_t, long, uint64_t), la_local) \
	OPS_COUNTER(OP, (local64, la_local64_t, int64_t, uint64_t), la_local64)

enum colour { RED, GREEN, BLUE, LAST_COLOUR = 0x7fffffff };

enum shape { READ, STEP, STEP_VALUE, STEP_BOOL, VOID, VALUE, BOOL, CMPXCHG, TRY, UNLESS };

/* What a call leaves beside the object: its result, and for TRY the expected value behind it. */
struct outcome {
	la_u128 result;
	la_u128 expected;
};

/* One operation on one type, as one backend runs it. Operands and results of up to 64 bits are lo.
 */
struct op {
	const char *name;
	const char *type;
	unsigned int size;
	bool is_bool;
	enum shape shape;
	struct outcome (*run)(void *p, la_u128 a, la_u128 b);
	/* With the object itself as operand a and, for CMPXCHG, TRY and UNLESS, object + 1 as b. */
	struct outcome (*run_on_itself)(void *p);
	/* Plain C: changes *x and gives the outcome. */
	struct outcome (*model)(la_u128 *x, la_u128 a, la_u128 b);
};

struct opset {
	const char *backend;
	const char *(*runs)(unsigned int size); /* the backend that does the work at that width */
	const struct op *ops;
	unsigned int count;
};

/* v cut to an object of `size` bytes. */
static inline uint64_t op_cut(uint64_t v, unsigned int size)
{
	return size < 8 ? v & (((uint64_t)1 << (8 * size)) - 1) : v;
}

/*
 * The same operations in the same order, once per backend, NULL where the target cannot build it.
 * `broken` is the generic backend without its mask (load, operate, store): the control that must
 * lose updates wherever the others are tested against interruption.
 */
extern const struct opset *const opset_default,
	*const opset_llsc, *const opset_c11, *const opset_generic, *const opset_broken;

/* The distinct backends of this target, the chosen one first and generic last; returns their
 * number. */
unsigned int opsets(const struct opset *sets[4]);

/* `v` as the value of an object of the operation's type. */
la_u128 op_convert(const struct op *op, la_u128 v);
la_u128 op_load(const struct op *op, const void *p);
void op_store(const struct op *op, void *p, la_u128 v);

#endif
