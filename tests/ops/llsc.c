/* SPDX-License-Identifier: MIT */
/* The operations on LL/SC, where the target has it; elsewhere there is no such set. */
#include "ops.h"

#if defined(__aarch64__)
#define LA_FORCE_LLSC
#define OPSET opset_llsc
#include "opset.h"
#else
const struct opset *const opset_llsc = NULL;
#endif
