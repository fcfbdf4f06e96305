/* SPDX-License-Identifier: MIT */
/* The operations on the generic backend, which the others are checked against. */
#define LA_FORCE_GENERIC
#define OPSET opset_generic
#include "opset.h"
