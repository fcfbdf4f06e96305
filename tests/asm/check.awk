# SPDX-License-Identifier: MIT
# Reads `objdump -d --no-show-raw-insn` of probes.c and checks each function against what the backend
# promises. -v isa=x86_64, arm64_lse or arm64_llsc; -v level=O2 checks instruction counts too, any
# other level only what may not occur. -v wanted=N is the number of probes that there must be. Prints
# violations and a line of counts; exits 1 if a probe is missing or anything is violated, and with
# -v control=1 unless every function violates something.

function bad(why) {
	print name ": " why
	violations++
	if (!(name in violates))
		violators++
	violates[name]
}

# A jump to another probe is a compiler that has found two of them to be the same.
function leaves(operands) {
	return operands !~ ("<" name "[+>]") && operands !~ /<probe_[a-z0-9_]*>/
}

# The width in bits of an x86-64 instruction on memory, from its suffix or its register.
function x86_width(mnemonic, operands, reg) {
	if (mnemonic ~ /^cmpxchg16b/)
		return 128
	if (match(operands, /%[a-z0-9]+(,|$)/) && operands !~ /^\$/) {
		# The register operand, not one inside an address.
		reg = operands
		gsub(/-?(0x)?[0-9a-f]*\([^)]*\)/, "", reg)
		gsub(/[ ,]/, "", reg)
		if (reg ~ /^%([abcd]l|sil|dil|bpl|r[0-9]+b)$/) return 8
		if (reg ~ /^%([abcd]x|si|di|bp|r[0-9]+w)$/) return 16
		if (reg ~ /^%(e[a-z]+|r[0-9]+d)$/) return 32
		if (reg ~ /^%r[a-z0-9]+$/) return 64
	}
	if (mnemonic ~ /b$/) return 8
	if (mnemonic ~ /w$/) return 16
	if (mnemonic ~ /l$/) return 32
	if (mnemonic ~ /q$/) return 64
	return 0
}

# 8, 16, 32, 64 or 128, from the type in the probe's name; 0 for other functions.
function probe_width() {
	if (name ~ /_(s8|u8|bool_)_/) return 8
	if (name ~ /_(s16|u16)_/) return 16
	if (name ~ /_(s32|u32|colour)_/) return 32
	if (name ~ /_(s64|u64|pointer|local|local64)_/) return 64
	if (name ~ /_u128_/) return 128
	return 0
}

function x86_instruction(mnemonic, operands, memory) {
	memory = operands ~ /\(/
	if (mnemonic == "lock" || $0 ~ /[ \t]lock[ \t]/)
		bad("a lock prefix")
	if (mnemonic ~ /^xchg/ && memory)
		bad("xchg with memory, which locks")
	if (mnemonic ~ /^call/)
		bad("a call")
	if (mnemonic ~ /^j/ && leaves(operands))
		bad("a jump out of the function")
	if (mnemonic ~ /^(ret|endbr64|nop|data16|cs)/ || (mnemonic ~ /^xchg/ && !memory))
		return
	total++
	if (mnemonic !~ /^mov/)
		work++
	if (memory && mnemonic ~ /^(add|sub|and|or|xor|xadd|cmpxchg|inc|dec|not|neg|bts|btr|btc)/) {
		rmw++
		rmw_name = mnemonic
		rmw_width = x86_width(mnemonic, operands)
	}
}

function x86_function(width, op) {
	width = probe_width()
	op = name
	sub(/^[a-z]+_[a-z0-9_]*_la_/, "la_", op)
	if (level != "O2")
		return
	if (width && rmw && rmw_width != width)
		bad("its " rmw_name " is " rmw_width " bits wide, the object " width)
	if (op ~ /^la_((local|local64)_)?(add|sub|inc|dec|and|or|xor)(_local)?$/) {
		# A 64-bit constant that does not fit an immediate is another matter; none is used here.
		if (total != 1 || rmw != 1)
			bad(total " instructions where one read-modify-write is promised")
	} else if (op == "la_andnot_local") {
		if (rmw != 1 || total > (name ~ /^constant/ ? 1 : 3) || work > 2)
			bad(total " instructions where a not and an and are enough")
	} else if (op ~ /cmpxchg/) {
		if (rmw != 1 || work > (width == 128 ? 5 : 3))
			bad(work " instructions besides moves where three are enough")
	} else if (op ~ /fetch_add|fetch_sub|_return|add_negative|_and_test/) {
		if (rmw != 1 || rmw_name !~ /^xadd/)
			bad("no xadd")
	} else if (op ~ /xchg|fetch_|unless|not_zero/) {
		# Loops; a compiler may peel the first round.
		if (rmw < 1 || rmw > 2 || rmw_name !~ /^cmpxchg/)
			bad("no cmpxchg")
	} else if (name ~ /^address_.*[a-z]$/ && name !~ /read/) {
		if (total != 1)
			bad(total " instructions where one addresses the object itself")
	} else if (rmw) {
		bad("a read-modify-write in a plain access")
	}
}

# What an atomic arm64 instruction ends in for a width.
function arm64_suffix(width) {
	return width == 8 ? "b" : width == 16 ? "h" : ""
}

function arm64_instruction(mnemonic, operands, register) {
	if (mnemonic ~ /^(bl|blr)$/)
		bad("a call")
	if (mnemonic == "b" && leaves(operands))
		bad("a jump out of the function")
	if (mnemonic ~ /^(ldar|stlr|ldaxr|stlxr|ldaxp|stlxp|dmb|dsb)/)
		bad(mnemonic " orders memory")
	if (mnemonic ~ /^(ld(add|clr|set|eor)|swp|cas)(a|l|al)(b|h)?$/ || mnemonic ~ /^casp(a|l|al)$/)
		bad(mnemonic " orders memory")
	if (mnemonic ~ /^st(add|clr|set|eor)/)
		bad(mnemonic " may go to the far cache")
	if (mnemonic ~ /^ld(add|clr|set|eor)/) {
		split(operands, register, /, */)
		if (register[2] ~ /zr$/)
			bad(mnemonic " without a destination register may go to the far cache")
	}
	total++
	if (mnemonic ~ /^(ld(add|clr|set|eor)|swp|cas)/) {
		rmw++
		rmw_name = mnemonic
	} else if (mnemonic ~ /^(ldxr|ldxp)/) {
		exclusive_loads++
		rmw_name = mnemonic
	} else if (mnemonic ~ /^(stxr|stxp)/) {
		exclusive_stores++
		store_name = mnemonic
	}
	# The registers say 32 or 64 bits; only b and h are in the mnemonic.
	if (mnemonic ~ /^(ld(add|clr|set|eor)|swp|cas)$/ || mnemonic ~ /^(ldxr|stxr)$/)
		rmw_register = operands ~ /(^|, )x[0-9]+/ ? 64 : 32
}

function arm64_function(width, op, want, end) {
	width = probe_width()
	if (!width || level != "O2")
		return
	op = name
	sub(/^[a-z]+_[a-z0-9_]*_la_/, "la_", op)
	end = arm64_suffix(width)
	if (op ~ /(read|write)_local$|_(read|set)$/) {
		if (rmw || exclusive_loads || exclusive_stores)
			bad("an atomic instruction in a plain access")
		return
	}
	if (isa == "arm64_llsc") {
		if (rmw)
			bad(rmw_name " needs Armv8.1")
		if (exclusive_loads != 1 || exclusive_stores != 1)
			bad(exclusive_loads + 0 " exclusive loads and " exclusive_stores + 0 " stores where one pair is promised")
		else if (width == 128 ? rmw_name != "ldxp" || store_name != "stxp" : \
			 rmw_name != "ldxr" end || store_name != "stxr" end)
			bad(rmw_name " and " store_name " on an object of " width " bits")
	} else {
		if (exclusive_loads || exclusive_stores)
			bad("an exclusive pair where Armv8.1 has one instruction")
		want = op ~ /try_cmpxchg|cmpxchg|unless|not_zero/ ? "cas" : op ~ /xchg/ ? "swp" : \
			op ~ /andnot|and_local/ ? "ldclr" : op ~ /xor/ ? "ldeor" : op ~ /or_local/ ? "ldset" : "ldadd"
		if (width == 128)
			want = "casp"
		if (rmw != 1 || rmw_name != want end)
			bad("has " rmw + 0 " atomic instructions (" rmw_name "), " want end " is promised")
	}
	if (width >= 32 && width <= 64 && rmw_register != width)
		bad(rmw_name " uses a register of " rmw_register " bits on an object of " width)
}

function finish() {
	if (name == "")
		return
	if (isa == "x86_64")
		x86_function()
	else
		arm64_function()
	functions++
	if (name ~ /^probe_/)
		probes++
	instructions += total
}

/^[0-9a-f]+ <[A-Za-z0-9_.$]+>:$/ {
	finish()
	name = substr($2, 2, length($2) - 3)
	total = work = rmw = rmw_width = exclusive_loads = exclusive_stores = rmw_register = 0
	rmw_name = store_name = ""
	next
}
name != "" && /^ +[0-9a-f]+:/ {
	mnemonic = $2
	operands = $0
	sub(/^ +[0-9a-f]+:[ \t]+[^ \t]+[ \t]*/, "", operands)
	sub(/[ \t]*(#|\/\/).*$/, "", operands)
	if (isa == "x86_64")
		x86_instruction(mnemonic, operands)
	else
		arm64_instruction(mnemonic, operands)
}
END {
	finish()
	printf "%d probes of %d, %d functions, %d instructions, %d violations in %d functions\n", probes,
		wanted, functions, instructions, violations, violators
	# Of the controls every function must be found out.
	if (probes != wanted || (control ? violators != functions : violations > 0))
		exit 1
}
