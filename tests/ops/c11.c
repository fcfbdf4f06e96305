/* SPDX-License-Identifier: MIT */
/* The operations on the C11 backend, where the target has lock-free atomics. */
#include "ops.h"

#if __GCC_ATOMIC_INT_LOCK_FREE == 2
#define LA_FORCE_C11
#define OPSET opset_c11
#include "opset.h"
#else
const struct opset *const opset_c11 = NULL;
#endif
