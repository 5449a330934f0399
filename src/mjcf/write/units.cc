// Angles become radians if the models disagree on their unit: the product that the compiler forms is written instead.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "math/vec3.h"
#include "mjcf/write/writer.h"
#include "spec/query.h"

namespace corten::mjcf {

namespace {

constexpr double kDegree = M_PI / 180.0;

// ---- orientations

// Lengths closer to one than this are left alone by the compiler, so that a unit quaternion is read as it is written.
constexpr double kUnitEps = 1e-14;

void make_unit(Quat& q) {
  const double length = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  if (std::abs(length - 1) <= kUnitEps) return;
  for (int i = 0; i < 4; ++i) q[i] /= length;
}

Quat from_euler(const Vec3& radians, const std::string& sequence) {
  Quat quat;
  for (int i = 0; i < 3; ++i) {
    Vec3 direction;
    direction[std::clamp(std::tolower(static_cast<unsigned char>(sequence[i])) - 'x', 0, 2)] = 1;
    const Quat turn = axis_angle(direction, radians[i]);
    quat = sequence[i] >= 'a' ? quat * turn : turn * quat;
    make_unit(quat);
  }
  return quat;
}

// Settings that differ between the compilers of a Spec.
class Merger {
 public:
  explicit Merger(Spec& spec);
  void merge();

 private:
  const Compiler& compiler_of(const Element& element) const { return spec_.compilers[element.compiler]; }
  void convert(Orientation& orientation, const Compiler& from) const;
  void convert(Joint& joint, const Compiler& from) const;
  void convert_tree();
  void convert_inertia(Body& body) const;
  std::vector<int> compilers_of_classes() const;
  void convert_classes();
  void forget_compilers();
  template <class F>
  void visit_lists(F f);

  Spec& spec_;
  Compiler merged_;
  std::map<std::string, int> class_compiler_;  // a class has the settings of the elements that use it
};

Merger::Merger(Spec& spec) : spec_(spec), merged_(spec.compilers[0]) {
  for (const Compiler& other : spec.compilers) {
    // Without automatic limits, limits that depend on them are errors.
    merged_.autolimits |= other.autolimits;
    // Inertias that would have to be balanced are errors otherwise.
    merged_.balanceinertia |= other.balanceinertia;
    // Higher bounds are applied to the bodies that have them.
    merged_.boundmass = std::min(merged_.boundmass, other.boundmass);
    merged_.boundinertia = std::min(merged_.boundinertia, other.boundinertia);
    merged_.degree &= other.degree;
    if (other.inertiafromgeom != merged_.inertiafromgeom) merged_.inertiafromgeom = Tristate::kAuto;
    merged_.inertiagrouprange[0] = std::min(merged_.inertiagrouprange[0], other.inertiagrouprange[0]);
    merged_.inertiagrouprange[1] = std::max(merged_.inertiagrouprange[1], other.inertiagrouprange[1]);
  }
}

void Merger::merge() {
  visit_lists([&](auto& element) {
    if constexpr (requires { element.classname; }) class_compiler_.emplace(element.classname, element.compiler);
  });
  convert_tree();
  for (FlexComp& comp : spec_.flexcomps) convert(comp.orientation, compiler_of(comp));
  convert_classes();
  use_own_directories(spec_);
  const Compiler directories = spec_.compilers[0];
  merged_.meshdir = directories.meshdir;
  merged_.texturedir = directories.texturedir;
  merged_.strippath = directories.strippath;
  forget_compilers();
}

void Merger::convert(Orientation& orientation, const Compiler& from) const {
  using Kind = Orientation::Kind;
  const auto radians = [&](double& angle) {
    if (from.degree && !merged_.degree) angle = angle / 180.0 * M_PI;
  };
  if (orientation.kind == Kind::kAxisAngle) radians(orientation.axisangle[3]);
  if (orientation.kind != Kind::kEuler) return;
  if (from.eulerseq != merged_.eulerseq && from.eulerseq.size() == 3) {
    Vec3 angles = orientation.euler;
    for (int i = 0; i < 3; ++i) angles[i] = from.degree ? angles[i] / 180.0 * M_PI : angles[i];
    orientation.quat = from_euler(angles, from.eulerseq);
    orientation.kind = Kind::kQuat;
    return;
  }
  for (int i = 0; i < 3; ++i) radians(orientation.euler[i]);
}

void Merger::convert(Joint& joint, const Compiler& from) const {
  const bool hinge = joint.type == JointType::kHinge;
  if (hinge && from.degree && !merged_.degree) {
    joint.ref *= kDegree;
    joint.springref *= kDegree;
  }
  if (joint.type == JointType::kFree && joint.align == Tristate::kAuto && from.alignfree != merged_.alignfree) {
    joint.align = from.alignfree ? Tristate::kTrue : Tristate::kFalse;
  }
  // The range of a joint without limits stays in the unit of the file.
  const bool limited =
      joint.limited == Tristate::kTrue || (joint.limited == Tristate::kAuto && joint.range[0] < joint.range[1]);
  if ((hinge || joint.type == JointType::kBall) && limited && from.degree && !merged_.degree) {
    joint.range = {{joint.range[0] * kDegree, joint.range[1] * kDegree}};
  }
}

void Merger::convert_tree() {
  visit_bodies(spec_.world, [&](Body& body) {
    convert(body.orientation, compiler_of(body));
    if (body.inertial) convert(body.inertial->orientation, compiler_of(body));
    convert_inertia(body);
    visit_elements(body, [&](Object, auto& element) {
      using T = std::remove_cvref_t<decltype(element)>;
      if constexpr (requires { element.classname; }) class_compiler_.emplace(element.classname, element.compiler);
      if constexpr (requires { element.orientation; }) convert(element.orientation, compiler_of(element));
      if constexpr (std::is_same_v<T, Joint>) convert(element, compiler_of(element));
    });
  });
}

// Where the mass of a body comes from: its geoms are made to count, or not to count, explicitly.
void Merger::convert_inertia(Body& body) const {
  const Compiler& from = compiler_of(body);
  if (from.inertiafromgeom == Tristate::kTrue && merged_.inertiafromgeom != Tristate::kTrue && !body.geoms.empty()) {
    body.inertial.reset();
  }
  const bool ignored = from.inertiafromgeom == Tristate::kFalse && merged_.inertiafromgeom != Tristate::kFalse;
  for (Geom& geom : body.geoms) {
    const bool outside = geom.group < from.inertiagrouprange[0] || geom.group > from.inertiagrouprange[1];
    if ((ignored && !body.inertial) || outside) geom.mass = 0;
  }
  if (!body.inertial) return;
  if (from.boundmass > merged_.boundmass) body.inertial->mass = std::max(body.inertial->mass, from.boundmass);
  if (body.inertial->diaginertia && from.boundinertia > merged_.boundinertia) {
    for (int i = 0; i < 3; ++i) {
      (*body.inertial->diaginertia)[i] = std::max((*body.inertial->diaginertia)[i], from.boundinertia);
    }
  }
}

// A class that no element uses has the settings of its parent or of a class below it.
std::vector<int> Merger::compilers_of_classes() const {
  const std::vector<DefaultClass>& classes = spec_.defaults;
  std::vector<int> compilers(classes.size(), -1);
  for (std::size_t i = 1; i < classes.size(); ++i) {
    if (const auto found = class_compiler_.find(classes[i].name); found != class_compiler_.end()) {
      compilers[i] = found->second;
    }
  }
  compilers[0] = 0;  // attached models have elements of this class, too
  for (std::size_t i = classes.size() - 1; i > 0; --i) {
    if (classes[i].parent >= 0 && compilers[classes[i].parent] < 0) compilers[classes[i].parent] = compilers[i];
  }
  for (std::size_t i = 1; i < classes.size(); ++i) {
    if (compilers[i] < 0) compilers[i] = std::max(0, compilers[std::max(0, classes[i].parent)]);
  }
  return compilers;
}

void Merger::convert_classes() {
  const std::vector<int> compilers = compilers_of_classes();
  for (std::size_t i = 0; i < spec_.defaults.size(); ++i) {
    DefaultClass& defaults = spec_.defaults[i];
    const Compiler& from = spec_.compilers[compilers[i]];
    convert(defaults.joint, from);
    convert(defaults.geom.orientation, from);
    convert(defaults.site.orientation, from);
    convert(defaults.camera.orientation, from);
  }
}

// f(element) for everything outside the tree.
template <class F>
void Merger::visit_lists(F f) {
  const auto each = [&](auto&... lists) { (std::for_each(lists.begin(), lists.end(), f), ...); };
  each(spec_.meshes, spec_.hfields, spec_.skins, spec_.textures, spec_.materials, spec_.flexes, spec_.flexcomps,
       spec_.pairs, spec_.excludes, spec_.equalities, spec_.tendons, spec_.actuators, spec_.sensors, spec_.numerics,
       spec_.texts, spec_.tuples, spec_.keys, spec_.plugins);
}

void Merger::forget_compilers() {
  spec_.compilers = {merged_};
  const auto forget = [](Element& element) { element.compiler = 0; };
  visit_lists(forget);
  for (FlexComp& comp : spec_.flexcomps) forget(comp.flex);
  visit_bodies(spec_.world, [&](Body& body) {
    forget(body);
    visit_elements(body, [&](Object, auto& element) { forget(element); });
  });
}

}  // namespace

Spec with_one_compiler(const Spec& spec) {
  Spec result = spec;
  Merger(result).merge();
  return result;
}

}  // namespace corten::mjcf
