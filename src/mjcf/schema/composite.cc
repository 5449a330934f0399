// Rows of <composite>, of which only type cable exists.
#include "spec/composite.h"

#include <tuple>

#include "mjcf/schema/keywords.h"
#include "mjcf/schema/rows.h"

namespace corten::mjcf {

namespace {

using CableSkin = CompositeCable::CableSkin;

CableCurve curve_of(const std::string& word, bool& known) {
  known = true;
  if (word == "s") return CableCurve::kLine;
  if (word == "cos(s)") return CableCurve::kCos;
  if (word == "sin(s)") return CableCurve::kSin;
  known = word == "0";
  return CableCurve::kZero;
}

void store_curve(CompositeCable& cable, const Value& value) {
  bool known = false;
  for (std::size_t i = 0; i < value.words.size(); ++i) cable.curve[i] = curve_of(value.words[i], known);
}

std::string check_curve(const Value& value) {
  if (value.words.size() > 3) return "must have at most three shapes";
  for (const std::string& word : value.words) {
    bool known = false;
    curve_of(word, known);
    if (!known) return "'" + word + "' is not one of s, cos(s), sin(s), 0";
  }
  return {};
}

std::string check_type(const Value& value) {
  return value.numbers[0] == 2 ? "" : "only type 'cable' is supported; use <flexcomp> or <replicate> for the others";
}

void add_composite_joint(Schema& schema) {
  Rows<Joint> rows(schema, "composite/joint", "Joints between the parts");
  auto nothing = [](Joint&, const Value&) {};
  rows.input("kind", {ValueKind::kKeyword, 1, 1, &keywords::composite_kind}, nothing, "Which joints").required();
  rows("group", &Joint::group, "Group for visibility");
  for (const auto& [name, member, doc] : {std::tuple{"stiffness", &Joint::stiffness, "Spring, N m/rad"},
                                          std::tuple{"damping", &Joint::damping, "Damper, N m s/rad"}}) {
    auto polynomial = member;
    rows.custom(
        name, {ValueKind::kDouble}, [polynomial](Joint& j, const Value& v) { (j.*polynomial)[0] = v.numbers[0]; },
        [polynomial](const Joint& j) -> Value {
          return {{(j.*polynomial)[0]}, {}, {}};
        },
        doc);
  }
  rows("armature", &Joint::armature, "Inertia added to the joint, kg m^2");
  rows.input("solreffix", {ValueKind::kDouble, 1, 2}, nothing, "Has no effect");
  rows.input("solimpfix", {ValueKind::kDouble, 1, 5}, nothing, "Has no effect");
  rows("type", &Joint::type, keywords::joint_type, "Kind of motion");
  rows("axis", &Joint::axis, "Axis");
  // MuJoCo: looked for in <composite>, which cannot have it.
  rows.input("limited", {ValueKind::kText}, nothing, "Has no effect");
  rows("range", &Joint::range, "Smallest and largest position, angle");
  rows("margin", &Joint::margin, "Distance at which the limit becomes active, angle");
  rows("solreflimit", &Joint::solref_limit, "Time constant (s) and damping ratio of the limit").partial();
  rows("solimplimit", &Joint::solimp_limit, "Impedance of the limit").partial();
  rows("frictionloss", &Joint::frictionloss, "Dry friction, N m");
  rows("solreffriction", &Joint::solref_friction, "Time constant (s) and damping ratio of dry friction").partial();
  rows("solimpfriction", &Joint::solimp_friction, "Impedance of dry friction").partial();
}

void add_composite_geom(Schema& schema) {
  Rows<Geom> rows(schema, "composite/geom", "Shape of the parts");
  rows("type", &Geom::type, keywords::geom_type, "Shape: cylinder, capsule or box");
  rows("contype", &Geom::contype, "Bits that meet the other geom's conaffinity");
  rows("conaffinity", &Geom::conaffinity, "Bits that meet the other geom's contype");
  rows("condim", &Geom::condim, "Dimensions of contacts: 1, 3, 4 or 6");
  rows("group", &Geom::group, "Group for visibility");
  rows("priority", &Geom::priority, "The geom with the higher priority sets the contact's parameters");
  rows("size", &Geom::size, "Radius or half sizes, m").partial();
  rows("material", &Geom::material, "Material");
  rows("rgba", &Geom::rgba, "Colour and alpha");
  rows("friction", &Geom::friction, "Sliding, torsional (m) and rolling (m) friction").partial();
  rows("mass", &Geom::mass, "Mass of each part, kg");
  rows("density", &Geom::density, "Density, kg/m^3");
  rows("solmix", &Geom::solmix, "Weight when parameters of two geoms are mixed");
  rows("solref", &Geom::solref, "Time constant (s) and damping ratio of contacts").partial();
  rows("solimp", &Geom::solimp, "Impedance of contacts").partial();
  rows("margin", &Geom::margin, "Distance at which contacts become active, m");
  rows("gap", &Geom::gap, "Further distance at which contacts are detected, m");
  rows("surfacevel", &Geom::surfacevel, "Velocity of the surface, m/s and rad/s").partial();
  rows("adhesion", &Geom::adhesion, "Attracting force of contacts, N");
}

void add_site_and_skin(Schema& schema) {
  Rows<Site> site(schema, "composite/site", "Sites at the two ends");
  site("group", &Site::group, "Group for visibility");
  site("size", &Site::size, "Size, m").partial();
  site("material", &Site::material, "Material");
  site("rgba", &Site::rgba, "Colour and alpha");

  Rows<CableSkin> skin(schema, "composite/skin", "Surface of a cable of boxes");
  skin("texcoord", &CableSkin::texcoord, "Make texture coordinates");
  skin("material", &CableSkin::material, "Material");
  skin("group", &CableSkin::group, "Group for visibility").at_least(0).at_most(5);
  skin("rgba", &CableSkin::rgba, "Colour and alpha");
  skin.input(
      "inflate", {ValueKind::kDouble}, [](CableSkin&, const Value&) {}, "Has no effect");
  skin("subgrid", &CableSkin::subgrid, "Additional rows of vertices between parts");
}

}  // namespace

void add_composite(Schema& schema) {
  Rows<CompositeCable> rows(schema, "composite", "A chain of bodies along a curve");
  rows("prefix", &CompositeCable::prefix, "Text before all names");
  rows.input(
          "type", {ValueKind::kKeyword, 1, 1, &keywords::composite_type}, [](CompositeCable&, const Value&) {},
          "Kind: cable")
      .required()
      .checked("cable only", check_type);
  rows("count", &CompositeCable::count, "Number of vertices along the curve").partial();
  rows("offset", &CompositeCable::offset, "Position of the first vertex, m");
  rows("vertex", &CompositeCable::vertex, "Vertices of the curve, m");
  rows("initial", &CompositeCable::initial, "Joint of the first part: ball, free or none");
  rows.input("curve", {ValueKind::kWords}, store_curve, "Formula of each coordinate: s, cos(s), sin(s) or 0")
      .checked("at most three", check_curve);
  rows("size", &CompositeCable::size, "Length (m), radius (m) and half turns of the curve").partial();
  rows("quat", &CompositeCable::quat, "Orientation of the curve");
  rows.child("composite/joint");
  rows.child("composite/skin", Cardinality::kAtMostOne);
  rows.child("composite/geom", Cardinality::kAtMostOne);
  rows.child("composite/site", Cardinality::kAtMostOne);
  rows.child("plugin");
  add_composite_joint(schema);
  add_composite_geom(schema);
  add_site_and_skin(schema);
}

}  // namespace corten::mjcf
