/* SPDX-License-Identifier: MIT */
/*
 * One small function per operation and type, for the disassembly: probe_<bits>_<shape>_<op>. Operands
 * arrive in registers as the operation's own types. constant_* take literals instead.
 */
#include <localatomic/localatomic.h>
#include "ops.h"

#if defined(__cplusplus)
extern "C" {
#endif

#define UNPACK(...) __VA_ARGS__
#define CALL(f, ...) f(__VA_ARGS__)

#define PROBE_READ(f, name, O, V) \
	V f(O *p);                \
	V f(O *p)                 \
	{                         \
		return name(p);   \
	}
#define PROBE_STEP(f, name, O, V) \
	void f(O *p);             \
	void f(O *p)              \
	{                         \
		name(p);          \
	}
#define PROBE_STEP_VALUE(f, name, O, V) \
	V f(O *p);                      \
	V f(O *p)                       \
	{                               \
		return name(p);         \
	}
#define PROBE_STEP_BOOL(f, name, O, V) \
	bool f(O *p);                  \
	bool f(O *p)                   \
	{                              \
		return name(p);        \
	}
#define PROBE_VOID(f, name, O, V) \
	void f(O *p, V a);        \
	void f(O *p, V a)         \
	{                         \
		name(p, a);       \
	}
#define PROBE_VALUE(f, name, O, V) \
	V f(O *p, V a);            \
	V f(O *p, V a)             \
	{                          \
		return name(p, a); \
	}
#define PROBE_BOOL(f, name, O, V)  \
	bool f(O *p, V a);         \
	bool f(O *p, V a)          \
	{                          \
		return name(p, a); \
	}
#define PROBE_CMPXCHG(f, name, O, V)     \
	V f(O *p, V a, V b);             \
	V f(O *p, V a, V b)              \
	{                                \
		return (V)name(p, a, b); \
	}
#define PROBE_TRY(f, name, O, V)      \
	bool f(O *p, V *a, V b);      \
	bool f(O *p, V *a, V b)       \
	{                             \
		return name(p, a, b); \
	}
#define PROBE_UNLESS(f, name, O, V)   \
	bool f(O *p, V a, V b);       \
	bool f(O *p, V a, V b)        \
	{                             \
		return name(p, a, b); \
	}

#define PROBE_(tag, O, V, I, name, shape) PROBE_##shape(probe_##tag##_##name, name, O, V)
#define PROBE(TYPE, name, shape, becomes, gives) CALL(PROBE_, UNPACK TYPE, name, shape)
OPS_64(PROBE)

#define PROBE_128(name, shape) PROBE_##shape(probe_u128_##name, name, la_u128, la_u128)
OPS_128(PROBE_128)

/* With a constant operand a void operation is one instruction with an immediate, if it fits. */
#define CONSTANT(f, op, O, constant) \
	void f(O *p);                \
	void f(O *p)                 \
	{                            \
		op(p, constant);     \
	}
#define CONSTANTS(tag, O)                                              \
	CONSTANT(constant_##tag##_la_add_local, la_add_local, O, 1)    \
	CONSTANT(constant_##tag##_la_sub_local, la_sub_local, O, 5)    \
	CONSTANT(constant_##tag##_la_and_local, la_and_local, O, 0x0f) \
	CONSTANT(constant_##tag##_la_or_local, la_or_local, O, 0x10)   \
	CONSTANT(constant_##tag##_la_xor_local, la_xor_local, O, -1)   \
	CONSTANT(constant_##tag##_la_andnot_local, la_andnot_local, O, 0x30)
CONSTANTS(u8, uint8_t)
CONSTANTS(u16, uint16_t)
CONSTANTS(u32, uint32_t)
CONSTANTS(u64, uint64_t)

/* Statics, members and elements are addressed by the instruction itself. */
struct member {
	long before;
	int value;
};
static long counter;
void address_static(long v);
void address_member(struct member *p, int v);
void address_element(long *p, long i, long v);
long address_static_read(void);

void address_static(long v)
{
	la_add_local(&counter, v);
}

long address_static_read(void)
{
	return la_read_local(&counter);
}

void address_member(struct member *p, int v)
{
	la_add_local(&p->value, v);
}

void address_element(long *p, long i, long v)
{
	la_add_local(&p[i], v);
}

#if defined(__cplusplus)
}
#endif
