# SPDX-License-Identifier: MIT
# What the headers leave in the file that includes them:
#
#   sh leaks.sh SOURCE WORK "C COMPILERS" "C++ COMPILERS"
#
# No macro but LA_* and la_*, beside those of the standard headers that they include. No symbol in
# the object: none at all where nothing is called, none but the caller's where everything is.
set -euf

source=$1 work=$2 cc=$3 cxx=$4
# Without optimization nothing that should not be there is cleaned away.
options="-O0 -fno-stack-protector -I$source/include -isystem $source/tests/ops"
every_op=$source/tests/headers/every_op.c

mkdir -p "$work"
cd "$work"
printf '#include <%s>\n' stdbool.h stddef.h stdint.h signal.h >theirs.c
(cat theirs.c && echo '#include <type_traits>') >theirs.cc
for suffix in c cc; do
	(cat theirs.$suffix && echo '#include <localatomic/localatomic.h>') >ours.$suffix
done

units=0 failures=0
fail() {
	echo "FAILED: $compiler -std=$standard $force: $*"
	failures=$((failures + 1))
}

compile() {
	"$compiler" -std="$standard" "$force" $options "$@"
}
macros() {
	compile -E -dM "$1" | awk '{ sub(/\(.*/, "", $2); print $2 }' | LC_ALL=C sort
}
symbols() {
	LC_ALL=C nm -P "$@" | awk '{ print $1 }'
}

check() {
	macros theirs.$suffix >theirs
	macros ours.$suffix >ours
	LC_ALL=C comm -13 theirs ours >new
	found=$(grep -c '^LA_' new) || true
	[ "$found" -ge 20 ] || fail "only $found macros LA_* were found"
	found=$(grep -v -e '^LA_' -e '^la_' new) || true
	[ -z "$found" ] || fail "macros that leak:" $found

	compile -c ours.$suffix -o ours.o
	found=$(symbols ours.o)
	[ -z "$found" ] || fail "symbols without a call:" $found

	compile -x "$language" -E -P "$every_op" | grep -o 'one_la_[a-z0-9_]*' | sort -u >written
	compile -x "$language" -c "$every_op" -o every_op.o
	symbols -g --defined-only every_op.o >defined
	functions=$(awk 'END { print NR }' written)
	found=$(grep -c 'one_la_' defined) || true
	[ "$functions" -ge 200 ] && [ "$found" -eq "$functions" ] ||
		fail "$found functions of $functions were found"
	found=$(grep -v 'one_la_' defined) || true
	[ -z "$found" ] || fail "symbols beside the caller's:" $found
	found=$(symbols -u every_op.o | grep -v -x -e pthread_sigmask -e memset) || true
	[ -z "$found" ] || fail "calls:" $found
	units=$((units + 1))
}

# PLAIN means nothing: no backend is forced.
for force in -DPLAIN -DLA_FORCE_C11 -DLA_FORCE_GENERIC; do
	language=c standard=c11 suffix=c
	for compiler in $cc; do check; done
	language=c++ standard=c++11 suffix=cc
	for compiler in $cxx; do check; done
done
set -- $cc $cxx
echo "$units units of $((3 * $#)) looked through, $failures failures"
[ $units -gt 0 ] && [ $units -eq $((3 * $#)) ] && [ $failures -eq 0 ]
