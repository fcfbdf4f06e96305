/* SPDX-License-Identifier: MIT */
/* The same cases through the C++ front end, with the library included in an extern "C" block. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
extern "C" {
#include <cmocka.h>
#include <localatomic/localatomic.h>
}
#include "cases.c"
