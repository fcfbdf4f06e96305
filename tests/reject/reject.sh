# SPDX-License-Identifier: MIT
# Misuse is refused at compile time, by a message that says what to do:
#
#   sh reject.sh SOURCE WORK "C COMPILERS" "C++ COMPILERS"
#
# Each case of misuse.txt and builds.txt is compiled twice: the right way must pass, or the failure
# of the wrong way would prove nothing. Then names.c: every operation speaks under its own name.
set -euf

source=$1 work=$2 cc=$3 cxx=$4
kinds='A_STRUCT A_FLOAT SIXTEEN_BYTES AN_ARRAY A_CONST A_BOOL A_POINTER_ARITH A_POINTER_LOGIC
	FOUR_BYTES'
# What C++ has not (_Atomic), or cannot see (the alignment of a typedef).
c_kinds='ATOMIC UNALIGNED'

mkdir -p "$work"
cd "$work"
ln -sfn "$source/include" include
ln -sfn "$source/tests/ops" ops
ln -sfn "$source/tests/headers" headers
ln -sfn "$source/tests/reject" cases

cat >unit.c <<'END'
#include <localatomic/localatomic.h>
int unit(int *object);
int unit(int *object)
{
	la_inc_local(object);
	return la_xchg_local(object, 1);
}
END

# A message must not be found in a quoted line of the source.
family() {
	case $1 in
	*clang*) echo clang ;;
	*) echo gcc ;;
	esac
}
options() {
	case $(family "$1") in
	clang) echo -fno-caret-diagnostics -ferror-limit=0 ;;
	gcc) echo -fno-diagnostics-show-caret ;;
	esac
	echo -Werror -fsyntax-only -Iinclude -isystem ops
}

# pair COMPILER "RIGHT ARGUMENTS" "WRONG ARGUMENTS" MESSAGE
pair() {
	options=$(echo $(options "$1"))
	printf '\t%s\n%s\t%s\n' "$1 $options $2" "$4" "$1 $options $3"
}

trim() {
	echo "$1" | sed 's/^ *//; s/ *$//'
}
malformed() {
	echo "reject.sh: $1: not $2 fields between ' | ': $3" >&2
	exit 1
}

misuses=0
while IFS='|' read -r who declarations right wrong message rest; do
	case $who in '' | '#'*) continue ;; esac
	[ -n "$message" ] && [ -z "$rest" ] || malformed misuse.txt 5 "$who|$declarations"
	message=$(trim "$message")
	misuses=$((misuses + 1))
	for way in right wrong; do
		eval "statement=\$$way"
		printf '#include <localatomic/localatomic.h>\n%b\nvoid f(void);\nvoid f(void)\n{\n%s\n}\n' \
			"$declarations" "$statement" >misuse_${misuses}_$way.c
	done
	for compiler in $cc; do
		case " $who " in
		*' c '* | *" $(family "$compiler")-c "*)
			pair "$compiler" "-x c -std=c11 misuse_${misuses}_right.c" \
				"-x c -std=c11 misuse_${misuses}_wrong.c" "$message"
			;;
		esac
	done
	for compiler in $cxx; do
		case " $who " in
		*' c++ '* | *" $(family "$compiler")-c++ "*)
			pair "$compiler" "-x c++ -std=c++11 misuse_${misuses}_right.c" \
				"-x c++ -std=c++11 misuse_${misuses}_wrong.c" "$message"
			;;
		esac
	done
done <cases/misuse.txt >misuse.jobs

builds=0
while IFS='|' read -r who right wrong message rest; do
	case $who in '' | '#'*) continue ;; esac
	[ -n "$message" ] && [ -z "$rest" ] || malformed builds.txt 4 "$who|$right"
	builds=$((builds + 1))
	case $right in
	*-x\ c++*) compilers=$cxx ;;
	*) compilers=$cc ;;
	esac
	for compiler in $compilers; do
		case $(trim "$who") in
		both | "$(family "$compiler")")
			pair "$compiler" "$(trim "$right") unit.c" "$(trim "$wrong") unit.c" \
				"$(trim "$message")"
			;;
		esac
	done
done <cases/builds.txt >builds.jobs
for backend in $(ls include/localatomic/backend | grep -v -x -e dispatch.h -e derive.h); do
	builds=$((builds + 1))
	for compiler in $cc; do
		pair "$compiler" '-include localatomic/localatomic.h unit.c' \
			"-include localatomic/backend/$backend unit.c" \
			'include <localatomic/localatomic.h>, not a backend'
	done
done >>builds.jobs

# name KIND COMPILER LANGUAGE STANDARD
name() {
	arguments="-D$1 -x $3 -std=$4 cases/names.c"
	"$2" -Iinclude -isystem ops $arguments -DLIST -E -P | awk '{ gsub(/WANTED /, "\n"); print }' |
		sed -n 's/^\(la_[a-z0-9_]*\) "\(.*\)" *$/\1: \2/p' >"names_$1"
	messages=$((messages + $(awk 'END { print NR }' "names_$1")))
	[ -s "names_$1" ] || malformed names.c 2 "$1"
	pair "$2" "-w -DRIGHT $arguments" "$arguments" "@names_$1"
}
messages=0
for compiler in $cc; do
	for kind in $kinds $c_kinds; do name "$kind" "$compiler" c gnu11; done
done >names.jobs
for compiler in $cxx; do
	for kind in $kinds; do name "$kind" "$compiler" c++ gnu++11; done
done >>names.jobs

cat misuse.jobs builds.jobs names.jobs >jobs.txt
echo "$misuses misuses, $builds builds, $messages messages of operations by name"
status=0
sh headers/run_jobs.sh jobs.txt || status=$?
[ $misuses -gt 0 ] && [ $builds -gt 0 ] && [ $messages -gt 0 ] && [ $status -eq 0 ]
