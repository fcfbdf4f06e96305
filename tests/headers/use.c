/* SPDX-License-Identifier: MIT */
/*
 * A page of a user's code, in C and in C++, that must compile without one warning at every
 * optimization level: operations wherever an expression or a statement may stand, objects of every
 * kind and place, and the caller's own variables under any name.
 */
#include <localatomic/localatomic.h>

struct node {
	struct node *next;
	int value;
	uint8_t flags[3];
};

enum colour { RED, GREEN, BLUE };

typedef void (*handler_fn)(int);

#define TRACED(...) __VA_ARGS__

struct state {
	uint8_t level;
	int16_t depth;
	bool busy;
	enum colour colour;
	struct node *head;
	const char *label;
	handler_fn handler;
	uint64_t bits[4];
	la_local_t hits;
	la_local64_t bytes;
	la_u128 pair;
};

struct state shared_state(void);
int names(int *object);
int statements(struct state *s, int count);
int expressions(struct state *s, const struct state *other, int i);
int pointers(struct state *s, struct node *node, handler_fn handler);
int qualifiers(const volatile int *source, volatile int *object, const struct state *s);
int on_the_stack(void);
int counters(struct state *s, unsigned int n);
long wide(struct state *s, uint64_t lo, uint64_t hi);

/* Whatever an implementation might call its own variables. */
int names(int *object)
{
	int p = 1, v = 2, n = 3, x = 4, old = 5, val = 6, size = 7, op = 8, l = 9, e = 10, r = 11;
	int T = 12, V = 13, E = 14, N = 15, found = 16, expected = 17, desired = 18, state = 19;
	int la_x = 20, la_value = 21, la_old = 22, la_p = 23, la_set = 24, result = 25, image = 26;
	int *name = &x, *fn = &v, *kind = &size, *mem = &old;

	la_write_local(&p, v + n + old);
	la_write_local(&la_x, la_value - la_p);
	la_add_local(&old, old);
	la_xchg_local(&val, size = op);
	la_xor_local(name, *fn + *kind + *mem);
	la_cmpxchg_local(&x, x, x + l);
	la_try_cmpxchg_local(&expected, &old, desired);
	la_try_cmpxchg_local(object, &found, e);
	la_fetch_and_local(&state, r | T | V | E | N);
	return la_add_return_local(&la_set, la_old) + result + image + la_xchg_local(&la_p, p);
}

int statements(struct state *s, int count)
{
	int i, total = 0;

	if (count < 0)
		la_inc_local(&s->level);
	else if (count == 0)
		la_fetch_add_local(&s->level, 1);
	else
		la_write_local(&s->level, count);
	for (la_write_local(&i, 0); la_read_local(&i) < count; la_inc_local(&i))
		la_add_local(&s->bits[la_read_local(&i) & 3], i);
	while (la_dec_return_local(&i) > 0)
		la_or_local(&s->bits[i % 4], 1);
	do
		la_andnot_local(&s->bits[0], 1u << (count & 7));
	while (la_xchg_local(&s->busy, true));
	switch (la_read_local(&s->colour)) {
	case RED:
		la_write_local(&s->colour, GREEN);
		break;
	case GREEN:
	case BLUE:
		la_xchg_local(&s->colour, RED);
		break;
	}
	la_inc_local(&s->depth), la_dec_local(&s->depth);
	count > 3 ? la_inc_local(&s->depth) : la_dec_local(&s->depth);
	TRACED(la_xchg_local(&s->depth, 3));
	TRACED(la_cmpxchg_local(&s->colour, RED, BLUE);)
	la_barrier();
	(void)la_read_local(&s->busy);
	return total;
}

int expressions(struct state *s, const struct state *other, int i)
{
	int a = 1, b = 2, c = 3;
	int array[4] = { 0, 1, 2, 3 };
	int *next = array;

	a = la_xchg_local(&a, la_xchg_local(&b, la_xchg_local(&c, 1)));
	a += la_add_return_local(&a, la_add_return_local(&a, a));
	a -= la_cmpxchg_local(&a, la_read_local(&a), la_read_local(&b) + 1);
	a = i ? la_read_local(&a) : la_read_local(&b);
	a = la_read_local(&a) ? la_read_local(&b) + 1 : -la_read_local(&c);
	a ^= !la_read_local(&a) + ~la_read_local(&b);
	la_add_local(next++, i++);
	la_write_local(&array[i++ & 3], a = b);
	la_write_local(i ? &a : &b, i ? 1 : 2);
	la_write_local(array, *next--);
	la_write_local(1 + array, (a++, b));
	if ((la_cmpxchg_local(&a, 1, 2) == 1 && la_try_cmpxchg_local(&b, &c, 3)) || i)
		return la_read_local(&other->level) == 3;
	if (la_xchg_local(&s->level, -1) == 255)
		la_write_local(&s->level, -1 < 0);
	return sizeof(la_read_local(&s->depth)) == 2 ? array[la_fetch_add_local(&i, 1) & 3] : *next;
}

int pointers(struct state *s, struct node *node, handler_fn handler)
{
	struct node *head = la_read_local(&s->head);
	const char *label = la_xchg_local(&s->label, "label");

	do
		node->next = head;
	while (!la_try_cmpxchg_local(&s->head, &head, node));
	la_write_local(&s->head, NULL);
	la_write_local(&s->head, 0);
	la_write_local(&s->label, &label[1]);
	la_cmpxchg_local(&s->head, NULL, node + 1);
	la_cmpxchg_local(&s->head, node, 0);
	la_inc_local(&la_read_local(&s->head)->value);
	la_or_local(&node->flags[1], 0x80);
	la_xchg_local(&s->handler, handler)(3);
	la_read_local (&s->handler)(la_read_local(&node->value));
	return *la_read_local(&s->label) + la_read_local(&s->head)->value;
}

int qualifiers(const volatile int *source, volatile int *object, const struct state *s)
{
	static volatile uint8_t flag;
	static const int16_t limit = 7;
	const int one = 1;
	int expected = la_read_local(source);

	la_write_local(object, *source);
	la_write_local(object, one);
	la_add_local(object, limit);
	la_add_local(object, *object);
	la_try_cmpxchg_local(object, &expected, *source);
	la_write_local(&flag, la_read_local(&s->level));
	return la_read_local(&s->colour) == BLUE ? la_read_local(&limit) : la_read_local(&flag);
}

/* Objects whose size and bounds the compiler sees. */
int on_the_stack(void)
{
	char byte = 'a';
	signed char small[2] = { 1, 2 };
	short half = 3;
	int word = 4;
	long long two_words = 5;
	bool flag = false, was = true;
	size_t n = sizeof(small);
	void *nothing = NULL;
	uint8_t expected = 6, level = 6;
	int uninitialized;

	la_xchg_local(&byte, 'b');
	la_add_local(&small[1], 200);
	la_sub_local(&half, sizeof(half));
	la_and_local(&word, ~0xfu);
	la_xor_local(&two_words, 1ull << 40);
	la_write_local(&flag, 2);
	la_try_cmpxchg_local(&flag, &was, !was);
	la_fetch_or_local(&flag, flag);
	la_sub_return_local(&n, 1.0);
	la_xchg_local(&nothing, &byte);
	la_try_cmpxchg_local(&level, &expected, level + 1);
	la_write_local(&uninitialized, 1);
	return byte + small[0] + half + word + (two_words > 0) + flag + (nothing != NULL) +
	       expected + level + uninitialized;
}

int counters(struct state *s, unsigned int n)
{
	static la_local_t calls = LA_LOCAL_INIT(0);
	static la_local64_t total = LA_LOCAL64_INIT(-1);
	long seen = la_local_read(&calls);
	int64_t wide_seen = 0;

	la_local_inc(&calls);
	la_local_add(&s->hits, n);
	la_local64_sub(&s->bytes, n);
	la_local_xchg(&s->hits, -1);
	la_local64_add_unless(&total, 1, 0);
	if (la_local_try_cmpxchg(&calls, &seen, seen + 1) || la_local_inc_not_zero(&s->hits))
		la_local64_set(&total, la_local_read(&s->hits));
	if (!la_local64_try_cmpxchg(&total, &wide_seen, 1))
		la_local64_cmpxchg(&total, wide_seen, 2);
	return la_local_dec_and_test(&calls) ? 1 : la_local64_add_negative(&total, -1);
}

long wide(struct state *s, uint64_t lo, uint64_t hi)
{
	la_u128 old = s->pair, val = { lo, hi };
	uint64_t word = la_cmpxchg64_local(&s->bits[1], 1, 2);
	int64_t number = -1, expected = -1;

	la_cmpxchg64_local(&number, -1, word);
	la_try_cmpxchg64_local(&number, &expected, 1);
	la_cmpxchg128_local(&s->pair, old, val);
	if (!la_try_cmpxchg128_local(&s->pair, &old, val))
		return la_backend_name()[0];
	return LA_HAVE_CMPXCHG128 + LA_VERSION;
}

#if defined(__cplusplus)

struct derived : node {
	int more;
};

enum class mode : unsigned short { off, on };

template <typename T, typename V>
T bump(T *p, V v)
{
	T old = la_read_local(p);

	while (!la_try_cmpxchg_local(p, &old, v)) {
	}
	la_xchg_local(p, la_xchg_local(p, v));
	return la_fetch_add_local(p, v);
}

class gate
{
      public:
	gate() : users(0), current(mode::off), head(nullptr)
	{
	}

	int enter()
	{
		return la_inc_return_local(&users);
	}

	int seen() const
	{
		return la_read_local(&users);
	}

	mode change(mode to)
	{
		mode was = mode::off;

		la_try_cmpxchg_local(&current, &was, to);
		la_fetch_or_local(&current, mode::on);
		return la_xchg_local(&current, to);
	}

	node *replace(derived *d)
	{
		la_write_local(&head, nullptr);
		la_cmpxchg_local(&head, nullptr, d);
		la_cmpxchg_local(&head, NULL, d);
		la_cmpxchg_local(&head, 0, d);
		return la_xchg_local(&head, d);
	}

      private:
	int users;
	mode current;
	node *head;
};

int in_cxx(derived *d);
int in_cxx(derived *d)
{
	gate g;
	unsigned char small = 1;
	auto add = [&small](int v) { return la_add_return_local(&small, v); };
	auto get = [](const int *p) { return la_read_local(p); };
	int n = g.enter() + add(300) + get(&d->more) + bump(&small, -1) + bump(&d->value, 2u);

	g.change(mode::on);
	la_write_local(&n, d ? g.seen() : 0);
	return g.replace(d) == d ? n : la_fetch_add_local(&n, bump(&n, 1));
}

#endif
