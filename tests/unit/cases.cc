/* SPDX-License-Identifier: MIT */
/* The same cases through the C++ front end, with the library included in an extern "C" block. */
extern "C" {
#include <localatomic/localatomic.h>
}
#include "cases.c"
