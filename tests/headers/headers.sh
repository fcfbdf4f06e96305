# SPDX-License-Identifier: MIT
# The public headers, and user code that includes them, compile without one warning:
#
#   sh headers.sh SOURCE WORK "C COMPILERS" "C++ COMPILERS"
#
# Each header alone and twice, in every standard, on each backend that can be forced, before and
# after libc's headers, inside extern "C" and outside; then three pages of user code.
set -euf

source=$1 work=$2 cc=$3 cxx=$4

c_standards='c11 c17 c2x gnu11 gnu17 gnu2x'
cxx_standards='c++11 c++14 c++17 c++20 c++2b gnu++11 gnu++14 gnu++17 gnu++20 gnu++2b'
forces='-DLA_FORCE_C11 -DLA_FORCE_GENERIC'
libc='errno.h iso646.h pthread.h sched.h setjmp.h signal.h stdlib.h string.h sys/mman.h sys/types.h time.h
	ucontext.h unistd.h'
arm64='-march=armv8-a -march=armv8.1-a -DLA_FORCE_LLSC'

# Left out: -Wc++-compat (C asserts within an expression by a struct inside sizeof) and
# -Wuseless-cast (what is useless on one target is needed on the next).
warnings='-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wcast-qual -Wundef
	-Wredundant-decls -Wdouble-promotion -Wnull-dereference -Wcast-align -Wformat=2
	-Wmissing-declarations -Wwrite-strings -Wpointer-arith -Wvla -Wswitch-enum'
c_warnings='-Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition -Wnested-externs
	-Wdeclaration-after-statement'
cxx_warnings='-Wold-style-cast -Wextra-semi -Wctor-dtor-privacy -Wnon-virtual-dtor
	-Woverloaded-virtual'
gcc_warnings='-Wlogical-op -Wduplicated-cond -Wduplicated-branches -Wcast-align=strict
	-Warith-conversion'
# For pages without a user: what these find is in the arguments.
c_own_warnings=-Wbad-function-cast
cxx_own_warnings=-Wzero-as-null-pointer-constant
# All that clang knows, but for compatibility with C++98.
everything='-Weverything -Wno-c++98-compat -Wno-c++98-compat-pedantic'

mkdir -p "$work"
cd "$work"
ln -sfn "$source/include" include
ln -sfn "$source/tests/ops" ops
ln -sfn "$source/tests/headers" pages

headers=$(ls include/localatomic | grep '\.h$')
echo "public headers:" $headers
echo "$headers" | grep -qx 'localatomic\.h' || {
	echo 'headers.sh: include/localatomic/localatomic.h is missing'
	exit 1
}

clangs() {
	echo "$@" | tr " " "\n" | grep clang || true
}
count() {
	echo $#
}
clang=$(clangs $cc) clangxx=$(clangs $cxx)
n_cc=$(count $cc) n_cxx=$(count $cxx) n_clang=$(count $clang) n_clangxx=$(count $clangxx)
n_headers=$(count $headers) n_libc=$(count $libc)

# page NAME LINE...
page() {
	page=$1
	shift
	printf '%s\n' "$@" >"$page"
}
for header in $headers; do
	page "alone_$header" "#include <localatomic/$header>" "#include <localatomic/$header>" \
		"extern int not_an_empty_unit;"
done
ours='#include <localatomic/localatomic.h>'
for header in $libc; do
	name=$(echo "$header" | tr / _)
	page "before_$name" "#include <$header>" "$ours"
	page "behind_$name" "$ours" "#include <$header>"
	page "inside_before_$name" 'extern "C" {' "#include <$header>" "$ours" '}'
	page "inside_behind_$name" 'extern "C" {' "$ours" "#include <$header>" '}'
done
page taken.h '#define ANY (-1)' '#define LOGIC 1' '#define ARITH 2' '#define INT64 3' \
	'#define always_inline inline __attribute__((__always_inline__))' '#define aligned(n) n' \
	'#define min(a, b) ((a) < (b) ? (a) : (b))' '#define max(a, b) ((a) > (b) ? (a) : (b))' "$ours" \
	'int f(long *v);' \
	'int f(long *v) { la_or_local(v, 1); la_inc_local(v); return la_read_local(v) > 0; }'
page control.h "$ours" 'int f(long v);' 'int f(long v) { return v; }'

# job COMPILER STANDARD PAGE FLAGS...: a line for run_jobs.sh; silence is wanted, or else $text.
text=
job() {
	compiler=$1 standard=$2 page=$3
	shift 3
	case $compiler in
	*clang*) ;;
	*) set -- "$@" $gcc_warnings ;;
	esac
	case $standard in
	*++*) set -- "$@" $warnings $cxx_warnings -x c++ ;;
	*) set -- "$@" $warnings $c_warnings -x c ;;
	esac
	case $standard:$page in
	*++*:alone_* | *++*:pages/every_op.c) set -- $cxx_own_warnings "$@" ;;
	*:alone_* | *:pages/every_op.c) set -- $c_own_warnings "$@" ;;
	esac
	printf '%s\t%s\n' "$text" \
		"$compiler -std=$standard -Werror $* $page -Iinclude -isystem ops -o /dev/null"
}

# each "C STANDARDS" "C++ STANDARDS" PAGE FLAGS...: with every compiler of the language.
each() {
	c_list=$1 cxx_list=$2
	shift 2
	for std in $c_list; do
		for compiler in $cc; do job "$compiler" "$std" "$@"; done
	done
	for std in $cxx_list; do
		for compiler in $cxx; do job "$compiler" "$std" "$@"; done
	done
}

{
	# A warning in the user's own code: proof that the others would be seen.
	text=conversion
	each c11 c++11 control.h -fsyntax-only
	text=

	for header in $headers; do
		each "$c_standards" "$cxx_standards" "alone_$header" -fsyntax-only
		for force in $forces; do
			each c11 c++11 "alone_$header" -fsyntax-only "$force"
		done
	done
	for header in $libc; do
		name=$(echo "$header" | tr / _)
		for order in before behind; do
			each c11 c++11 "${order}_$name" -fsyntax-only
			each c11 '' "${order}_$name" -fsyntax-only -D_GNU_SOURCE
			each '' c++17 "inside_${order}_$name" -fsyntax-only
		done
	done

	each c11 c++11 taken.h -fsyntax-only
	each "$c_standards" "$cxx_standards" pages/careless.c -fsyntax-only
	each "$c_standards" "$cxx_standards" pages/use.c -fsyntax-only
	# What the optimizers warn of.
	for page in pages/every_op.c pages/use.c; do
		for level in -O0 -O2; do
			for force in -DPLAIN $forces; do
				each c11 c++17 "$page" -c $level "$force"
			done
		done
	done

	# clang alone: everything it knows, and the backends of arm64.
	cc=$clang cxx=$clangxx
	for page in alone_localatomic.h pages/every_op.c; do
		each 'c11 c2x' 'c++11 c++2b' "$page" -fsyntax-only $everything
	done
	for flag in $arm64; do
		each c11 '' pages/every_op.c -c -O2 --target=aarch64-none-elf -ffreestanding \
			-DLA_BARE_METAL "$flag" $everything
	done
} >jobs.txt

# The same number from the lists alone.
n_each=$((6 * n_cc + 10 * n_cxx))
n_both=$((n_cc + n_cxx))
expected=$((2 * n_both +
	n_headers * (n_each + 2 * n_both) +
	n_libc * 2 * (n_both + n_cc + n_cxx) +
	2 * n_each +
	2 * 2 * 3 * n_both +
	2 * (2 * n_clang + 2 * n_clangxx) +
	3 * n_clang))
status=0
sh pages/run_jobs.sh jobs.txt || status=$?
planned=$(awk 'END { print NR }' jobs.txt)
if [ "$planned" -ne "$expected" ]; then
	echo "headers.sh: $planned jobs were written, $expected are the product of the lists"
	exit 1
fi
exit $status
