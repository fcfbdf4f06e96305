#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds and runs the tests: natively, and with --all in every variant of tests/variants/table.
set -eu

usage() {
	cat <<'END'
usage: sh tests/run.sh [--all] [--no-install] [--jobs N]

Builds the tests into build/tests and runs them with ctest. Says which packages are missing and, as
root on Debian or Ubuntu, installs them.

  --all         every compiler, optimization level, sanitizer and emulated target as well; whatever
                is missing is then an error
  --no-install  install nothing: name the missing packages and stop
  --jobs N      run N builds or tests at a time (default: the number of CPUs)
  --help        this text

Exit status: 0 if every test passed, 1 if one failed or something is missing, 2 for a wrong option.
END
}

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
variants=$root/tests/variants
all=no
install=yes
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)

while [ $# -gt 0 ]; do
	case $1 in
	--all) all=yes ;;
	--no-install) install=no ;;
	--jobs)
		shift
		jobs=${1:-}
		case $jobs in
		'' | *[!0-9]* | 0)
			echo "tests/run.sh: --jobs takes a whole number from 1, as in --jobs 4" >&2
			exit 2
			;;
		esac
		;;
	--help)
		usage
		exit 0
		;;
	*)
		echo "tests/run.sh: unknown option '$1'; the options are --all --no-install --jobs N --help" >&2
		exit 2
		;;
	esac
	shift
done

# shellcheck source=variants/packages.sh
. "$variants/packages.sh"
need_packages "$all" "$install"

build=$root/build/tests
mkdir -p "$build"
started=$(date +%s)

if [ "$all" = yes ]; then
	names=$(awk -F'|' '!/^#/ && NF { gsub(/ /, "", $1); print $1 }' "$variants/table")
	sh "$variants/cmocka.sh" "$build/cmocka"
	# Variants side by side; a test that needs a CPU of its own says so to ctest.
	inner=1
else
	names=native
	inner=$jobs
fi
total=$(echo "$names" | wc -l)

# shellcheck disable=SC2086
echo "Building and testing:" $names
# One line a variant as it ends; its log is shown if it failed.
rm -f "$build"/*.result
status=0
echo "$names" | LA_TEST_ALL=$all LA_TEST_JOBS=$inner xargs -P "$jobs" -n 1 sh "$variants/build.sh" "$build" || status=1

echo
sh "$variants/summary.sh" "$build" "$total" || status=1
echo "in $(($(date +%s) - started)) s"
exit $status
