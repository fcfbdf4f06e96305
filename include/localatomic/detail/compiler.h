/* SPDX-License-Identifier: MIT */
/*
 * What the library asks of a compiler, and the few names every layer shares: fixed-width types that
 * may alias any object, a cast that neither language warns about, the compiler barrier.
 */
#ifndef LA_DETAIL_COMPILER_H
#define LA_DETAIL_COMPILER_H

#if defined(_MSC_VER)
#error "localatomic: MSVC and clang-cl lack GNU inline assembly; build with gcc >= 11 or clang >= 14 (on Windows: mingw-w64)"
#elif !defined(__GNUC__)
#error "localatomic: this compiler lacks GNU inline assembly and typeof; build with gcc >= 11 or clang >= 14"
#elif defined(__clang__)
#if __clang_major__ < 14
#error "localatomic: this clang is too old; build with clang >= 14 or gcc >= 11"
#endif
#elif __GNUC__ < 11 && !(defined(__AVR__) && __GNUC__ >= 5)
#error "localatomic: this gcc is too old; build with gcc >= 11 or clang >= 14 (avr-gcc: >= 5.4)"
#endif

#if defined(__cplusplus)
#if __cplusplus < 201103L
#error "localatomic: C++11 or later is needed; compile with -std=c++11 or later"
#endif
#elif !defined(__STDC_VERSION__) || __STDC_VERSION__ < 201112L
#error "localatomic: C11 or later is needed; compile with -std=c11 or later"
#endif

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LA_INLINE static __inline__ __attribute__((__always_inline__))

/*
 * LA_UNVOLATILE: *p as an asm operand without its volatile. gcc computes the address of a volatile
 * operand into a register of its own; volatile asm keeps the access all the same.
 */
#if defined(__cplusplus)
#define LA_CAST(type, x) (static_cast<type>(x))
#define LA_UNVOLATILE(type, p) (*const_cast<type *>(p))
#define LA_ADDRESS(p) (reinterpret_cast<uintptr_t>(p))
#define LA_POINTER(type, address) (reinterpret_cast<type *>(address))
#define LA_NULL nullptr
#else
#define LA_CAST(type, x) ((type)(x))
#define LA_UNVOLATILE(type, p) (*(type *)(uintptr_t)(p))
#define LA_ADDRESS(p) ((uintptr_t)(p))
/* The plus: gcc's -Wbad-function-cast warns of a call's result that is cast at once. */
#define LA_POINTER(type, address) ((type *)(+(address)))
#define LA_NULL NULL
#endif

/* A libc function by its linker name: no declaration of ours can clash with a header's. */
#define LA_STRINGIFY_(x) #x
#define LA_STRINGIFY(x) LA_STRINGIFY_(x)
#define LA_LIBC(name) __asm__(LA_STRINGIFY(__USER_LABEL_PREFIX__) name)

#define LA_CAT3_(a, b, c) la_##a##_##b##_##c
#define LA_CAT3(a, b, c) LA_CAT3_(a, b, c)

/* Every access goes through these, so that an object of any type of the size may be meant. */
typedef uint8_t __attribute__((__may_alias__)) la_u8;
typedef uint16_t __attribute__((__may_alias__)) la_u16;
typedef uint32_t __attribute__((__may_alias__)) la_u32;
typedef uint64_t __attribute__((__may_alias__)) la_u64;

/* The operand of the 128-bit operations: two halves, lo at the lower address on every target. */
typedef struct __attribute__((__aligned__(16), __may_alias__)) {
	uint64_t lo, hi;
} la_u128;

/* One line per width: LA_WIDTHS(W) expands W(8) W(16) W(32) W(64). */
#define LA_WIDTHS(W) W(8) W(16) W(32) W(64)
#define LA_NO_WIDTHS(W)

/* The widest access that one instruction makes, so that no interrupt sees half of it. */
#if defined(__AVR__)
#define LA_UNTORN_BITS 8
#elif __SIZEOF_INT__ == 2
#define LA_UNTORN_BITS 16
#elif UINTPTR_MAX > 0xffffffffu
#define LA_UNTORN_BITS 64
#else
#define LA_UNTORN_BITS 32
#endif

/* The compiler moves no memory access across it; it is no instruction and orders no CPU. */
LA_INLINE void la_barrier(void)
{
	__asm__ __volatile__("" ::: "memory");
}

#endif
