// Rows of <tendon>.
#include "mjcf/schema/keywords.h"
#include "mjcf/schema/rows.h"

namespace corten::mjcf {

namespace {

// A spatial tendon has rows for rendering in between.
void add_tendon_rows(Rows<Tendon>& rows, bool spatial) {
  classed_rows(rows);
  rows("group", &Tendon::group, "Group for visibility");
  rows("limited", &Tendon::limited, keywords::tristate, "Whether range holds");
  rows("actuatorfrclimited", &Tendon::actfrclimited, keywords::tristate, "Whether actuatorfrcrange holds").nodefault();
  rows("range", &Tendon::range, "Smallest and largest length, m");
  rows("actuatorfrcrange", &Tendon::actfrcrange, "Smallest and largest total actuator force, N").nodefault();
  rows("solreflimit", &Tendon::solref_limit, "Time constant (s) and damping ratio of the limit").partial();
  rows("solimplimit", &Tendon::solimp_limit, "Impedance of the limit").partial();
  rows("solreffriction", &Tendon::solref_friction, "Time constant (s) and damping ratio of dry friction").partial();
  rows("solimpfriction", &Tendon::solimp_friction, "Impedance of dry friction").partial();
  rows("frictionloss", &Tendon::frictionloss, "Dry friction, N");
  rows.custom(
          "springlength", {ValueKind::kDouble, 1, 2},
          [](Tendon& t, const Value& v) {
            t.springlength = {{v.numbers.front(), v.numbers.back()}};
          },
          [](const Tendon& t) -> Value {
            return {{t.springlength[0], t.springlength[1]}, {}, {}};
          },
          "Length, or shortest and longest length, at which the spring rests, m; -1: as in qpos0")
      .partial();
  if (spatial) {
    rows("width", &Tendon::width, "Radius when drawn, m");
    rows("material", &Tendon::material, "Material");
  }
  rows("margin", &Tendon::margin, "Distance at which the limit becomes active, m");
  rows("stiffness", &Tendon::stiffness, "Spring: linear and higher coefficients, N/m").partial();
  rows("damping", &Tendon::damping, "Damper: linear and higher coefficients, N s/m").partial();
  rows("armature", &Tendon::armature, "Inertia of the tendon's length, kg").nodefault();
  if (spatial) rows("rgba", &Tendon::rgba, "Colour and alpha");
  rows("user", &Tendon::user, "Numbers of the user");
}

void add_path(Schema& schema) {
  Rows<WrapObject> site(schema, "spatial/site", "A site that the tendon passes through");
  site("site", &WrapObject::name, "Site").required();
  Rows<WrapObject> geom(schema, "spatial/geom", "A sphere or cylinder that the tendon wraps around");
  geom("geom", &WrapObject::name, "Geom").required();
  geom("sidesite", &WrapObject::sidesite, "Site that tells on which side, or inside, it passes");
  Rows<WrapObject> pulley(schema, "pulley", "The tendon branches");
  pulley("divisor", &WrapObject::prm, "The branch's length is divided by this").required();
  Rows<WrapObject> joint(schema, "fixed/joint", "A term of the sum");
  joint("joint", &WrapObject::name, "Joint").required();
  joint("coef", &WrapObject::prm, "Its coefficient").required();
}

}  // namespace

void add_tendons(Schema& schema) {
  Rows<Group> group(schema, "tendon", "Lengths that depend on the configuration");
  group.children({"spatial", "fixed"});

  Rows<Tendon> spatial(schema, "spatial", "The shortest path through sites and around geoms");
  add_tendon_rows(spatial, true);
  spatial.children({"spatial/site", "spatial/geom", "pulley"});
  schema.add_default("spatial", "tendon");

  Rows<Tendon> fixed(schema, "fixed", "A linear combination of joint positions");
  add_tendon_rows(fixed, false);
  fixed.children({"fixed/joint"});
  add_path(schema);
}

}  // namespace corten::mjcf
