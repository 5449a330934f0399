// Rows of <contact> and <equality>.
#include "mjcf/read/drafts.h"
#include "mjcf/schema/rows.h"

namespace corten::mjcf {

namespace {

void add_contact(Schema& schema) {
  Rows<Group> contact(schema, "contact", "Pairs of geoms and bodies with their own collision rules");
  contact.children({"pair", "exclude"});

  Rows<Pair> rows(schema, "pair", "Two geoms that collide with parameters of their own");
  classed_rows(rows);
  rows("geom1", &Pair::geom1, "First geom").nodefault();
  rows("geom2", &Pair::geom2, "Second geom").nodefault();
  rows("condim", &Pair::condim, "Dimensions of contacts: 1, 3, 4 or 6");
  rows("friction", &Pair::friction, "Two sliding, one torsional (m), two rolling (m) coefficients").partial();
  rows("solref", &Pair::solref, "Time constant (s) and damping ratio").partial();
  rows("solreffriction", &Pair::solreffriction, "The same for friction; zero: as solref").partial();
  rows("solimp", &Pair::solimp, "Impedance").partial();
  rows("gap", &Pair::gap, "Further distance at which contacts are detected, m");
  rows("margin", &Pair::margin, "Distance at which contacts become active, m");
  rows("adhesion", &Pair::adhesion, "Attracting force of contacts, N");
  schema.add_default("pair");

  Rows<Exclude> exclude(schema, "exclude", "Two bodies that do not collide");
  named_rows(exclude);
  exclude("body1", &Exclude::body1, "First body").required();
  exclude("body2", &Exclude::body2, "Second body").required();
}

void add_common(Rows<EqualityDraft>& rows) {
  classed_rows(rows);
  rows("active", &EqualityDraft::active, "Is on at the start");
  rows("solref", &EqualityDraft::solref, "Time constant (s) and damping ratio").partial();
  rows("solimp", &EqualityDraft::solimp, "Impedance").partial();
}

void add_connect_and_weld(Schema& schema) {
  Rows<EqualityDraft> connect(schema, "connect", "Two points that stay together");
  add_common(connect);
  connect("body1", &EqualityDraft::body1, "First body");
  connect("body2", &EqualityDraft::body2, "Second body; the world if absent");
  connect("anchor", &EqualityDraft::anchor, "The point in the frame of body1, m");
  connect("site1", &EqualityDraft::site1, "First site, instead of bodies and anchor");
  connect("site2", &EqualityDraft::site2, "Second site");
  connect.exclusive({{"site1", "site2"}, {"body1", "body2", "anchor"}});
  connect.one_of({{"site1", "site2"}, {"body1", "anchor"}});
  connect.together({{"site1"}, {"site2"}});

  Rows<EqualityDraft> weld(schema, "weld", "Two bodies that stay in the same relative pose");
  add_common(weld);
  weld("body1", &EqualityDraft::body1, "First body");
  weld("body2", &EqualityDraft::body2, "Second body; the world if absent");
  weld("relpose", &EqualityDraft::relpose,
       "Pose of body2 in body1: position (m), quaternion; a zero quaternion: as in qpos0");
  weld("anchor", &EqualityDraft::anchor, "Point that is held together, in the frame of body2, m");
  weld("site1", &EqualityDraft::site1, "First site, instead of bodies");
  weld("site2", &EqualityDraft::site2, "Second site");
  weld("torquescale", &EqualityDraft::torquescale, "Weight of rotation against translation, m");
  weld.exclusive({{"site1", "site2"}, {"body1", "body2", "anchor", "relpose"}});
  weld.one_of({{"site1", "site2"}, {"body1"}});
  weld.together({{"site1"}, {"site2"}});
}

void add_couplings(Schema& schema) {
  Rows<EqualityDraft> joint(schema, "equality/joint", "A joint whose position is a polynomial of another's");
  add_common(joint);
  joint("joint1", &EqualityDraft::object1, "Joint that follows").required();
  joint("joint2", &EqualityDraft::object2, "Joint that leads; joint1 is constant if absent");
  joint("polycoef", &EqualityDraft::polycoef, "Coefficients, constant first").partial();

  Rows<EqualityDraft> tendon(schema, "equality/tendon", "A tendon whose length is a polynomial of another's");
  add_common(tendon);
  tendon("tendon1", &EqualityDraft::object1, "Tendon that follows").required();
  tendon("tendon2", &EqualityDraft::object2, "Tendon that leads; tendon1 is constant if absent");
  tendon("polycoef", &EqualityDraft::polycoef, "Coefficients, constant first").partial();

  Rows<EqualityDraft> flex(schema, "equality/flex", "Edges of a flex that keep their lengths");
  add_common(flex);
  flex("flex", &EqualityDraft::object1, "Flex").required();

  Rows<EqualityDraft> flexvert(schema, "flexvert", "Vertices of a flex that keep their strain, averaged");
  add_common(flexvert);
  flexvert("flex", &EqualityDraft::object1, "Flex").required();

  Rows<EqualityDraft> flexstrain(schema, "flexstrain", "Cells of an interpolated flex that keep their strain");
  add_common(flexstrain);
  flexstrain("flex", &EqualityDraft::object1, "Flex").required();
  flexstrain("cell", &EqualityDraft::cell, "Cell");
}

}  // namespace

void add_constraints(Schema& schema) {
  add_contact(schema);
  Rows<Group> equality(schema, "equality", "Constraints that hold at all times");
  equality.children(
      {"connect", "weld", "equality/joint", "equality/tendon", "equality/flex", "flexvert", "flexstrain"});
  add_connect_and_weld(schema);
  add_couplings(schema);

  Rows<EqualityDraft> defaults(schema, "equality/default", "Defaults of all equality constraints");
  add_common(defaults);
  schema.add_default("equality/default", "equality");
}

}  // namespace corten::mjcf
