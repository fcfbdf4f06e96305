#!/bin/sh
# SPDX-License-Identifier: MIT
# build.sh DIR NAME: configures, builds and tests one line of the table in DIR/NAME. Prints one line,
# or the log if something failed, and leaves DIR/NAME.result with "name|passed|failed|backends".
set -eu

dir=$1
name=$2
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
log=$dir/$name.log
build=$dir/$name

line=$(awk -F'|' -v name="$name" '!/^#/ { key = $1; gsub(/ /, "", key); if (key == name) print }' "$here/table")
field() {
	# The rest of the line for the last field, whose pattern may hold the separator.
	printf '%s\n' "$line" | cut -d '|' -f "$1" | sed 's/^ *//; s/ *$//'
}
cc=$(field 2)
cxx=$(field 3)
flags=$(field 4)
emulator=$(field 5)
pattern=$(field 6-)

set -- -DLOCALATOMIC_INSTALL=OFF -DCMAKE_BUILD_TYPE=Release
if [ "$name" = native ]; then
	set -- -DLOCALATOMIC_BUILD_BENCH=ON
	[ "$LA_TEST_ALL" = no ] || set -- "$@" -DLOCALATOMIC_REQUIRE_ALL=ON
else
	set -- "$@" "-DCMAKE_C_COMPILER=$cc" -DLOCALATOMIC_REQUIRE_ALL=ON \
		"-DLOCALATOMIC_CMOCKA_SOURCE=$dir/cmocka"
	[ "$cxx" = - ] || set -- "$@" "-DCMAKE_CXX_COMPILER=$cxx"
	[ -z "$flags" ] || set -- "$@" "-DCMAKE_C_FLAGS=$flags" "-DCMAKE_CXX_FLAGS=$flags"
	# The optimization level is the variant's own where it names one.
	case $flags in
	*-O*) set -- "$@" -DCMAKE_BUILD_TYPE=None ;;
	esac
	case $flags in
	*-fsanitize*) set -- "$@" -DLOCALATOMIC_SANITIZED=ON ;;
	esac
	[ "$emulator" = - ] || set -- "$@" \
		"-DCMAKE_CROSSCOMPILING_EMULATOR=$(printf '%s' "$emulator" | tr ' ' ';')"
	case $cc in
	*-*)
		set -- "$@" -DCMAKE_SYSTEM_NAME=Linux "-DCMAKE_SYSTEM_PROCESSOR=${cc%%-*}" \
			-DCMAKE_EXE_LINKER_FLAGS=-static
		;;
	esac
	case $pattern in
	*bench*) ;;
	*) set -- "$@" -DLOCALATOMIC_BUILD_BENCH=OFF ;;
	esac
fi

failed() {
	printf '%s|%s|%s|%s\n' "$name" "${2:-0}" "${3:-1}" "$1" >"$dir/$name.result"
	{
		echo "---- $name: $1"
		tail -n 60 "$log"
		echo "---- $name failed; the whole log is $log"
	} >&2
	exit 1
}

# Alone, a variant shows what it is at.
say() {
	[ "$LA_TEST_ALL" = yes ] || echo "$name: $1"
}
show_tests() {
	if [ "$LA_TEST_ALL" = yes ]; then
		cat
	else
		awk '{ print; print | "cat 1>&2"; fflush() }'
	fi
}

started=$(date +%s)
say configuring
# What was chosen for an earlier run must not stay.
rm -f "$build/CMakeCache.txt"
cmake -S "$here/../.." -B "$build" "$@" >"$log" 2>&1 </dev/null || failed "configuring failed"
say building
cmake --build "$build" -j "$LA_TEST_JOBS" >>"$log" 2>&1 </dev/null || failed "building failed"
{ ctest --test-dir "$build" --no-tests=error --output-on-failure -j "$LA_TEST_JOBS" -R "$pattern" 2>&1 || true; } \
	</dev/null | show_tests >>"$log"
# "100% tests passed, 0 tests failed out of 12": failed and passed. No such line: nothing ran.
counts=$(awk '/tests passed, .* tests failed out of/ { print $(NF) - $4, $4 }' "$log")
# shellcheck disable=SC2086
set -- $counts
[ $# = 2 ] || failed "ctest ran no test"
backends=$(ctest --test-dir "$build" -R '^unit.cross$' -V 2>/dev/null </dev/null |
	sed -n 's/^[0-9]*: \([a-z0-9_]*\): \([0-9]*\) operations x types, \([0-9]*\) .*/\1 \2\/\3,/p' | tr '\n' ' ')
[ "$2" = 0 ] || failed "$2 of its tests failed" "$1" "$2"
printf '%s|%s|%s|%s\n' "$name" "$1" "$2" "${backends%, }" >"$dir/$name.result"
echo "$name: $1 passed in $(($(date +%s) - started)) s"
