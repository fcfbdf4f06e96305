/* SPDX-License-Identifier: MIT */
/*
 * The x86-64 instructions of variants lock and bare, which differ in PREFIX alone. Each touches
 * memory once; what an operation needs besides (a negation, an addition) is left to the compiler.
 * No instruction does fetch_and, fetch_or, fetch_xor: these are cmpxchg loops here too.
 * The operand forms are the library's own: "m" for memory, a register or a short constant.
 */

#define ASM_VOID(op, N, suffix, imm_or_reg)                              \
	static inline void asm_##op##_##N(uint##N##_t *p, uint##N##_t v) \
	{                                                                \
		__asm__ __volatile__(PREFIX #op suffix " %[v], %[mem]"   \
				     : [mem] "+m"(*p)                    \
				     : [v] imm_or_reg(v)                 \
				     : "cc");                            \
	}
#define ASM_FETCH(op, N, expr)                                                        \
	static inline uint##N##_t asm_fetch_##op##_##N(uint##N##_t *p, uint##N##_t v) \
	{                                                                             \
		uint##N##_t old = *(volatile uint##N##_t *)p;                         \
		while (!asm_try_cmpxchg_##N(p, &old, (uint##N##_t)(expr))) {          \
		}                                                                     \
		return old;                                                           \
	}
#define ASM(N, suffix, imm, reg)                                                        \
	static inline uint##N##_t asm_cmpxchg_##N(uint##N##_t *p, uint##N##_t old,      \
						  uint##N##_t val)                      \
	{                                                                               \
		__asm__ __volatile__(PREFIX "cmpxchg" suffix " %[val], %[mem]"          \
				     : [old] "+a"(old), [mem] "+m"(*p)                  \
				     : [val] reg(val)                                   \
				     : "memory", "cc");                                 \
		return old;                                                             \
	}                                                                               \
	static inline _Bool asm_try_cmpxchg_##N(uint##N##_t *p, uint##N##_t *expected,  \
						uint##N##_t val)                        \
	{                                                                               \
		uint##N##_t old = *expected;                                            \
		_Bool stored;                                                           \
		__asm__ __volatile__(PREFIX "cmpxchg" suffix " %[val], %[mem]"          \
				     : "=@ccz"(stored), [old] "+a"(old), [mem] "+m"(*p) \
				     : [val] reg(val)                                   \
				     : "memory");                                       \
		if (!stored)                                                            \
			*expected = old;                                                \
		return stored;                                                          \
	}                                                                               \
	static inline uint##N##_t asm_fetch_add_##N(uint##N##_t *p, uint##N##_t v)      \
	{                                                                               \
		__asm__ __volatile__(PREFIX "xadd" suffix " %[v], %[mem]"               \
				     : [v] "+" reg(v), [mem] "+m"(*p)                   \
				     :                                                  \
				     : "memory", "cc");                                 \
		return v;                                                               \
	}                                                                               \
	ASM_VOID(add, N, suffix, imm reg)                                               \
	ASM_VOID(sub, N, suffix, imm reg)                                               \
	ASM_VOID(and, N, suffix, imm reg)                                               \
	ASM_VOID(or, N, suffix, imm reg)                                                \
	ASM_VOID(xor, N, suffix, imm reg)                                               \
	ASM_FETCH(and, N, old &v)                                                       \
	ASM_FETCH(or, N, old | v)                                                       \
	ASM_FETCH(xor, N, old ^ v)
ASM(8, "b", "i", "q")
ASM(16, "w", "i", "r")
ASM(32, "l", "i", "r")
ASM(64, "q", "e", "r")

static inline la_u128 asm_cmpxchg_128(la_u128 *p, la_u128 old, la_u128 val)
{
	__asm__ __volatile__(PREFIX "cmpxchg16b %[mem]"
			     : "+a"(old.lo), "+d"(old.hi), [mem] "+m"(*p)
			     : "b"(val.lo), "c"(val.hi)
			     : "memory", "cc");
	return old;
}

static inline _Bool asm_try_cmpxchg_128(la_u128 *p, la_u128 *expected, la_u128 val)
{
	la_u128 old = *expected;
	_Bool stored;

	__asm__ __volatile__(PREFIX "cmpxchg16b %[mem]"
			     : "=@ccz"(stored), "+a"(old.lo), "+d"(old.hi), [mem] "+m"(*p)
			     : "b"(val.lo), "c"(val.hi)
			     : "memory");
	if (!stored)
		*expected = old;
	return stored;
}

#define OP_cmpxchg(N, p, old, val) asm_cmpxchg_##N(p, old, val)
#define OP_try_cmpxchg(N, p, expected, val) asm_try_cmpxchg_##N(p, expected, val)
#define OP_fetch_add(N, p, v) asm_fetch_add_##N(p, v)
#define OP_fetch_sub(N, p, v) asm_fetch_add_##N(p, (uint##N##_t)(0u - (v)))
#define OP_fetch_and(N, p, v) asm_fetch_and_##N(p, v)
#define OP_fetch_or(N, p, v) asm_fetch_or_##N(p, v)
#define OP_fetch_xor(N, p, v) asm_fetch_xor_##N(p, v)
#define OP_add_return(N, p, v) (uint##N##_t)(asm_fetch_add_##N(p, v) + v)
#define OP_sub_return(N, p, v) (uint##N##_t)(asm_fetch_add_##N(p, (uint##N##_t)(0u - (v))) - v)
#define OP_inc_return(N, p) (uint##N##_t)(asm_fetch_add_##N(p, 1) + 1u)
#define OP_dec_return(N, p) (uint##N##_t)(asm_fetch_add_##N(p, (uint##N##_t) - 1) - 1u)
#define OP_add(N, p, v) asm_add_##N(p, v)
#define OP_sub(N, p, v) asm_sub_##N(p, v)
#define OP_inc(N, p) asm_add_##N(p, 1)
#define OP_dec(N, p) asm_sub_##N(p, 1)
#define OP_and(N, p, v) asm_and_##N(p, v)
#define OP_or(N, p, v) asm_or_##N(p, v)
#define OP_xor(N, p, v) asm_xor_##N(p, v)
#define OP_andnot(N, p, v) asm_and_##N(p, (uint##N##_t) ~(v))
#define OP_cmpxchg64(N, p, old, val) asm_cmpxchg_64(p, old, val)
#define OP_try_cmpxchg64(N, p, expected, val) asm_try_cmpxchg_64(p, expected, val)
#define OP_cmpxchg128(N, p, old, val) asm_cmpxchg_128(p, old, val)
#define OP_try_cmpxchg128(N, p, expected, val) asm_try_cmpxchg_128(p, expected, val)
