# Compiler options that hold for every target of this project.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)  # the same objects make a static and a shared library
set(CMAKE_CXX_VISIBILITY_PRESET hidden)  # CORTEN_API shows what is public
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(-fno-semantic-interposition)  # calls within the library need no detour
endif()

if(PROJECT_IS_TOP_LEVEL)
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
endif()

add_compile_options(-Wall -Wextra -Wpedantic -Wshadow)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  add_compile_options(-Wno-restrict)  # GCC 12 warns of overlap inside its own std::string (bug 105651)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Out of a precompiled header GCC no longer knows that code is the standard library's, and at -O3 suspects it.
  add_compile_options($<$<CONFIG:Release>:-Wno-stringop-overflow> $<$<CONFIG:Release>:-Wno-array-bounds>
                      $<$<CONFIG:Release>:-Wno-maybe-uninitialized>)
  # Below -O2 GCC leaves out the instruction between AVX kernels and scalar code without which the latter crawls.
  add_compile_options(-fexpensive-optimizations)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  add_compile_options(-Wno-deprecated-declarations)  # std::stable_sort of GCC 12's library calls what C++17 deprecates
endif()
if(CORTEN_WERROR)
  add_compile_options(-Werror)
endif()

# A product and a sum stay two roundings: the same bits from every compiler and on every processor.
add_compile_options(-ffp-contract=off)
# Nobody asks errno after a root, which without it is one instruction.
add_compile_options(-fno-math-errno)

if(CORTEN_SANITIZE)
  add_compile_options(-fsanitize=${CORTEN_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${CORTEN_SANITIZE})
endif()

# Builds for tests link dozens of programs; gold, which comes with binutils, takes a third of the time.
if(NOT CMAKE_BUILD_TYPE STREQUAL "Release")
  include(CheckLinkerFlag)
  check_linker_flag(CXX -fuse-ld=gold CORTEN_HAS_GOLD)
  if(CORTEN_HAS_GOLD)
    add_link_options(-fuse-ld=gold)
  endif()
endif()

find_program(CORTEN_CCACHE ccache)
if(CORTEN_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # without this it would not cache what uses a precompiled header
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CORTEN_CCACHE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-fpch-preprocess)
  else()
    add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
  endif()
endif()
