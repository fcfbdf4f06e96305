/* SPDX-License-Identifier: MIT */
/* The window, the handler, the timer and the flood. */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include "interrupt.h"

/* Shared by the thread and its own handler; the fences keep a compiler from moving them about. */
static volatile sig_atomic_t is_open;
static const struct trial *trial_now;
static struct history *seen_now;
static la_u128 object;

/* Read by the flood's thread too; written by one thread and its handler, each its own. */
static atomic_uint taken, progress;

static void bump(atomic_uint *counter)
{
	const unsigned int next = atomic_load_explicit(counter, memory_order_relaxed) + 1;

	atomic_store_explicit(counter, next, memory_order_relaxed);
}

static void fence(void)
{
	atomic_signal_fence(memory_order_seq_cst);
}

/*
 * Counts the signal by a compare-and-exchange that succeeds, which ends whatever exclusive access is
 * open. The processor, or the kernel, ends it on the way out of a signal anyway; qemu-user does not
 * for 32-bit Arm and RISC-V, and would let the interrupted store succeed on the handler's reservation.
 */
static void leave(void)
{
	unsigned int count = atomic_load_explicit(&taken, memory_order_relaxed);

	while (!atomic_compare_exchange_weak(&taken, &count, count + 1)) {
	}
}

static void on_signal(int number)
{
	(void)number;
	if (is_open) {
		const struct call *call = &trial_now->handler;
		struct visit visit;

		visit.found = op_load(call->op, &object);
		visit.outcome = call->op->run(&object, call->a, call->b);
		if (seen_now->hits < VISITS)
			seen_now->visits[seen_now->hits] = visit;
		seen_now->hits++;
	}
	leave();
}

/*
 * Puts the object out of the caches, so that the processor waits where an operation first reads it,
 * and that is where a signal finds it; between two instructions that retire together it never does.
 * Only before one call of 16: it would seldom be found between a second read and the write, as of
 * la_local_inc_not_zero(). An emulator that runs one instruction at a time needs no such help.
 */
static void evict(void *line)
{
#if defined(__x86_64__) || defined(__i386__)
	__asm__ __volatile__("clflush %0" : "+m"(*(char *)line));
#elif defined(__aarch64__)
	__asm__ __volatile__("dc civac, %0" : : "r"(line) : "memory");
#else
	(void)line;
#endif
	atomic_thread_fence(memory_order_seq_cst);
}

unsigned int signals_taken(void)
{
	return atomic_load_explicit(&taken, memory_order_relaxed);
}

static enum source running;

static long long now_ns(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

/* 20 us, or three times what it costs to take a signal where that is more, as in an emulator. */
static unsigned int mean_us;

static unsigned int measure_mean(void)
{
	long long least = LLONG_MAX;

	for (int i = 0; i < 100; i++) {
		const long long from = now_ns();
		long long ns;

		(void)raise(SIGALRM);
		ns = now_ns() - from;
		if (ns < least)
			least = ns;
	}
	return 3 * least < 20000 ? 20 : (unsigned int)(3 * least / 1000);
}

unsigned int timer_us(void)
{
	return mean_us;
}

/* One signal, or none for 0. */
static bool timer_set(unsigned int us)
{
	const struct itimerval once = { { 0, 0 }, { 0, (suseconds_t)us } };

	return setitimer(ITIMER_REAL, &once, NULL) == 0;
}

/*
 * The next signal is asked for when the last one has been taken and the thread has moved on: of a
 * timer that repeats, a slow machine would do nothing but take signals. Any time up to twice the mean.
 */
static void keep_timer_running(void)
{
	static unsigned int last, random;

	if (running != TIMER || signals_taken() == last)
		return;
	last = signals_taken();
	random = random * 1103515245 + 12345;
	(void)timer_set(1 + (random >> 8) % (2 * mean_us));
}

bool interrupt(const struct trial *trial, unsigned int calls, unsigned int tries,
	       struct history *seen)
{
	const struct call *call = &trial->thread;
	static unsigned int turn;
	la_u128 start = { 0, 0 };

	op_store(call->op, &start, trial->start);
	trial_now = trial;
	seen_now = seen;
	for (unsigned int try = 0; try < tries; try++) {
		object = start;
		seen->hits = 0;
		for (unsigned int i = 0; i < calls; i++) {
			keep_timer_running();
			if (turn++ % 16 == 0)
				evict(&object);
			fence();
			is_open = 1;
			fence();
			seen->outcome = call->op->run(&object, call->a, call->b);
			fence();
			is_open = 0;
			fence();
			bump(&progress);
		}
		if (seen->hits != 0) {
			seen->end = op_load(call->op, &object);
			return true;
		}
	}
	return false;
}

static bool handle(int number)
{
	struct sigaction action;

	memset(&action, 0, sizeof(action));
	action.sa_handler = on_signal;
	action.sa_flags = SA_RESTART;
	sigfillset(&action.sa_mask);
	return sigaction(number, &action, NULL) == 0;
}

static pthread_t victim, sender;
static atomic_bool stop;

/* Spins a moment, then sleeps: with one processor free the thread that is waited for needs it. */
static void await_change(const atomic_uint *counter, unsigned int from)
{
	const struct timespec moment = { 0, 1000 };

	for (unsigned int spins = 0; atomic_load_explicit(counter, memory_order_relaxed) == from &&
				     !atomic_load_explicit(&stop, memory_order_relaxed);
	     spins++) {
		if (spins > 1000)
			(void)nanosleep(&moment, NULL);
	}
}

/* The next signal waits until the thread has moved on, or it would only take signals. */
static void *flood(void *unused)
{
	(void)unused;
	while (!atomic_load_explicit(&stop, memory_order_relaxed)) {
		const unsigned int last = signals_taken();

		(void)pthread_kill(victim, SIGUSR1);
		await_change(&taken, last);
		await_change(&progress, atomic_load_explicit(&progress, memory_order_relaxed));
	}
	return NULL;
}

/* With every signal blocked, so that only this thread takes them. */
static int flood_start(void)
{
	sigset_t all, old;
	int error;

	victim = pthread_self();
	atomic_store(&stop, false);
	sigfillset(&all);
	(void)pthread_sigmask(SIG_SETMASK, &all, &old);
	error = pthread_create(&sender, NULL, flood, NULL);
	(void)pthread_sigmask(SIG_SETMASK, &old, NULL);
	return error;
}

bool source_start(enum source source)
{
	int error = 0;

	running = source;
	if (!handle(SIGALRM) || !handle(SIGUSR1)) {
		error = errno;
	} else if (source == FLOOD) {
		error = flood_start();
	} else {
		mean_us = measure_mean();
		if (!timer_set(mean_us))
			error = errno;
	}
	if (error != 0)
		fprintf(stderr, "signals: cannot start the %s: %s\n",
			source == FLOOD ? "flood" : "timer", strerror(error));
	return error == 0;
}

void source_stop(void)
{
	if (running == TIMER) {
		(void)timer_set(0);
		return;
	}
	atomic_store(&stop, true);
	(void)pthread_join(sender, NULL);
}
