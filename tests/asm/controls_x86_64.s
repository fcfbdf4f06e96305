# SPDX-License-Identifier: MIT
# Code that check.awk must refuse, a fault a function.
	.text
	.macro probe name
	.globl \name
	.type \name, @function
\name:
	.endm

	probe probe_u64_la_add_local		# locks
	lock addq %rsi, (%rdi)
	ret
	probe probe_u64_la_xchg_local		# locks without saying so
	mov %rsi, %rax
	xchg %rax, (%rdi)
	ret
	probe probe_u64_la_sub_local		# calls
	call probe_u64_la_add_local
	ret
	probe probe_u64_la_or_local		# load, operate, store
	mov (%rdi), %rax
	or %rsi, %rax
	mov %rax, (%rdi)
	ret
	probe probe_u64_la_xor_local		# 32 bits of 64
	xor %esi, (%rdi)
	ret
	probe probe_u16_la_and_local		# 32 bits on 16
	and %esi, (%rdi)
	ret
	probe probe_u8_la_inc_local		# 16 bits on 8
	addw $1, (%rdi)
	ret
	probe probe_u32_la_dec_local		# a move too many
	mov $-1, %eax
	add %eax, (%rdi)
	ret
	probe probe_u32_la_cmpxchg_local	# compares again
	mov %esi, %eax
	cmpxchg %edx, (%rdi)
	cmp %esi, %eax
	sete %cl
	test %cl, %cl
	ret
	probe probe_s32_la_cmpxchg_local	# load, compare, store
	mov (%rdi), %eax
	cmp %esi, %eax
	jne 1f
	mov %edx, (%rdi)
1:	ret
	probe probe_u32_la_fetch_add_local	# not one instruction
	mov (%rdi), %eax
	add %esi, (%rdi)
	ret
	probe probe_u32_la_fetch_or_local	# 64 bits on 32
	mov (%rdi), %eax
2:	mov %eax, %edx
	or %esi, %edx
	cmpxchg %rdx, (%rdi)
	jne 2b
	ret
	probe probe_u32_la_read_local		# writes
	xor %eax, %eax
	xadd %eax, (%rdi)
	ret
	probe probe_u128_la_cmpxchg128_local	# half
	mov %rsi, %rax
	cmpxchg %rcx, (%rdi)
	ret
	probe probe_u64_la_local_inc		# leaves
	jmp memcpy
	probe address_static			# goes through a register
	lea 8(%rip), %rax
	add %rdi, (%rax)
	ret
