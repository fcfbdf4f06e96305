# SPDX-License-Identifier: MIT
# Runs la-bench for one round and checks that its JSON is complete: every operation at every width
# by every variant and measure, once, with figures above zero. No figure is judged.
#
# cmake -DLA_BENCH=<command> -DJSON=<file> -DX86_64=<bool> -P check_json.cmake

cmake_minimum_required(VERSION 3.23)

execute_process(COMMAND ${LA_BENCH} --quick --rounds 1 --json ${JSON} ops
  RESULT_VARIABLE status OUTPUT_VARIABLE tables)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "la-bench ended with ${status}")
endif()

# The operations of cmpxchg.h; with the form of the memory operand where there are two.
set(accesses read write)
set(updates
  cmpxchg try_cmpxchg xchg
  fetch_add fetch_sub fetch_and fetch_or fetch_xor
  add_return sub_return inc_return dec_return
  add:reg add:indexed sub inc dec and or xor andnot
)

file(READ ${JSON} json)
# CMake's parser forgives what follows the end.
if(NOT json MATCHES "[^,]\n]}\n$")
  message(FATAL_ERROR "the JSON does not end as it should")
endif()
string(JSON count LENGTH "${json}" records)
foreach(key IN ITEMS cpu kernel compiler flags backend)
  string(JSON type TYPE "${json}" machine ${key})
  if(NOT type STREQUAL "STRING")
    message(FATAL_ERROR "machine.${key} is no string")
  endif()
endforeach()
string(JSON cores GET "${json}" machine cores)
string(JSON backend GET "${json}" machine backend)
if(cores LESS 1)
  message(FATAL_ERROR "machine.cores is ${cores}")
endif()

# One record a line: parsing each alone is quicker than picking it out of the whole.
file(STRINGS ${JSON} lines REGEX "^{\"experiment\"")
set(seen "")
foreach(line IN LISTS lines)
  string(REGEX REPLACE ",$" "" line "${line}")
  foreach(key IN ITEMS experiment op width threads backend variant measure unit min median max)
    string(JSON ${key}_value GET "${line}" ${key})
  endforeach()
  set(name ${op_value})
  set(members 11)
  string(JSON form ERROR_VARIABLE no_form GET "${line}" form)
  if(NOT no_form)
    string(APPEND name ":${form}")
    set(members 12)
  endif()
  string(JSON length LENGTH "${line}")
  if(NOT length EQUAL members OR NOT experiment_value STREQUAL "ops" OR
     NOT threads_value EQUAL 1 OR NOT unit_value STREQUAL "ns" OR
     NOT backend_value STREQUAL backend)
    message(FATAL_ERROR "unexpected record: ${line}")
  endif()
  if(NOT min_value GREATER 0 OR min_value GREATER median_value OR
     median_value GREATER max_value)
    message(FATAL_ERROR "impossible figures: ${line}")
  endif()
  list(APPEND seen "${name} ${width_value} ${variant_value} ${measure_value}")
endforeach()

set(expected "")
function(expect op width)
  set(variants plain local masked)
  if(X86_64)
    list(APPEND variants bare)
    if(NOT op IN_LIST accesses)
      list(APPEND variants lock)
    endif()
  endif()
  # Elsewhere a width may lack lock-free atomics; but not some operations of a width.
  if(NOT width EQUAL 128 AND
     (X86_64 OR width EQUAL 32 OR "add:reg ${width} c11 latency" IN_LIST seen))
    list(APPEND variants c11)
  endif()
  foreach(variant IN LISTS variants)
    foreach(measure IN ITEMS latency throughput)
      list(APPEND expected "${op} ${width} ${variant} ${measure}")
    endforeach()
  endforeach()
  set(expected "${expected}" PARENT_SCOPE)
endfunction()
foreach(width IN ITEMS 8 16 32 64)
  foreach(op IN LISTS accesses updates)
    expect(${op} ${width})
  endforeach()
endforeach()
foreach(width IN ITEMS 64 128)
  expect(cmpxchg${width} ${width})
  expect(try_cmpxchg${width} ${width})
endforeach()

foreach(name IN LISTS expected)
  if(NOT name IN_LIST seen)
    message(FATAL_ERROR "no record of: ${name}")
  endif()
endforeach()
list(LENGTH expected wanted)
list(LENGTH seen got)
if(NOT got EQUAL wanted OR NOT count EQUAL wanted)
  message(FATAL_ERROR "${wanted} records expected, ${count} in the array, ${got} on their lines")
endif()
message(STATUS "${count} records, all of them expected, on backend ${backend}")
