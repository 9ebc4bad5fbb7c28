# Install rules: the library and its headers, the CMake package `berth`, the pkg-config module `berth`, and the command
# with its man page. Included after every room, so that what the rooms have found is known.
include(CMakePackageConfigHelpers)

set(berth_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/berth)
install(TARGETS berth EXPORT berthTargets)
install(DIRECTORY include/berth DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
install(EXPORT berthTargets NAMESPACE berth:: DESTINATION ${berth_package_dir})

# A shared berth carries its dependencies as DT_NEEDED; a static one hands them on to whoever links it.
set(berth_dependencies Threads)
set(berth_pkgconfig_requires "")
if(NOT BUILD_SHARED_LIBS)
  set(berth_dependencies ${BERTH_PACKAGES})
  set(berth_pkgconfig_requires ${BERTH_PACKAGES})
  list(REMOVE_ITEM berth_pkgconfig_requires Threads)
  list(TRANSFORM berth_pkgconfig_requires TOLOWER)
  list(TRANSFORM berth_pkgconfig_requires REPLACE "^hwy$" "libhwy-contrib")
  list(JOIN berth_pkgconfig_requires ", " berth_pkgconfig_requires)
endif()
list(TRANSFORM berth_dependencies REPLACE "(.+)" "find_dependency(\\1)")
list(JOIN berth_dependencies "\n" berth_dependencies)

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/berthConfig.cmake.in ${PROJECT_BINARY_DIR}/berthConfig.cmake
  INSTALL_DESTINATION ${berth_package_dir})
# Until 1.0 a minor version may break, so only the same one will do.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/berthConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/berthConfig.cmake ${PROJECT_BINARY_DIR}/berthConfigVersion.cmake
  DESTINATION ${berth_package_dir})

# A prefix relative to the file survives DESTDIR and a tree that is moved; an absolute libdir cannot be.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(berth_pkgconfig_prefix "${CMAKE_INSTALL_PREFIX}")
else()
  file(RELATIVE_PATH berth_up "/p/${CMAKE_INSTALL_LIBDIR}/pkgconfig" /p)
  string(REGEX REPLACE "/$" "" berth_up "${berth_up}")
  set(berth_pkgconfig_prefix "\${pcfiledir}/${berth_up}")
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/berth.pc.in ${PROJECT_BINARY_DIR}/berth.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/berth.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(TARGET berth_tool)
  set_target_properties(berth_tool PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
  # The table of variables in the man page is the command's own, so the two cannot differ.
  if(CMAKE_CROSSCOMPILING)
    message(STATUS "cross-compiling: no man page, because it is made by running the command")
  else()
    add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/berth.1
      COMMAND ${CMAKE_COMMAND} -D COMMAND=$<TARGET_FILE:berth_tool> -D VERSION=${PROJECT_VERSION}
        -D FRAME=${CMAKE_CURRENT_LIST_DIR}/berth.1.in -D OUTPUT=${PROJECT_BINARY_DIR}/berth.1
        -P ${CMAKE_CURRENT_LIST_DIR}/make_man_page.cmake
      DEPENDS berth_tool ${CMAKE_CURRENT_LIST_DIR}/berth.1.in ${CMAKE_CURRENT_LIST_DIR}/make_man_page.cmake
      VERBATIM)
    add_custom_target(berth_man ALL DEPENDS ${PROJECT_BINARY_DIR}/berth.1)
    install(FILES ${PROJECT_BINARY_DIR}/berth.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  endif()
endif()
