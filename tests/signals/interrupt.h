/* SPDX-License-Identifier: MIT */
/*
 * Interrupts this thread: a signal handler that runs a trial's call while a window is open, and the
 * two sources of its signals.
 */
#ifndef LA_TESTS_SIGNALS_INTERRUPT_H
#define LA_TESTS_SIGNALS_INTERRUPT_H

#include "order.h"

enum source {
	TIMER, /* a timer, every 20 us or as fast as the machine takes signals */
	FLOOD, /* another thread that sends the next one when the last has been taken */
};

/* False, with a sentence on stderr, where the system refuses. */
bool source_start(enum source source);
void source_stop(void);

/* Signals taken since the start of the program, in a window or not. */
unsigned int signals_taken(void);

/* The timer's mean interval, once it was started. */
unsigned int timer_us(void);

/*
 * Runs the thread's call `calls` times on an object that holds trial->start, and that once more
 * until a signal came while a call was running, `tries` times at most. Only then does the handler
 * run its own call on the object: every hit is one inside an operation. False if none came.
 */
bool interrupt(const struct trial *trial, unsigned int calls, unsigned int tries,
	       struct history *seen);

#endif
