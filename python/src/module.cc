// The extension corten._core.
#include <nanobind/nanobind.h>

#include "objects.h"

NB_MODULE(_core, m) {
  using namespace corten::python;
  m.doc() = "The compiled part of the package corten; import corten instead.";
  bind_errors(m);
  bind_enums(m);
  bind_option(m);
  bind_named(m);
  bind_model(m);
  bind_data(m);
  bind_load(m);
  bind_spec(m);
  bind_step(m);
  bind_query(m);
  bind_batch(m);
  bind_render(m);
  bind_viewer(m);
}
