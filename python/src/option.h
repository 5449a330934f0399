// The options of a Model or a Spec as a Python object.
#pragma once

#include <memory>

#include "corten/option.h"

namespace corten::python {

struct PyOption {
  Option* option;
  std::shared_ptr<void> owner;  // keeps the options alive
  bool writable;
};

}  // namespace corten::python
