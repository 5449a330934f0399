// Rows of what bodies consist of: joints, geoms, sites, cameras, lights.
#include "mjcf/read/drafts.h"
#include "mjcf/schema/keywords.h"
#include "mjcf/schema/rows.h"

namespace corten::mjcf {

namespace {

void add_joint(Schema& schema) {
  Rows<Joint> rows(schema, "joint", "Degrees of freedom between a body and its parent");
  classed_rows(rows);
  rows("type", &Joint::type, keywords::joint_type, "Kind of motion");
  rows("group", &Joint::group, "Group for visibility");
  rows("pos", &Joint::pos, "Anchor in the body's frame, m");
  rows("axis", &Joint::axis, "Axis of a slide or hinge");
  rows("springdamper", &Joint::springdamper, "Time constant (s) and damping ratio that give stiffness and damping");
  rows("limited", &Joint::limited, keywords::tristate, "Whether range holds");
  rows("actuatorfrclimited", &Joint::actfrclimited, keywords::tristate, "Whether actuatorfrcrange holds");
  rows("solreflimit", &Joint::solref_limit, "Time constant and damping ratio of the limit").partial();
  rows("solimplimit", &Joint::solimp_limit, "Impedance of the limit").partial();
  rows("solreffriction", &Joint::solref_friction, "Time constant and damping ratio of dry friction").partial();
  rows("solimpfriction", &Joint::solimp_friction, "Impedance of dry friction").partial();
  rows("stiffness", &Joint::stiffness, "Spring: linear and higher coefficients, N/m or N m/rad").partial();
  rows("range", &Joint::range, "Smallest and largest position, m or angle");
  rows("actuatorfrcrange", &Joint::actfrcrange, "Smallest and largest total actuator force, N or N m");
  rows("actuatorgravcomp", &Joint::actgravcomp, "Gravity compensation counts as actuator force");
  rows("margin", &Joint::margin, "Distance at which the limit becomes active, m or angle");
  rows("ref", &Joint::ref, "Position in the reference configuration, m or angle");
  rows("springref", &Joint::springref, "Position in which the spring rests, m or angle");
  rows("armature", &Joint::armature, "Inertia added to the joint, kg or kg m^2");
  rows("damping", &Joint::damping, "Damper: linear and higher coefficients, N s/m or N m s/rad").partial();
  rows("frictionloss", &Joint::frictionloss, "Dry friction, N or N m");
  rows("user", &Joint::user, "Numbers of the user");
  schema.add_default("joint");

  Rows<FreeJointDraft> free(schema, "freejoint", "All six degrees of freedom, untouched by default classes");
  named_rows(free);
  free("group", &FreeJointDraft::group, "Group for visibility");
  free("align", &FreeJointDraft::align, keywords::tristate, "Move the body's frame to its centre of mass");
}

void add_geom_contact_rows(Rows<Geom>& rows) {
  rows("solmix", &Geom::solmix, "Weight when parameters of two geoms are mixed");
  rows("solref", &Geom::solref, "Time constant (s) and damping ratio of contacts").partial();
  rows("solimp", &Geom::solimp, "Impedance of contacts").partial();
  rows("margin", &Geom::margin, "Distance at which contacts become active, m");
  rows("gap", &Geom::gap, "Further distance at which contacts are detected, m");
  rows("surfacevel", &Geom::surfacevel, "Velocity of the surface, linear then angular, m/s and rad/s").partial();
  rows("adhesion", &Geom::adhesion, "Attracting force of contacts, N");
}

void add_geom(Schema& schema) {
  Rows<Geom> rows(schema, "geom", "A shape that collides, has mass and is drawn");
  classed_rows(rows);
  rows("type", &Geom::type, keywords::geom_type, "Shape");
  rows("contype", &Geom::contype, "Bits that meet the other geom's conaffinity");
  rows("conaffinity", &Geom::conaffinity, "Bits that meet the other geom's contype");
  rows("condim", &Geom::condim, "Dimensions of contacts: 1, 3, 4 or 6");
  rows("group", &Geom::group, "Group for visibility and inertia");
  rows("priority", &Geom::priority, "The geom with the higher priority sets the contact's parameters");
  rows("size", &Geom::size, "Radius, half length or half sizes, by type, m").partial();
  rows("material", &Geom::material, "Material");
  rows("friction", &Geom::friction, "Sliding, torsional (m) and rolling (m) friction").partial();
  rows("mass", &Geom::mass, "Mass, kg; replaces density");
  rows("density", &Geom::density, "Density, kg/m^3");
  rows("shellinertia", &Geom::shellinertia, "The mass is on the surface");
  add_geom_contact_rows(rows);
  rows("fromto", &Geom::fromto, "End points of the axis, m; replaces pos and orientation");
  rows("pos", &Geom::pos, "Position in the body's frame, m");
  orientation_rows(rows, &Geom::orientation);
  rows("hfield", &Geom::hfield, "Height field");
  rows("mesh", &Geom::mesh, "Mesh, or mesh that a primitive is fitted to");
  rows("fitscale", &Geom::fitscale, "Factor on the size of a fitted primitive");
  rows("rgba", &Geom::rgba, "Colour and alpha");
  rows("fluidshape", &Geom::fluid_ellipsoid, keywords::fluidshape, "Shape for fluid forces");
  rows("fluidcoef", &Geom::fluid_coefs, "Blunt drag, slender drag, angular drag, Kutta lift, Magnus lift").partial();
  rows("user", &Geom::user, "Numbers of the user");
  rows.child("plugin");
  schema.add_default("geom");
}

void add_site(Schema& schema) {
  Rows<Site> rows(schema, "site", "A point and frame of interest on a body");
  classed_rows(rows);
  rows("type", &Site::type, keywords::geom_type, "Shape");
  rows("group", &Site::group, "Group for visibility");
  rows("pos", &Site::pos, "Position in the body's frame, m");
  orientation_rows(rows, &Site::orientation);
  rows("material", &Site::material, "Material");
  rows("size", &Site::size, "Radius, half length or half sizes, by type, m").partial();
  rows("fromto", &Site::fromto, "End points of the axis, m; replaces pos and orientation");
  rows("rgba", &Site::rgba, "Colour and alpha");
  rows("user", &Site::user, "Numbers of the user");
  schema.add_default("site");
}

void add_camera(Schema& schema) {
  Rows<Camera> rows(schema, "camera", "A camera on a body");
  classed_rows(rows);
  rows("projection", &Camera::projection, keywords::projection, "Projection");
  rows("fovy", &Camera::fovy, "Vertical field of view, degrees, or m if orthographic");
  rows("ipd", &Camera::ipd, "Distance between the eyes, m");
  rows("resolution", &Camera::resolution, "Width and height of the image, pixels");
  rows.flags("output", &Camera::output, keywords::camera_output, "Images that the camera gives");
  rows("pos", &Camera::pos, "Position in the body's frame, m");
  orientation_rows(rows, &Camera::orientation);
  rows("mode", &Camera::mode, keywords::camlight, "How it follows its body or target");
  rows("target", &Camera::target, "Body that it looks at").nodefault();
  rows("focal", &Camera::focal, "Focal length, m");
  rows("focalpixel", &Camera::focalpixel, "Focal length, pixels");
  rows("principal", &Camera::principal, "Offset of the principal point, m");
  rows("principalpixel", &Camera::principalpixel, "Offset of the principal point, pixels");
  rows("sensorsize", &Camera::sensorsize, "Size of the sensor, m; replaces fovy");
  rows("user", &Camera::user, "Numbers of the user");
  rows.exclusive({{"fovy"}, {"sensorsize"}});
  schema.add_default("camera");
}

void add_light(Schema& schema) {
  Rows<Light> rows(schema, "light", "A light on a body");
  classed_rows(rows);
  rows.input(
      "directional", {ValueKind::kKeyword, 1, 1, &bool_keywords()},
      [](Light& light, const Value& v) { light.type = v.numbers[0] == 1 ? LightType::kDirectional : LightType::kSpot; },
      "Older form of type");
  rows("type", &Light::type, keywords::light_type, "Kind of light");
  rows("castshadow", &Light::castshadow, "Casts shadows");
  rows("active", &Light::active, "Is on");
  rows("pos", &Light::pos, "Position in the body's frame, m");
  rows("dir", &Light::dir, "Direction");
  rows("bulbradius", &Light::bulbradius, "Radius of the bulb, for soft shadows, m");
  rows("intensity", &Light::intensity, "Intensity, candela");
  rows("range", &Light::range, "Reach, m");
  rows("attenuation", &Light::attenuation, "Constant, linear and quadratic attenuation");
  rows("cutoff", &Light::cutoff, "Half angle of a spot light, degrees");
  rows("softness", &Light::softness, "Softness of the edge of a spot light");
  rows("exponent", &Light::exponent, "Exponent of a spot light");
  rows("ambient", &Light::ambient, "Ambient colour");
  rows("diffuse", &Light::diffuse, "Diffuse colour");
  rows("specular", &Light::specular, "Specular colour");
  rows("mode", &Light::mode, keywords::camlight, "How it follows its body or target");
  rows("target", &Light::target, "Body that it points to").nodefault();
  rows("texture", &Light::texture, "Texture of an image light").nodefault();
  rows.exclusive({{"directional"}, {"type"}});
  schema.add_default("light");
}

}  // namespace

void add_body_elements(Schema& schema) {
  add_joint(schema);
  add_geom(schema);
  add_site(schema);
  add_camera(schema);
  add_light(schema);
}

}  // namespace corten::mjcf
