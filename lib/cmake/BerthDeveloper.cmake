# What only a build of berth itself wants, and no project that adds berth to its own tree: a build type, ccache,
# sanitizers.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Build type" FORCE)
endif()

# Without the sloppiness ccache refuses every file that uses a precompiled header. Build directories of one source tree
# share what is compiled with the same flags: sources are named by absolute paths, so the directory does not matter.
find_program(BERTH_CCACHE ccache)
if(BERTH_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
    ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
    CCACHE_NOHASHDIR=1 ${BERTH_CCACHE})
endif()

if(BERTH_SANITIZE)
  add_compile_options(-fsanitize=${BERTH_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${BERTH_SANITIZE})
  # What g++ says by itself, and clang only by __has_feature.
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND BERTH_SANITIZE MATCHES address)
    add_compile_definitions(__SANITIZE_ADDRESS__=1)
  elseif(CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND BERTH_SANITIZE MATCHES thread)
    add_compile_definitions(__SANITIZE_THREAD__=1)
  endif()
  if(BERTH_SANITIZE MATCHES undefined)
    add_compile_options(-fno-sanitize-recover=undefined)
  endif()
endif()
