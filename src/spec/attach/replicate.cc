// Copies of a part of the kinematic tree at equal steps.
//
// With the rotation R(e) of Euler angles e, copy i stands at
//   p_0 = 0,  p_{i+1} = p_i + R(i euler) offset,    R_i = R(i euler)
// so angles are multiplied while positions are accumulated.
#include <algorithm>
#include <utility>

#include "math/vec3.h"
#include "spec/attach/attach.h"
#include "spec/attach/keyframe.h"
#include "spec/attach/name_table.h"
#include "spec/attach/rename.h"
#include "spec/orientation.h"
#include "spec/query.h"

namespace corten {

namespace {

constexpr int kMaxDoublings = 12;

std::size_t digits_of(const ReplicateSettings& settings) { return std::to_string(settings.count).size(); }

std::string suffix_of(const ReplicateSettings& settings, int i) {
  const std::string number = std::to_string(i);
  return settings.sep + std::string(digits_of(settings) - number.size(), '0') + number;
}

// Puts all of `content` inside a new frame.
Body inside_frame(const Body& content, Frame frame) {
  Body result;
  result.frames.push_back(std::move(frame));
  graft(result, 0, content);
  return result;
}

// MuJoCo: such a sensor is copied with every copy, and so are its copies.
bool refers_to_nothing(const Sensor& sensor) {
  return sensor.objtype == Object::kUnknown && sensor.reftype == Object::kUnknown;
}

bool within_limits(const Spec& spec, const Body& content, const ReplicateSettings& settings, Diagnostics& diagnostics) {
  const std::size_t count = settings.count, size = count_elements(content) + 1;
  if (count > kMaxElements || count * size + count_elements(spec.world) > kMaxElements) {
    diagnostics.error(settings.where, "replicate", "",
                      "count " + std::to_string(settings.count) + " with " + std::to_string(size) +
                          " elements each makes too large a model",
                      "a model may have " + std::to_string(kMaxElements) + " elements");
    return false;
  }
  const auto sensor = std::find_if(spec.sensors.begin(), spec.sensors.end(), refers_to_nothing);
  if (sensor != spec.sensors.end() && settings.count > kMaxDoublings) {
    diagnostics.error(settings.where, "replicate", "",
                      "count " + std::to_string(settings.count) + " is too many with sensor '" + sensor->name + "'",
                      "a sensor without an object doubles with every copy, at most " + std::to_string(kMaxDoublings));
    return false;
  }
  return true;
}

// What makes one copy: the tree part, then all that refers to it.
class Replicator {
 public:
  Replicator(Spec& spec, Body& parent, int frame, const Body& content, const ReplicateSettings& settings,
             Diagnostics& diagnostics)
      : spec_(spec),
        parent_(parent),
        frame_(frame),
        content_(content),
        settings_(settings),
        diagnostics_(diagnostics),
        names_(spec),
        original_(parent.bodies.size()) {
    // MuJoCo: the original is part of the model while it is copied.
    parent_.bodies.push_back(content);
    names_.add_tree(parent_);
    copies_are_copied_ = names_.any_numbered(settings.sep, digits_of(settings)) ||
                         std::any_of(spec.sensors.begin(), spec.sensors.end(), refers_to_nothing);
    if (!copies_are_copied_) originals_ = referring_elements(spec);
  }

  bool add_copy(int i, const Vec3& pos, const Quat& quat) {
    const StateLayout layout = spec_.keys.empty() ? StateLayout{} : state_layout(spec_);
    if (!check_keyframes(spec_.keys, layout, settings_.where, diagnostics_)) return false;
    const Growth growth{&parent_, parent_.joints.size(), parent_.bodies.size(), spec_.actuators.size(),
                        spec_.flexcomps.size()};

    Namespace space;
    space.suffix = suffix_of(settings_, i);
    Body copy = content_;
    rename_tree(copy, space);
    names_.add_tree(copy);
    graft(parent_, frame_, inside_frame(copy, frame_at(pos, quat)));

    std::vector<int> actuators = copy_referring(spec_, copies_are_copied_ ? spec_ : originals_, space, names_);
    if (!spec_.keys.empty()) {
      StateIndices copied = state_indices(spec_, everything_in(parent_.bodies[original_]));
      copied.actuators = std::move(actuators);
      attach_own_keyframes(spec_, "", space.suffix, layout, copied, origins_of_growth(spec_, growth, copied));
    }
    return referring_within_limits();
  }

  void remove_original() {
    const StateLayout layout = state_layout(spec_);
    if (!check_keyframes(spec_.keys, layout, settings_.where, diagnostics_)) return;
    StateIndices removed = state_indices(spec_, everything_in(parent_.bodies[original_]));
    parent_.bodies.erase(parent_.bodies.begin() + static_cast<std::ptrdiff_t>(original_));
    NameTable after(spec_);
    after.add_tree(parent_);
    const StateIndices forgotten = resolved_actuators();
    removed.actuators = remove_referring(spec_, names_, after);
    if (!spec_.keys.empty()) shrink_keyframes(spec_, layout, forgotten, origins_of_removal(layout, removed));
  }

 private:
  Frame frame_at(const Vec3& pos, const Quat& quat) const {
    Frame frame;
    frame.where = settings_.where;
    frame.compiler = settings_.compiler;
    frame.childclass = settings_.childclass;
    frame.pos = pos;
    frame.orientation.quat = quat;
    return frame;
  }

  // MuJoCo: when the original is removed, attached keyframes lose the controls of all actuators whose target is known.
  StateIndices resolved_actuators() const {
    StateIndices result;
    for (std::size_t i = 0; i < spec_.actuators.size(); ++i) {
      Actuator actuator = spec_.actuators[i];
      if (rename(actuator, {}, names_)) result.actuators.push_back(static_cast<int>(i));
    }
    return result;
  }

  bool referring_within_limits() {
    if (count_referring(spec_) <= kMaxElements) return true;
    diagnostics_.error(settings_.where, "replicate", "", "makes too many copies of elements outside the tree");
    return false;
  }

  Spec& spec_;
  Body& parent_;
  const int frame_;
  const Body& content_;
  const ReplicateSettings& settings_;
  Diagnostics& diagnostics_;
  NameTable names_;
  const std::size_t original_;  // where in parent_.bodies

  // A copy made before can itself have a counterpart, joint "j0" with suffix "1" for example, only if there were names
  // like that to begin with. Otherwise it is enough to look at the elements that were there at first.
  bool copies_are_copied_ = true;
  Spec originals_;
};

}  // namespace

void replicate(Spec& spec, Body& parent, int frame, Body content, const ReplicateSettings& settings,
               Diagnostics& diagnostics) {
  if (settings.count > 0 && !within_limits(spec, content, settings, diagnostics)) return;
  const Compiler compiler = spec.compilers[settings.compiler];
  content.name.clear();
  Replicator replicator(spec, parent, frame, content, settings, diagnostics);
  Vec3 pos;
  for (int i = 0; i < settings.count; ++i) {
    Quat quat;
    if (!rotation_from_euler(settings.euler * i, compiler, quat)) {
      diagnostics.error(settings.where, "replicate", "",
                        "eulerseq '" + compiler.eulerseq + "' is not a sequence of axes",
                        "three letters out of xyzXYZ");
      break;
    }
    if (!replicator.add_copy(i, pos, quat)) break;
    pos += to_mat(quat) * settings.offset;
  }
  replicator.remove_original();
}

}  // namespace corten
