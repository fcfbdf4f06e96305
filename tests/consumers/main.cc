// SPDX-License-Identifier: MIT
// The same program through the C++ front end.
#include "main.c"
