/* SPDX-License-Identifier: MIT */
/* Variant local: the library, as a user's build gets it. */
#define VARIANT local
#include "library.h"
