// User data: every kind of element has the same number of user scalars per element, as given in <size> or
// as many as the longest has.
#pragma once

#include <algorithm>

#include "compile/context.h"

namespace corten {

// An element of a Spec, or the one that an entry of the flattened tree stands for.
template <class T>
const auto& user_element(const T& item) {
  if constexpr (requires { *item.element; }) {
    return *item.element;
  } else {
    return item;
  }
}

inline constexpr int kMostUserNumbers = 1 << 27;  // of one kind of element: 1 GB

// Scalars per element. `given` is the size attribute, -1: as many as needed.
template <class F>
int count_user(Context& context, std::string_view tag, std::string_view attribute, int given,
               const std::vector<F>& list) {
  if (given < -1) {
    context.diagnostics().error(context.spec().size.where, "size", {}, std::string(attribute) + " must not be negative",
                                "-1 means automatic");
    return 0;
  }
  int count = std::max(given, 0);
  for (const F& item : list) {
    const int size = static_cast<int>(user_element(item).user.size());
    if (given == -1) {
      count = std::max(count, size);
    } else if (size > given) {
      context.error(user_element(item), tag, "user has more values than " + std::string(attribute),
                    "increase it in <size>, or leave it out");
    }
  }
  if (count > kMostUserNumbers / std::max<int>(1, static_cast<int>(list.size()))) {
    context.diagnostics().error(
        context.spec().size.where, "size", {},
        std::string(attribute) + "=\"" + std::to_string(count) + "\" is more than a model can hold");
    return 0;
  }
  return count;
}

template <class F>
void fill_user(const std::vector<F>& list, int count, Array<double>& user) {
  for (int i = 0; i < static_cast<int>(list.size()); ++i) {
    const std::vector<double>& values = user_element(list[i]).user;
    std::copy(values.begin(), values.end(), user.data() + i * count);
  }
}

}  // namespace corten
