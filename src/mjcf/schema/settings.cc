// Rows of the model's settings: mujoco, compiler, option, size, statistic, default.
#include <optional>

#include "base/option_check.h"
#include "base/text.h"
#include "mjcf/schema/keywords.h"
#include "mjcf/schema/rows.h"

namespace corten::mjcf {

namespace {

void add_root(Schema& schema) {
  Rows<Spec> rows(schema, "mujoco", "A model");
  rows("model", &Spec::modelname, "Name of the model");
  rows.children({"compiler", "option", "size", "statistic", "visual", "default", "extension", "asset", "worldbody",
                 "deformable", "contact", "tendon", "equality", "actuator", "sensor", "custom", "keyframe"});
}

std::string check_coordinate(const Value& value) {
  return value.numbers[0] == 1 ? "global coordinates are not supported" : "";
}

std::string check_eulerseq(const Value& value) {
  const bool good = value.text.size() == 3 && value.text.find_first_not_of("xyzXYZ") == std::string::npos;
  return good ? "" : "must be three letters of x, y, z (rotating axes) or X, Y, Z (fixed axes)";
}

void add_compiler(Schema& schema) {
  Rows<Compiler> rows(schema, "compiler", "How the model is read and compiled");
  rows("autolimits", &Compiler::autolimits, "A limit is on when its range is given");
  rows("boundmass", &Compiler::boundmass, "Smallest mass of a moving body, kg");
  rows("boundinertia", &Compiler::boundinertia, "Smallest principal inertia of a moving body, kg m^2");
  rows("settotalmass", &Compiler::settotalmass, "Masses are scaled to this sum if it is positive, kg");
  rows("balanceinertia", &Compiler::balanceinertia, "Repair inertias that violate the triangle inequality");
  rows("strippath", &Compiler::strippath, "Drop the directories from file names");
  rows.input(
          "coordinate", {ValueKind::kKeyword, 1, 1, &keywords::coordinate}, [](Compiler&, const Value&) {},
          "Only local coordinates are supported")
      .checked("local only", check_coordinate);
  rows("angle", &Compiler::degree, keywords::angle, "Unit of the angles in the file");
  rows("fitaabb", &Compiler::fitaabb, "Fit primitives to the bounding box of a mesh instead of its inertia");
  rows("eulerseq", &Compiler::eulerseq, "Axes of Euler angles: lower case rotate, upper case stay fixed")
      .checked("three of xyzXYZ", check_eulerseq);
  // Before the two that it sets, so that they can override it.
  rows.input(
      "assetdir", {ValueKind::kText}, [](Compiler& c, const Value& v) { c.meshdir = c.texturedir = v.text; },
      "Sets meshdir and texturedir");
  rows("meshdir", &Compiler::meshdir, "Directory of mesh and height field files");
  rows("texturedir", &Compiler::texturedir, "Directory of texture files");
  rows("discardvisual", &Compiler::discardvisual, "Remove what has no effect on physics");
  rows("usethread", &Compiler::usethread, "Compile with several threads");
  rows("fusestatic", &Compiler::fusestatic, "Merge bodies without joints into their parents");
  rows("inertiafromgeom", &Compiler::inertiafromgeom, keywords::tristate, "Body inertia comes from its geoms");
  rows("inertiagrouprange", &Compiler::inertiagrouprange, "First and last geom group that gives inertia");
  rows("saveinertial", &Compiler::saveinertial, "Write <inertial> for every body when saving");
  rows("alignfree", &Compiler::alignfree, "Move the frame of free bodies to their centre of mass");
  rows("conflict", &Compiler::conflict, keywords::conflict, "What to do when an attached model has other settings");
  rows.child("lengthrange", Cardinality::kAtMostOne);
}

void add_lengthrange(Schema& schema) {
  using L = LengthRangeOptions;
  Rows<L> rows(schema, "lengthrange", "How length ranges of actuators are found by simulation");
  rows("mode", &L::mode, keywords::lengthrange_mode, "Which actuators are treated");
  rows("useexisting", &L::useexisting, "Keep a length range that is given");
  rows("uselimit", &L::uselimit, "Use the limit of the joint or tendon if there is one");
  rows("accel", &L::accel, "Acceleration that the pulling force aims at, m/s^2 or rad/s^2");
  rows("maxforce", &L::maxforce, "Largest pulling force, 0: no limit, N");
  rows("timeconst", &L::timeconst, "Velocities decay with this time constant, s");
  rows("timestep", &L::timestep, "Time step of the simulation, s");
  rows("inttotal", &L::inttotal, "Simulated time, s");
  rows("interval", &L::interval, "Time at the end in which the length is measured, s");
  rows("tolrange", &L::tolrange, "Largest change of length while measuring, relative to the range");
}

// The row of one option; the type of its member says what may stand there.
template <class T>
void add_option_row(Rows<Option>& rows, std::string attribute, const char* name, T Option::*member, const char* unit,
                    const char* doc) {
  const std::string text = *unit ? std::string(doc) + ", " + unit : doc;
  if constexpr (std::is_enum_v<T>) {
    rows(attribute, member, option_keywords(T{}), text);
  } else {
    Attribute& row = rows(attribute, member, text);
    row.checked("finite", [name, member](const Value& value) {
      Option option;
      Binding<T>::store(option.*member, value);
      return option_problem(option, name);
    });
    if constexpr (std::is_same_v<T, Vec<2>> || std::is_same_v<T, Vec<5>>) row.partial();
  }
}

void add_option(Schema& schema) {
  Rows<Option> rows(schema, "option", "Physics and solver options");
#define CORTEN_ADD_Attribute(name, unit, doc) add_option_row(rows, #name, #name, &Option::name, unit, doc);
#define CORTEN_ADD_Extension(name, unit, doc) \
  add_option_row(rows, extension_attribute(#name), #name, &Option::name, unit, doc);
#define CORTEN_ADD_Flags(name, unit, doc)
#define CORTEN_OPTION(kind, type, name, initial, unit, merge, doc) CORTEN_ADD_##kind(name, unit, doc)
#include "corten/option_fields.def"
#undef CORTEN_OPTION
  auto store = [](Option& o, const Value& v) {
    for (const double group : v.numbers) o.disableactuator |= 1 << static_cast<int>(group);
  };
  auto load = [](const Option& o) {
    Value v;
    for (int group = 0; group < 31; ++group) {
      if (o.disableactuator >> group & 1) v.numbers.push_back(group);
    }
    return v;
  };
  auto check = [](const Value& v) -> std::string {
    for (const double group : v.numbers) {
      if (group < 0 || group > 30) return "groups must be between 0 and 30";
    }
    return {};
  };
  rows.custom("actuatorgroupdisable", {ValueKind::kInt, 0, 31}, store, load, "Groups of actuators that are off")
      .checked("0 to 30", check);
  rows.child("flag", Cardinality::kAtMostOne);
}

struct FlagRow {
  const char* name;
  int bit;
  const char* doc;
};

// `on_is_set`: a set bit means enabled; otherwise a set bit means disabled.
void add_flag_rows(Rows<Option>& rows, int Option::*word, bool on_is_set, const std::vector<FlagRow>& flags) {
  for (const auto& [name, flag, doc] : flags) {
    rows.custom(
        name, {ValueKind::kKeyword, 1, 1, &keywords::enable},
        [word, bit = flag, on_is_set](Option& o, const Value& v) {
          o.*word = (v.numbers[0] == 1) == on_is_set ? o.*word | bit : o.*word & ~bit;
        },
        [word, bit = flag, on_is_set](const Option& o) -> Value {
          return {{((o.*word & bit) != 0) == on_is_set ? 1.0 : 0.0}, {}, {}};
        },
        doc);
  }
}

void add_flag(Schema& schema) {
  Rows<Option> rows(schema, "flag", "Features that are switched on or off");
  add_flag_rows(rows, &Option::disableflags, false,
                {{"constraint", kDisableConstraint, "All constraints"},
                 {"equality", kDisableEquality, "Equality constraints"},
                 {"frictionloss", kDisableFrictionLoss, "Dry friction of joints and tendons"},
                 {"limit", kDisableLimit, "Joint and tendon limits"},
                 {"contact", kDisableContact, "Collision detection and contacts"},
                 {"spring", kDisableSpring, "Springs of joints, tendons and flexes"},
                 {"damper", kDisableDamper, "Dampers of joints, tendons and flexes"},
                 {"gravity", kDisableGravity, "Gravity"},
                 {"clampctrl", kDisableClampCtrl, "Clamping of controls to ctrlrange"},
                 {"warmstart", kDisableWarmstart, "Start of the solver at the last solution"},
                 {"filterparent", kDisableFilterParent, "No collisions between parent and child body"},
                 {"actuation", kDisableActuation, "Actuator forces and activations"},
                 {"refsafe", kDisableRefSafe, "Constraint time constants of at least two time steps"},
                 {"sensor", kDisableSensor, "Sensors"},
                 {"midphase", kDisableMidphase, "Bounding volume trees in collision detection"},
                 {"eulerdamp", kDisableEulerDamp, "Implicit joint damping in the Euler integrator"},
                 {"autoreset", kDisableAutoReset, "Reset when the state diverges"},
                 {"nativeccd", kDisableNativeCcd, "GJK and EPA for convex collisions; without: portals"},
                 {"island", kDisableIsland, "Separate solution of constraint islands"},
                 {"multiccd", kDisableMultiCcd, "Several contacts per convex pair"}});
  add_flag_rows(rows, &Option::enableflags, true,
                {{"override", kEnableOverride, "Contact parameters of <option> for all contacts"},
                 {"energy", kEnableEnergy, "Computation of energy"},
                 {"fwdinv", kEnableFwdInv, "Comparison of forward and inverse dynamics"},
                 {"invdiscrete", kEnableInvDiscrete, "Inverse dynamics of the discrete step"},
                 {"sleep", kEnableSleep, "Sleeping of trees at rest"},
                 {"diagexact", kEnableDiagExact, "Exact diagonal of the constraint space inertia"}});
}

// memory: a number of bytes, in units of 1024^n after a letter; -1: not set.
std::string check_memory(const Value& value) {
  const std::vector<std::string> words = split_words(value.text);
  const std::string problem = "must be a number of bytes such as 64M; K, M, G, T, P and E stand for powers of 1024";
  if (words.size() != 1) return problem;
  if (words[0] == "-1") return {};
  const std::optional<double> bytes = memory_bytes(words[0]);
  if (!bytes) return problem;
  return *bytes < 18446744073709551616.0 ? "" : "is too large";
}

void add_size(Schema& schema) {
  using S = SizeHints;
  Rows<S> rows(schema, "size", "Sizes that are not given by the model's elements");
  rows("memory", &S::memory, "Memory of contacts and constraint rows, in bytes or as 64M")
      .checked("bytes, as 64M", check_memory);
  rows("njmax", &S::njmax, "Expected number of constraint rows").at_least(-1);
  rows("nconmax", &S::nconmax, "Expected number of contacts").at_least(-1);
  rows("nstack", &S::nstack, "Expected size of the stack").at_least(-1);
  rows("nuserdata", &S::nuserdata, "Numbers in userdata").at_least(-1);
  rows("nkey", &S::nkey, "Smallest number of keyframes").at_least(-1);
  rows("nuser_body", &S::nuser_body, "User numbers per body, -1: as many as are given").at_least(-1);
  rows("nuser_jnt", &S::nuser_jnt, "User numbers per joint").at_least(-1);
  rows("nuser_geom", &S::nuser_geom, "User numbers per geom").at_least(-1);
  rows("nuser_site", &S::nuser_site, "User numbers per site").at_least(-1);
  rows("nuser_cam", &S::nuser_cam, "User numbers per camera").at_least(-1);
  rows("nuser_tendon", &S::nuser_tendon, "User numbers per tendon").at_least(-1);
  rows("nuser_actuator", &S::nuser_actuator, "User numbers per actuator").at_least(-1);
  rows("nuser_sensor", &S::nuser_sensor, "User numbers per sensor").at_least(-1);
  rows.exclusive({{"memory"}, {"nstack"}});
  rows.exclusive({{"memory"}, {"njmax"}});
}

void add_statistic(Schema& schema) {
  using S = StatisticOverride;
  Rows<S> rows(schema, "statistic", "Statistics of the model that replace the computed ones");
  rows("meaninertia", &S::meaninertia, "Mean diagonal of the inertia matrix, scales the solver tolerance");
  rows("meanmass", &S::meanmass, "Mean body mass, kg");
  rows("meansize", &S::meansize, "Mean body size, m");
  rows("extent", &S::extent, "Half of the size of the model, m").above(0);
  rows("center", &S::center, "Centre of the model, m");
}

void add_default_element(Schema& schema) {
  Rows<DefaultClass> rows(
      schema, "default",
      "A default class: attributes of these elements for others to start from. Nested classes start with its values");
  rows.input(
      "class", {ValueKind::kText}, [](DefaultClass&, const Value&) {}, "Name; the outermost class is main");
  rows.child("default");
  for (const char* tag :
       {"mesh",     "material", "joint",    "geom",   "site",     "camera",   "light",       "pair",
        "equality", "tendon",   "general",  "motor",  "position", "velocity", "intvelocity", "orientation",
        "pid",      "damper",   "cylinder", "muscle", "adhesion", "dcmotor"}) {
    rows.child(std::string("default/") + tag, Cardinality::kAtMostOne);
  }
}

}  // namespace

void add_settings(Schema& schema) {
  add_root(schema);
  add_compiler(schema);
  add_lengthrange(schema);
  add_option(schema);
  add_flag(schema);
  add_size(schema);
  add_statistic(schema);
  add_default_element(schema);
}

}  // namespace corten::mjcf
