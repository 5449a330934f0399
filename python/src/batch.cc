// Batch.
#include "objects.h"

namespace corten::python {

void bind_batch(nb::module_&) {}

}  // namespace corten::python
