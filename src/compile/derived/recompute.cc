// Constants that follow from other fields, after the user has changed some of them in a Model.
#include <fmt/core.h>

#include <stdexcept>

#include "compile/derived/derived.h"
#include "compile/elements/elements.h"
#include "compile/flex/flex_parts.h"
#include "compile/tree/tree.h"
#include "corten/edit.h"
#include "plugin/instances.h"

namespace corten {

namespace {

// Throws if a body whose inertia was taken to be diagonal cannot be so any more: the sparsity of M is fixed.
void set_same_frames(Model& m) {
  for (int b = 1; b < m.nbody; ++b) {
    m.body_sameframe[b] = same_frame(Pose{m.body_ipos[b], m.body_iquat[b]});
    if (m.body_simple[b] == 0 || m.body_sameframe[b] == SameFrame::kBody) continue;
    throw std::invalid_argument(
        fmt::format("body {} '{}' was compiled with a diagonal inertia, which moving its inertial frame ends; give it "
                    "simple=\"false\" in the model",
                    b, m.name_of(Object::kBody, b)));
  }
  const auto inertial = [&m](int b) { return Pose{m.body_ipos[b], m.body_iquat[b]}; };
  for (int g = 0; g < m.ngeom; ++g) {
    m.geom_sameframe[g] = same_frame(Pose{m.geom_pos[g], m.geom_quat[g]}, inertial(m.geom_bodyid[g]));
  }
  for (int s = 0; s < m.nsite; ++s) {
    m.site_sameframe[s] = same_frame(Pose{m.site_pos[s], m.site_quat[s]}, inertial(m.site_bodyid[s]));
  }
}

}  // namespace

void recompute_constants(Model& model) {
  set_same_frames(model);
  fill_reflected(model);
  Data data(model);
  recompute_constants(model, data);
  if (!model.plugins.empty()) restore_plugins(model);
  if (!set_bending_factor(model)) {
    throw std::invalid_argument("the inertia and the bending stiffness of a flex are not positive definite");
  }
}

}  // namespace corten
