// Rows of deformables: <deformable>, <flex>, <flexcomp>.
#include "mjcf/schema/keywords.h"
#include "mjcf/schema/rows.h"

namespace corten::mjcf {

namespace {

void add_settings_rows(Schema& schema) {
  Rows<Flex> contact(schema, "flex/contact", "Contacts of a flex");
  contact("contype", &Flex::contype, "Bits that meet the other geom's conaffinity");
  contact("conaffinity", &Flex::conaffinity, "Bits that meet the other geom's contype");
  contact("condim", &Flex::condim, "Dimensions of contacts: 1, 3, 4 or 6");
  contact("priority", &Flex::priority, "The one with the higher priority sets the contact's parameters");
  contact("friction", &Flex::friction, "Sliding, torsional (m) and rolling (m) friction").partial();
  contact("solmix", &Flex::solmix, "Weight when parameters are mixed");
  contact("solref", &Flex::solref, "Time constant (s) and damping ratio of contacts").partial();
  contact("solimp", &Flex::solimp, "Impedance of contacts").partial();
  contact("margin", &Flex::margin, "Distance at which contacts become active, m");
  contact("gap", &Flex::gap, "Further distance at which contacts are detected, m");
  contact("internal", &Flex::internal, "Contacts that keep elements from inverting");
  contact("selfcollide", &Flex::selfcollide, keywords::flex_self, "How collisions with itself are found");
  contact("activelayers", &Flex::activelayers, "Layers of elements that collide, volumes only");
  contact("passive", &Flex::passive, "Contacts are passive forces");

  Rows<Flex> elasticity(schema, "elasticity", "Elastic material of a flex");
  elasticity("young", &Flex::young, "Young's modulus, Pa");
  elasticity("poisson", &Flex::poisson, "Poisson's ratio");
  elasticity("damping", &Flex::damping, "Rayleigh damping, s");
  elasticity("thickness", &Flex::thickness, "Thickness of a shell, m; -1: not a shell");
  elasticity("elastic2d", &Flex::elastic2d, keywords::elastic2d, "Forces of a shell");

  Rows<Flex> edge(schema, "flex/edge", "Edges of a flex");
  edge("stiffness", &Flex::edgestiffness, "Stiffness, N/m");
  edge("damping", &Flex::edgedamping, "Damping, N s/m");

  Rows<Flex> comp_edge(schema, "flexcomp/edge", "Edges of a generated flex");
  comp_edge("equality", &Flex::edgeequality, keywords::flex_equality, "What equality constraints hold");
  comp_edge("solref", &Flex::edgesolref, "Time constant (s) and damping ratio of the equality").partial();
  comp_edge("solimp", &Flex::edgesolimp, "Impedance of the equality").partial();
  comp_edge("stiffness", &Flex::edgestiffness, "Stiffness, N/m");
  comp_edge("damping", &Flex::edgedamping, "Damping, N s/m");
}

void add_flex_element(Schema& schema) {
  Rows<Flex> rows(schema, "flex", "A deformable whose vertices are bodies");
  named_rows(rows);
  rows("group", &Flex::group, "Group for visibility");
  rows("dim", &Flex::dim, "1: lines, 2: triangles, 3: tetrahedra");
  rows("radius", &Flex::radius, "Radius around elements, m");
  rows("material", &Flex::material, "Material");
  rows("rgba", &Flex::rgba, "Colour and alpha");
  rows("flatskin", &Flex::flatskin, "Flat shading");
  rows("body", &Flex::vertbody, "Bodies of the vertices").required();
  rows("vertex", &Flex::vertex, "Vertices in the frames of their bodies, m");
  rows("element", &Flex::element, "Vertex indices of the elements").required();
  rows("texcoord", &Flex::texcoord, "Texture coordinates");
  rows("elemtexcoord", &Flex::elemtexcoord, "Texture coordinate indices of the elements");
  rows("node", &Flex::nodebody, "Bodies of the interpolation nodes");
  rows("nodecoord", &Flex::nodecoord, "Nodes in the frames of their bodies, m");
  rows("cellcount", &Flex::cellcount, "Cells of the interpolation grid");
  rows("dof", &Flex::dof, keywords::flex_dof, "Degrees of freedom");
  rows("bending_model", &Flex::bending_model, keywords::flex_bending, "How the flex resists bending");
  rows("elasticity_model", &Flex::elasticity_model, keywords::flex_elasticity, "How the flex resists stretching");
  rows("elasticity_params", &Flex::elasticity_params,
       "Parameters of mooney_rivlin (c10 c01) or ogden (mu alpha ...), Pa");
  for (const char* id : {"flex/contact", "flex/edge", "elasticity"}) rows.child(id, Cardinality::kAtMostOne);
}

void add_flexcomp(Schema& schema) {
  Rows<FlexComp> rows(schema, "flexcomp", "A generated deformable with its bodies");
  named_rows(rows);
  rows.element().attributes.back().required();
  Rows<Flex> flex = rows.part(&FlexComp::flex);
  rows("type", &FlexComp::type, keywords::flexcomp_type, "What is generated");
  flex("group", &Flex::group, "Group for visibility");
  flex("dim", &Flex::dim, "1: lines, 2: triangles, 3: tetrahedra");
  flex("dof", &Flex::dof, keywords::flex_dof, "Degrees of freedom");
  rows("count", &FlexComp::count, "Points in x, y and z");
  flex("cellcount", &Flex::cellcount, "Cells of the interpolation grid");
  rows("spacing", &FlexComp::spacing, "Distance of points in x, y and z, m");
  flex("radius", &Flex::radius, "Radius around elements, m");
  rows("rigid", &FlexComp::rigid, "All points belong to the parent body");
  rows("mass", &FlexComp::mass, "Total mass of the generated bodies, kg");
  rows("inertiabox", &FlexComp::inertiabox, "Half size of the box that gives each body its inertia, m");
  rows("scale", &FlexComp::scale, "Factors on the coordinates of a file or of point");
  rows.file("file", &FlexComp::file, "Mesh or GMSH file");
  rows("point", &FlexComp::point, "Points of type direct, m");
  rows("element", &FlexComp::element, "Point indices of the elements of type direct").shape.kind = ValueKind::kInt;
  rows("texcoord", &FlexComp::texcoord, "Texture coordinates").shape.kind = ValueKind::kFloat;
  flex("material", &Flex::material, "Material");
  flex("rgba", &Flex::rgba, "Colour and alpha");
  flex("flatskin", &Flex::flatskin, "Flat shading");
  flex("bending_model", &Flex::bending_model, keywords::flex_bending, "How the flex resists bending");
  flex("elasticity_model", &Flex::elasticity_model, keywords::flex_elasticity, "How the flex resists stretching");
  flex("elasticity_params", &Flex::elasticity_params,
       "Parameters of mooney_rivlin (c10 c01) or ogden (mu alpha ...), Pa");
  rows("pos", &FlexComp::pos, "Position in the parent body, m");
  orientation_rows(rows, &FlexComp::orientation);
  rows("origin", &FlexComp::origin, "Point that a surface mesh is filled from, m");
  for (const char* id : {"flexcomp/edge", "elasticity", "flex/contact"}) rows.child(id, Cardinality::kAtMostOne);
  rows.child("pin");
  rows.child("plugin");

  Rows<FlexPin> pin(schema, "pin", "Points that stay fixed in the parent body");
  pin("id", &FlexPin::id, "Points").shape.kind = ValueKind::kInt;
  pin("range", &FlexPin::range, "First and last points").shape.kind = ValueKind::kInt;
  pin("grid", &FlexPin::grid, "Grid coordinates of points").shape.kind = ValueKind::kInt;
  pin("gridrange", &FlexPin::gridrange, "Grid coordinates of first and last points").shape.kind = ValueKind::kInt;
}

}  // namespace

void add_flex(Schema& schema) {
  Rows<Group> group(schema, "deformable", "Flexes and skins");
  group.children({"flex", "skin"});
  add_settings_rows(schema);
  add_flex_element(schema);
  add_flexcomp(schema);
}

}  // namespace corten::mjcf
