// SPDX-License-Identifier: MIT
// The same probes through the C++ templates.
#include "probes.c"
