# SPDX-License-Identifier: MIT
# Checks la-bench's command line: exit status, and what is said where.
#
# cmake -DLA_BENCH=<command> -P check_options.cmake

cmake_minimum_required(VERSION 3.23)

set(cases 0)

# The rest of the arguments is the command line; an output is NONE or a regular expression.
function(expect status out err)
  execute_process(COMMAND ${LA_BENCH} ${ARGN}
    RESULT_VARIABLE got_status OUTPUT_VARIABLE got_out ERROR_VARIABLE got_err)
  if(NOT got_status STREQUAL status)
    message(FATAL_ERROR "la-bench ${ARGN}: status ${got_status}, not ${status}\n${got_err}")
  endif()
  foreach(stream IN ITEMS out err)
    if(${stream} STREQUAL "NONE")
      set(holds FALSE)
      if(got_${stream} STREQUAL "")
        set(holds TRUE)
      endif()
    else()
      string(REGEX MATCH "${${stream}}" holds "${got_${stream}}")
    endif()
    if(NOT holds)
      message(FATAL_ERROR
        "la-bench ${ARGN}: std${stream} is not ${${stream}}:\n${got_${stream}}")
    endif()
  endforeach()
  math(EXPR cases "${cases} + 1")
  set(cases ${cases} PARENT_SCOPE)
endfunction()

expect(0 "^Usage: la-bench .*--json FILE.*--check" NONE --help)
expect(0 "^la-bench [0-9]+\\.[0-9]+\\.[0-9]+, backend [a-z0-9_]+\n$" NONE --version)
expect(0 "(^|\n)ops +[^\n]+\n" NONE --list)

expect(2 NONE "^la-bench: [^\n]* --frob; [^\n]*--quick,[^\n]*--help\n$" --frob)
expect(2 NONE "^la-bench: [^\n]* --jsonx; [^\n]*--json," --jsonx=file)
expect(2 NONE "^la-bench: [^\n]* 'frob'; [^\n]*experiments are ops" frob)
expect(2 NONE "^la-bench: --json needs [^\n]*\n$" --json)
expect(2 NONE "^la-bench: --json needs " --json=)
expect(2 NONE "^la-bench: --cpu needs [^\n]*\n$" --cpu two)
expect(2 NONE "^la-bench: --cpu needs " --cpu -1)
expect(2 NONE "^la-bench: --rounds needs [^\n]*\n$" --rounds 0)
expect(2 NONE "^la-bench: --rounds needs " --rounds 7x)
expect(2 NONE "^la-bench: --quick takes no value\n$" --quick=yes)

# Refused before anything is measured: no table, no machine.
expect(1 NONE "^la-bench: cannot write to /nonexistent/file: [^\n]+\n$" --json /nonexistent/file)

# A CPU that is not there: said, and gone on without.
expect(0 "\"pinned_cpu\":null" "cannot stay on CPU 999999"
  --quick --rounds 1 --cpu 999999 --json - ops)

# JSON alone on stdout, the tables on stderr.
expect(0 "^{\"machine\":.*\"records\":.*}\n$" "\\| op .*\\| bits \\|"
  --quick --rounds 1 --json=- ops)

if(EXISTS /dev/full)
  expect(1 ".*" "^la-bench: cannot write to /dev/full: " --quick --rounds 1 --json /dev/full ops)
  execute_process(COMMAND ${LA_BENCH} --help OUTPUT_FILE /dev/full
    RESULT_VARIABLE status ERROR_VARIABLE err)
  if(NOT status EQUAL 1 OR NOT err MATCHES "^la-bench: cannot write to stdout: ")
    message(FATAL_ERROR "a full disk under stdout: status ${status}, ${err}")
  endif()
  math(EXPR cases "${cases} + 1")
else()
  message(STATUS "No /dev/full: the full disk is left out")
endif()

message(STATUS "${cases} command lines")
