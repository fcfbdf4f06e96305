# SPDX-License-Identifier: MIT
# Sourced: need_packages ALL INSTALL finds what the tests need and this machine lacks, and installs it
# where that is allowed and possible; else it names the packages and exits.

# Appends PACKAGE to $missing unless COMMAND is there.
need_command() {
	command -v "$1" >/dev/null 2>&1 || missing="$missing $2"
}

# Appends PACKAGE unless a program that includes HEADER compiles and links with FLAGS.
need_compile() {
	printf '%s\n' "$1" >"$probe.c"
	# shellcheck disable=SC2086
	$2 "$probe.c" $3 -o "$probe" >/dev/null 2>&1 || missing="$missing $4"
}

cmake_is_new_enough() {
	cmake --version 2>/dev/null | awk 'NR == 1 { split($3, v, "."); exit !(v[1] > 3 || (v[1] == 3 && v[2] >= 23)) }'
}

find_missing() {
	missing=
	probe=$(mktemp -d)/probe
	need_command cc gcc
	need_command c++ g++
	need_command make make
	need_command pkg-config pkg-config
	need_command objdump binutils
	cmake_is_new_enough || missing="$missing cmake"
	need_compile '#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
int main(void) { return 0; }' cc -lcmocka libcmocka-dev
	if [ "$1" = yes ]; then
		need_command clang clang
		need_command valgrind valgrind
		need_command xz xz-utils
		need_command avr-gcc gcc-avr
		need_command xtensa-lx106-elf-gcc gcc-xtensa-lx106
		need_command clang-tidy clang-tidy
		need_command qemu-aarch64-static qemu-user-static
		need_command aarch64-linux-gnu-g++ g++-aarch64-linux-gnu
		for target in aarch64-linux-gnu:arm64 i686-linux-gnu:i386 arm-linux-gnueabihf:armhf \
			riscv64-linux-gnu:riscv64 powerpc64le-linux-gnu:ppc64el \
			s390x-linux-gnu:s390x mips64el-linux-gnuabi64:mips64el; do
			need_command "${target%:*}-gcc" "gcc-${target%:*}"
			need_compile '#include <stdio.h>
int main(void) { return 0; }' "${target%:*}-gcc" -static "libc6-dev-${target#*:}-cross"
		done
		# clang's sanitizers are a package of its own, named by clang's version.
		clang_major=$(clang --version 2>/dev/null | awk 'NR == 1 { sub(/.*version /, ""); print int($0) }')
		if [ -n "$clang_major" ]; then
			need_compile 'int main(void) { return 0; }' "clang" -fsanitize=memory \
				"libclang-rt-$clang_major-dev"
		fi
	fi
	rm -rf "$(dirname "$probe")"
}

need_packages() {
	# Twice: what clang's sanitizers are called is known once clang is there.
	for round in 1 2; do
		find_missing "$1"
		[ -n "$missing" ] || return 0
		echo "Missing:$missing"
		command="apt-get install -y --no-install-recommends$missing"
		if [ "$2" = no ]; then
			echo "tests/run.sh: install what is missing: $command" >&2
			exit 1
		elif ! command -v apt-get >/dev/null 2>&1; then
			echo "tests/run.sh: install what is missing, under your system's names for these Debian packages:$missing" >&2
			exit 1
		elif [ "$(id -u)" != 0 ]; then
			echo "tests/run.sh: install what is missing: sudo $command" >&2
			exit 1
		fi
		echo "Installing (round $round)"
		if ! install_log=$(
			{
				apt-get -o DPkg::Lock::Timeout=300 update -qq &&
					# shellcheck disable=SC2086
					DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 \
						-o Acquire::Retries=3 install -y -qq --no-install-recommends $missing
			} 2>&1 </dev/null
		); then
			printf '%s\n' "$install_log" | tail -n 20 >&2
			echo "tests/run.sh: installing failed; mend the above and run again, or run: $command" >&2
			exit 1
		fi
	done
	find_missing "$1"
	if [ -n "$missing" ]; then
		echo "tests/run.sh: installed, and still missing:$missing; a newer Debian or Ubuntu release has them (CMake must be 3.23 or later)" >&2
		exit 1
	fi
}
