/* SPDX-License-Identifier: MIT */
/*
 * The critical section of the generic backend: nothing else runs on this thread (hosted) or on this
 * core (bare metal) between la_critical_enter() and la_critical_exit(). Sections nest: exit
 * restores what the matching enter found. Both are compiler barriers and keep errno.
 *
 * Hosted (__unix__ or __APPLE__): all signals of the calling thread are blocked. Two system calls,
 * 250 to 500 ns on two Linux 6.18 guests (Xeon).
 * Bare metal (elsewhere, or with LA_BARE_METAL): interrupts are masked. NMI, and FIQ on Arm A/R,
 * stay open: their handlers may not touch local variables that are masked.
 * A port (an RTOS, a hypervisor, another core) defines LA_CRITICAL_ENTER(state) and
 * LA_CRITICAL_EXIT(state) before including; `state` is an lvalue of type LA_CRITICAL_STATE
 * (unsigned long unless defined), which holds what exit must restore.
 */
#ifndef LA_DETAIL_CRITICAL_H
#define LA_DETAIL_CRITICAL_H

#include "compiler.h"

#if defined(LA_CRITICAL_ENTER) != defined(LA_CRITICAL_EXIT)
#error "localatomic: define both LA_CRITICAL_ENTER(state) and LA_CRITICAL_EXIT(state), or neither"
#endif

#if !defined(LA_CRITICAL_ENTER) && !defined(LA_BARE_METAL) && \
	(defined(__unix__) || defined(__APPLE__))

#include <signal.h>

/* A strict -std=c11 hides the POSIX names of <signal.h>; the numbers below are each system's own.
 */
#if defined(SIG_BLOCK) && defined(SIG_SETMASK)
#define LA_SIG_BLOCK SIG_BLOCK
#define LA_SIG_SETMASK SIG_SETMASK
#elif defined(__linux__) && (defined(__mips__) || defined(__alpha__))
#define LA_SIG_BLOCK 1
#define LA_SIG_SETMASK 3
#elif defined(__linux__) && defined(__sparc__)
#define LA_SIG_BLOCK 1
#define LA_SIG_SETMASK 4
#elif defined(__linux__)
#define LA_SIG_BLOCK 0
#define LA_SIG_SETMASK 2
#elif defined(__APPLE__) || defined(__FreeBSD__) || defined(__NetBSD__) || defined(__OpenBSD__) || \
	defined(__DragonFly__)
#define LA_SIG_BLOCK 1
#define LA_SIG_SETMASK 3
#else
#error "localatomic: <signal.h> hides SIG_BLOCK here; compile with -D_POSIX_C_SOURCE=200809L"
#endif

/* At least as large as any sigset_t: 1024 signals. */
typedef struct {
	unsigned long la_set[1024 / (8 * sizeof(unsigned long))];
} la_critical_state_t;

__attribute__((__nothrow__)) int la_i_pthread_sigmask(int how, const void *set, void *old)
	LA_LIBC("pthread_sigmask");

LA_INLINE void la_critical_enter(la_critical_state_t *state)
{
	la_critical_state_t all;

	__builtin_memset(&all, 0xff, sizeof(all));
	/* Fails only for a bad `how`, which these are not; see also the test of the numbers. */
	(void)la_i_pthread_sigmask(LA_SIG_BLOCK, &all, state);
	la_barrier();
}

LA_INLINE void la_critical_exit(const la_critical_state_t *state)
{
	la_barrier();
	(void)la_i_pthread_sigmask(LA_SIG_SETMASK, state, LA_NULL);
}

#else /* interrupts, or the port */

#if !defined(LA_CRITICAL_STATE)
#define LA_CRITICAL_STATE unsigned long
#endif

#if defined(LA_CRITICAL_ENTER)
/* the port's own */

#elif defined(_WIN32)
#error "localatomic: no masking on Windows; define LA_CRITICAL_ENTER(state) and LA_CRITICAL_EXIT(state)"

#elif defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
#define LA_CRITICAL_ENTER(state) \
	__asm__ __volatile__("mrs %[s], primask\n\tcpsid i" : [s] "=r"(state) : : "memory")
#define LA_CRITICAL_EXIT(state) \
	__asm__ __volatile__("msr primask, %[s]" : : [s] "r"(state) : "memory")

#elif defined(__arm__) && defined(__ARM_ARCH) && __ARM_ARCH >= 6
#define LA_CRITICAL_ENTER(state) \
	__asm__ __volatile__("mrs %[s], cpsr\n\tcpsid i" : [s] "=r"(state) : : "memory")
#define LA_CRITICAL_EXIT(state) \
	__asm__ __volatile__("msr cpsr_c, %[s]" : : [s] "r"(state) : "memory")

#elif defined(__aarch64__)
#define LA_CRITICAL_ENTER(state) \
	__asm__ __volatile__("mrs %[s], daif\n\tmsr daifset, #3" : [s] "=r"(state) : : "memory")
#define LA_CRITICAL_EXIT(state) __asm__ __volatile__("msr daif, %[s]" : : [s] "r"(state) : "memory")

#elif defined(__riscv)
/* The interrupt enable bit: mstatus.MIE, or sstatus.SIE for code that runs in S-mode. */
#if defined(LA_RISCV_S_MODE)
#define LA_RISCV_STATUS "sstatus"
#define LA_RISCV_IE 2
#else
#define LA_RISCV_STATUS "mstatus"
#define LA_RISCV_IE 8
#endif
#define LA_CRITICAL_ENTER(state)                                       \
	__asm__ __volatile__("csrrci %[s], " LA_RISCV_STATUS ", %[ie]" \
			     : [s] "=r"(state)                         \
			     : [ie] "i"(LA_RISCV_IE)                   \
			     : "memory")
#define LA_CRITICAL_EXIT(state)                               \
	__asm__ __volatile__("csrs " LA_RISCV_STATUS ", %[s]" \
			     :                                \
			     : [s] "r"((state)&LA_RISCV_IE)   \
			     : "memory")

#elif defined(__AVR__)
#define LA_CRITICAL_ENTER(state)                                                               \
	do {                                                                                   \
		unsigned char la_sreg;                                                         \
		__asm__ __volatile__("in %[s], 0x3f\n\tcli" : [s] "=r"(la_sreg) : : "memory"); \
		(state) = la_sreg;                                                             \
	} while (0)
#define LA_CRITICAL_EXIT(state)                                       \
	__asm__ __volatile__("out 0x3f, %[s]"                         \
			     :                                        \
			     : [s] "r"(LA_CAST(unsigned char, state)) \
			     : "memory", "cc")

#elif defined(__x86_64__)
/* Ring 0. Beyond the red zone, where the compiler may keep variables that it does not tell of. */
#define LA_CRITICAL_ENTER(state)                                                  \
	__asm__ __volatile__("leaq -128(%%rsp), %%rsp\n\tpushfq\n\tpopq %[s]\n\t" \
			     "leaq 128(%%rsp), %%rsp\n\tcli"                      \
			     : [s] "=r"(state)                                    \
			     :                                                    \
			     : "memory")
#define LA_CRITICAL_EXIT(state)                                                   \
	__asm__ __volatile__("leaq -128(%%rsp), %%rsp\n\tpushq %[s]\n\tpopfq\n\t" \
			     "leaq 128(%%rsp), %%rsp"                             \
			     :                                                    \
			     : [s] "r"(state)                                     \
			     : "memory", "cc")

#elif defined(__i386__)
/* Ring 0. */
#define LA_CRITICAL_ENTER(state) \
	__asm__ __volatile__("pushf\n\tpop %[s]\n\tcli" : [s] "=r"(state) : : "memory")
#define LA_CRITICAL_EXIT(state) \
	__asm__ __volatile__("push %[s]\n\tpopf" : : [s] "r"(state) : "memory", "cc")

#elif defined(__MSP430__)
/* The core wants a nop behind each change of GIE. */
#define LA_CRITICAL_ENTER(state)                                   \
	do {                                                       \
		unsigned int la_sr;                                \
		__asm__ __volatile__("mov r2, %[s]\n\tdint\n\tnop" \
				     : [s] "=r"(la_sr)             \
				     :                             \
				     : "memory");                  \
		(state) = la_sr;                                   \
	} while (0)
#define LA_CRITICAL_EXIT(state)                                      \
	__asm__ __volatile__("nop\n\tmov %[s], r2\n\tnop"            \
			     :                                       \
			     : [s] "r"(LA_CAST(unsigned int, state)) \
			     : "memory", "cc")

#elif defined(__XTENSA__)
#define LA_CRITICAL_ENTER(state) \
	__asm__ __volatile__("rsil %[s], 15" : [s] "=a"(state) : : "memory")
#define LA_CRITICAL_EXIT(state) \
	__asm__ __volatile__("wsr %[s], ps\n\trsync" : : [s] "a"(state) : "memory")

#else
#error "localatomic: this target has no known way to mask interrupts; define LA_CRITICAL_ENTER(state) and LA_CRITICAL_EXIT(state) before including the library"
#endif

typedef LA_CRITICAL_STATE la_critical_state_t;

LA_INLINE void la_critical_enter(la_critical_state_t *state)
{
	la_critical_state_t found = 0;

	/* A port's macros need not use it. */
	LA_CRITICAL_ENTER(found);
	*state = found;
	la_barrier();
}

LA_INLINE void la_critical_exit(const la_critical_state_t *state)
{
	la_critical_state_t found = *state;

	la_barrier();
	LA_CRITICAL_EXIT(found);
	(void)found;
}

#endif

#endif
