// Force of one contact from the forces of its rows.
//
//   frictionless, elliptic   the rows are the components of the force
//   pyramidal                two rows f+, f- per friction direction i, the edges of the pyramid:
//                            normal = sum (f+ + f-),   tangent i = mu_i (f+ - f-)
// The rows push only; an adhesive contact pulls with a constant force besides, which is taken off the normal force.
#include "constraint/constraint.h"
#include "model/access.h"

namespace corten {

Vec<6> contact_force(const Model& m, const Data& d, int contact) {
  Vec<6> force;
  if (contact < 0 || contact >= static_cast<int>(d.contact.size())) return force;
  const Contact& c = d.contact[static_cast<std::size_t>(contact)];
  if (c.efc_address < 0 || d.efc_force.size() < d.nefc) return force;  // no rows, or rows not solved yet
  const double* rows = d.efc_force.data() + c.efc_address;
  if (row_cone(m, d) == Cone::kPyramidal && c.dim > 1) {
    for (int i = 0; i < c.dim - 1; ++i) {
      const double plus = rows[2 * i], minus = rows[2 * i + 1];
      force[0] += plus;
      force[0] += minus;
      force[i + 1] = (plus - minus) * c.friction[i];
    }
  } else {
    for (int i = 0; i < c.dim; ++i) force[i] = rows[i];
  }
  force[0] -= c.adhesion;
  return force;
}

}  // namespace corten
