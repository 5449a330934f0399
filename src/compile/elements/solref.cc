// The two formats of solref: (time constant, damping ratio), both positive, or (-stiffness, -damping), both not
// positive. A mixture has no meaning; the engine replaces it while stepping, which only a warning can show.
#include <fmt/format.h>

#include "compile/elements/elements.h"

namespace corten {

namespace {

void check(Context& context, const Element& element, std::string_view tag, std::string_view attribute,
           const Vec<2>& solref, std::string_view instead) {
  if ((solref[0] > 0) == (solref[1] > 0)) return;
  context.warning(
      element, tag, fmt::format("{} \"{} {}\" mixes two formats", attribute, solref[0], solref[1]),
      fmt::format("time constant and damping ratio are both positive, -stiffness and -damping both negative; "
                  "{} is used instead",
                  instead));
}

}  // namespace

void check_solrefs(Context& context) {
  constexpr std::string_view kDefault = "\"0.02 1\"";
  for (const FlatJoint& joint : context.joints) {
    check(context, *joint.element, "joint", "solreflimit", joint.element->solref_limit, kDefault);
    check(context, *joint.element, "joint", "solreffriction", joint.element->solref_friction, kDefault);
  }
  for (const FlatGeom& geom : context.geoms) {
    check(context, *geom.element, "geom", "solref", geom.element->solref, kDefault);
  }
  for (const Pair& pair : context.spec().pairs) {
    check(context, pair, "pair", "solref", pair.solref, kDefault);
    check(context, pair, "pair", "solreffriction", pair.solreffriction, "solref");
  }
  for (const Equality& equality : context.spec().equalities) {
    check(context, equality, "equality", "solref", equality.solref, kDefault);
  }
  for (const Tendon& tendon : context.spec().tendons) {
    check(context, tendon, "tendon", "solreflimit", tendon.solref_limit, kDefault);
    check(context, tendon, "tendon", "solreffriction", tendon.solref_friction, kDefault);
  }
  const Vec<2>& common = context.spec().option.o_solref;
  check(context, Element{}, "option", "o_solref", common, kDefault);
}

}  // namespace corten
