# SPDX-License-Identifier: MIT
# cmake -D... -P consume.cmake: takes the library in one way (KIND) into a program of one LANGUAGE (C
# or CXX), builds it, runs it. LOCALATOMIC is the source tree, WORK a scratch folder, COMPILER the
# compiler of the language, GENERATOR the parent's; PKG_CONFIG for KIND pkg_config.
#
# The installed kinds also show that the install honours DESTDIR and that it may be moved afterwards.

file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}")

function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    list(JOIN ARGV " " command)
    message(FATAL_ERROR "failed: ${command}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

if(LANGUAGE STREQUAL "C")
  set(source "${LOCALATOMIC}/tests/consumers/main.c")
  set(other CXX)
else()
  set(source "${LOCALATOMIC}/tests/consumers/main.cc")
  set(other C)
endif()

# Installs below a DESTDIR, then moves the result to `prefix`, a path with a blank in it.
function(install_and_move prefix)
  run("${CMAKE_COMMAND}" -G "${GENERATOR}" -S "${LOCALATOMIC}" -B "${WORK}/build"
    -DLOCALATOMIC_BUILD_TESTS=OFF -DLOCALATOMIC_BUILD_BENCH=OFF -DCMAKE_INSTALL_PREFIX=/opt/la)
  set(ENV{DESTDIR} "${WORK}/stage")
  run("${CMAKE_COMMAND}" --install "${WORK}/build")
  unset(ENV{DESTDIR})
  foreach(file IN ITEMS include/localatomic/localatomic.h include/localatomic/backend/x86_64.h
      share/cmake/localatomic/localatomicConfig.cmake share/pkgconfig/localatomic.pc)
    if(NOT EXISTS "${WORK}/stage/opt/la/${file}")
      message(FATAL_ERROR "${file} was not installed below DESTDIR")
    endif()
  endforeach()
  file(RENAME "${WORK}/stage/opt/la" "${prefix}")
  file(GLOB_RECURSE installed RELATIVE "${prefix}" "${prefix}/*")
  foreach(file IN LISTS installed)
    file(READ "${prefix}/${file}" text)
    if(text MATCHES "/opt/la" OR (file MATCHES "[.]pc$" AND text MATCHES "libdir"))
      message(FATAL_ERROR "${file} names the prefix it was installed to, or a libdir")
    endif()
    if(file MATCHES "^lib")
      message(FATAL_ERROR "${file} is in a folder that depends on the architecture")
    endif()
  endforeach()
endfunction()

if(KIND MATCHES "^(find_package|add_subdirectory|fetch_content)$")
  set(prefix "${WORK}/moved here")
  if(KIND STREQUAL "find_package")
    install_and_move("${prefix}")
  endif()
  # The other language has no compiler: a parent of one language must not need it.
  run("${CMAKE_COMMAND}" -G "${GENERATOR}" -S "${LOCALATOMIC}/tests/consumers/${KIND}" -B "${WORK}/consumer"
    "-DLANGUAGE=${LANGUAGE}" "-DSOURCE=${source}" "-DLOCALATOMIC=${LOCALATOMIC}"
    "-DCMAKE_${LANGUAGE}_COMPILER=${COMPILER}" "-DCMAKE_${other}_COMPILER=/no/such/compiler"
    "-DCMAKE_PREFIX_PATH=${prefix}" --no-warn-unused-cli)
  run("${CMAKE_COMMAND}" --build "${WORK}/consumer" --config Release)
  if(KIND STREQUAL "add_subdirectory")
    run("${CMAKE_CTEST_COMMAND}" --test-dir "${WORK}/consumer" -N)
    if(NOT output MATCHES "Total Tests: 0")
      message(FATAL_ERROR "a parent's ctest shows tests that are not its own:\n${output}")
    endif()
  endif()
  file(GLOB program "${WORK}/consumer/consumer" "${WORK}/consumer/Release/consumer")
elseif(KIND STREQUAL "pkg_config")
  set(prefix "${WORK}/moved")
  install_and_move("${prefix}")
  set(ENV{PKG_CONFIG_PATH} "${prefix}/share/pkgconfig")
  run("${PKG_CONFIG}" --modversion localatomic)
  run("${PKG_CONFIG}" --cflags --libs localatomic)
  separate_arguments(flags UNIX_COMMAND "${output}")
  set(program "${WORK}/consumer")
  run("${COMPILER}" ${flags} "${source}" -o "${program}")
elseif(KIND STREQUAL "include")
  set(program "${WORK}/consumer")
  run("${COMPILER}" "-I${LOCALATOMIC}/include" "${source}" -o "${program}")
else()
  message(FATAL_ERROR "unknown kind: ${KIND}")
endif()
run("${program}")
message("${KIND} in ${LANGUAGE}: built and run")
