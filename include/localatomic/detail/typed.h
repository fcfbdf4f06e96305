/* SPDX-License-Identifier: MIT */
/*
 * The type-generic front end, the only one: from `la_op(p, v)` on an object of any integer, enum,
 * bool or pointer type to an inline function on (address, size, uint64_t image of the value).
 *
 * One macro per shape. LA_TYPED_<shape>("name", fn, kind, ...) is the body of the macro `name` in
 * C, LA_TEMPLATE_<shape>(name, fn, kind) defines the template `name` in C++; `fn` does the work;
 * `kind` says what T may be:
 *   LA_ANY    integer, enum, bool or pointer
 *   LA_LOGIC  integer, enum or bool
 *   LA_ARITH  integer or enum
 *   LA_INT64  integer of 8 bytes
 *
 * C: macros without locals, so that nothing of the caller's is captured or shadowed, and with every
 * argument evaluated once. C++: function templates, usable inside extern "C" too. The result has
 * the unqualified type of the object; values convert as by assignment; a misuse is a compile-time
 * error that begins with the operation's name.
 */
#ifndef LA_DETAIL_TYPED_H
#define LA_DETAIL_TYPED_H

#include "compiler.h"

#define LA_MSG_TYPE \
	": the object must be an integer, enum, bool or pointer; keep others in an integer of their size"
#define LA_MSG_SIZE ": the object must have 1, 2, 4 or 8 bytes; for 16 use la_cmpxchg128_local"
#define LA_MSG_WRITABLE \
	": the object must be writable: not const, no array, not _Atomic (for which use C11 atomics)"
#define LA_MSG_READABLE ": the object must be no array and not _Atomic (for which use C11 atomics)"
#define LA_MSG_ALIGNED ": the object must be naturally aligned; take it out of the packed type"
#define LA_MSG_LOGIC ": logic on a pointer is refused; use an object of type uintptr_t"
#define LA_MSG_ARITH \
	": arithmetic on a pointer or bool is refused; use an object of type uintptr_t or unsigned char"
#define LA_MSG_EXPECTED \
	": expected must point to an object of exactly the same type as the first argument"
#define LA_MSG_64 ": the object must be an integer of 8 bytes"
#define LA_MSG_VALUE ": the value does not convert to the object's type; cast it"

#if !defined(__cplusplus)

/* The unqualified type of *p: the right operand of a comma is no lvalue. (avr-gcc 5 keeps
 * volatile.) */
#define LA_T(p) __typeof__(((void)0, *(p)))
#define LA_SAME(a, b) __builtin_types_compatible_p(a, b)

/* gcc's type classes: 1 integer, 2 char, 3 enumeral, 4 boolean, 5 pointer. */
#define LA_IS_POINTER(p) (__builtin_classify_type(*(p)) == 5)
#define LA_IS_SCALAR(p) (__builtin_classify_type(*(p)) >= 1 && __builtin_classify_type(*(p)) <= 5)
#define LA_IS_WRITABLE(p) \
	(LA_SAME(__typeof__(&*(p)), LA_T(p) *) || LA_SAME(__typeof__(&*(p)), volatile LA_T(p) *))
#define LA_IS_READABLE(p)                                                    \
	(LA_IS_WRITABLE(p) || LA_SAME(__typeof__(&*(p)), const LA_T(p) *) || \
	 LA_SAME(__typeof__(&*(p)), const volatile LA_T(p) *))
#define LA_IS_SIZED(p) \
	(sizeof(*(p)) == 1 || sizeof(*(p)) == 2 || sizeof(*(p)) == 4 || sizeof(*(p)) == 8)
/* gcc knows the alignment of a packed member behind its address, clang only that of the type. */
#define LA_IS_ALIGNED(p)                                                \
	(__alignof__(*(p)) >= (sizeof(*(p)) >= 8   ? _Alignof(uint64_t) \
			       : sizeof(*(p)) >= 4 ? _Alignof(uint32_t) \
			       : sizeof(*(p)) >= 2 ? _Alignof(uint16_t) \
						   : 1))

/* A static assertion where an expression stands: 0. */
#define LA_ASSERT(cond, message)                \
	(0 * sizeof(struct {                    \
		 _Static_assert(cond, message); \
		 int la_x;                      \
	 }))

#define LA_KIND_LA_ANY(name, p) 0
#define LA_KIND_LA_LOGIC(name, p) LA_ASSERT(!LA_IS_POINTER(p), name LA_MSG_LOGIC)
#define LA_KIND_LA_ARITH(name, p) \
	LA_ASSERT(!LA_IS_POINTER(p) && !LA_SAME(LA_T(p), _Bool), name LA_MSG_ARITH)
#define LA_KIND_LA_INT64(name, p) LA_ASSERT(!LA_IS_POINTER(p) && sizeof(*(p)) == 8, name LA_MSG_64)

/* sizeof *p, and the checks. */
#define LA_SCALAR_SIZE(name, p)                                        \
	(sizeof(*(p)) + LA_ASSERT(LA_IS_SCALAR(p), name LA_MSG_TYPE) + \
	 LA_ASSERT(LA_IS_SIZED(p), name LA_MSG_SIZE) +                 \
	 LA_ASSERT(LA_IS_ALIGNED(p), name LA_MSG_ALIGNED))
#define LA_READ_SIZE(name, p) \
	(LA_SCALAR_SIZE(name, p) + LA_ASSERT(LA_IS_READABLE(p), name LA_MSG_READABLE))
#define LA_SIZE(name, kind, p)                                                          \
	(LA_SCALAR_SIZE(name, p) + LA_ASSERT(LA_IS_WRITABLE(p), name LA_MSG_WRITABLE) + \
	 LA_KIND_##kind(name, p))

/* v assigns to T: the compiler's own check, in an operand that is not evaluated. */
#define LA_ASSIGNS(p, v) (0 * sizeof(*(LA_T(p) *)0 = (v)))

/* Through uintptr_t for pointers: a 32-bit target warns where a cast also changes the size. */
#define LA_IMAGE_T(p) __typeof__(__builtin_choose_expr(LA_IS_POINTER(p), (uintptr_t)0, (uint64_t)0))
#define LA_IMAGE(p, v) ((uint64_t)(LA_IMAGE_T(p))(LA_T(p))(v))
/*
 * An assignment's value may be left unused without a warning, a cast's may not, wherever a user's own
 * macro puts it; and it has the unqualified type.
 */
#define LA_RESULT(p, image) __extension__({ (LA_T(p)) { 0 } = (LA_T(p))(LA_IMAGE_T(p))(image); })

#define LA_TYPED_READ(name, fn, p) LA_RESULT(p, fn((p), LA_READ_SIZE(name, p)))
#define LA_TYPED_VOID(name, fn, kind, p, v) \
	fn((p), LA_SIZE(name, kind, p) + LA_ASSIGNS(p, v), LA_IMAGE(p, v))
#define LA_TYPED_VALUE(name, fn, kind, p, v) LA_RESULT(p, LA_TYPED_VOID(name, fn, kind, p, v))
#define LA_TYPED_IMAGE_CMPXCHG(name, fn, kind, p, old, v)                                         \
	fn((p), LA_SIZE(name, kind, p) + LA_ASSIGNS(p, old) + LA_ASSIGNS(p, v), LA_IMAGE(p, old), \
	   LA_IMAGE(p, v))
#define LA_TYPED_CMPXCHG(name, fn, kind, p, old, v) \
	LA_RESULT(p, LA_TYPED_IMAGE_CMPXCHG(name, fn, kind, p, old, v))
#define LA_TYPED_TRY_CMPXCHG(name, fn, kind, p, expected, v)                                      \
	fn((p),                                                                                   \
	   LA_SIZE(name, kind, p) + LA_ASSIGNS(p, v) +                                            \
		   LA_ASSERT(LA_SAME(__typeof__(&*(expected)), LA_T(p) *), name LA_MSG_EXPECTED), \
	   (expected), LA_IMAGE(p, v))

#else /* C++ */

extern "C++" {
#include <type_traits>

namespace la_detail
{
/* T without qualifiers; of an enum, what it is stored as. */
template <typename T, bool Enum = std::is_enum<T>::value>
struct plain {
	typedef typename std::remove_cv<T>::type type;
};
template <typename T>
struct plain<T, true> {
	typedef typename std::underlying_type<T>::type type;
};
template <typename T>
struct is {
	static const bool pointer = std::is_pointer<T>::value;
	static const bool scalar = std::is_integral<T>::value || std::is_enum<T>::value || pointer;
	static const bool sized =
		sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8;
	/* The kinds. */
	static const bool LA_ANY = true;
	static const bool LA_LOGIC = !pointer;
	static const bool LA_ARITH =
		!pointer && !std::is_same<typename plain<T>::type, bool>::value;
	static const bool LA_INT64 = std::is_integral<T>::value && sizeof(T) == 8;
};

/* The uint64_t image of a value and back; pointers go through uintptr_t. */
template <typename T, bool Pointer = is<T>::pointer>
struct image {
	static __inline__ __attribute__((__always_inline__)) uint64_t of(T v)
	{
		return static_cast<uint64_t>(v);
	}
	static __inline__ __attribute__((__always_inline__)) T back(uint64_t v)
	{
		return static_cast<T>(v);
	}
};
template <typename T>
struct image<T, true> {
	static __inline__ __attribute__((__always_inline__)) uint64_t of(T v)
	{
		return reinterpret_cast<uintptr_t>(v);
	}
	static __inline__ __attribute__((__always_inline__)) T back(uint64_t v)
	{
		return reinterpret_cast<T>(static_cast<uintptr_t>(v));
	}
};

#define LA_MSG_KIND_LA_ANY ""
#define LA_MSG_KIND_LA_LOGIC LA_MSG_LOGIC
#define LA_MSG_KIND_LA_ARITH LA_MSG_ARITH
#define LA_MSG_KIND_LA_INT64 LA_MSG_64
/*
 * `T` is the type as deduced, with a const where the object has one; `Object` is it without. (An
 * array decays, so that it is the message that refuses it.)
 */
#define LA_CHECK_READ(name)                                                                        \
	typedef typename std::decay<T>::type Object;                                               \
	static_assert(la_detail::is<typename std::remove_cv<T>::type>::scalar, #name LA_MSG_TYPE); \
	static_assert(la_detail::is<T>::sized, #name LA_MSG_SIZE)
#define LA_CHECK(name, kind)                                            \
	LA_CHECK_READ(name);                                            \
	static_assert(!std::is_const<T>::value, #name LA_MSG_WRITABLE); \
	static_assert(la_detail::is<Object>::kind, #name LA_MSG_KIND_##kind)
#define LA_CHECK_VALUE(name, V) \
	static_assert(std::is_convertible<V, Object>::value, #name LA_MSG_VALUE)
#define LA_CHECK_EXPECTED(name) static_assert(std::is_same<E, Object>::value, #name LA_MSG_EXPECTED)
#define LA_IMAGE(v) la_detail::image<Object>::of(static_cast<Object>(v))
#define LA_BACK(image_) la_detail::image<Object>::back(image_)

/*
 * Shapes that take pointer objects (kind LA_ANY) stand twice. Scalars deduce the value's type, so that a
 * call converts without a warning; pointers do not, so that 0, NULL, nullptr and a derived class's
 * pointer convert. The other kinds take every object, and refuse pointers by a message.
 */
#define LA_TAKES_POINTERS_LA_ANY true
#define LA_TAKES_POINTERS_LA_LOGIC false
#define LA_TAKES_POINTERS_LA_ARITH false
#define LA_TAKES_POINTERS_LA_INT64 false
#define LA_FOR_SCALARS(kind, result)                                                      \
	LA_INLINE                                                                         \
	typename std::enable_if<!(LA_TAKES_POINTERS_##kind && la_detail::is<T>::pointer), \
				result>::type
#define LA_FOR_POINTERS(kind, result)                                                            \
	LA_INLINE typename std::enable_if<LA_TAKES_POINTERS_##kind && la_detail::is<T>::pointer, \
					  result>::type
#define LA_PLAIN(T) typename std::decay<T>::type
} // namespace la_detail

#define LA_TEMPLATE_READ(name, fn)                      \
	template <typename T>                           \
	LA_INLINE LA_PLAIN(T) name(const volatile T *p) \
	{                                               \
		LA_CHECK_READ(name);                    \
		return LA_BACK(fn(p, sizeof(T)));       \
	}

#define LA_TEMPLATE_VOID(name, fn, kind)       \
	template <typename T, typename V>      \
	LA_FOR_SCALARS(kind, void)             \
	name(volatile T *p, V v)               \
	{                                      \
		LA_CHECK(name, kind);          \
		LA_CHECK_VALUE(name, V);       \
		fn(p, sizeof(T), LA_IMAGE(v)); \
	}                                      \
	template <typename T>                  \
	LA_FOR_POINTERS(kind, void)            \
	name(volatile T *p, LA_PLAIN(T) v)     \
	{                                      \
		LA_CHECK(name, kind);          \
		fn(p, sizeof(T), LA_IMAGE(v)); \
	}

#define LA_TEMPLATE_VALUE(name, fn, kind)                      \
	template <typename T, typename V>                      \
	LA_FOR_SCALARS(kind, LA_PLAIN(T))                      \
	name(volatile T *p, V v)                               \
	{                                                      \
		LA_CHECK(name, kind);                          \
		LA_CHECK_VALUE(name, V);                       \
		return LA_BACK(fn(p, sizeof(T), LA_IMAGE(v))); \
	}                                                      \
	template <typename T>                                  \
	LA_FOR_POINTERS(kind, LA_PLAIN(T))                     \
	name(volatile T *p, LA_PLAIN(T) v)                     \
	{                                                      \
		LA_CHECK(name, kind);                          \
		return LA_BACK(fn(p, sizeof(T), LA_IMAGE(v))); \
	}

/* Add or subtract one. */
#define LA_TEMPLATE_STEP_VOID(name, fn)    \
	template <typename T>              \
	LA_INLINE void name(volatile T *p) \
	{                                  \
		LA_CHECK(name, LA_ARITH);  \
		fn(p, sizeof(T), 1);       \
	}
#define LA_TEMPLATE_STEP_VALUE(name, fn)             \
	template <typename T>                        \
	LA_INLINE LA_PLAIN(T) name(volatile T *p)    \
	{                                            \
		LA_CHECK(name, LA_ARITH);            \
		return LA_BACK(fn(p, sizeof(T), 1)); \
	}

/* The result as uint64_t. */
#define LA_TEMPLATE_IMAGE_CMPXCHG(name, fn, kind)                    \
	template <typename T, typename O, typename V>                \
	LA_INLINE uint64_t name(volatile T *p, O old, V v)           \
	{                                                            \
		LA_CHECK(name, kind);                                \
		LA_CHECK_VALUE(name, O);                             \
		LA_CHECK_VALUE(name, V);                             \
		return fn(p, sizeof(T), LA_IMAGE(old), LA_IMAGE(v)); \
	}

#define LA_TEMPLATE_CMPXCHG(name, fn, kind)                                   \
	template <typename T, typename O, typename V>                         \
	LA_FOR_SCALARS(kind, LA_PLAIN(T))                                     \
	name(volatile T *p, O old, V v)                                       \
	{                                                                     \
		LA_CHECK(name, kind);                                         \
		LA_CHECK_VALUE(name, O);                                      \
		LA_CHECK_VALUE(name, V);                                      \
		return LA_BACK(fn(p, sizeof(T), LA_IMAGE(old), LA_IMAGE(v))); \
	}                                                                     \
	template <typename T>                                                 \
	LA_FOR_POINTERS(kind, LA_PLAIN(T))                                    \
	name(volatile T *p, LA_PLAIN(T) old, LA_PLAIN(T) v)                   \
	{                                                                     \
		LA_CHECK(name, kind);                                         \
		return LA_BACK(fn(p, sizeof(T), LA_IMAGE(old), LA_IMAGE(v))); \
	}

#define LA_TEMPLATE_TRY_CMPXCHG(name, fn, kind)                 \
	template <typename T, typename E, typename V>           \
	LA_FOR_SCALARS(kind, bool)                              \
	name(volatile T *p, E *expected, V v)                   \
	{                                                       \
		LA_CHECK(name, kind);                           \
		LA_CHECK_EXPECTED(name);                        \
		LA_CHECK_VALUE(name, V);                        \
		return fn(p, sizeof(T), expected, LA_IMAGE(v)); \
	}                                                       \
	template <typename T, typename E>                       \
	LA_FOR_POINTERS(kind, bool)                             \
	name(volatile T *p, E *expected, LA_PLAIN(T) v)         \
	{                                                       \
		LA_CHECK(name, kind);                           \
		LA_CHECK_EXPECTED(name);                        \
		return fn(p, sizeof(T), expected, LA_IMAGE(v)); \
	}
} /* extern "C++" */

#endif
#endif
