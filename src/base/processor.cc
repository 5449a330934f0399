// A program that was compiled for AVX2 (cmake/CortenSpeed.cmake) and runs where there is none would end with "illegal
// instruction" somewhere. It says why instead, before its first static object is made.
#include "base/processor.h"

#ifdef __AVX2__
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace corten {

__attribute__((constructor(101))) void require_processor() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) return;
  std::fputs(
      "corten: this build needs a processor with AVX2 and BMI2; build it on this machine, or with -DCORTEN_AVX2=OFF\n",
      stderr);
  _exit(EXIT_FAILURE);
}

}  // namespace corten
#else
namespace corten {
void require_processor() {}
}  // namespace corten
#endif
