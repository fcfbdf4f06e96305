#!/bin/sh
# SPDX-License-Identifier: MIT
# summary.sh DIR TOTAL: the table of what ran, from DIR/*.result, and the closing line. Fails unless
# each of the TOTAL variants left a result and none has a failed test.
set -eu

cat "$1"/*.result 2>/dev/null | awk -F'|' -v total="$2" '
	BEGIN {
		print "Backends are shown as A/B: A operations x types that were compared with the generic path and a"
		print "plain C model, B of them native; the rest of them (a width without an instruction) and the"
		print "generic backend itself run the generic path, against the model.\n"
		printf "%-17s %6s %6s  %s\n", "variant", "passed", "failed", "backends"
	}
	{
		printf "%-17s %6d %6d  %s\n", $1, $2, $3, $4
		passed += $2
		failed += $3
	}
	END {
		if (NR != total) {
			printf "%d of %d variants left no result\n", total - NR, total
			failed += total - NR
		}
		printf "\n%d passed, %d failed\n", passed, failed
		exit failed > 0 || passed == 0
	}'
