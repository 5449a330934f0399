// See access.h. A Model that was put together by hand has the signature 0, like one without content.
#include <fmt/format.h>

#include <stdexcept>

#include "model/access.h"

namespace corten {

void require_content(const Model& m) {
  if (!m.memory().empty()) return;
  throw std::invalid_argument("the model is empty: it was not loaded, its compilation failed, or it was moved from");
}

void require_index(const char* what, int index, int count) {
  if (index >= 0 && index < count) return;
  throw std::out_of_range(fmt::format("there is no {} {}: there are {}, counted from 0", what, index, count));
}

void examine(const Model& m, const Data& d) {
  require_content(m);
  if (m.signature() == d.signature()) return;
  if (d.signature() == 0) throw std::invalid_argument("the data is empty: it was moved from");
  throw std::invalid_argument("the data belongs to another model: make a Data for this one");
}

}  // namespace corten
