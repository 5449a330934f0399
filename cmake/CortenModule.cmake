# corten_module(NAME <module> [COLD] [DEPENDS <module>...] [LINK <package target>...] [TEST_DEPENDS <module>...])
#
# Declares the module of the current folder src/<module>:
#   corten_<module>   library of all .cc files of the folder and its subfolders, except tests
#   <module>_test     GoogleTest program of all *_test.cc files, if there are any
#
# DEPENDS states which modules this one may include; tools/check holds the #include lines against it. LINK names
# third-party targets. COLD: it works once per model or moves bytes, so it is optimised less, which saves build time. TEST_DEPENDS names modules that only the tests may include, for example the loader.
function(corten_module)
  cmake_parse_arguments(PARSE_ARGV 0 arg "COLD" "NAME" "DEPENDS;LINK;TEST_DEPENDS")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cc)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")

  # Static, not object, libraries: a module's test links only what the module may use, and builds without the rest.
  set(target corten_${arg_NAME})
  if(sources)
    set(scope PUBLIC)
    add_library(${target} STATIC ${sources})
    set_property(GLOBAL APPEND PROPERTY CORTEN_MODULES ${target})
  else()
    set(scope INTERFACE)
    add_library(${target} INTERFACE)
  endif()
  set_property(GLOBAL APPEND PROPERTY CORTEN_LINK ${arg_LINK})
  target_include_directories(${target} ${scope} ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
  list(TRANSFORM arg_DEPENDS PREPEND corten_)
  target_link_libraries(${target} ${scope} ${arg_DEPENDS} ${arg_LINK})
  if(sources)
    target_precompile_headers(${target} REUSE_FROM corten_header)
    corten_unity(${target})
    if(arg_COLD)
      target_compile_options(${target} PRIVATE -O1)
    else()
      corten_lto(${target})
    endif()
  endif()

  if(tests)
    list(TRANSFORM arg_TEST_DEPENDS PREPEND corten_)
    corten_test(NAME ${arg_NAME}_test SOURCES ${tests} LINK ${target} ${arg_TEST_DEPENDS})
  endif()
endfunction()

# corten_unity(<target> [<size>]): compiles the target's files in groups, each as if they were one file. Headers are read and
# templates instantiated once per group, which halves the time of a build from nothing. A change recompiles its whole group.
# All files of a target share their unnamed namespaces this way.
function(corten_unity target)
  set(size 16 ${ARGN})
  list(GET size -1 size)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${CORTEN_UNITY} UNITY_BUILD_BATCH_SIZE ${size})
endfunction()

# corten_precompile(<target> <header>...): a target that only precompiles headers. Without the compiler cache, which would
# return a header that was precompiled before its files were last written; the compiler then reads them twice.
function(corten_precompile target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
  set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER "")
endfunction()

# What most files of the library read first, compiled once: two thirds of the time a file takes go into these headers.
# Every file names what it uses all the same (tools/check headers).
add_library(corten_header OBJECT ${PROJECT_SOURCE_DIR}/cmake/empty.cc)
target_include_directories(corten_header PRIVATE ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(corten_header PRIVATE fmt::fmt)
corten_precompile(corten_header <algorithm> <functional> <map> <fmt/format.h> <corten/corten.h>)

# What all tests share. GoogleTest's header takes longer to read than most tests, so it is compiled once.
function(corten_test_setup)
  add_library(corten_test_options INTERFACE)
  target_link_libraries(corten_test_options INTERFACE GTest::gtest_main fmt::fmt)
  target_compile_options(corten_test_options INTERFACE -O0)  # tests call optimised code; optimising them costs build time
  target_compile_definitions(corten_test_options INTERFACE CORTEN_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  if(CORTEN_SANITIZE)
    target_compile_definitions(corten_test_options INTERFACE CORTEN_SANITIZED)
  endif()
  add_library(corten_test_header OBJECT ${PROJECT_SOURCE_DIR}/cmake/empty.cc)
  target_link_libraries(corten_test_header PRIVATE corten_test_options)
  target_include_directories(corten_test_header PRIVATE ${PROJECT_SOURCE_DIR}/include)
  corten_precompile(corten_test_header <gtest/gtest.h> <corten/corten.h>)
  set_target_properties(corten_test_header PROPERTIES POSITION_INDEPENDENT_CODE OFF)  # as programs are
endfunction()

# corten_test(NAME <name> SOURCES <file>... [LINK <target>...] [LABELS <label>...])
#
# One GoogleTest program, registered with CTest. It runs in the top folder of the project; CORTEN_SOURCE_DIR names that
# folder for tests that are started from elsewhere. The label is "unit" unless told otherwise.
function(corten_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME" "SOURCES;LINK;LABELS")
  if(NOT CORTEN_BUILD_TESTS)
    return()
  endif()
  if(NOT arg_LABELS)
    set(arg_LABELS unit)
  endif()
  add_executable(${arg_NAME} ${arg_SOURCES})
  target_link_libraries(${arg_NAME} PRIVATE ${arg_LINK} corten_test_options)
  set_target_properties(${arg_NAME} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_precompile_headers(${arg_NAME} REUSE_FROM corten_test_header)
  corten_unity(${arg_NAME})
  add_test(NAME ${arg_NAME} COMMAND ${arg_NAME} --gtest_brief=1 WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set(timeout 300)
  if(CORTEN_SANITIZE)
    set(timeout 1200)  # sanitized code is slow
  endif()
  set_tests_properties(${arg_NAME} PROPERTIES LABELS "${arg_LABELS}" TIMEOUT ${timeout})
endfunction()
