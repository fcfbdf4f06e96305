/* SPDX-License-Identifier: MIT */
/*
 * One call of each shape of ops.h, for whoever generates functions from the list. P is the pointer
 * argument as it is to be written (`object` unless defined), EXPECTED(e) the second argument of TRY;
 * A and B are expressions of the value type V; `out` is the struct outcome that is filled.
 */
#ifndef LA_TESTS_CALLS_H
#define LA_TESTS_CALLS_H

#if !defined(P)
#define P object
#endif
#if !defined(EXPECTED)
#define EXPECTED(e) (e)
#endif

/* For TYPE, a tuple, as the first arguments of a macro: CALL(f, UNPACK TYPE, ...). */
#define UNPACK(...) __VA_ARGS__
#define CALL(f, ...) f(__VA_ARGS__)

/* An operand as a value of type V, and a value as an operand, by the image type. */
#define TO_uint64_t(V, v) ((V)(v).lo)
#define TO_uintptr_t(V, v) ((V)(uintptr_t)(v).lo)
#define FROM_uint64_t(v) op_cut((uint64_t)(v), sizeof(*object))
#define FROM_uintptr_t(v) op_cut((uintptr_t)(v), sizeof(*object))

#define CALL_READ(name, V, I, A, B) out.result.lo = FROM_##I(name(P))
#define CALL_STEP(name, V, I, A, B) name(P)
#define CALL_STEP_VALUE(name, V, I, A, B) out.result.lo = FROM_##I(name(P))
#define CALL_STEP_BOOL(name, V, I, A, B) out.result.lo = name(P)
#define CALL_VOID(name, V, I, A, B) name(P, A)
#define CALL_VALUE(name, V, I, A, B) out.result.lo = FROM_##I(name(P, A))
#define CALL_BOOL(name, V, I, A, B) out.result.lo = name(P, A)
#define CALL_CMPXCHG(name, V, I, A, B) out.result.lo = FROM_##I(name(P, A, B))
#define CALL_TRY(name, V, I, A, B)                               \
	do {                                                     \
		V expected = A;                                  \
		out.result.lo = name(P, EXPECTED(&expected), B); \
		out.expected.lo = FROM_##I(expected);            \
	} while (0)
#define CALL_UNLESS(name, V, I, A, B) out.result.lo = name(P, A, B)

#endif
