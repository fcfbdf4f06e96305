/* SPDX-License-Identifier: MIT */
/*
 * The loops that time the operations, the same for every variant, so that two variants differ in
 * the operation alone: the same registers, the same operand form, the same loop around it.
 *
 * The including file defines VARIANT and OP_<op>(N, p, ...) for each operation: N is the width, p a
 * pointer to a uintN_t (la_u128 for 128). A group that it lacks is left out with LACKS_ACCESSES,
 * LACKS_8, LACKS_16, LACKS_32, LACKS_64 or LACKS_128.
 *
 * The pointer and the operands arrive in registers; a chain addresses its object as `(reg)`, the
 * throughput loop as `disp(reg)`. This matters: some CPUs rename memory that is named by a plain
 * register, which takes an add from 2.2 ns down to 0.3 ns. The INDEXED shape names it as
 * `(reg,reg)`; but gcc first forms the address, by lea, of a volatile object in an asm.
 */
#include "ops.h"

typedef la_u128 uint128_t;

static inline __attribute__((always_inline)) la_u128 ops_u128(uint64_t half)
{
	la_u128 whole = { half, half };

	return whole;
}

#define VALUE_8(x) ((uint8_t)(x))
#define VALUE_16(x) ((uint16_t)(x))
#define VALUE_32(x) ((uint32_t)(x))
#define VALUE_64(x) (x)
#define VALUE_128(x) ops_u128(x)

/* A use of a value that is no instruction. */
#define USE(x) __asm__ __volatile__("" : : "r"(x))
#define USE_8(x) USE((uint8_t)(x))
#define USE_16(x) USE((uint16_t)(x))
#define USE_32(x) USE((uint32_t)(x))
#if UINTPTR_MAX > 0xffffffffu
#define USE_64(x) USE((uint64_t)(x))
#else
#define USE_64(x)                            \
	do {                                 \
		uint64_t used = (x);         \
		USE((uint32_t)used);         \
		USE((uint32_t)(used >> 32)); \
	} while (0)
#endif
#define USE_128(x)                   \
	do {                         \
		la_u128 used_ = (x); \
		USE_64(used_.lo);    \
		USE_64(used_.hi);    \
	} while (0)

/* The compiler forgets what it knows of x, which stays in its register. */
#define FORGET(x) __asm__ __volatile__("" : "+r"(x))

#define AT_OFFSET(N, p, bytes) ((uint##N##_t *)(void *)((char *)(p) + (bytes)))

/*
 * CHAIN: one step of the latency loop. Each operation works on the same object; one that takes an
 * operand and returns a value takes the value that the one before returned. READ takes its address
 * from the value before (which is 0, at the price of an addition in every variant). A cmpxchg finds
 * what it expects, and new and old value are equal, which the compiler does not know.
 */
#define CHAIN_READ(op, N, i)                               \
	p = AT_OFFSET(N, p, (unsigned long)OP_##op(N, p)); \
	FORGET(p);
#define CHAIN_VOID(op, N, i) OP_##op(N, p, v);
#define CHAIN_INDEXED(op, N, i) \
	FORGET(index);          \
	OP_##op(N, AT_OFFSET(N, p, index), v);
#define CHAIN_STEP(op, N, i) OP_##op(N, p);
#define CHAIN_VALUE(op, N, i) v = OP_##op(N, p, v);
#define CHAIN_STEPPED(op, N, i) USE_##N(OP_##op(N, p));
#define CHAIN_CMPXCHG(op, N, i) v = OP_##op(N, p, v, w);
#define CHAIN_TRY(op, N, i) USE((unsigned int)OP_##op(N, p, &v, w));

/* SPREAD: one operation of the throughput loop, on object i, independent of the others. */
#define SPREAD_READ(op, N, i) USE_##N(OP_##op(N, &o[i].u##N));
#define SPREAD_VOID(op, N, i) OP_##op(N, &o[i].u##N, v);
#define SPREAD_INDEXED(op, N, i) \
	FORGET(index);           \
	OP_##op(N, AT_OFFSET(N, &o[i], index), v);
#define SPREAD_STEP(op, N, i) OP_##op(N, &o[i].u##N);
#define SPREAD_VALUE(op, N, i) USE_##N(OP_##op(N, &o[i].u##N, v));
#define SPREAD_STEPPED(op, N, i) USE_##N(OP_##op(N, &o[i].u##N));
#define SPREAD_CMPXCHG(op, N, i) USE_##N(OP_##op(N, &o[i].u##N, v, w));
#define SPREAD_TRY(op, N, i)                                             \
	{                                                                \
		uint##N##_t expected = v;                                \
		USE((unsigned int)OP_##op(N, &o[i].u##N, &expected, w)); \
	}

/* clang-format off */
#define FOUR(STEP, op, N, i) \
	STEP(op, N, i) STEP(op, N, i + 1) STEP(op, N, i + 2) STEP(op, N, i + 3)
#define UNROLL(STEP, op, N) \
	FOUR(STEP, op, N, 0) FOUR(STEP, op, N, 4) FOUR(STEP, op, N, 8) FOUR(STEP, op, N, 12)
/* clang-format on */

/* Aligned, so that equal loops stand alike in the CPU's decoded cache. */
#define KERNEL static __attribute__((aligned(64))) void

#define KERNELS(shape, op, form, N)                                                          \
	KERNEL latency_##shape##_##op##_##N(struct ops_object *o, uint64_t a, uint64_t b,    \
					    size_t loops)                                    \
	{                                                                                    \
		uint##N##_t *p = &o->u##N;                                                   \
		uint##N##_t v = VALUE_##N(a), w = VALUE_##N(b);                              \
		size_t index = 0;                                                            \
		while (loops--) {                                                            \
			UNROLL(CHAIN_##shape, op, N)                                         \
		}                                                                            \
		USE_##N(v);                                                                  \
		(void)p, (void)w, (void)index;                                               \
	}                                                                                    \
	KERNEL throughput_##shape##_##op##_##N(struct ops_object *o, uint64_t a, uint64_t b, \
					       size_t loops)                                 \
	{                                                                                    \
		uint##N##_t v = VALUE_##N(a), w = VALUE_##N(b);                              \
		size_t index = 0;                                                            \
		while (loops--) {                                                            \
			FORGET(o);                                                           \
			UNROLL(SPREAD_##shape, op, N)                                        \
		}                                                                            \
		(void)v, (void)w, (void)index;                                               \
	}

#define ENTRY(shape, op, form, N) \
	{ #op, form, N, latency_##shape##_##op##_##N, throughput_##shape##_##op##_##N },

#if defined(LACKS_8)
#define AT_8(M, shape, op, form)
#else
#define AT_8(M, shape, op, form) M(shape, op, form, 8)
#endif
#if defined(LACKS_16)
#define AT_16(M, shape, op, form)
#else
#define AT_16(M, shape, op, form) M(shape, op, form, 16)
#endif
#if defined(LACKS_32)
#define AT_32(M, shape, op, form)
#else
#define AT_32(M, shape, op, form) M(shape, op, form, 32)
#endif
#if defined(LACKS_64)
#define AT_64(M, shape, op, form)
#else
#define AT_64(M, shape, op, form) M(shape, op, form, 64)
#endif
#if defined(LACKS_128)
#define AT_128(M, shape, op, form)
#else
#define AT_128(M, shape, op, form) M(shape, op, form, 128)
#endif

/* clang-format off */
#define AT_EACH(M, shape, op, form) \
	AT_8(M, shape, op, form) AT_16(M, shape, op, form) \
	AT_32(M, shape, op, form) AT_64(M, shape, op, form)
/* clang-format on */

#define KERNELS_EACH(shape, op, form) AT_EACH(KERNELS, shape, op, form)
#define KERNELS_64(shape, op, form) AT_64(KERNELS, shape, op, form)
#define KERNELS_128(shape, op, form) AT_128(KERNELS, shape, op, form)
#define ENTRY_EACH(shape, op, form) AT_EACH(ENTRY, shape, op, form)
#define ENTRY_64(shape, op, form) AT_64(ENTRY, shape, op, form)
#define ENTRY_128(shape, op, form) AT_128(ENTRY, shape, op, form)

#if defined(LACKS_ACCESSES)
#define ACCESSES(ROW)
#else
#define ACCESSES(ROW) OPS_ACCESSES(ROW)
#endif

ACCESSES(KERNELS_EACH)
OPS_UPDATES(KERNELS_EACH)
OPS_UPDATES_64(KERNELS_64)
OPS_UPDATES_128(KERNELS_128)

/* clang-format off */
static const struct ops_entry entries[] = {
	ACCESSES(ENTRY_EACH)
	OPS_UPDATES(ENTRY_EACH)
	OPS_UPDATES_64(ENTRY_64)
	OPS_UPDATES_128(ENTRY_128)
};
/* clang-format on */

#define OPS_NAME_(variant) ops_##variant
#define OPS_NAME(variant) OPS_NAME_(variant)
#define OPS_STRING_(variant) #variant
#define OPS_STRING(variant) OPS_STRING_(variant)

const struct ops_variant OPS_NAME(VARIANT) = {
	OPS_STRING(VARIANT),
	entries,
	sizeof(entries) / sizeof(entries[0]),
};
