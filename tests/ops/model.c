/* SPDX-License-Identifier: MIT */
/* The operations in plain unsigned C, from the expressions of ops.h, and what tests need beside
 * them. */
#include <string.h>
#include <localatomic/localatomic.h>
#include "ops.h"
#include "calls.h"

/* Operands arrive as values of the object's type (see op_convert). */
#define CUT(v) op_cut((v), size)
#define NEGATIVE(v) (((v) >> (8 * size - 1)) & 1)
#define MODEL_(tag, O, name, shape, becomes, gives)                                   \
	struct outcome model_##tag##_##name(la_u128 *object, la_u128 va, la_u128 vb); \
	struct outcome model_##tag##_##name(la_u128 *object, la_u128 va, la_u128 vb)  \
	{                                                                             \
		struct outcome out = { { 0, 0 }, { 0, 0 } };                          \
		const uint64_t x = object->lo, a = va.lo, b = vb.lo;                  \
		const unsigned int size = sizeof(O);                                  \
		(void)a;                                                              \
		(void)b;                                                              \
		object->lo = CUT(becomes);                                            \
		out.result.lo = CUT((uint64_t)(gives));                               \
		if (shape == TRY)                                                     \
			out.expected.lo = x == a ? a : x;                             \
		return out;                                                           \
	}
#define MODEL(TYPE, name, shape, becomes, gives) \
	CALL(MODEL_, FIRST_TWO TYPE, name, shape, becomes, gives)
#define FIRST_TWO(tag, O, V, I) tag, O

OPS_64(MODEL)

#define MODEL_128(name, shape)                                                   \
	struct outcome model_u128_##name(la_u128 *object, la_u128 a, la_u128 b); \
	struct outcome model_u128_##name(la_u128 *object, la_u128 a, la_u128 b)  \
	{                                                                        \
		struct outcome out = { { 0, 0 }, { 0, 0 } };                     \
		const la_u128 x = *object;                                       \
		const bool same = x.lo == a.lo && x.hi == a.hi;                  \
		if (same)                                                        \
			*object = b;                                             \
		if (shape == TRY) {                                              \
			out.result.lo = same;                                    \
			out.expected = x;                                        \
		} else {                                                         \
			out.result = x;                                          \
		}                                                                \
		return out;                                                      \
	}
OPS_128(MODEL_128)

la_u128 op_convert(const struct op *op, la_u128 v)
{
	if (op->is_bool)
		return (la_u128) { v.lo != 0, 0 };
	return (la_u128) { op_cut(v.lo, op->size), op->size == 16 ? v.hi : 0 };
}

/* By memcpy on a value of the width: no operation of the library's is used to check it. */
la_u128 op_load(const struct op *op, const void *p)
{
	la_u128 v = { 0, 0 };
	uint8_t u8;
	uint16_t u16;
	uint32_t u32;

	switch (op->size) {
	case 1:
		memcpy(&u8, p, sizeof(u8));
		v.lo = u8;
		break;
	case 2:
		memcpy(&u16, p, sizeof(u16));
		v.lo = u16;
		break;
	case 4:
		memcpy(&u32, p, sizeof(u32));
		v.lo = u32;
		break;
	case 8:
		memcpy(&v.lo, p, sizeof(v.lo));
		break;
	default:
		memcpy(&v, p, sizeof(v));
		break;
	}
	return v;
}

void op_store(const struct op *op, void *p, la_u128 v)
{
	const uint8_t u8 = (uint8_t)v.lo;
	const uint16_t u16 = (uint16_t)v.lo;
	const uint32_t u32 = (uint32_t)v.lo;

	switch (op->size) {
	case 1:
		memcpy(p, &u8, sizeof(u8));
		break;
	case 2:
		memcpy(p, &u16, sizeof(u16));
		break;
	case 4:
		memcpy(p, &u32, sizeof(u32));
		break;
	case 8:
		memcpy(p, &v.lo, sizeof(v.lo));
		break;
	default:
		memcpy(p, &v, sizeof(v));
		break;
	}
}

unsigned int opsets(const struct opset *sets[4])
{
	const struct opset *const all[] = { opset_default, opset_llsc, opset_c11, opset_generic };
	unsigned int n = 0;

	for (unsigned int i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		bool known = all[i] == NULL;

		for (unsigned int k = 0; k < n; k++)
			known = known || strcmp(sets[k]->backend, all[i]->backend) == 0;
		if (!known)
			sets[n++] = all[i];
	}
	return n;
}
