/* SPDX-License-Identifier: MIT */
/*
 * The control: the generic backend's own load, operate and store with the mask taken out. It
 * computes the same results and must lose updates as soon as something interrupts it.
 */
#define LA_FORCE_GENERIC
#define LA_CRITICAL_ENTER(state) ((state) = 0)
#define LA_CRITICAL_EXIT(state) ((void)(state))
#define OPSET opset_broken
#define OPSET_NAME "broken"
#include "opset.h"
