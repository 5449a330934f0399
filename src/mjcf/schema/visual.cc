// Rows of <visual>: checked and kept as text, since they have no effect on physics.
#include "mjcf/read/drafts.h"
#include "mjcf/schema/rows.h"

namespace corten::mjcf {

namespace {

constexpr ValueShape kReal{ValueKind::kFloat}, kInteger{ValueKind::kInt};
constexpr ValueShape kRgb{ValueKind::kFloat, 3, 3}, kColor{ValueKind::kFloat, 4, 4};

class VisualRows {
 public:
  VisualRows(Schema& schema, const std::string& tag, std::string doc)
      : rows_(schema, "visual/" + tag, std::move(doc)) {}

  Attribute& operator()(const std::string& name, ValueShape shape, std::string doc) {
    if (shape.kind == ValueKind::kKeyword) shape.keywords = &bool_keywords();
    auto store = [name, shape](VisualDraft& draft, const Value& value) {
      draft.values[name] = format_value(shape, value);
    };
    return rows_.input(name, shape, store, std::move(doc));
  }

 private:
  Rows<VisualDraft> rows_;
};

constexpr ValueShape kYesNo{ValueKind::kKeyword};

void add_global(Schema& schema) {
  VisualRows rows(schema, "global", "Settings of the window and the free camera");
  rows("cameraid", kInteger, "Camera at start, -1: the free camera");
  rows("orthographic", kYesNo, "The free camera projects in parallel");
  rows("fovy", kReal, "Vertical field of view of the free camera, degrees, or m if orthographic");
  rows("ipd", kReal, "Distance between the eyes, m");
  rows("azimuth", kReal, "Start of the free camera, degrees");
  rows("elevation", kReal, "Start of the free camera, degrees");
  rows("linewidth", kReal, "Width of lines, pixels");
  rows("glow", kReal, "Emission added to the selected body");
  rows("offwidth", kInteger, "Width of the offscreen buffer, pixels");
  rows("offheight", kInteger, "Height of the offscreen buffer, pixels");
  rows("realtime", kReal, "Simulated seconds per second").above(0);
  rows("ellipsoidinertia", kYesNo, "Draw inertias as ellipsoids");
  rows("bvactive", kYesNo, "Mark the bounding volumes that were used");
}

void add_quality(Schema& schema) {
  VisualRows rows(schema, "quality", "Cost and quality of rendering");
  rows("shadowsize", kInteger, "Size of the shadow map, pixels");
  rows("offsamples", kInteger, "Samples per pixel offscreen");
  rows("numslices", kInteger, "Slices of round shapes");
  rows("numstacks", kInteger, "Stacks of round shapes");
  rows("numquads", kInteger, "Quads of boxes");
}

void add_headlight(Schema& schema) {
  VisualRows rows(schema, "headlight", "The light at the camera");
  rows("ambient", kRgb, "Ambient colour");
  rows("diffuse", kRgb, "Diffuse colour");
  rows("specular", kRgb, "Specular colour");
  rows("active", kInteger, "1: on");
}

void add_map(Schema& schema) {
  VisualRows rows(schema, "map", "Scales between physics and rendering");
  rows("stiffness", kReal, "Stiffness of mouse pulls");
  rows("stiffnessrot", kReal, "Stiffness of mouse rotations");
  rows("force", kReal, "Length of drawn forces, m/N");
  rows("torque", kReal, "Length of drawn torques, m/(N m)");
  rows("alpha", kReal, "Factor on alpha when transparent");
  rows("fogstart", kReal, "Start of fog, in units of the model's extent");
  rows("fogend", kReal, "End of fog, in units of the model's extent");
  rows("znear", kReal, "Near clipping plane, in units of the model's extent").above(0);
  rows("zfar", kReal, "Far clipping plane, in units of the model's extent");
  rows("haze", kReal, "Part of the horizon that fades");
  rows("shadowclip", kReal, "Reach of directional shadows, in units of the model's extent");
  rows("shadowscale", kReal, "Part of a spot light's cone that casts shadows");
  rows("actuatortendon", kReal, "Width of actuated tendons, in tendon widths");
}

void add_scale(Schema& schema) {
  VisualRows rows(schema, "scale", "Sizes of decorations, in units of the model's mean size");
  for (const char* name : {"forcewidth", "contactwidth", "contactheight", "connect", "com", "camera", "light",
                           "selectpoint", "jointlength", "jointwidth", "actuatorlength", "actuatorwidth", "framelength",
                           "framewidth", "constraint", "slidercrank", "frustum"}) {
    rows(name, kReal, "Size of this decoration");
  }
}

void add_rgba(Schema& schema) {
  VisualRows rows(schema, "rgba", "Colours of decorations");
  for (const char* name : {"fog",
                           "haze",
                           "force",
                           "inertia",
                           "joint",
                           "actuator",
                           "actuatornegative",
                           "actuatorpositive",
                           "com",
                           "camera",
                           "light",
                           "selectpoint",
                           "connect",
                           "contactpoint",
                           "contactforce",
                           "contactfriction",
                           "contacttorque",
                           "contactgap",
                           "rangefinder",
                           "constraint",
                           "slidercrank",
                           "crankbroken",
                           "frustum",
                           "bv",
                           "bvactive"}) {
    rows(name, kColor, "Colour and alpha of this decoration");
  }
}

}  // namespace

void add_visual(Schema& schema) {
  Rows<Group> rows(schema, "visual", "Rendering settings, without effect on physics");
  for (const char* tag : {"global", "quality", "headlight", "map", "scale", "rgba"}) {
    rows.child(std::string("visual/") + tag, Cardinality::kAtMostOne);
  }
  add_global(schema);
  add_quality(schema);
  add_headlight(schema);
  add_map(schema);
  add_scale(schema);
  add_rgba(schema);
}

}  // namespace corten::mjcf
