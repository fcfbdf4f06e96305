/* SPDX-License-Identifier: MIT */
/*
 * Experiment `ops`: which operations are timed, on what objects, and what a variant offers.
 *
 * A variant (plain, local, c11, lock, masked, bare) is a file of its own that says how it does each
 * operation and includes kernels.h, which puts all of them into the same loops.
 */
#ifndef BENCH_OPS_H
#define BENCH_OPS_H

#include <stddef.h>
#include <stdint.h>

#include <localatomic/localatomic.h>

/* One object per cache line. */
struct ops_object {
	_Alignas(64) union {
		uint8_t u8;
		uint16_t u16;
		uint32_t u32;
		uint64_t u64;
		la_u128 u128;
	};
};

/* Objects of the throughput loop, and operations in one pass of either loop. */
#define OPS_UNROLL 16

/*
 * Does loops * OPS_UNROLL operations on objects[0] (latency) or on all of them (throughput). The
 * operands are arguments, so that the compiler knows nothing of their values.
 */
typedef void ops_kernel_t(struct ops_object *objects, uint64_t a, uint64_t b, size_t loops);

struct ops_entry {
	const char *op;
	const char *form; /* of the memory operand, where more than one is timed; else NULL */
	unsigned int width;
	ops_kernel_t *latency, *throughput;
};

struct ops_variant {
	const char *name;
	const struct ops_entry *entries;
	size_t count; /* 0 where the target has no such variant */
};

extern const struct ops_variant ops_plain, ops_local, ops_c11, ops_lock, ops_masked, ops_bare;

/*
 * Every operation of cmpxchg.h, ROW(shape, op, form). The shapes are those of kernels.h. The first
 * two lists are timed at 8, 16, 32 and 64 bits, the others at the width in their name.
 */
#define OPS_ACCESSES(ROW)     \
	ROW(READ, read, NULL) \
	ROW(VOID, write, NULL)

#define OPS_UPDATES(ROW)               \
	ROW(CMPXCHG, cmpxchg, NULL)    \
	ROW(TRY, try_cmpxchg, NULL)    \
	ROW(VALUE, xchg, NULL)         \
	ROW(VALUE, fetch_add, NULL)    \
	ROW(VALUE, fetch_sub, NULL)    \
	ROW(VALUE, fetch_and, NULL)    \
	ROW(VALUE, fetch_or, NULL)     \
	ROW(VALUE, fetch_xor, NULL)    \
	ROW(VALUE, add_return, NULL)   \
	ROW(VALUE, sub_return, NULL)   \
	ROW(STEPPED, inc_return, NULL) \
	ROW(STEPPED, dec_return, NULL) \
	ROW(VOID, add, "reg")          \
	ROW(INDEXED, add, "indexed")   \
	ROW(VOID, sub, NULL)           \
	ROW(STEP, inc, NULL)           \
	ROW(STEP, dec, NULL)           \
	ROW(VOID, and, NULL)           \
	ROW(VOID, or, NULL)            \
	ROW(VOID, xor, NULL)           \
	ROW(VOID, andnot, NULL)

#define OPS_UPDATES_64(ROW)           \
	ROW(CMPXCHG, cmpxchg64, NULL) \
	ROW(TRY, try_cmpxchg64, NULL)

#define OPS_UPDATES_128(ROW)           \
	ROW(CMPXCHG, cmpxchg128, NULL) \
	ROW(TRY, try_cmpxchg128, NULL)

#endif
