/* SPDX-License-Identifier: MIT */
/*
 * The body of one opset: every operation of ops.h through the public front end, out of line. The
 * including file chooses the backend by LA_FORCE_* and names the set by OPSET.
 */
#include <localatomic/localatomic.h>
#include "ops.h"
#include "calls.h"

#define RUN_(tag, O, V, I, name, shape)                                         \
	static struct outcome run_##tag##_##name(void *p, la_u128 a, la_u128 b) \
	{                                                                       \
		struct outcome out = { { 0, 0 }, { 0, 0 } };                    \
		O *object = p;                                                  \
		(void)a;                                                        \
		(void)b;                                                        \
		CALL_##shape(name, V, I, TO_##I(V, a), TO_##I(V, b));           \
		return out;                                                     \
	}
#define RUN(TYPE, name, shape, becomes, gives) CALL(RUN_, UNPACK TYPE, name, shape)
OPS_64(RUN)

/* The object as its own operand: a compiler may read it again behind the operation. */
#define ITSELF_uint64_t(tag, O, V, I, name, shape)                           \
	static struct outcome itself_##tag##_##name(void *p)                 \
	{                                                                    \
		struct outcome out = { { 0, 0 }, { 0, 0 } };                 \
		O *object = p;                                               \
		const V *value = p;                                          \
		(void)value;                                                 \
		CALL_##shape(name, V, I, *value, (V)((uint64_t)*value + 1)); \
		return out;                                                  \
	}
#define ITSELF_uintptr_t(tag, O, V, I, name, shape)
#define ITSELF_(tag, O, V, I, name, shape) ITSELF_##I(tag, O, V, I, name, shape)
#define ITSELF(TYPE, name, shape, becomes, gives) CALL(ITSELF_, UNPACK TYPE, name, shape)
OPS_64(ITSELF)

#define RUN_128_CMPXCHG(name, object, out, a, b) (out).result = name(object, a, b)
#define RUN_128_TRY(name, object, out, a, b)                        \
	do {                                                        \
		(out).expected = (a);                               \
		(out).result.lo = name(object, &(out).expected, b); \
	} while (0)
#define RUN_128(name, shape)                                                 \
	static struct outcome run_u128_##name(void *p, la_u128 a, la_u128 b) \
	{                                                                    \
		struct outcome out = { { 0, 0 }, { 0, 0 } };                 \
		RUN_128_##shape(name, (la_u128 *)p, out, a, b);              \
		return out;                                                  \
	}
OPS_128(RUN_128)

#define DECLARE_(tag, O, V, I, name) \
	struct outcome model_##tag##_##name(la_u128 *, la_u128, la_u128);
#define DECLARE(TYPE, name, shape, becomes, gives) CALL(DECLARE_, UNPACK TYPE, name)
#define DECLARE_128(name, shape) DECLARE_(u128, , , , name)
OPS_64(DECLARE)
OPS_128(DECLARE_128)

#define IS_BOOL(V) __builtin_types_compatible_p(V, _Bool)
#define ENTRY_(tag, O, V, I, name, shape) \
	{ #name,                          \
	  #tag,                           \
	  sizeof(O),                      \
	  IS_BOOL(V),                     \
	  shape,                          \
	  run_##tag##_##name,             \
	  ITSELF_OF_##I(tag, name),       \
	  model_##tag##_##name },
#define ITSELF_OF_uint64_t(tag, name) itself_##tag##_##name
#define ITSELF_OF_uintptr_t(tag, name) NULL
#define ENTRY(TYPE, name, shape, becomes, gives) CALL(ENTRY_, UNPACK TYPE, name, shape)
#define ENTRY_128(name, shape) \
	{ #name, "u128", sizeof(la_u128), false, shape, run_u128_##name, NULL, model_u128_##name },

static const struct op ops[] = { OPS_64(ENTRY) OPS_128(ENTRY_128) };

static const char *runs(unsigned int size)
{
#if defined(LA_C11_MASKS_8)
	if (size == 1)
		return "generic";
#endif
#if defined(LA_C11_MASKS_16)
	if (size == 2)
		return "generic";
#endif
#if defined(LA_C11_MASKS_32)
	if (size == 4)
		return "generic";
#endif
#if defined(LA_C11_MASKS_64)
	if (size == 8)
		return "generic";
#endif
	if (size == 16 && !LA_HAVE_CMPXCHG128)
		return "generic";
	return la_backend_name();
}

#if !defined(OPSET_NAME)
#define STRING_(x) #x
#define STRING(x) STRING_(x)
#define OPSET_NAME STRING(LA_BACKEND)
#endif

static const struct opset set = { OPSET_NAME, runs, ops, sizeof(ops) / sizeof(ops[0]) };
const struct opset *const OPSET = &set;
