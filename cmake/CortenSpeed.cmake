# What makes the same program faster: the processor's instructions, a profile of where time goes, optimisation while linking.
# Numbers do not depend on any of it: no product and sum is ever joined to one rounding (CortenFlags).

# AVX2 for everything pays with clang alone; GCC compiles the kernels twice and chooses at run time (src/math/kernels).
include(CheckCXXSourceRuns)
if(CORTEN_AVX2 AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  check_cxx_source_runs("int main() { return !(__builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"bmi2\")); }"
                        CORTEN_MACHINE_HAS_AVX2)
  if(CORTEN_MACHINE_HAS_AVX2)
    add_compile_options(-mavx2 -mbmi -mbmi2)
  endif()
endif()

# The profile that tools/profile recorded, for clang 19 and later: hot code is laid out together, cold code left small.
# "record" makes programs that write one.
set(CORTEN_PROFILE ${PROJECT_SOURCE_DIR}/cmake/profile.tar.xz CACHE STRING "Profile to optimise by; record; or empty")
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 19 AND
   CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT CORTEN_SANITIZE)
  set(names "SHELL:-mllvm -static-func-full-module-prefix=false")  # functions of one file are found in any folder
  if(CORTEN_PROFILE STREQUAL "record")
    add_compile_options(-fprofile-generate ${names})
    add_link_options(-fprofile-generate)
  elseif(CORTEN_PROFILE AND EXISTS ${CORTEN_PROFILE})
    file(SHA1 ${CORTEN_PROFILE} version)  # in the name of its folder: another profile compiles everything anew
    file(ARCHIVE_EXTRACT INPUT ${CORTEN_PROFILE} DESTINATION ${PROJECT_BINARY_DIR}/profile/${version})
    # Code that changed since is compiled without.
    add_compile_options(-fprofile-use=${PROJECT_BINARY_DIR}/profile/${version}/corten.profdata ${names} -Wno-profile-instr-out-of-date
                        -Wno-profile-instr-unprofiled -Wno-backend-plugin)
  endif()
endif()

# corten_lto(<target>): its code is optimised once more where a program is linked. The library that others link stays without.
find_program(CORTEN_LLD NAMES ld.lld-19 ld.lld)
mark_as_advanced(CORTEN_LLD)
if(CORTEN_LTO AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CORTEN_LLD)
  add_link_options(--ld-path=${CORTEN_LLD} -flto=thin -Wl,-O2)
  # The archiver of another LLVM refuses what this one has compiled; lld needs no table of symbols.
  find_program(CORTEN_AR NAMES llvm-ar-19 ar)
  mark_as_advanced(CORTEN_AR)
  set(CMAKE_AR ${CORTEN_AR})
  set(CMAKE_CXX_ARCHIVE_FINISH "")
  function(corten_lto target)
    target_compile_options(${target} PRIVATE -flto=thin)
  endfunction()
else()
  function(corten_lto target)
  endfunction()
endif()
