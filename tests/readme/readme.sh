#!/bin/sh
# SPDX-License-Identifier: MIT
# Every fenced block of README.md compiled or run as a reader would:
#
#   sh readme.sh SOURCE WORK CC CXX CMAKE
#
# c, c++: a whole program, compiled with warnings as errors, that exits with 0.
# cmake: the CMakeLists.txt of the first C program, against an installed localatomic.
# sh: either lines `sh SCRIPT # why`, the first two commands, whose scripts must be there and know
# --help (the tests cannot run themselves); or commands run one by one, below a DESTDIR, in a copy of the tree.
set -eu

source=$1 work=$2 cc=$3 cxx=$4 cmake=$5
here=$source/tests/readme
warnings='-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror'

die() {
	echo "readme.sh: $*" >&2
	exit 1
}

rm -rf "$work"
mkdir -p "$work/blocks" "$work/broken"
cd "$work"

# The extraction refuses what it would have to leave out.
refuses() {
	printf "$2" >broken/page.md
	if awk -v dir=broken -f "$here/extract.awk" broken/page.md >/dev/null 2>broken/said; then
		die "extract.awk takes a page with $1"
	fi
	grep -q "$3" broken/said || die "extract.awk does not say '$3' of a page with $1: $(cat broken/said)"
}
refuses 'no block' 'text\n' 'no fenced block'
refuses 'a block without an end' 'text\n```c\nint x;\n' 'has no end'
refuses 'a block of unknown kind' '```C\nint x;\n```\n' "kind 'C'"
refuses 'a block without a kind' '```\nint x;\n```\n' 'write this fence'
refuses 'an indented block' 'text\n  ```c\n  int x;\n  ```\n' 'write this fence'
refuses 'a block of tildes' '~~~c\nint x;\n~~~\n' 'write this fence'
refuses 'a fence within a block' '```c\n```c\n```\n' 'inside the block'

blocks=$(awk -v dir=blocks -f "$here/extract.awk" "$source/README.md")
programs=0 packages=0 commands=0

first=blocks/$(printf '%s\n' "$blocks" | sed -n '/[.]c$/{p;q;}')
[ -f "$first" ] || die 'README.md shows no C program'

# run NAME COMMAND...
run() {
	name=$1
	shift
	"$@" >log 2>&1 || {
		cat log >&2
		die "block $name of README.md fails: $*"
	}
}

program() {
	# shellcheck disable=SC2086
	run "$1" $2 $warnings -O2 "-I$source/include" "blocks/$1" -o program
	[ ! -s log ] || die "block $1 of README.md does not compile in silence: $(cat log)"
	run "$1" ./program
	programs=$((programs + 1))
}

install_commands() {
	mkdir tree
	cp -R "$source/include" "$source/cmake" "$source/CMakeLists.txt" "$source/LICENSE" tree/
	cp "$first" tree/main.c
	# Where they are meant to go, but below this folder.
	grep -q -- '--prefix /usr/local' "blocks/$1" || die "block $1 of README.md does not install to /usr/local"
	(
		cd tree
		run "$1" env "DESTDIR=$work/stage" \
			"PKG_CONFIG_PATH=$work/stage/usr/local/share/pkgconfig" sh -eu "../blocks/$1"
	)
	run "$1" tree/a.out
}

for block in $blocks; do
	case $block in
	*.c) program "$block" "$cc -std=c11" ;;
	*.cc) program "$block" "$cxx -std=c++11" ;;
	*.sh)
		if grep -q '^sh ' "blocks/$block"; then
			while read -r sh script rest; do
				case $sh:$rest in
				sh:'# '*) run "$block" sh "$source/$script" --help ;;
				*) die "block $block of README.md: '$sh $script $rest' is not as in: sh SCRIPT # why" ;;
				esac
				commands=$((commands + 1))
			done <"blocks/$block"
		else
			install_commands "$block"
			commands=$((commands + $(grep -c . "blocks/$block")))
		fi
		;;
	esac
done

for script in bench/run.sh tests/run.sh; do
	grep -qx "sh $script  *#.*" blocks/*.sh || die "README.md does not show the command: sh $script"
done
for block in $blocks; do
	case $block in
	*.cmake)
		[ -d stage ] || die 'README.md does not show how to install'
		mkdir "$block"
		cp "blocks/$block" "$block/CMakeLists.txt"
		cp "$first" "$block/main.c"
		run "$block" "$cmake" -S "$block" -B "$block/build" "-DCMAKE_C_COMPILER=$cc" \
			"-DCMAKE_PREFIX_PATH=$work/stage/usr/local"
		run "$block" "$cmake" --build "$block/build"
		run "$block" "$block/build/app"
		packages=$((packages + 1))
		;;
	esac
done

echo "README.md: $programs programs, $packages CMake projects, $commands commands"
[ "$programs" -gt 0 ] && [ "$packages" -gt 0 ] && [ "$commands" -gt 0 ] || die 'a kind of block is missing'
