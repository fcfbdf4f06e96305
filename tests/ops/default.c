/* SPDX-License-Identifier: MIT */
/* The operations on the backend that the target chooses by itself. */
#define OPSET opset_default
#include "opset.h"
