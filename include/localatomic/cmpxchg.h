/* SPDX-License-Identifier: MIT */
/*
 * Local atomic operations on plain objects.
 *
 * T is an integer, enum, bool or pointer type of 1, 2, 4 or 8 bytes; p is a `T *` or `volatile T *`
 * to a naturally aligned object that one thread (bare metal: one core) owns and writes. Anything
 * that interrupts the owner, its signal handlers or the core's interrupt handlers, may run any of
 * these operations on the same object and no update is lost. Another thread may read it, without
 * order; if several threads write it, use C11 atomics.
 *
 * Values convert to T as by assignment and are compared at T's width. Addition wraps, for signed
 * types too. Arithmetic (add, sub, inc, dec) is refused on pointers and bool, logic (and, or, xor,
 * andnot) on pointers. Every argument is evaluated once, unless T is variably modified.
 *
 * Operations that return a value, reads too, are compiler barriers; those that return void touch
 * only their object. None orders memory for another CPU. None fails, none touches errno, none is a libc call
 * where the backend is native; each may be called anywhere: thread, signal handler, interrupt
 * handler, constructor, child of fork or vfork.
 *
 *   la_read_local(p)                        T     one untorn access; p may be const
 *   la_write_local(p, v)                    void  one untorn access
 *   la_cmpxchg_local(p, old, val)           T     what was found; val is stored iff that equals old
 *   la_try_cmpxchg_local(p, expected, val)  bool  stored; on failure, and only then, *expected (a T)
 *                                                 receives what was found
 *   la_xchg_local(p, v)                     T     the old value
 *   la_fetch_{add,sub,and,or,xor}_local(p, v)     T, the old value
 *   la_{add,sub}_return_local(p, v)               T, the new value
 *   la_{inc,dec}_return_local(p)                  T, the new value
 *   la_{add,sub,and,or,xor,andnot}_local(p, v)    void; andnot is *p &= ~(T)v
 *   la_{inc,dec}_local(p)                         void
 *
 * For objects of a fixed size, on every target, 32-bit ones too:
 *   la_cmpxchg64_local(p, old, val)             uint64_t; *p is an integer of 8 bytes
 *   la_try_cmpxchg64_local(p, expected, val)    bool
 *   la_cmpxchg128_local(p, old, val)            la_u128 (16-aligned); masked, not native, where
 *                                               LA_HAVE_CMPXCHG128 is 0
 *   la_try_cmpxchg128_local(p, expected, val)   bool
 *
 * la_barrier() is the compiler barrier alone.
 */
#ifndef LA_CMPXCHG_H
#define LA_CMPXCHG_H

#include "detail/compiler.h"
#include "detail/typed.h"
#include "backend/dispatch.h"

#if !defined(__cplusplus)

#define la_read_local(p) LA_TYPED_READ("la_read_local", la_i_load, p)
#define la_write_local(p, v) LA_TYPED_VOID("la_write_local", la_i_store, LA_ANY, p, v)

#define la_cmpxchg_local(p, old, val) \
	LA_TYPED_CMPXCHG("la_cmpxchg_local", la_i_cmpxchg, LA_ANY, p, old, val)
#define la_try_cmpxchg_local(p, expected, val) \
	LA_TYPED_TRY_CMPXCHG("la_try_cmpxchg_local", la_i_try_cmpxchg, LA_ANY, p, expected, val)
#define la_xchg_local(p, v) LA_TYPED_VALUE("la_xchg_local", la_i_xchg, LA_ANY, p, v)

#define la_fetch_add_local(p, v) \
	LA_TYPED_VALUE("la_fetch_add_local", la_i_fetch_add, LA_ARITH, p, v)
#define la_fetch_sub_local(p, v) \
	LA_TYPED_VALUE("la_fetch_sub_local", la_i_fetch_sub, LA_ARITH, p, v)
#define la_fetch_and_local(p, v) \
	LA_TYPED_VALUE("la_fetch_and_local", la_i_fetch_and, LA_LOGIC, p, v)
#define la_fetch_or_local(p, v) LA_TYPED_VALUE("la_fetch_or_local", la_i_fetch_or, LA_LOGIC, p, v)
#define la_fetch_xor_local(p, v) \
	LA_TYPED_VALUE("la_fetch_xor_local", la_i_fetch_xor, LA_LOGIC, p, v)

#define la_add_return_local(p, v) \
	LA_TYPED_VALUE("la_add_return_local", la_i_add_return, LA_ARITH, p, v)
#define la_sub_return_local(p, v) \
	LA_TYPED_VALUE("la_sub_return_local", la_i_sub_return, LA_ARITH, p, v)
#define la_inc_return_local(p) \
	LA_TYPED_VALUE("la_inc_return_local", la_i_add_return, LA_ARITH, p, 1)
#define la_dec_return_local(p) \
	LA_TYPED_VALUE("la_dec_return_local", la_i_sub_return, LA_ARITH, p, 1)

#define la_add_local(p, v) LA_TYPED_VOID("la_add_local", la_i_add, LA_ARITH, p, v)
#define la_sub_local(p, v) LA_TYPED_VOID("la_sub_local", la_i_sub, LA_ARITH, p, v)
#define la_inc_local(p) LA_TYPED_VOID("la_inc_local", la_i_add, LA_ARITH, p, 1)
#define la_dec_local(p) LA_TYPED_VOID("la_dec_local", la_i_sub, LA_ARITH, p, 1)
#define la_and_local(p, v) LA_TYPED_VOID("la_and_local", la_i_and, LA_LOGIC, p, v)
#define la_or_local(p, v) LA_TYPED_VOID("la_or_local", la_i_or, LA_LOGIC, p, v)
#define la_xor_local(p, v) LA_TYPED_VOID("la_xor_local", la_i_xor, LA_LOGIC, p, v)
#define la_andnot_local(p, v) LA_TYPED_VOID("la_andnot_local", la_i_andnot, LA_LOGIC, p, v)

#define la_cmpxchg64_local(p, old, val) \
	LA_TYPED_IMAGE_CMPXCHG("la_cmpxchg64_local", la_i_cmpxchg, LA_INT64, p, old, val)
#define la_try_cmpxchg64_local(p, expected, val) \
	LA_TYPED_TRY_CMPXCHG("la_try_cmpxchg64_local", la_i_try_cmpxchg, LA_INT64, p, expected, val)

#else

extern "C++" {
LA_TEMPLATE_READ(la_read_local, la_i_load)
LA_TEMPLATE_VOID(la_write_local, la_i_store, LA_ANY)

LA_TEMPLATE_CMPXCHG(la_cmpxchg_local, la_i_cmpxchg, LA_ANY)
LA_TEMPLATE_TRY_CMPXCHG(la_try_cmpxchg_local, la_i_try_cmpxchg, LA_ANY)
LA_TEMPLATE_VALUE(la_xchg_local, la_i_xchg, LA_ANY)

LA_TEMPLATE_VALUE(la_fetch_add_local, la_i_fetch_add, LA_ARITH)
LA_TEMPLATE_VALUE(la_fetch_sub_local, la_i_fetch_sub, LA_ARITH)
LA_TEMPLATE_VALUE(la_fetch_and_local, la_i_fetch_and, LA_LOGIC)
LA_TEMPLATE_VALUE(la_fetch_or_local, la_i_fetch_or, LA_LOGIC)
LA_TEMPLATE_VALUE(la_fetch_xor_local, la_i_fetch_xor, LA_LOGIC)

LA_TEMPLATE_VALUE(la_add_return_local, la_i_add_return, LA_ARITH)
LA_TEMPLATE_VALUE(la_sub_return_local, la_i_sub_return, LA_ARITH)
LA_TEMPLATE_STEP_VALUE(la_inc_return_local, la_i_add_return)
LA_TEMPLATE_STEP_VALUE(la_dec_return_local, la_i_sub_return)

LA_TEMPLATE_VOID(la_add_local, la_i_add, LA_ARITH)
LA_TEMPLATE_VOID(la_sub_local, la_i_sub, LA_ARITH)
LA_TEMPLATE_STEP_VOID(la_inc_local, la_i_add)
LA_TEMPLATE_STEP_VOID(la_dec_local, la_i_sub)
LA_TEMPLATE_VOID(la_and_local, la_i_and, LA_LOGIC)
LA_TEMPLATE_VOID(la_or_local, la_i_or, LA_LOGIC)
LA_TEMPLATE_VOID(la_xor_local, la_i_xor, LA_LOGIC)
LA_TEMPLATE_VOID(la_andnot_local, la_i_andnot, LA_LOGIC)

LA_TEMPLATE_IMAGE_CMPXCHG(la_cmpxchg64_local, la_i_cmpxchg, LA_INT64)
LA_TEMPLATE_TRY_CMPXCHG(la_try_cmpxchg64_local, la_i_try_cmpxchg, LA_INT64)
}

#endif

LA_INLINE la_u128 la_cmpxchg128_local(volatile la_u128 *p, la_u128 old, la_u128 val)
{
	return la_i_cmpxchg_128(p, old, val);
}

LA_INLINE bool la_try_cmpxchg128_local(volatile la_u128 *p, la_u128 *expected, la_u128 val)
{
	return la_i_try_cmpxchg_128(p, expected, val);
}

#endif
