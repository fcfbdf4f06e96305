/* SPDX-License-Identifier: MIT */
/*
 * Every operation on every type, one call per function one_<operation>_<type>, in C and in C++. For
 * looking at what a compiler makes of it: its warnings, its symbols, its instructions.
 */
#include <localatomic/localatomic.h>
#include "ops.h"

#define UNPACK(...) __VA_ARGS__
#define CALL(f, ...) f(__VA_ARGS__)

#define GIVES_READ(V) V
#define GIVES_STEP(V) void
#define GIVES_STEP_VALUE(V) V
#define GIVES_STEP_BOOL(V) bool
#define GIVES_VOID(V) void
#define GIVES_VALUE(V) V
#define GIVES_BOOL(V) bool
#define GIVES_CMPXCHG(V) V
#define GIVES_TRY(V) bool
#define GIVES_UNLESS(V) bool

#define BODY_READ(name, V) return name(object)
#define BODY_STEP(name, V) name(object)
#define BODY_STEP_VALUE(name, V) return name(object)
#define BODY_STEP_BOOL(name, V) return name(object)
#define BODY_VOID(name, V) name(object, a)
#define BODY_VALUE(name, V) return name(object, a)
#define BODY_BOOL(name, V) return name(object, a)
/* la_cmpxchg64_local gives a uint64_t for a signed object too. */
#define BODY_CMPXCHG(name, V) return LA_CAST(V, name(object, a, b))
#define BODY_TRY(name, V) return name(object, &a, b)
#define BODY_UNLESS(name, V) return name(object, a, b)

#define ONE_(tag, O, V, I, name, shape)                           \
	GIVES_##shape(V) one_##name##_##tag(O *object, V a, V b); \
	GIVES_##shape(V) one_##name##_##tag(O *object, V a, V b)  \
	{                                                         \
		(void)a;                                          \
		(void)b;                                          \
		BODY_##shape(name, V);                            \
	}
#define ONE(TYPE, name, shape, becomes, gives) CALL(ONE_, UNPACK TYPE, name, shape)
OPS_64(ONE)

#define GIVES_CMPXCHG_128(V) V
#define GIVES_TRY_128(V) bool
#define BODY_CMPXCHG_128(name, V) return name(object, a, b)
#define BODY_TRY_128(name, V) return name(object, &a, b)
#define ONE_128(name, shape) ONE_(u128, la_u128, la_u128, , name, shape##_128)
OPS_128(ONE_128)
