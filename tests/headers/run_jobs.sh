# SPDX-License-Identifier: MIT
# Runs compilations, two at once, and counts them: sh run_jobs.sh FILE
#
# FILE holds one job per line: TEXT, a tab, a command that is split at blanks. With an empty TEXT
# the command must succeed and print nothing. Otherwise it must fail, and what it prints must
# contain TEXT, or for a TEXT of @NAME each line of the file NAME.
set -euf

tab=$(printf '\t')
jobs=$1

# says TEXT OUTPUT
says() {
	case $1 in
	@*)
		while read -r wanted; do
			says "$wanted" "$2" || return 1
		done <"${1#@}"
		;;
	*)
		case $2 in
		*"$1"*) ;;
		*) return 1 ;;
		esac
		;;
	esac
}

run() {
	line=$(sed -n "$1p" "$jobs")
	text=${line%%"$tab"*}
	command=${line#*"$tab"}
	status=0
	output=$($command 2>&1) || status=$?
	if [ -z "$text" ]; then
		[ $status -eq 0 ] && [ -z "$output" ] && return
		wanted='must succeed without a word'
	else
		wanted=$text
		[ $status -eq 1 ] && says "$text" "$output" && return
		wanted="must fail and say: $wanted"
	fi
	echo "$1" >>"$jobs.failed"
	printf 'FAILED, %s\n%s\nexit status %s\n%s\n\n' "$wanted" "$command" "$status" "$output"
}

if [ $# -eq 2 ]; then
	run "$2"
	echo "$2" >>"$jobs.done"
	exit 0
fi

: >"$jobs.failed"
: >"$jobs.done"
awk '{ print NR }' "$jobs" | xargs -n 1 -P 2 sh "$0" "$jobs"
total=$(awk 'END { print NR }' "$jobs")
ran=$(awk 'END { print NR }' "$jobs.done")
failed=$(awk 'END { print NR }' "$jobs.failed")
echo "$ran compilations of $total, $failed failed"
[ "$total" -gt 0 ] && [ "$ran" -eq "$total" ] && [ "$failed" -eq 0 ]
