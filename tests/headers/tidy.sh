# SPDX-License-Identifier: MIT
# The headers under clang-tidy, as .clang-tidy sets it: sh tidy.sh SOURCE WORK CLANG-TIDY
set -eu

source=$1 work=$2 tidy=$3
mkdir -p "$work"
cd "$work"

check() {
	page=$1
	shift
	"$tidy" --quiet --config-file="$source/.clang-tidy" "$page" -- "$@" \
		"-I$source/include" -isystem "$source/tests/ops" 2>&1
}

# What it does not see here it would not see in the headers.
printf '%s\n' 'int f(int a);' 'int f(int a)' '{' '	return a / (a - a);' '}' >control.c
if check control.c -std=c11 >said || ! grep -q DivideZero said; then
	cat said
	echo 'tidy.sh: clang-tidy does not see a division by zero' >&2
	exit 1
fi

runs=0
for force in -DPLAIN -DLA_FORCE_C11 -DLA_FORCE_GENERIC; do
	for language in '-x c -std=c11' '-x c++ -std=c++17'; do
		# shellcheck disable=SC2086
		check "$source/tests/headers/every_op.c" $language "$force" >said || {
			cat said
			exit 1
		}
		runs=$((runs + 1))
	done
done
echo "clang-tidy: $runs runs over the headers, nothing found"
[ $runs = 6 ]
