// Drafts of elements that do not fit their object one to one.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "corten/spec.h"
#include "mjcf/schema/schema.h"

namespace corten::mjcf {

// ---- drafts
//
// What elements say that their objects do not keep as written: the reader turns these drafts into elements of a Spec.

// A child of <visual>: the texts of its attributes.
struct VisualDraft {
  std::map<std::string, std::string> values;
};

// <layer> of a material.
struct LayerDraft {
  std::string texture;
  TextureRole role = TextureRole::kRgb;
};

// <model> of an asset.
struct ModelDraft {
  std::string name, file, content_type;
};

struct AttachDraft {
  std::string model, body, frame, prefix;
};

struct ReplicateDraft {
  int count = 0;
  Vec3 offset, euler;
  std::string sep, childclass;
};

// <freejoint>: a joint that takes nothing from default classes.
struct FreeJointDraft {
  std::string name;
  int group = 0;
  Tristate align = Tristate::kAuto;
};

// <config> of a plugin.
struct ConfigDraft {
  std::string key, value;
};

struct ExtensionPluginDraft {
  std::string plugin;
};

// Two-sided constraints name their objects in one of several attributes.
struct EqualityDraft : Equality {
  std::string body1, body2, site1, site2, object1, object2;
};

// All shortcuts of actuators. Absent attributes keep what the default class says.
struct ActuatorDraft : Actuator {
  std::string joint, jointinparent, tendon, cranksite, site, body;
  std::optional<double> kp, kv, dampratio, ki, imax, slewmax, range_to_inherit;
  std::optional<double> area, diameter, gain;                                     // cylinder, adhesion
  std::optional<double> tausmooth, force, scale, lmin, lmax, vmax, fpmax, fvmax;  // muscle
  std::optional<double> resistance;                                               // dcmotor
  std::vector<double> timeconst;                                                  // one number, two for muscle
  std::vector<double> range, bias, motorconst, nominal, saturation, inductance, cogging, controller, thermal, lugre;
  std::optional<int> input;
};

struct SensorDraft : Sensor {
  std::string site, camera, geom1, geom2, body1, body2, subtree1, subtree2;
  int num = 1;
  int contact_data = 1, ray_data = 1;
  ContactReduce reduce = ContactReduce::kNone;
  std::string objtype_text, reftype_text;  // user and plugin sensors: any kind of object
};

// The bits of Option that a row of <flag> switches.
inline Option flag_bits(const Attribute& row) {
  Option on, off;
  row.store(&on, {{1.0}, {}, {}});
  row.store(&off, {{0.0}, {}, {}});
  Option bits;
  bits.disableflags = on.disableflags ^ off.disableflags;
  bits.enableflags = on.enableflags ^ off.enableflags;
  return bits;
}

// ---- actuator
//
// Shortcuts of actuators: what <position>, <muscle> and the others say in terms of the general actuator.

// Sets types and parameters of the general actuator from the shortcut's attributes. What is not given keeps the value
// that it has, which comes from the default class. Returns what is wrong, empty if nothing.
std::string apply_shortcut(const std::string& tag, ActuatorDraft& draft);

}  // namespace corten::mjcf
