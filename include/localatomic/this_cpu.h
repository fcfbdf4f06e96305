/* SPDX-License-Identifier: MIT */
/*
 * CPU scope: per-CPU variables. Whichever thread runs on a CPU updates that CPU's copy, at the price
 * of a plain instruction, and nothing is lost to preemption, migration or signal handlers. Reading
 * is allowed from anywhere, without order; no operation orders memory for another CPU.
 *
 * A per-CPU pointer `T LA_PERCPU *p` is the address of CPU 0's copy; CPU c's copy stands
 * c * LA_PERCPU_STRIDE bytes on. &p->member and &p->array[i] are per-CPU pointers too. It is
 * dereferenced through the operations only.
 *
 * T, values, wrapping, refusals and single evaluation as in cmpxchg.h.
 *
 *   LA_DEFINE_PER_CPU(type, name)       a per-CPU pointer `name` to zeroed memory, ready before main
 *                                       and before constructors of default priority in the same
 *                                       executable or shared object; `static` may stand in front
 *   LA_DECLARE_PER_CPU(type, name)      the same variable, defined in another file
 *   la_percpu_alloc(type)               type LA_PERCPU *, zeroed on every CPU; NULL and errno
 *   la_percpu_alloc_bytes(size, align)  void LA_PERCPU *; EINVAL: no bytes, more than fits into a
 *                                       stride, a bad alignment; ENOMEM
 *   la_percpu_free(p)                   NULL is fine; a double or foreign free says so and aborts
 *   la_nr_cpus()                        unsigned: one more than the highest CPU number possible
 *   la_for_each_possible_cpu(c)         loop over them, holes and offline CPUs included
 *   la_this_cpu_id()                    unsigned: the CPU this thread is on, maybe stale at once
 *   la_per_cpu_ptr(p, cpu)              T *, of that CPU's copy
 *   la_this_cpu_ptr(p)                  T *, maybe stale at once
 *
 *   la_this_cpu_read(p)                 T: of the copy of a CPU the thread was on during the call
 *   la_this_cpu_write(p, v)             void: to the copy of the CPU it is on
 *   la_this_cpu_{add,sub,and,or,xor,andnot}(p, v), la_this_cpu_{inc,dec}(p)       void
 *   la_this_cpu_fetch_{add,sub,and,or,xor}(p, v), la_this_cpu_xchg(p, v)          T, the old value
 *   la_this_cpu_{add,sub}_return(p, v), la_this_cpu_{inc,dec}_return(p)           T, the new value
 *   la_this_cpu_cmpxchg(p, old, val)    T: what was found; stored iff that equals old
 *   la_this_cpu_try_cmpxchg(p, expected, val)       bool; on failure *expected is what was found
 *   la_this_cpu_cmpxchg128(p, old, val), la_this_cpu_try_cmpxchg128(p, expected, val)   la_u128
 *
 *   la_per_cpu_read(p, cpu)             T: one untorn, relaxed read
 *   la_percpu_sum(p)                    T: over all CPUs, wrapping; not a snapshot
 *   la_per_cpu_add(p, cpu, v)           bool: a remote write, done on that CPU, slowly; false and
 *   la_per_cpu_xchg(p, cpu, v, old)     errno where this thread may not run there (EINVAL for an
 *                                       offline or excluded CPU). *old (a T) receives the old value
 *
 *   la_percpu_mode()                    "rseq": plain instructions in restartable sequences;
 *                                       "atomic": C11 atomics, where there are none
 *   la_percpu_stats(s)                  la_percpu_stats_t: entries of the slow path, aborted
 *                                       sections, pinned operations of this executable or object
 *
 * Operations that return a value are compiler barriers. None but the remote ones, alloc and free
 * touches errno. Operations may be called in signal handlers, constructors and the child of fork,
 * not in the child of vfork; alloc and free not in signal handlers. The slow path takes 3 KiB of stack.
 *
 * Costs of a copy: 64 KiB of address space a CPU, shared by many variables; memory as touched.
 */
#ifndef LA_THIS_CPU_H
#define LA_THIS_CPU_H

#include "detail/compiler.h"
#include "detail/typed.h"
#include "percpu/dispatch.h"

/* Marks the target of a per-CPU pointer, for the reader. */
#define LA_PERCPU

LA_INLINE unsigned int la_nr_cpus(void)
{
	return la_i_area_nr_cpus();
}

#define la_for_each_possible_cpu(cpu) for ((cpu) = 0; (cpu) < la_nr_cpus(); (cpu)++)

LA_INLINE unsigned int la_this_cpu_id(void)
{
	return la_i_this_cpu();
}

LA_INLINE const char *la_percpu_mode(void)
{
	return la_i_percpu_mode() == LA_MODE_RSEQ ? "rseq" : "atomic";
}

LA_INLINE void la_percpu_stats(la_percpu_stats_t *stats)
{
	*stats = la_i_percpu_stats();
}

LA_INLINE void LA_PERCPU *la_percpu_alloc_bytes(size_t size, size_t align)
{
	return la_i_area_alloc(size, align, la_i_percpu_mode());
}

LA_INLINE void la_percpu_free(volatile void LA_PERCPU *p)
{
	la_i_area_free(p, la_i_percpu_mode());
}

/* For LA_DEFINE_PER_CPU, before main. */
LA_COLD void *la_i_percpu_define(size_t size, size_t align)
{
	void *p = la_i_area_alloc(size, align, la_i_percpu_mode());

	if (p == LA_NULL)
		la_i_die("LA_DEFINE_PER_CPU: no memory, or a type larger than a stride");
	return p;
}

LA_COLD bool la_i_per_cpu_job(volatile void *p, size_t size, unsigned int cpu, unsigned int job,
			      uint64_t val, uint64_t *found)
{
	struct la_i_job it = { p, size, job, { 0, 0 }, { val, 0 }, { 0, 0 } };

	if (cpu >= la_i_area_of(p)->cpus) {
		errno = EINVAL;
		return false;
	}
	if (!la_i_job_remote(&it, cpu))
		return false;
	*found = it.found.lo;
	return true;
}

LA_INLINE bool la_i_per_cpu_add(volatile void *p, size_t size, unsigned int cpu, uint64_t val)
{
	uint64_t found;

	return la_i_per_cpu_job(p, size, cpu, LA_JOB_ADD, val, &found);
}

LA_INLINE bool la_i_per_cpu_xchg(volatile void *p, size_t size, unsigned int cpu, uint64_t val,
				 void *old)
{
	uint64_t found;

	if (!la_i_per_cpu_job(p, size, cpu, LA_JOB_SET, val, &found))
		return false;
	la_i_store(old, size, found);
	return true;
}

LA_INLINE uint64_t la_i_per_cpu_read(const volatile void *p, size_t size, unsigned int cpu)
{
	return la_i_copy_load(la_i_copy_of(p, cpu), size);
}

LA_INLINE uint64_t la_i_percpu_sum(const volatile void *p, size_t size)
{
	const unsigned int cpus = la_i_area_of(p)->cpus;
	uint64_t sum = 0;

	for (unsigned int cpu = 0; cpu < cpus; cpu++)
		sum += la_i_per_cpu_read(p, size, cpu);
	return sum;
}

/*
 * An operation that returns void names only its object to the compiler, so that it keeps everything
 * else in registers. The backends know no types; the front end says before and behind them that
 * objects of this type at `p` and beyond are read and written.
 */
#if !defined(__cplusplus)
#define LA_EITHER(p, type) (LA_SAME(LA_T(p), type) || LA_SAME(LA_T(p), unsigned type))
/* 0: may alias anything. */
#define LA_CLASS(p)                     \
	(LA_IS_POINTER(p)	   ? 1u \
	 : LA_EITHER(p, short)	   ? 2u \
	 : LA_EITHER(p, int)	   ? 3u \
	 : LA_EITHER(p, long)	   ? 4u \
	 : LA_SAME(LA_T(p), _Bool) ? 5u \
				   : 0u)

LA_INLINE void la_i_touch(volatile void *p, unsigned int alias_class)
{
#define LA_TOUCH(type)                                                      \
	{                                                                   \
		typedef type la_any[];                                      \
		__asm__ __volatile__("" : "+m"(*(la_any *)(uintptr_t)(p))); \
		break;                                                      \
	}
	switch (alias_class) {
	case 1:
		LA_TOUCH(void *)
	case 2:
		LA_TOUCH(short)
	case 3:
		LA_TOUCH(int)
	case 4:
		LA_TOUCH(long)
	case 5:
		LA_TOUCH(_Bool)
	default:
		la_barrier();
		break;
	}
#undef LA_TOUCH
}

#define LA_TOUCHING(op)                                                                \
	LA_INLINE void la_i_touching_##op(volatile void *p, size_t size, uint64_t val, \
					  unsigned int alias_class)                    \
	{                                                                              \
		la_i_touch(p, alias_class);                                            \
		la_i_this_cpu_##op(p, size, val);                                      \
		la_i_touch(p, alias_class);                                            \
	}
#define la_i_this_cpu_store_of(p, size, val) la_i_touching_store(p, size, val, LA_CLASS(p))
#define la_i_this_cpu_add_of(p, size, val) la_i_touching_add(p, size, val, LA_CLASS(p))
#define la_i_this_cpu_sub_of(p, size, val) la_i_touching_sub(p, size, val, LA_CLASS(p))
#define la_i_this_cpu_and_of(p, size, val) la_i_touching_and(p, size, val, LA_CLASS(p))
#define la_i_this_cpu_or_of(p, size, val) la_i_touching_or(p, size, val, LA_CLASS(p))
#define la_i_this_cpu_xor_of(p, size, val) la_i_touching_xor(p, size, val, LA_CLASS(p))
#define la_i_this_cpu_andnot_of(p, size, val) la_i_touching_andnot(p, size, val, LA_CLASS(p))
#else
extern "C++" {
namespace la_detail
{
template <typename T>
LA_INLINE void touch(volatile T *p)
{
	typedef T any[];

	__asm__ __volatile__("" : "+m"(*reinterpret_cast<any *>(const_cast<T *>(p))));
}
} // namespace la_detail
#define LA_TOUCHING(op)                                                                  \
	template <typename T>                                                            \
	LA_INLINE void la_i_this_cpu_##op##_of(volatile T *p, size_t size, uint64_t val) \
	{                                                                                \
		la_detail::touch(p);                                                     \
		la_i_this_cpu_##op(p, size, val);                                        \
		la_detail::touch(p);                                                     \
	}
#endif
LA_TOUCHING(store)
LA_TOUCHING(add)
LA_TOUCHING(sub)
LA_TOUCHING(and)
LA_TOUCHING(or)
LA_TOUCHING(xor)
LA_TOUCHING(andnot)
#undef LA_TOUCHING
#if defined(__cplusplus)
}
#endif

#define LA_DECLARE_PER_CPU(type, name) extern __typeof__(type) LA_PERCPU *name
/* The struct at the end takes the semicolon. */
#define LA_DEFINE_PER_CPU(type, name)                                                \
	__typeof__(type) LA_PERCPU *name;                                            \
	__attribute__((__constructor__(101))) static void la_i_define_##name(void)   \
	{                                                                            \
		name = LA_CAST(__typeof__(type) LA_PERCPU *,                         \
			       la_i_percpu_define(sizeof(type), __alignof__(type))); \
	}                                                                            \
	struct la_i_defined_##name

#define la_percpu_alloc(type)                 \
	LA_CAST(__typeof__(type) LA_PERCPU *, \
		la_percpu_alloc_bytes(sizeof(type), __alignof__(type)))

#if !defined(__cplusplus)

#define la_per_cpu_ptr(p, cpu) ((__typeof__(&*(p)))la_i_copy_of((p), (cpu)))
#define la_this_cpu_ptr(p) ((__typeof__(&*(p)))la_i_copy_of((p), la_i_this_cpu()))

#define la_per_cpu_read(p, cpu) \
	LA_RESULT(p, la_i_per_cpu_read((p), LA_READ_SIZE("la_per_cpu_read", p), (cpu)))
#define la_percpu_sum(p)                                                     \
	LA_RESULT(p, la_i_percpu_sum((p), LA_READ_SIZE("la_percpu_sum", p) + \
						  LA_KIND_LA_ARITH("la_percpu_sum", p)))
#define la_per_cpu_add(p, cpu, v)                                                               \
	la_i_per_cpu_add((p), LA_SIZE("la_per_cpu_add", LA_ARITH, p) + LA_ASSIGNS(p, v), (cpu), \
			 LA_IMAGE(p, v))
#define la_per_cpu_xchg(p, cpu, v, old)                                              \
	la_i_per_cpu_xchg((p),                                                       \
			  LA_SIZE("la_per_cpu_xchg", LA_ANY, p) + LA_ASSIGNS(p, v) + \
				  LA_ASSERT(LA_SAME(__typeof__(&*(old)), LA_T(p) *), \
					    "la_per_cpu_xchg" LA_MSG_EXPECTED),      \
			  (cpu), LA_IMAGE(p, v), (old))

#define la_this_cpu_read(p) LA_TYPED_READ("la_this_cpu_read", la_i_this_cpu_load, p)
#define la_this_cpu_write(p, v) \
	LA_TYPED_VOID("la_this_cpu_write", la_i_this_cpu_store_of, LA_ANY, p, v)
#define la_this_cpu_cmpxchg(p, old, val) \
	LA_TYPED_CMPXCHG("la_this_cpu_cmpxchg", la_i_this_cpu_cmpxchg, LA_ANY, p, old, val)
#define la_this_cpu_try_cmpxchg(p, expected, val)                                             \
	LA_TYPED_TRY_CMPXCHG("la_this_cpu_try_cmpxchg", la_i_this_cpu_try_cmpxchg, LA_ANY, p, \
			     expected, val)
#define la_this_cpu_xchg(p, v) LA_TYPED_VALUE("la_this_cpu_xchg", la_i_this_cpu_xchg, LA_ANY, p, v)

#define la_this_cpu_fetch_add(p, v) \
	LA_TYPED_VALUE("la_this_cpu_fetch_add", la_i_this_cpu_fetch_add, LA_ARITH, p, v)
#define la_this_cpu_fetch_sub(p, v) \
	LA_TYPED_VALUE("la_this_cpu_fetch_sub", la_i_this_cpu_fetch_sub, LA_ARITH, p, v)
#define la_this_cpu_fetch_and(p, v) \
	LA_TYPED_VALUE("la_this_cpu_fetch_and", la_i_this_cpu_fetch_and, LA_LOGIC, p, v)
#define la_this_cpu_fetch_or(p, v) \
	LA_TYPED_VALUE("la_this_cpu_fetch_or", la_i_this_cpu_fetch_or, LA_LOGIC, p, v)
#define la_this_cpu_fetch_xor(p, v) \
	LA_TYPED_VALUE("la_this_cpu_fetch_xor", la_i_this_cpu_fetch_xor, LA_LOGIC, p, v)
#define la_this_cpu_add_return(p, v) \
	LA_TYPED_VALUE("la_this_cpu_add_return", la_i_this_cpu_add_return, LA_ARITH, p, v)
#define la_this_cpu_sub_return(p, v) \
	LA_TYPED_VALUE("la_this_cpu_sub_return", la_i_this_cpu_sub_return, LA_ARITH, p, v)
#define la_this_cpu_inc_return(p) \
	LA_TYPED_VALUE("la_this_cpu_inc_return", la_i_this_cpu_add_return, LA_ARITH, p, 1)
#define la_this_cpu_dec_return(p) \
	LA_TYPED_VALUE("la_this_cpu_dec_return", la_i_this_cpu_sub_return, LA_ARITH, p, 1)

#define la_this_cpu_add(p, v) LA_TYPED_VOID("la_this_cpu_add", la_i_this_cpu_add_of, LA_ARITH, p, v)
#define la_this_cpu_sub(p, v) LA_TYPED_VOID("la_this_cpu_sub", la_i_this_cpu_sub_of, LA_ARITH, p, v)
#define la_this_cpu_and(p, v) LA_TYPED_VOID("la_this_cpu_and", la_i_this_cpu_and_of, LA_LOGIC, p, v)
#define la_this_cpu_or(p, v) LA_TYPED_VOID("la_this_cpu_or", la_i_this_cpu_or_of, LA_LOGIC, p, v)
#define la_this_cpu_xor(p, v) LA_TYPED_VOID("la_this_cpu_xor", la_i_this_cpu_xor_of, LA_LOGIC, p, v)
#define la_this_cpu_andnot(p, v) \
	LA_TYPED_VOID("la_this_cpu_andnot", la_i_this_cpu_andnot_of, LA_LOGIC, p, v)
#define la_this_cpu_inc(p) LA_TYPED_VOID("la_this_cpu_inc", la_i_this_cpu_add_of, LA_ARITH, p, 1)
#define la_this_cpu_dec(p) LA_TYPED_VOID("la_this_cpu_dec", la_i_this_cpu_sub_of, LA_ARITH, p, 1)

#else

extern "C++" {
template <typename T>
LA_INLINE T *la_per_cpu_ptr(T *p, unsigned int cpu)
{
	return reinterpret_cast<T *>(la_i_copy_of(p, cpu));
}
template <typename T>
LA_INLINE T *la_this_cpu_ptr(T *p)
{
	return reinterpret_cast<T *>(la_i_copy_of(p, la_i_this_cpu()));
}

template <typename T>
LA_INLINE LA_PLAIN(T) la_per_cpu_read(const volatile T *p, unsigned int cpu)
{
	LA_CHECK_READ(la_per_cpu_read);
	return LA_BACK(la_i_per_cpu_read(p, sizeof(T), cpu));
}
template <typename T>
LA_INLINE LA_PLAIN(T) la_percpu_sum(const volatile T *p)
{
	LA_CHECK_READ(la_percpu_sum);
	static_assert(la_detail::is<Object>::LA_ARITH, "la_percpu_sum" LA_MSG_ARITH);
	return LA_BACK(la_i_percpu_sum(p, sizeof(T)));
}
template <typename T, typename V>
LA_INLINE bool la_per_cpu_add(volatile T *p, unsigned int cpu, V v)
{
	LA_CHECK(la_per_cpu_add, LA_ARITH);
	LA_CHECK_VALUE(la_per_cpu_add, V);
	return la_i_per_cpu_add(p, sizeof(T), cpu, LA_IMAGE(v));
}
template <typename T, typename E>
LA_INLINE bool la_per_cpu_xchg(volatile T *p, unsigned int cpu, LA_PLAIN(T) v, E *old)
{
	LA_CHECK(la_per_cpu_xchg, LA_ANY);
	LA_CHECK_EXPECTED(la_per_cpu_xchg);
	return la_i_per_cpu_xchg(p, sizeof(T), cpu, LA_IMAGE(v), old);
}

LA_TEMPLATE_READ(la_this_cpu_read, la_i_this_cpu_load)
LA_TEMPLATE_VOID(la_this_cpu_write, la_i_this_cpu_store_of, LA_ANY)
LA_TEMPLATE_CMPXCHG(la_this_cpu_cmpxchg, la_i_this_cpu_cmpxchg, LA_ANY)
LA_TEMPLATE_TRY_CMPXCHG(la_this_cpu_try_cmpxchg, la_i_this_cpu_try_cmpxchg, LA_ANY)
LA_TEMPLATE_VALUE(la_this_cpu_xchg, la_i_this_cpu_xchg, LA_ANY)

LA_TEMPLATE_VALUE(la_this_cpu_fetch_add, la_i_this_cpu_fetch_add, LA_ARITH)
LA_TEMPLATE_VALUE(la_this_cpu_fetch_sub, la_i_this_cpu_fetch_sub, LA_ARITH)
LA_TEMPLATE_VALUE(la_this_cpu_fetch_and, la_i_this_cpu_fetch_and, LA_LOGIC)
LA_TEMPLATE_VALUE(la_this_cpu_fetch_or, la_i_this_cpu_fetch_or, LA_LOGIC)
LA_TEMPLATE_VALUE(la_this_cpu_fetch_xor, la_i_this_cpu_fetch_xor, LA_LOGIC)
LA_TEMPLATE_VALUE(la_this_cpu_add_return, la_i_this_cpu_add_return, LA_ARITH)
LA_TEMPLATE_VALUE(la_this_cpu_sub_return, la_i_this_cpu_sub_return, LA_ARITH)
LA_TEMPLATE_STEP_VALUE(la_this_cpu_inc_return, la_i_this_cpu_add_return)
LA_TEMPLATE_STEP_VALUE(la_this_cpu_dec_return, la_i_this_cpu_sub_return)

LA_TEMPLATE_VOID(la_this_cpu_add, la_i_this_cpu_add_of, LA_ARITH)
LA_TEMPLATE_VOID(la_this_cpu_sub, la_i_this_cpu_sub_of, LA_ARITH)
LA_TEMPLATE_VOID(la_this_cpu_and, la_i_this_cpu_and_of, LA_LOGIC)
LA_TEMPLATE_VOID(la_this_cpu_or, la_i_this_cpu_or_of, LA_LOGIC)
LA_TEMPLATE_VOID(la_this_cpu_xor, la_i_this_cpu_xor_of, LA_LOGIC)
LA_TEMPLATE_VOID(la_this_cpu_andnot, la_i_this_cpu_andnot_of, LA_LOGIC)
LA_TEMPLATE_STEP_VOID(la_this_cpu_inc, la_i_this_cpu_add_of)
LA_TEMPLATE_STEP_VOID(la_this_cpu_dec, la_i_this_cpu_sub_of)
}

#endif

LA_INLINE la_u128 la_this_cpu_cmpxchg128(volatile la_u128 LA_PERCPU *p, la_u128 old, la_u128 val)
{
	return la_i_this_cpu_cmpxchg_128(p, old, val);
}

LA_INLINE bool la_this_cpu_try_cmpxchg128(volatile la_u128 LA_PERCPU *p, la_u128 *expected,
					  la_u128 val)
{
	return la_i_this_cpu_try_cmpxchg_128(p, expected, val);
}

#endif
