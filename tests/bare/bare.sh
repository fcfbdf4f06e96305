# SPDX-License-Identifier: MIT
# The headers compiled for cores without an operating system: sh bare.sh SOURCE WORK
#
# For every line of `targets`, freestanding and with warnings as errors: by the core's own choice of
# backends, without a call of libatomic; and by the generic one, where each operation masks once.
set -eu

source=$1 work=$2
here=$source/tests/bare
mkdir -p "$work"
cd "$work"

die() {
	echo "bare.sh: $*" >&2
	exit 1
}

# assemble FLAGS...: with the target's compiler
assemble() {
	# shellcheck disable=SC2086
	$compiler $flags -std=gnu11 -O2 -ffreestanding -DLA_BARE_METAL "$@" -Wall -Wextra -Werror \
		"-I$source/include" -isystem "$source/tests/ops" -S "$source/tests/headers/every_op.c" -o "$name.s" \
		>"$name.log" 2>&1 || {
		cat "$name.log" >&2
		die "$name: does not compile"
	}
}

check() {
	awk -v mask="$mask" -v restore="$restore" -f "$here/masked.awk"
}

targets=0
sed '/^#/d; s/ *; */;/g' "$here/targets" >list
while IFS=';' read -r name compiler flags mask restore; do
	command -v "$compiler" >/dev/null || die "$name needs $compiler; run: sh tests/run.sh --all"

	assemble
	if grep -nE '__(atomic|sync)_' "$name.s" >&2; then
		die "$name: calls a library that a bare core does not have"
	fi
	assemble -DLA_FORCE_GENERIC
	said=$(check <"$name.s") || die "$name: not masked as it should be:
$said"
	: "${operations:=${said% *}}"
	[ "${said% *}" = "$operations" ] || die "$name: ${said% *} functions, not $operations"
	echo "$name: ${said% *} functions mask ${said#* } times"

	# The same code without the one or the other must not pass.
	for gone in "$mask" "$restore"; do
		if grep -vE "$gone" "$name.s" | check >/dev/null; then
			die "$name: passes without its '$gone'"
		fi
	done
	targets=$((targets + 1))
done <list
echo "$targets targets x ${operations:=0} operations"
[ "$targets" -gt 0 ] && [ "$operations" -gt 0 ]
