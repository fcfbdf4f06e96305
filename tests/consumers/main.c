/* SPDX-License-Identifier: MIT */
/* A user's program, C and C++ alike: uses the library and checks the result. */
#include <localatomic/localatomic.h>

int main(void)
{
	static la_local_t counter = LA_LOCAL_INIT(40);
	int plain = 1;

	la_local_inc(&counter);
	la_add_local(&plain, la_local_inc_return(&counter));
	return la_local_read(&counter) == 42 && la_read_local(&plain) == 43 ? 0 : 1;
}
