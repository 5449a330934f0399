// What a wrong index says. It ends the program: past the end of an array nothing can be trusted.
#include "corten/array.h"

#include <cstdio>
#include <cstdlib>

namespace corten {

void refuse_index(int index, int size) noexcept {
  std::fprintf(stderr, "corten: index %d is outside of an array of %d elements%s\n", index, size,
               index == -1 ? "; -1 is the id of a name that was not found" : "");
  std::abort();
}

}  // namespace corten
