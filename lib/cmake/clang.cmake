# Toolchain of the preset "clang": the newest clang that is found, 16 at least. -DCMAKE_CXX_COMPILER=... overrides it.
if(NOT CMAKE_CXX_COMPILER)
  find_program(BERTH_CLANGXX NAMES clang++-21 clang++-20 clang++-19 clang++-18 clang++-17 clang++-16 clang++)
  if(NOT BERTH_CLANGXX)
    message(FATAL_ERROR "no clang++ (16 or newer) is installed; tools/install-packages test installs one")
  endif()
  set(CMAKE_CXX_COMPILER "${BERTH_CLANGXX}")
endif()
