/* SPDX-License-Identifier: MIT */
/* What detail/critical.h takes for the numbers of <signal.h> under a strict -std=c11. */
#define LA_FORCE_GENERIC
#include <localatomic/localatomic.h>

#if defined(SIG_BLOCK)
#error "this file is built with -std=c11 and no feature macro, so that <signal.h> hides SIG_BLOCK"
#endif

int strict_sig_block(void);
int strict_sig_setmask(void);

int strict_sig_block(void)
{
	return LA_SIG_BLOCK;
}

int strict_sig_setmask(void)
{
	return LA_SIG_SETMASK;
}
