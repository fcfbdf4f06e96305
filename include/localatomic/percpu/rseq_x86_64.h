/* SPDX-License-Identifier: MIT */
/*
 * The operations as restartable sequences on x86-64: one asm block each, one macro per shape.
 */
#ifndef LA_PERCPU_RSEQ_X86_64_H
#define LA_PERCPU_RSEQ_X86_64_H

#include "section_x86_64.h"

/* No "memory": this_cpu.h names the object by its type. */
#define LA_RSEQ_VOID(op, job, insn, N, s, ptr, imm_or_reg)                                  \
	LA_INLINE void la_rseq_##op##_##N(volatile la_u##N *p, la_u##N val)                 \
	{                                                                                   \
		intptr_t t;                                                                 \
		__asm__ __volatile__(LA_RSEQ_BEGIN_COPY LA_RSEQ_PUT(insn, s, ptr, "%[val]") \
					     LA_RSEQ_END                                    \
				     : [t] "=&r"(t)                                         \
				     : LA_RSEQ_IN(p), [val] imm_or_reg(val)                 \
				     : "cc");                                               \
		if (LA_RSEQ_FAILED(t))                                                      \
			la_i_rseq_slow_void(p, sizeof(*p), job, val, t);                    \
	}
#define LA_RSEQ_VOIDS(op, job, insn)                        \
	LA_RSEQ_VOID(op, job, insn, 8, "b", "BYTE", "iq")   \
	LA_RSEQ_VOID(op, job, insn, 16, "w", "WORD", "ir")  \
	LA_RSEQ_VOID(op, job, insn, 32, "l", "DWORD", "ir") \
	LA_RSEQ_VOID(op, job, insn, 64, "q", "QWORD", "er")
LA_RSEQ_VOIDS(store, LA_JOB_SET, "mov")
LA_RSEQ_VOIDS(add, LA_JOB_ADD, "add")
LA_RSEQ_VOIDS(and, LA_JOB_AND, "and")
LA_RSEQ_VOIDS(or, LA_JOB_OR, "or")
LA_RSEQ_VOIDS(xor, LA_JOB_XOR, "xor")

#undef LA_RSEQ_VOIDS
#undef LA_RSEQ_VOID

/* What an operation with a result ends with. */
#define LA_RSEQ_RETURN(N, job, old, val, result)                                               \
	do {                                                                                   \
		if (LA_RSEQ_FAILED(t))                                                         \
			return LA_CAST(la_u##N, la_i_rseq_slow(p, sizeof(*p), job, old, val)); \
		return result;                                                                 \
	} while (0)

/* `new_` is the value; `insn`, if any, puts the old one into it. */
#define LA_RSEQ_FETCH(op, job, insn, N, s, ptr, reg)                                            \
	LA_INLINE la_u##N la_rseq_##op##_##N(volatile la_u##N *p, la_u##N val)                  \
	{                                                                                       \
		intptr_t t;                                                                     \
		la_u##N old, new_ = val;                                                        \
		__asm__ __volatile__(LA_RSEQ_BEGIN_COPY LA_RSEQ_GET(s, ptr, "%[old]")           \
					     insn LA_RSEQ_PUT("mov", s, ptr, "%[new_]")         \
						     LA_RSEQ_END                                \
				     : [t] "=&r"(t), [old] "=&" reg(old), [new_] "+&" reg(new_) \
				     : LA_RSEQ_IN(p)                                            \
				     : "memory", "cc");                                         \
		LA_RSEQ_RETURN(N, job, 0, val, old);                                            \
	}
#define LA_RSEQ_LOGIC(insn, s) insn "{" s " %[old], %[new_]|\t%[new_], %[old]}\n"
#define LA_RSEQ_VALUES(N, s, ptr, reg)                                                             \
	LA_RSEQ_FETCH(xchg, LA_JOB_SET, "", N, s, ptr, reg)                                        \
	LA_RSEQ_FETCH(fetch_and, LA_JOB_AND, LA_RSEQ_LOGIC("and", s), N, s, ptr, reg)              \
	LA_RSEQ_FETCH(fetch_or, LA_JOB_OR, LA_RSEQ_LOGIC("or", s), N, s, ptr, reg)                 \
	LA_RSEQ_FETCH(fetch_xor, LA_JOB_XOR, LA_RSEQ_LOGIC("xor", s), N, s, ptr, reg)              \
	LA_INLINE la_u##N la_rseq_fetch_add_##N(volatile la_u##N *p, la_u##N val)                  \
	{                                                                                          \
		intptr_t t;                                                                        \
		la_u##N old = val;                                                                 \
		__asm__ __volatile__(LA_RSEQ_BEGIN_COPY LA_RSEQ_PUT("xadd", s, ptr, "%[old]")      \
					     LA_RSEQ_END                                           \
				     : [t] "=&r"(t), [old] "+&" reg(old)                           \
				     : LA_RSEQ_IN(p)                                               \
				     : "memory", "cc");                                            \
		LA_RSEQ_RETURN(N, LA_JOB_ADD, 0, val, old);                                        \
	}                                                                                          \
	LA_INLINE la_u##N la_rseq_cmpxchg_##N(volatile la_u##N *p, la_u##N old, la_u##N val)       \
	{                                                                                          \
		intptr_t t;                                                                        \
		la_u##N found = old;                                                               \
		__asm__ __volatile__(LA_RSEQ_BEGIN_COPY LA_RSEQ_PUT("cmpxchg", s, ptr, "%[val]")   \
					     LA_RSEQ_END                                           \
				     : [t] "=&r"(t), "+&a"(found)                                  \
				     : LA_RSEQ_IN(p), [val] reg(val)                               \
				     : "memory", "cc");                                            \
		LA_RSEQ_RETURN(N, LA_JOB_CMPXCHG, old, val, found);                                \
	}                                                                                          \
	LA_INLINE bool la_rseq_commit_##N(intptr_t cpu, uintptr_t p, la_u##N *found, la_u##N val)  \
	{                                                                                          \
		intptr_t t;                                                                        \
		la_u##N old = *found;                                                              \
		__asm__ __volatile__(LA_RSEQ_BEGIN_ON_CPU LA_RSEQ_PUT("cmpxchg", s, ptr, "%[val]") \
					     LA_RSEQ_END                                           \
				     : [t] "=&r"(t), "+&a"(old)                                    \
				     : LA_RSEQ_IN(p), [val] reg(val), [cpu] "r"(cpu)               \
				     : "memory", "cc");                                            \
		*found = old;                                                                      \
		return LA_CAST(uintptr_t, t) == p;                                                 \
	}
LA_RSEQ_VALUES(8, "b", "BYTE", "q")
LA_RSEQ_VALUES(16, "w", "WORD", "r")
LA_RSEQ_VALUES(32, "l", "DWORD", "r")
LA_RSEQ_VALUES(64, "q", "QWORD", "r")
#undef LA_RSEQ_VALUES
#undef LA_RSEQ_LOGIC
#undef LA_RSEQ_FETCH
#undef LA_RSEQ_RETURN

/* 16 bytes: the result; `t` is the copy's address, or something else where it was not done. */
#define LA_RSEQ_CMPXCHG_128(begin, where)                                                 \
	__asm__ __volatile__(begin "cmpxchg16b {(%[t])|XMMWORD PTR [%[t]]}\n" LA_RSEQ_END \
			     : [t] "=&r"(t), "+&a"(found->lo), "+&d"(found->hi)           \
			     : LA_RSEQ_IN(p), "b"(val.lo), "c"(val.hi), [cpu] "r"(where)  \
			     : "memory", "cc")
LA_INLINE la_u128 la_rseq_cmpxchg_128(volatile la_u128 *p, la_u128 old, la_u128 val)
{
	la_u128 result = old, *const found = &result;
	intptr_t t;

	LA_RSEQ_CMPXCHG_128(LA_RSEQ_BEGIN_COPY, p);
	return LA_RSEQ_FAILED(t) ? la_i_rseq_slow_128(p, old, val) : result;
}

LA_INLINE bool la_rseq_commit_128(intptr_t cpu, uintptr_t p, la_u128 *found, la_u128 val)
{
	intptr_t t;

	LA_RSEQ_CMPXCHG_128(LA_RSEQ_BEGIN_ON_CPU, cpu);
	return LA_CAST(uintptr_t, t) == p;
}
#undef LA_RSEQ_CMPXCHG_128

#endif
