/* SPDX-License-Identifier: MIT */
/*
 * Every operation on every type with the arguments that a careless caller passes, in C and in C++:
 * values of other types, results ignored, operations nested. It must compile without one warning.
 */
#include <localatomic/localatomic.h>
#include "ops.h"

#define UNPACK(...) __VA_ARGS__
#define CALL(f, ...) f(__VA_ARGS__)

struct node {
	struct node *next;
};

double number(void);

/* F(name, argument) for each argument that suits an object of the type. */
#define NUMBERS(F, name)     \
	F(name, 1)           \
	F(name, -1)          \
	F(name, 300)         \
	F(name, 1.5)         \
	F(name, 'a')         \
	F(name, true)        \
	F(name, sizeof(int)) \
	F(name, number())    \
	F(name, size + 1)    \
	F(name, -*value)     \
	F(name, *value == 0)
#define ARGUMENTS_s8 NUMBERS
#define ARGUMENTS_u8 NUMBERS
#define ARGUMENTS_s16 NUMBERS
#define ARGUMENTS_u16 NUMBERS
#define ARGUMENTS_s32 NUMBERS
#define ARGUMENTS_u32 NUMBERS
#define ARGUMENTS_s64 NUMBERS
#define ARGUMENTS_u64 NUMBERS
#define ARGUMENTS_bool_ NUMBERS
/* The counters are functions: their arguments convert under the caller's own warnings. */
#define ARGUMENTS_local(F, name) F(name, 1) F(name, -1) F(name, 'a') F(name, RED) F(name, *value)
#define ARGUMENTS_local64 ARGUMENTS_local
#if defined(__cplusplus)
struct derived : node {
};
#define ARGUMENTS_colour(F, name) F(name, GREEN) F(name, *value)
#define ARGUMENTS_pointer(F, name) \
	F(name, 0) F(name, NULL) F(name, nullptr) F(name, object) F(name, &element)
#else
#define ARGUMENTS_colour(F, name) F(name, GREEN) F(name, *value) F(name, 1) F(name, size)
#define ARGUMENTS_pointer(F, name) F(name, 0) F(name, NULL) F(name, object) F(name, &element)
#endif

#define WITH_VOID(name, arg) name(object, arg);
#define WITH_VALUE(name, arg) name(object, arg);
#define WITH_BOOL(name, arg) name(object, arg);
#define WITH_CMPXCHG(name, arg) name(object, arg, arg);
#define WITH_TRY(name, arg) name(object, value, arg);
#define WITH_UNLESS(name, arg) name(object, arg, arg);

#define USE_READ(tag, name) name(object);
#define USE_STEP(tag, name) name(object);
#define USE_STEP_VALUE(tag, name) name(object);
#define USE_STEP_BOOL(tag, name) name(object);
#define USE_VOID(tag, name) ARGUMENTS_##tag(WITH_VOID, name)
#define USE_VALUE(tag, name) ARGUMENTS_##tag(WITH_VALUE, name) name(object, name(other, *value));
#define USE_BOOL(tag, name) ARGUMENTS_##tag(WITH_BOOL, name)
#define USE_CMPXCHG(tag, name) ARGUMENTS_##tag(WITH_CMPXCHG, name)
#define USE_TRY(tag, name) ARGUMENTS_##tag(WITH_TRY, name)
#define USE_UNLESS(tag, name) ARGUMENTS_##tag(WITH_UNLESS, name)

#define USE_(tag, O, V, I, name, shape)                                                     \
	void use_##name##_##tag(O *object, O *other, V *value, size_t size);                \
	void use_##name##_##tag(O *object, O *other, V *value, size_t size)                 \
	{                                                                                   \
		struct node element = { NULL };                                             \
		USE_##shape(tag, name)(void) other, (void)value, (void)size, (void)element; \
	}
#define USE(TYPE, name, shape, becomes, gives) CALL(USE_, UNPACK TYPE, name, shape)
OPS_64(USE)
