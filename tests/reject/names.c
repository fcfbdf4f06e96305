/* SPDX-License-Identifier: MIT */
/*
 * One kind of misuse (-DA_STRUCT and so on) of every operation that it fits: each must be refused
 * by a message that begins with its own name. With -DRIGHT the same calls on the right object.
 * Preprocessed with -DLIST, the wanted messages: one `WANTED name MESSAGE` for each operation.
 */
#include <localatomic/localatomic.h>
#include "ops.h"

struct pair {
	int a, b;
};
typedef int unaligned_int __attribute__((aligned(1)));

/* The object, the operations tried on it, the message. */
#if defined(A_STRUCT)
#define WRONG_OBJECT struct pair object = { 0, 0 }
#define OPS(OP) OPS_INTEGER(OP, )
#define MESSAGE "the object must be an integer, enum, bool or pointer"
#elif defined(A_FLOAT)
#define WRONG_OBJECT float object = 0
#define OPS(OP) OPS_INTEGER(OP, )
#define MESSAGE "the object must be an integer, enum, bool or pointer"
#elif defined(SIXTEEN_BYTES)
#define WRONG_OBJECT la_u128 object = { 0, 0 }
#define OPS(OP) OPS_INTEGER(OP, )
#define MESSAGE "the object must have 1, 2, 4 or 8 bytes; for 16 use la_cmpxchg128_local"
#elif defined(AN_ARRAY)
#define WRONG_OBJECT int object[3] = { 0, 0, 0 }
#define OPS(OP) OPS_INTEGER(OP, )
#define MESSAGE "the object must"
#elif defined(A_CONST)
#define WRONG_OBJECT const int object = 0
#define OPS(OP) OPS_INTEGER(OP, )
#define MESSAGE "the object must be writable"
#define READ_IS_RIGHT
#elif defined(ATOMIC)
#define WRONG_OBJECT _Atomic int object = 0
#define OPS(OP) OPS_INTEGER(OP, )
#define MESSAGE "the object must be"
#elif defined(UNALIGNED)
#define WRONG_OBJECT unaligned_int object = 0
#define OPS(OP) OPS_INTEGER(OP, )
#define MESSAGE "the object must be naturally aligned"
#elif defined(A_BOOL)
#define WRONG_OBJECT bool object = false
#define OPS(OP) OPS_ARITH(OP, )
#define MESSAGE "arithmetic on a pointer or bool is refused; use an object of type uintptr_t or"
#elif defined(A_POINTER_ARITH)
#define WRONG_OBJECT void *object = NULL
#define OPS(OP) OPS_ARITH(OP, )
#define MESSAGE "arithmetic on a pointer or bool is refused; use an object of type uintptr_t or"
#elif defined(A_POINTER_LOGIC)
#define WRONG_OBJECT void *object = NULL
#define OPS(OP) OPS_LOGIC(OP, )
#define MESSAGE "logic on a pointer is refused; use an object of type uintptr_t"
#elif defined(FOUR_BYTES)
#define WRONG_OBJECT int32_t object = 0
#define RIGHT_OBJECT int64_t object = 0
#define OPS(OP) OPS_INT64(OP, )
#define MESSAGE "the object must be an integer of 8 bytes"
#endif

#if !defined(RIGHT_OBJECT)
#define RIGHT_OBJECT int object = 0
#endif
#if defined(RIGHT)
#define OBJECT RIGHT_OBJECT
#else
#define OBJECT WRONG_OBJECT
#endif

#define CALL_READ(name) (void)name(&object)
#define CALL_STEP(name) name(&object)
#define CALL_STEP_VALUE(name) (void)name(&object)
#define CALL_VOID(name) name(&object, 1)
#define CALL_VALUE(name) (void)name(&object, 1)
#define CALL_CMPXCHG(name) (void)name(&object, 1, 2)
#define CALL_TRY(name) (void)name(&object, &expected, 2)

#if defined(LIST)
#define USE(TYPE, name, shape, becomes, gives) LIST_##shape(name)
#define WANT(name) WANTED name MESSAGE
#define LIST_STEP WANT
#define LIST_STEP_VALUE WANT
#define LIST_VOID WANT
#define LIST_VALUE WANT
#define LIST_CMPXCHG WANT
#define LIST_TRY WANT
#if defined(READ_IS_RIGHT)
#define LIST_READ(name)
#else
#define LIST_READ WANT
#endif
#else
#define USE(TYPE, name, shape, becomes, gives) \
	void use_##name(void);                 \
	void use_##name(void)                  \
	{                                      \
		OBJECT;                        \
		__typeof__(object) expected;   \
		CALL_##shape(name);            \
	}
#endif
OPS(USE)
