/* SPDX-License-Identifier: MIT */
/*
 * The backends' own vocabulary, all of it, every backend of the target included into this one file:
 * each la_<backend>_<op>_<N> against la_generic_<op>_<N> and against plain C.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stdio.h>
#include <cmocka.h>
#define LA_ALL_BACKENDS
#include <localatomic/localatomic.h>

#if defined(__x86_64__)
#define BACKENDS(B) B(x86_64) B(c11) B(generic)
enum { BACKEND_COUNT = 3 };
#elif defined(__aarch64__) && defined(__ARM_FEATURE_ATOMICS)
#define BACKENDS(B) B(arm64_lse) B(arm64_llsc) B(c11) B(generic)
enum { BACKEND_COUNT = 4 };
#elif defined(__aarch64__)
#define BACKENDS(B) B(arm64_llsc) B(c11) B(generic)
enum { BACKEND_COUNT = 3 };
#else
#define BACKENDS(B) B(c11) B(generic)
enum { BACKEND_COUNT = 2 };
#endif

static const uint64_t values[] = { 0,
				   1,
				   2,
				   0x7f,
				   0x80,
				   0xff,
				   0x7fff,
				   0x8000,
				   0xffff,
				   0x7fffffff,
				   0x80000000,
				   0xffffffff,
				   0x5555555555555555,
				   0x7fffffffffffffff,
				   0x8000000000000000,
				   UINT64_MAX };
enum { VALUES = sizeof(values) / sizeof(values[0]) };

static unsigned long functions, inputs, wrong;

static void check(const char *name, bool right)
{
	inputs++;
	if (!right && wrong++ < 10)
		print_error("la_%s differs from generic or from plain C\n", name);
}

/* An object with a guard on either side. */
#define OBJECT(N) la_u##N cell[3] = { (la_u##N)0xa5a5a5a5a5a5a5a5, x, (la_u##N)0x5a5a5a5a5a5a5a5a }
#define INTACT(N) (cell[0] == (la_u##N)0xa5a5a5a5a5a5a5a5 && cell[2] == (la_u##N)0x5a5a5a5a5a5a5a5a)

#define EACH_X(N) for (unsigned int i = 0; i < VALUES; i++)
#define EACH_A(N) for (unsigned int j = 0; j < VALUES; j++)
#define VALUE(B, op, N, expr)                                                                     \
	static void B##_##op##_##N(void)                                                          \
	{                                                                                         \
		functions++;                                                                      \
		EACH_X(N) EACH_A(N)                                                               \
		{                                                                                 \
			const la_u##N x = (la_u##N)values[i], a = (la_u##N)values[j];             \
			const la_u##N want = (la_u##N)(expr);                                     \
			la_u##N other = x;                                                        \
			OBJECT(N);                                                                \
			check(#B "_" #op "_" #N, la_##B##_##op##_##N(&cell[1], a) == x &&         \
							 cell[1] == want &&                       \
							 la_generic_##op##_##N(&other, a) == x && \
							 other == want && INTACT(N));             \
		}                                                                                 \
	}
#define EFFECT(B, op, N, expr)                                                                   \
	static void B##_##op##_##N(void)                                                         \
	{                                                                                        \
		functions++;                                                                     \
		EACH_X(N) EACH_A(N)                                                              \
		{                                                                                \
			const la_u##N x = (la_u##N)values[i], a = (la_u##N)values[j];            \
			const la_u##N want = (la_u##N)(expr);                                    \
			la_u##N other = x;                                                       \
			OBJECT(N);                                                               \
			la_##B##_##op##_##N(&cell[1], a);                                        \
			la_generic_##op##_##N(&other, a);                                        \
			check(#B "_" #op "_" #N, cell[1] == want && other == want && INTACT(N)); \
		}                                                                                \
	}
#define BIT(B, op, N, expr)                                                                        \
	static void B##_##op##_##N(void)                                                           \
	{                                                                                          \
		functions++;                                                                       \
		EACH_X(N) for (unsigned int nr = 0; nr < N; nr++)                                  \
		{                                                                                  \
			const la_u##N x = (la_u##N)values[i];                                      \
			const la_u##N bit = (la_u##N)((la_u##N)1 << nr);                           \
			const la_u##N want = (la_u##N)(expr);                                      \
			const bool old = (x & bit) != 0;                                           \
			la_u##N other = x;                                                         \
			OBJECT(N);                                                                 \
			check(#B "_" #op "_" #N,                                                   \
			      la_##B##_##op##_##N(&cell[1], nr) == old && cell[1] == want &&       \
				      la_generic_##op##_##N(&other, nr) == old && other == want && \
				      INTACT(N));                                                  \
		}                                                                                  \
	}
#define COMPARE(B, N)                                                                         \
	static void B##_cmpxchg_##N(void)                                                     \
	{                                                                                     \
		functions += 2;                                                               \
		EACH_X(N) EACH_A(N)                                                           \
		{                                                                             \
			const la_u##N x = (la_u##N)values[i], a = (la_u##N)values[j];         \
			const la_u##N b = (la_u##N)(x + 3), want = x == a ? b : x;            \
			la_u##N other = x, expected = a;                                      \
			OBJECT(N);                                                            \
			check(#B "_cmpxchg_" #N,                                              \
			      la_##B##_cmpxchg_##N(&cell[1], a, b) == x && cell[1] == want && \
				      la_generic_cmpxchg_##N(&other, a, b) == x &&            \
				      other == want && INTACT(N));                            \
			cell[1] = x;                                                          \
			check(#B "_try_cmpxchg_" #N,                                          \
			      la_##B##_try_cmpxchg_##N(&cell[1], &expected, b) == (x == a) && \
				      cell[1] == want && expected == x && INTACT(N));         \
		}                                                                             \
	}
#define LOAD_STORE(B, N)                                                            \
	static void B##_load_store_##N(void)                                        \
	{                                                                           \
		functions += 2;                                                     \
		EACH_X(N)                                                           \
		{                                                                   \
			const la_u##N x = (la_u##N)values[i], other = (la_u##N) ~x; \
			OBJECT(N);                                                  \
			check(#B "_load_" #N, la_##B##_load_##N(&cell[1]) == x);    \
			la_##B##_store_##N(&cell[1], other);                        \
			check(#B "_store_" #N, cell[1] == other && INTACT(N));      \
		}                                                                   \
	}
#define WIDE(B)                                                                                \
	static void B##_cmpxchg_128(void)                                                      \
	{                                                                                      \
		functions++;                                                                   \
		EACH_X(128) EACH_A(128)                                                        \
		{                                                                              \
			la_u128 cell[3] = { { 1, 2 }, { values[i], values[j] }, { 3, 4 } };    \
			la_u128 a = { values[j], values[i] }, b = { ~values[i], 5 };           \
			la_u128 found = la_##B##_cmpxchg_128(&cell[1], a, b);                  \
			check(#B "_cmpxchg_128",                                               \
			      found.lo == values[i] && found.hi == values[j] &&                \
				      cell[1].lo == (i == j ? b.lo : values[i]) &&             \
				      cell[1].hi == (i == j ? b.hi : values[j]) &&             \
				      cell[0].lo == 1 && cell[0].hi == 2 && cell[2].lo == 3 && \
				      cell[2].hi == 4);                                        \
		}                                                                              \
	}

/* The vocabulary: one line per operation. */
#define OPERATIONS(V, E, T, B, N)             \
	V(B, xchg, N, a)                      \
	V(B, fetch_add, N, x + a)             \
	V(B, fetch_and, N, (x & a))           \
	V(B, fetch_or, N, x | a)              \
	V(B, fetch_xor, N, x ^ a)             \
	E(B, add, N, x + a)                   \
	E(B, sub, N, x - a)                   \
	E(B, and, N, (x & a))                 \
	E(B, or, N, x | a)                    \
	E(B, xor, N, x ^ a)                   \
	T(B, test_and_set_bit, N, x | bit)    \
	T(B, test_and_clear_bit, N, x & ~bit) \
	T(B, test_and_change_bit, N, x ^ bit)
#define WIDTH(B, N) COMPARE(B, N) LOAD_STORE(B, N) OPERATIONS(VALUE, EFFECT, BIT, B, N)
#define BACKEND(B) WIDTH(B, 8) WIDTH(B, 16) WIDTH(B, 32) WIDTH(B, 64) WIDE(B)
BACKENDS(BACKEND)

#define RUN_OP(B, op, N, expr) B##_##op##_##N();
#define RUN_WIDTH(B, N)       \
	B##_cmpxchg_##N();    \
	B##_load_store_##N(); \
	OPERATIONS(RUN_OP, RUN_OP, RUN_OP, B, N)
#define RUN_BACKEND(B)   \
	RUN_WIDTH(B, 8)  \
	RUN_WIDTH(B, 16) \
	RUN_WIDTH(B, 32) \
	RUN_WIDTH(B, 64) \
	B##_cmpxchg_128();

static void whole_vocabulary(void **state)
{
	(void)state;
	BACKENDS(RUN_BACKEND)
	printf("%d backends, %lu functions, %lu inputs, %lu wrong\n", BACKEND_COUNT, functions,
	       inputs, wrong);
	assert_int_equal(functions, BACKEND_COUNT * (4 * (2 + 2 + 13) + 1));
	assert_int_equal(wrong, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(whole_vocabulary) };

	return cmocka_run_group_tests_name("vocabulary", tests, NULL, NULL);
}
