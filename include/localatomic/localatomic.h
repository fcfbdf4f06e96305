/* SPDX-License-Identifier: MIT */
/*
 * Everything: operations that are atomic against whatever can interrupt them on the same CPU
 * (signal handlers, interrupt handlers) and against nothing else. A local variable has one writer,
 * its owner; anyone may read it, without order. Data that several threads write needs C11 atomics.
 */
#ifndef LA_LOCALATOMIC_H
#define LA_LOCALATOMIC_H

#include "version.h"
#include "cmpxchg.h"
#include "local.h"

#endif
