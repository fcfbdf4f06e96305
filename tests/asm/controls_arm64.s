// SPDX-License-Identifier: MIT
// Code that check.awk must refuse for either arm64 backend, a fault a function.
	.arch_extension lse
	.text
	.macro probe name
	.globl \name
	.type \name, %function
\name:
	.endm

	probe probe_u64_la_add_local		// the far form
	stadd x1, [x0]
	ret
	probe probe_s64_la_add_local		// the same by its other name
	ldadd x1, xzr, [x0]
	ret
	probe probe_u64_la_sub_local		// calls
	bl probe_u64_la_add_local
	ret
	probe probe_u64_la_fetch_add_local	// acquires
	ldadda x1, x0, [x0]
	ret
	probe probe_u64_la_cmpxchg_local	// acquires and releases
	casal x1, x2, [x0]
	ret
	probe probe_u64_la_xchg_local		// a fence
	swp x1, x1, [x0]
	dmb ish
	ret
	probe probe_u8_la_add_local		// 32 bits on 8, and on either backend
	ldadd w1, w1, [x0]
	ret
	probe probe_u16_la_or_local		// 8 bits on 16
1:	ldxrb w2, [x0]
	orr w2, w2, w1
	stxrb w3, w2, [x0]
	cbnz w3, 1b
	ret
	probe probe_u64_la_or_local		// 32 bits of 64
2:	ldxr w2, [x0]
	orr w2, w2, w1
	stxr w3, w2, [x0]
	cbnz w3, 2b
	ret
	probe probe_u32_la_xor_local		// no store
	ldxr w2, [x0]
	ret
	probe probe_u32_la_and_local		// load, operate, store
	ldr w2, [x0]
	and w2, w2, w1
	str w2, [x0]
	ret
	probe probe_u32_la_inc_local		// releases
3:	ldxr w2, [x0]
	add w2, w2, 1
	stlxr w3, w2, [x0]
	cbnz w3, 3b
	ret
	probe probe_u32_la_read_local		// writes
	ldadd wzr, w0, [x0]
	ret
	probe probe_u128_la_cmpxchg128_local	// half
	cas x2, x4, [x0]
	ret
