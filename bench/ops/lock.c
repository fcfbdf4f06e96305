/* SPDX-License-Identifier: MIT */
/* Variant lock: x86-64 instructions with the lock prefix. A load or store takes none. */
#include "ops.h"

#if defined(__x86_64__)

#define PREFIX "lock "
#include "x86_64.h"

/* xchg with memory locks without the prefix. */
#define LOCK_XCHG(N)                                                           \
	static inline uint##N##_t lock_xchg_##N(uint##N##_t *p, uint##N##_t v) \
	{                                                                      \
		__asm__ __volatile__("xchg %[v], %[mem]"                       \
				     : [v] "+q"(v), [mem] "+m"(*p)             \
				     :                                         \
				     : "memory");                              \
		return v;                                                      \
	}
LOCK_XCHG(8)
LOCK_XCHG(16)
LOCK_XCHG(32)
LOCK_XCHG(64)
#define OP_xchg(N, p, v) lock_xchg_##N(p, v)

#define LACKS_ACCESSES
#define VARIANT lock
#include "kernels.h"

#else

const struct ops_variant ops_lock = { "lock", NULL, 0 };

#endif
