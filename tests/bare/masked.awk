# SPDX-License-Identifier: MIT
# awk -v mask=REGEX -v restore=REGEX -f masked.awk FILE.s: in every function one_<operation>_<type>
# interrupts are masked once, and on every way out restored. A read or a write of a width that the
# core does not tear needs no mask; what reads before its cmpxchg may mask for each.
function finish() {
	if (name == "")
		return
	functions++
	masks += masked
	most = name ~ /_(add_unless|inc_not_zero)_/ ? 2 : 1
	least = name ~ /^_*one_la(_local|_local64)?_(read|write|set)_/ ? 0 : 1
	if (masked < least || masked > most || restored < masked || early) {
		if (++bad <= 5)
			print name, "masks " masked " times, restores " restored " times" (early ? ", before it masks" : "")
	}
}

/^_*one_[a-z0-9_]*:/ {
	finish()
	name = $1
	masked = restored = early = 0
	next
}
$0 ~ mask {
	masked++
}
$0 ~ restore {
	restored++
	early = early || !masked
}

END {
	finish()
	if (bad) {
		print bad " functions in all"
		exit 1
	}
	print functions + 0, masks + 0
}
