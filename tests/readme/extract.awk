# SPDX-License-Identifier: MIT
# awk -v dir=DIR -f extract.awk FILE.md: writes the fenced blocks of FILE.md to DIR/N.c, N.cc, N.cmake
# and N.sh, N counting from 1, and prints their names. A block of any other kind would be tested by
# nobody, and is an error.
BEGIN {
	extension["c"] = "c"
	extension["c++"] = "cc"
	extension["cmake"] = "cmake"
	extension["sh"] = "sh"
}

function fail(text) {
	print FILENAME ":" FNR ": " text >"/dev/stderr"
	failed = 1
	exit 1
}

/^[ \t]*(```|~~~)/ {
	if (file != "") {
		if ($0 != "```")
			fail("a fence inside the block that begins in line " opened)
		close(file)
		file = ""
		next
	}
	if ($0 !~ /^```[^`]/)
		fail("write this fence as ``` and the kind of block, at the start of the line")
	kind = substr($0, 4)
	if (!(kind in extension))
		fail("no test reads a block of kind '" kind "'; the kinds are c c++ cmake sh")
	opened = FNR
	file = dir "/" ++count "." extension[kind]
	printf "" >file
	print count "." extension[kind]
	next
}

file != "" { print >file }

END {
	if (failed)
		exit 1
	if (file != "")
		fail("the block that begins in line " opened " has no end")
	if (count == 0)
		fail("no fenced block")
}
