#!/bin/sh
# SPDX-License-Identifier: MIT
# check.sh ISA OBJDUMP INCLUDE WORK COMPILER [FLAG ...]: compiles the probes at each level and checks
# the disassembly; with COMPILER's name ending in ++ those of C++. The controls must be refused.
set -eu

isa=$1
objdump=$2
include=$3
work=$4
shift 4
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
mkdir -p "$work"

case $1 in
*++*) source=$here/probes.cc ;;
*) source=$here/probes.c ;;
esac

# One probe per entry of the list: counted by the preprocessor, not by who compiles them.
wanted=$("$@" -E -P -I"$include" -I"$here/../ops" "$source" | grep -o '\<probe_[a-z0-9_]*(' | sort -u | wc -l)
[ "$wanted" -gt 0 ] || {
	echo "no probe in $source"
	exit 1
}

status=0
for level in -O2 -O0 -O1 -O3 -Os "-O3 -funroll-loops" "-O2 -fPIC" "-O2 -fcf-protection=full"; do
	case $isa$level in
	arm64*full) continue ;;
	esac
	counts=any
	[ "$level" != -O2 ] || counts=O2
	# shellcheck disable=SC2086
	"$@" $level -I"$include" -I"$here/../ops" -c "$source" -o "$work/probes.o"
	"$objdump" -d --no-show-raw-insn "$work/probes.o" |
		awk -v isa="$isa" -v level=$counts -v wanted="$wanted" -f "$here/check.awk" >"$work/report" ||
		status=1
	sed "s/^/$isa $level: /" "$work/report"
done

controls=$here/controls_${isa%_l*}.s
"$@" -x assembler -c "$controls" -o "$work/controls.o"
"$objdump" -d --no-show-raw-insn "$work/controls.o" |
	awk -v isa="$isa" -v level=O2 -v control=1 -v wanted="$(grep -c '^	probe probe_' "$controls")" \
		-f "$here/check.awk" >"$work/report" || {
	cat "$work/report"
	echo "$isa: a control was not refused"
	status=1
}
echo "$isa controls: $(tail -n 1 "$work/report")"
exit $status
