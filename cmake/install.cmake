# SPDX-License-Identifier: MIT
# Installs the headers, the CMake package and the pkg-config file. Nothing in it depends on the
# architecture, so all of it goes to share/, and nothing names the prefix, so that it may be moved.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_DATADIR}/cmake/localatomic)
set(pkgconfig_dir ${CMAKE_INSTALL_DATADIR}/pkgconfig)

install(TARGETS localatomic EXPORT localatomic-targets
  FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT localatomic-targets NAMESPACE localatomic:: FILE localatomicTargets.cmake
  DESTINATION ${package_dir})

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/localatomicConfig.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/localatomicConfig.cmake
  INSTALL_DESTINATION ${package_dir}
  NO_SET_AND_CHECK_MACRO)
# Before 1.0 a minor version may break what the one before it promised.
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/localatomicConfigVersion.cmake
  VERSION ${localatomic_VERSION} COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES
  ${CMAKE_CURRENT_BINARY_DIR}/localatomicConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/localatomicConfigVersion.cmake
  DESTINATION ${package_dir})

# ${pcfiledir} is where pkg-config found the file, wherever that is today.
if(IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_DATADIR}")
  set(pc_prefix "${CMAKE_INSTALL_PREFIX}")
  set(pc_includedir "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
else()
  file(RELATIVE_PATH pc_up "/${pkgconfig_dir}" "/")
  string(REGEX REPLACE "/$" "" pc_up "${pc_up}")
  set(pc_prefix "\${pcfiledir}/${pc_up}")
  set(pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/localatomic.pc.in
  ${CMAKE_CURRENT_BINARY_DIR}/localatomic.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/localatomic.pc DESTINATION ${pkgconfig_dir})

install(FILES ${localatomic_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
