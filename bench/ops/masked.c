/* SPDX-License-Identifier: MIT */
/* Variant masked: the library's generic backend, plain C between la_critical_enter and _exit. */
#undef LA_FORCE_C11
#undef LA_FORCE_LLSC
#undef LA_FORCE_GENERIC
#define LA_FORCE_GENERIC

#define VARIANT masked
#include "library.h"
