/* SPDX-License-Identifier: MIT */
/*
 * Variant bare: the instruction alone, without the library between it and the compiler; what the
 * library should cost. x86-64 only. xchg is a cmpxchg loop, since the instruction locks.
 */
#include "ops.h"

#if defined(__x86_64__)

#define PREFIX ""
#include "x86_64.h"
ASM_FETCH(xchg, 8, v)
ASM_FETCH(xchg, 16, v)
ASM_FETCH(xchg, 32, v)
ASM_FETCH(xchg, 64, v)
#define OP_xchg(N, p, v) asm_fetch_xchg_##N(p, v)

/* Narrow loads extend, so that no instruction is needed before the value serves as an offset. */
#define BARE_ACCESS(N, insn, size, suffix, reg)                                                   \
	static inline unsigned long bare_read_##N(const uint##N##_t *p)                           \
	{                                                                                         \
		unsigned long v;                                                                  \
		__asm__ __volatile__(insn " %[mem], %" size "[v]" : [v] "=r"(v) : [mem] "m"(*p)); \
		return v;                                                                         \
	}                                                                                         \
	static inline void bare_write_##N(uint##N##_t *p, uint##N##_t v)                          \
	{                                                                                         \
		__asm__ __volatile__("mov" suffix " %[v], %[mem]" : [mem] "=m"(*p) : [v] reg(v)); \
	}
BARE_ACCESS(8, "movzbl", "k", "b", "q")
BARE_ACCESS(16, "movzwl", "k", "w", "r")
BARE_ACCESS(32, "movl", "k", "l", "r")
BARE_ACCESS(64, "movq", "q", "q", "r")
#define OP_read(N, p) bare_read_##N(p)
#define OP_write(N, p, v) bare_write_##N(p, v)

#define VARIANT bare
#include "kernels.h"

#else

const struct ops_variant ops_bare = { "bare", NULL, 0 };

#endif
