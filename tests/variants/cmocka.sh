#!/bin/sh
# SPDX-License-Identifier: MIT
# cmocka.sh DIR: unpacks the source package of CMocka into DIR, for targets that have no CMocka of
# their own. It comes from the machine's own apt mirror through a private apt state, so that neither
# the machine's sources nor its package lists change.
set -eu

out=$1
[ -f "$out/src/cmocka.c" ] && exit 0

fail() {
	echo "tests: CMocka's source package: $1" >&2
	exit 1
}

command -v apt-get >/dev/null 2>&1 || fail "there is no apt-get here to fetch it with"
state=$(mktemp -d)
trap 'rm -rf "$state"' EXIT
mkdir -p "$state/lists/partial" "$state/archives/partial"
: >"$state/status"

# The system's own binary indexes, asked for sources instead, under the system's own key.
id=$(sed -n 's/^ID="*\([a-z]*\)"*$/\1/p' /etc/os-release)
key=/usr/share/keyrings/$id-archive-keyring.gpg
apt-get indextargets --format '$(ORIGIN)|$(SITE)|$(RELEASE)|$(COMPONENT)' 'Created-By: Packages' |
	sort -u | awk -F'|' -v id="$id" -v options="$([ ! -f "$key" ] || echo "[signed-by=$key] ")" '
		tolower($1) == id { print "deb-src " options $2, $3, $4 }' >"$state/sources.list"
[ -s "$state/sources.list" ] || fail "apt knows no mirror; run apt-get update"

try() {
	apt-get -qq -o "Dir::Etc::sourcelist=$state/sources.list" -o Dir::Etc::sourceparts=- \
		-o "Dir::State=$state" -o "Dir::State::status=$state/status" \
		-o "Dir::State::lists=$state/lists" -o "Dir::Cache=$state" \
		-o "Dir::Cache::archives=$state/archives" -o APT::Sandbox::User=root \
		-o Acquire::Languages=none -o Acquire::Retries=3 "$@"
}
for attempt in 1 2 3; do
	# A mirror in the middle of its own update serves an index once in a while that does not verify.
	if (cd "$state" && try update && try source --download-only cmocka) >"$state/log" 2>&1; then
		break
	fi
	[ "$attempt" -lt 3 ] || {
		tail -n 10 "$state/log" >&2
		fail "the download failed three times"
	}
	sleep 5
done
mkdir -p "$out"
tar -xf "$(ls "$state"/cmocka_*.orig.tar.*[a-z2] | grep -v '\.asc$' | head -n 1)" -C "$out" --strip-components 1
[ -f "$out/src/cmocka.c" ] || fail "src/cmocka.c is not in it"
echo "CMocka's source unpacked"
