/* SPDX-License-Identifier: MIT */
/*
 * Inputs that broke software of this kind, with literal right values: width and sign, macros, asm
 * constraints. Memory, neighbours and result each time. The same file is C (macros) and, through
 * cases.cc, C++ (templates), and is built once per backend.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include <localatomic/localatomic.h>

#if defined(__cplusplus)
#define SAME_TYPE(T, expr) (std::is_same<T, decltype(expr)>::value)
#else
#define SAME_TYPE(T, expr) __builtin_types_compatible_p(T *, __typeof__(expr) *)
#endif

/* For each signed type: the sign bit must not spill into a comparison at another width. */
#define SIGNED_CMPXCHG(T, MIN)                                              \
	do {                                                                \
		T cell[3] = { 0x55, -1, 0x55 };                             \
		T expected = MIN;                                           \
		assert_int_equal(la_cmpxchg_local(&cell[1], -1, 5), -1);    \
		assert_int_equal(cell[1], 5);                               \
		cell[1] = MIN;                                              \
		assert_true(la_cmpxchg_local(&cell[1], MIN, 6) == MIN);     \
		assert_int_equal(cell[1], 6);                               \
		cell[1] = MIN;                                              \
		assert_true(la_try_cmpxchg_local(&cell[1], &expected, -1)); \
		assert_true(expected == MIN);                               \
		assert_int_equal(cell[1], -1);                              \
		expected = MIN;                                             \
		assert_false(la_try_cmpxchg_local(&cell[1], &expected, 0)); \
		assert_int_equal(expected, -1);                             \
		assert_int_equal(cell[0], 0x55);                            \
		assert_int_equal(cell[2], 0x55);                            \
	} while (0)

static void compares_signed_values_at_their_width(void **state)
{
	(void)state;
	SIGNED_CMPXCHG(int8_t, INT8_MIN);
	SIGNED_CMPXCHG(int16_t, INT16_MIN);
	SIGNED_CMPXCHG(int32_t, INT32_MIN);
	SIGNED_CMPXCHG(int64_t, INT64_MIN);
}

static void compares_high_unsigned_values(void **state)
{
	uint32_t v32 = 0x80000000;
	uint16_t v16 = 0x8000;
	uint64_t v64 = 0xffffffff80000000;

	(void)state;
	assert_true(la_cmpxchg_local(&v32, 0x80000000, 0x80000000) == 0x80000000);
	assert_true(la_cmpxchg_local(&v32, 0x80000000, 1) == 0x80000000);
	assert_true(v32 == 1);
	assert_true(la_cmpxchg_local(&v16, 0x8000, 2) == 0x8000);
	assert_true(v16 == 2);
	/* The low half alone does not match. */
	assert_true(la_cmpxchg_local(&v64, 0x80000000, 3) == 0xffffffff80000000);
	assert_true(v64 == 0xffffffff80000000);
}

/* Out of line, so that the register that carries `old` may hold anything above its type's width. */
static __attribute__((noinline)) uint8_t cmpxchg_u8(uint8_t *p, int old, int val)
{
	return la_cmpxchg_local(p, old, val);
}

static __attribute__((noinline)) short cmpxchg_short(short *p, short old, short val)
{
	return la_cmpxchg_local(p, old, val);
}

static void converts_old_before_it_compares(void **state)
{
	uint8_t v = 0x12;
	short s = -2;
	bool b = true;

	(void)state;
	assert_int_equal(cmpxchg_u8(&v, 0x112, 7), 0x12);
	assert_int_equal(v, 7);
	assert_int_equal(cmpxchg_short(&s, -2, 9), -2);
	assert_int_equal(s, 9);
	assert_true(la_cmpxchg_local(&b, 2, 0)); /* 2 is true */
	assert_false(b);
}

#define NEIGHBOURS(T, MAX)                                                 \
	do {                                                               \
		for (unsigned int i = 0; i < 4; i++) {                     \
			T a[4] = { 0, 0, 0, 0 }, zero[4] = { 0, 0, 0, 0 }; \
			a[i] = MAX;                                        \
			la_add_local(&a[i], 1);                            \
			assert_memory_equal(a, zero, sizeof(a));           \
			la_sub_local(&a[i], 1);                            \
			assert_true(a[i] == MAX);                          \
			la_and_local(&a[i], 0);                            \
			assert_memory_equal(a, zero, sizeof(a));           \
			la_or_local(&a[i], -1);                            \
			assert_true(a[i] == MAX);                          \
			la_xor_local(&a[i], -1);                           \
			assert_memory_equal(a, zero, sizeof(a));           \
			a[i] = MAX;                                        \
			la_andnot_local(&a[i], -1);                        \
			assert_memory_equal(a, zero, sizeof(a));           \
		}                                                          \
	} while (0)

static void leaves_the_neighbours_alone(void **state)
{
	unsigned char word[4] = { 0x44, 0xff, 0x22, 0x11 };
	signed char *byte = (signed char *)&word[1];

	(void)state;
	NEIGHBOURS(uint8_t, UINT8_MAX);
	NEIGHBOURS(uint16_t, UINT16_MAX);
	NEIGHBOURS(uint32_t, UINT32_MAX);
	NEIGHBOURS(uint64_t, UINT64_MAX);

	assert_int_equal(la_cmpxchg_local(byte, -1, 7), -1);
	assert_memory_equal(word, "\x44\x07\x22\x11", 4);
	assert_int_equal(la_xchg_local(byte, -2), 7);
	assert_memory_equal(word, "\x44\xfe\x22\x11", 4);
}

static void converts_operands_as_by_assignment(void **state)
{
	uint64_t u = 0;
	long l = 0;
	int64_t s = 0;
	unsigned int one = 1;
	uint8_t byte = 9;

	(void)state;
	la_sub_local(&u, one);
	assert_true(u == UINT64_MAX);
	la_sub_local(&l, one);
	assert_true(l == -1);
	assert_true(la_sub_return_local(&s, one) == -1);
	assert_true(la_fetch_sub_local(&u, one) == UINT64_MAX);
	assert_true(u == UINT64_MAX - 1);
	s = 0;
	la_add_local(&s, -one);
	assert_true(s == 0xffffffff);
	la_write_local(&byte, -1 < 0);
	assert_int_equal(byte, 1);
	la_write_local(&byte, 0x1ff);
	assert_int_equal(byte, 0xff);
	assert_int_equal(la_xchg_local(&byte, 2.9), 0xff);
	assert_int_equal(byte, 2);
}

static void takes_masks_as_they_are_written(void **state)
{
	int x = 0xff;

	(void)state;
	la_and_local(&x, 0x0f | 0x10);
	assert_int_equal(x, 0x1f);
	la_andnot_local(&x, 0x01 | 0x02);
	assert_int_equal(x, 0x1c);
	la_or_local(&x, 1 ? 0x40 : 0);
	assert_int_equal(x, 0x5c);
}

struct node {
	struct node *next;
};

static void keeps_pointer_types(void **state)
{
	struct node nodes[3], *p = &nodes[0], *q = &nodes[0], *expected = &nodes[0];

	(void)state;
	la_write_local(&p, q + 1);
	assert_ptr_equal(p, &nodes[1]);
	assert_false(la_try_cmpxchg_local(&p, &expected, q));
	assert_ptr_equal(expected, &nodes[1]);
	assert_true(la_try_cmpxchg_local(&p, &expected, &nodes[2]));
	assert_ptr_equal(la_xchg_local(&p, NULL), &nodes[2]);
	assert_null(la_cmpxchg_local(&p, 0, q));
	assert_ptr_equal(la_read_local(&p), q);
}

static void compares_both_halves_of_128_bits(void **state)
{
	la_u128 cell[3] = { { 1, 2 }, { 10, 20 }, { 3, 4 } }, found;
	const la_u128 val = { 30, 40 }, low = { 11, 20 }, high = { 10, 21 }, both = { 10, 20 };
	la_u128 expected = low;

	(void)state;
	found = la_cmpxchg128_local(&cell[1], low, val);
	assert_true(found.lo == 10 && found.hi == 20 && cell[1].lo == 10 && cell[1].hi == 20);
	found = la_cmpxchg128_local(&cell[1], high, val);
	assert_true(found.lo == 10 && found.hi == 20 && cell[1].lo == 10 && cell[1].hi == 20);
	assert_false(la_try_cmpxchg128_local(&cell[1], &expected, val));
	assert_true(expected.lo == 10 && expected.hi == 20);
	assert_true(la_try_cmpxchg128_local(&cell[1], &expected, val));
	assert_true(expected.lo == 10 && expected.hi == 20);
	assert_true(cell[1].lo == 30 && cell[1].hi == 40);
	found = la_cmpxchg128_local(&cell[1], both, both);
	assert_true(found.lo == 30 && found.hi == 40);
	assert_true(cell[0].lo == 1 && cell[0].hi == 2 && cell[2].lo == 3 && cell[2].hi == 4);
	assert_int_equal((uintptr_t)&cell[0] % 16, 0);
}

static void exchanges_64_bits_everywhere(void **state)
{
	int64_t s = -1;
	uint64_t u = 0xffffffff00000000;
	int64_t expected = 0;

	(void)state;
	assert_true(SAME_TYPE(uint64_t, la_cmpxchg64_local(&s, 0, 0)));
	assert_true(la_cmpxchg64_local(&s, -1, 1) == UINT64_MAX);
	assert_true(s == 1);
	assert_false(la_try_cmpxchg64_local(&s, &expected, 2));
	assert_true(expected == 1);
	assert_true(la_try_cmpxchg64_local(&s, &expected, INT64_MIN));
	assert_true(s == INT64_MIN);
	/* A match in one half is none. */
	assert_true(la_cmpxchg64_local(&u, 0, 1) == 0xffffffff00000000);
	assert_true(la_cmpxchg64_local(&u, 0xffffffff, 1) == 0xffffffff00000000);
	assert_true(la_cmpxchg64_local(&u, 0xffffffff00000000, 1) == 0xffffffff00000000);
	assert_true(u == 1);
}

static void returns_old_or_new(void **state)
{
	int v = 10;
	unsigned char byte = 255;

	(void)state;
	assert_int_equal(la_add_return_local(&v, 5), 15);
	assert_int_equal(la_fetch_add_local(&v, 5), 15);
	assert_int_equal(la_sub_return_local(&v, 1), 19);
	assert_int_equal(la_fetch_sub_local(&v, 1), 19);
	assert_int_equal(la_inc_return_local(&v), 19);
	assert_int_equal(la_dec_return_local(&v), 18);
	assert_int_equal(la_fetch_and_local(&v, 2), 18);
	assert_int_equal(la_fetch_or_local(&v, 1), 2);
	assert_int_equal(la_fetch_xor_local(&v, 3), 3);
	assert_int_equal(la_xchg_local(&v, 8), 0);
	assert_int_equal(la_read_local(&v), 8);
	assert_int_equal(la_inc_return_local(&byte), 0);
	assert_int_equal(la_dec_return_local(&byte), 255);
}

static void wraps_signed_arithmetic(void **state)
{
	int64_t v = INT64_MIN;
	int i = INT_MAX;
	la_local64_t l = LA_LOCAL64_INIT(INT64_MAX);

	(void)state;
	assert_true(la_sub_return_local(&v, 1) == INT64_MAX);
	assert_true(la_sub_return_local(&v, INT64_MIN) == -1);
	assert_int_equal(la_inc_return_local(&i), INT_MIN);
	la_dec_local(&i);
	assert_int_equal(i, INT_MAX);
	assert_true(la_local64_add_return(&l, 1) == INT64_MIN);
	assert_true(la_local64_add_unless(&l, INT64_MIN, 5));
	assert_true(la_local64_read(&l) == 0);
}

static void counts_with_conditions(void **state)
{
	la_local_t l = LA_LOCAL_INIT(0);
	la_local64_t m = LA_LOCAL64_INIT(0);
	long expected = 4;

	(void)state;
	assert_true(la_local_add_negative(&l, -1));
	la_local_set(&l, 1);
	assert_false(la_local_add_negative(&l, -1));
	assert_false(la_local_inc_not_zero(&l));
	assert_int_equal(la_local_read(&l), 0);
	la_local_set(&l, 5);
	assert_true(la_local_sub_and_test(&l, 5));
	la_local_set(&l, 7);
	assert_false(la_local_add_unless(&l, 1, 7));
	assert_int_equal(la_local_read(&l), 7);
	assert_true(la_local_add_unless(&l, 1, 8));
	assert_true(la_local_inc_not_zero(&l));
	assert_int_equal(la_local_xchg(&l, -1), 9);
	assert_true(la_local_inc_and_test(&l));
	la_local_inc(&l);
	assert_true(la_local_dec_and_test(&l));
	assert_int_equal(la_local_cmpxchg(&l, 1, 2), 0);
	assert_int_equal(la_local_cmpxchg(&l, 0, 3), 0);
	assert_false(la_local_try_cmpxchg(&l, &expected, 5));
	assert_int_equal(expected, 3);
	assert_true(la_local64_add_negative(&m, INT64_MIN));
	assert_true(la_local64_sub_and_test(&m, INT64_MIN));
}

static void is_an_expression(void **state)
{
	int v = 1;

	(void)state;
	if (la_cmpxchg_local(&v, 1, 2) == 1)
		la_inc_local(&v);
	else
		la_dec_local(&v);
	assert_int_equal(v, 3);
	v = la_read_local(&v) ? la_inc_return_local(&v) : 0, la_dec_local(&v);
	assert_int_equal(v, 3);
}

static void nests(void **state)
{
	int a = 1, b = 2, c = 3;

	(void)state;
	assert_int_equal(la_xchg_local(&a, la_xchg_local(&b, la_xchg_local(&c, 4))), 1);
	assert_true(a == 2 && b == 3 && c == 4);
	la_add_local(&a, la_read_local(&a));
	assert_int_equal(a, 4);
	assert_int_equal(la_add_return_local(&a, la_inc_return_local(&a)), 10);
	assert_int_equal(la_cmpxchg_local(&a, la_read_local(&a), la_read_local(&b)), 10);
	assert_int_equal(a, 3);
}

static void drops_qualifiers_from_results(void **state)
{
	volatile int v = 3;
	const volatile short cv = 4;
	const char c = 'x';
	int *volatile p = NULL;

	(void)state;
	assert_true(SAME_TYPE(int, la_read_local(&v)));
	assert_true(SAME_TYPE(int, la_xchg_local(&v, 4)));
	assert_true(SAME_TYPE(int, la_add_return_local(&v, 1)));
	assert_true(SAME_TYPE(short, la_read_local(&cv)));
	assert_true(SAME_TYPE(char, la_read_local(&c)));
	assert_true(SAME_TYPE(int *, la_xchg_local(&p, NULL)));
	assert_int_equal(la_read_local(&cv), 4);
	assert_int_equal(la_read_local(&c), 'x');
	assert_int_equal(la_xchg_local(&v, 9), 3);
	assert_int_equal(la_read_local(&v), 9);
}

/* Plain stores and loads around the operation must not be lost, moved or merged across it. */
static __attribute__((noinline)) int around(int *shared, int *other)
{
	int seen;

	*shared = 5;
	*other = 7;
	la_add_local(shared, 1);
	seen = *shared;
	*shared = 20;
	seen += la_fetch_add_local(shared, *other);
	return seen + *shared;
}

static void sees_the_memory_that_it_names(void **state)
{
	int v = 0, w = 0;

	(void)state;
	assert_int_equal(around(&v, &w), 6 + 20 + 27);
	assert_int_equal(around(&v, &v), 8 + 20 + 40); /* one object under two names */
}

static void acts_where_its_result_is_not_used(void **state)
{
	static uint64_t map;
	int v = 1;

	(void)state;
	(void)LA_CAT3(LA_BACKEND, test_and_set_bit, 64)(&map, 3);
	(void)LA_CAT3(LA_BACKEND, test_and_set_bit, 64)(&map, 63);
	assert_true(map == 0x8000000000000008);
	(void)la_fetch_add_local(&v, 4);
	(void)la_cmpxchg_local(&v, 5, 6);
	assert_int_equal(v, 6);
}

static void takes_every_64_bit_constant(void **state)
{
	uint64_t v = 0;

	(void)state;
	la_add_local(&v, 0xffffffff);
	assert_true(v == 0xffffffff);
	la_add_local(&v, 0x80000000);
	assert_true(v == 0x17fffffff);
	la_sub_local(&v, 0x100000000);
	assert_true(v == 0x7fffffff);
	la_or_local(&v, 0x8000000000000000);
	assert_true(v == 0x800000007fffffff);
	la_and_local(&v, 0xffffffff);
	assert_true(v == 0x7fffffff);
	la_xor_local(&v, 0xffffffff00000000);
	assert_true(v == 0xffffffff7fffffff);
	la_andnot_local(&v, 0xffffffff);
	assert_true(v == 0xffffffff00000000);
	la_add_local(&v, -1);
	assert_true(v == 0xfffffffeffffffff);
}

static void names_its_backend(void **state)
{
	(void)state;
	printf("cases on backend %s\n", la_backend_name());
#if defined(LA_FORCE_GENERIC)
	assert_string_equal(la_backend_name(), "generic");
#elif defined(LA_FORCE_C11) || defined(__SANITIZE_THREAD__)
	assert_string_equal(la_backend_name(), "c11");
#elif defined(LA_FORCE_LLSC)
	assert_string_equal(la_backend_name(), "arm64_llsc");
#endif
	assert_int_equal(LA_VERSION,
			 10000 * LA_VERSION_MAJOR + 100 * LA_VERSION_MINOR + LA_VERSION_PATCH);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(compares_signed_values_at_their_width),
		cmocka_unit_test(compares_high_unsigned_values),
		cmocka_unit_test(converts_old_before_it_compares),
		cmocka_unit_test(leaves_the_neighbours_alone),
		cmocka_unit_test(converts_operands_as_by_assignment),
		cmocka_unit_test(takes_masks_as_they_are_written),
		cmocka_unit_test(keeps_pointer_types),
		cmocka_unit_test(compares_both_halves_of_128_bits),
		cmocka_unit_test(exchanges_64_bits_everywhere),
		cmocka_unit_test(returns_old_or_new),
		cmocka_unit_test(wraps_signed_arithmetic),
		cmocka_unit_test(counts_with_conditions),
		cmocka_unit_test(is_an_expression),
		cmocka_unit_test(nests),
		cmocka_unit_test(drops_qualifiers_from_results),
		cmocka_unit_test(sees_the_memory_that_it_names),
		cmocka_unit_test(acts_where_its_result_is_not_used),
		cmocka_unit_test(takes_every_64_bit_constant),
		cmocka_unit_test(names_its_backend),
	};

	return cmocka_run_group_tests_name("cases", tests, NULL, NULL);
}
