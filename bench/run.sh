#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds la-bench and runs it: one command from a fresh machine to the tables.
set -eu

usage() {
	cat <<'END'
Usage: sh bench/run.sh [--no-install] [--full] [la-bench options] [experiment...]

Configures and builds la-bench (Release, in build/bench) and runs it, quick unless --full is given.
What is missing (cmake, a C compiler, make) is installed when root and apt-get are there.

  --no-install   install nothing; say what is missing and stop
  --full         the long run, about a minute, instead of the one that ends within 20 seconds
  --help         print this

CC and CFLAGS are honoured. Everything else goes to la-bench: --json FILE, --check, --cpu N, --list
and more, which build/bench/bench/la-bench --help explains. The exit status is la-bench's.
END
}

die() {
	echo "run.sh: $*" >&2
	exit 1
}

have() {
	command -v "$1" >/dev/null 2>&1
}

# Whether the command, which may carry arguments, makes a program that uses the C library.
compiles() {
	printf '#include <stdio.h>\nint main(void) { return puts("") < 0; }\n' >"$work/try.c"
	$1 -o "$work/try" "$work/try.c" >/dev/null 2>&1
}

have_compiler() {
	if [ -n "${CC:-}" ]; then
		compiles "$CC"
	else
		compiles cc || compiles gcc || compiles clang
	fi
}

# The Debian packages of what is not there.
find_missing() {
	missing=
	have cmake || missing="$missing cmake"
	have make || have ninja || missing="$missing make"
	have_compiler || missing="$missing gcc libc6-dev"
}

install_missing() {
	apt="apt-get -o DPkg::Lock::Timeout=300 -qq"
	export DEBIAN_FRONTEND=noninteractive
	echo "run.sh: installing$missing" >&2
	# A fresh machine has no package lists yet, an old one stale ones.
	$apt install -y --no-install-recommends $missing >"$work/log" 2>&1 ||
		{ $apt update && $apt install -y --no-install-recommends $missing; } \
			>"$work/log" 2>&1 || {
		cat "$work/log" >&2
		die "could not install$missing; install them and run this again"
	}
}

install=yes
speed=--quick
for argument do
	shift
	case $argument in
	--help) usage; exit 0 ;;
	--no-install) install=no ;;
	--full) speed= ;;
	*) set -- "$@" "$argument" ;;
	esac
done

top=$(cd "$(dirname "$0")/.." && pwd)
build=$top/build/bench
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

find_missing
if [ -n "$missing" ]; then
	if [ -n "${CC:-}" ] && ! have "${CC%% *}"; then
		die "the compiler '$CC' that CC names is not there; install it or unset CC"
	fi
	if [ "$install" = no ] || ! have apt-get || [ "$(id -u)" -ne 0 ]; then
		die "these packages are missing:$missing; install them and run this again"
	fi
	install_missing
	find_missing
	[ -z "$missing" ] || die "still missing after installing:$missing"
fi

version=$(cmake --version | sed -n 's/^cmake version //p')
minor=${version#*.}
if [ "${version%%.*}" -lt 3 ] || { [ "${version%%.*}" -eq 3 ] && [ "${minor%%.*}" -lt 23 ]; }; then
	die "cmake is $version; install 3.23 or later"
fi

# A build made by another compiler, with other flags or for another place is begun anew.
mkdir -p "$build"
printf '%s\n' "$top" "${CC:-}" "${CFLAGS:-}" >"$work/stamp"
if ! cmp -s "$work/stamp" "$build/stamp"; then
	rm -rf "$build"
	mkdir -p "$build"
	cp "$work/stamp" "$build/stamp"
fi

if [ -z "${CMAKE_GENERATOR:-}" ] && ! have make; then
	export CMAKE_GENERATOR=Ninja
fi
[ ! -t 2 ] || echo "run.sh: building la-bench" >&2
{
	cmake -S "$top" -B "$build" -DCMAKE_BUILD_TYPE=Release \
		-DLOCALATOMIC_BUILD_BENCH=ON -DLOCALATOMIC_BUILD_TESTS=OFF &&
		cmake --build "$build" --parallel "$(getconf _NPROCESSORS_ONLN)" --target la-bench
} >"$work/log" 2>&1 || {
	cat "$work/log" >&2
	die "the build failed; its output is above"
}

"$build/bench/la-bench" $speed "$@"
