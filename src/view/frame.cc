// One function names everything in a frame, in order; it is given what lists the layout or what writes the numbers.
//
//   velocity of a body's frame   v = cvel.lin + cvel.rot x (xpos - c),           c: centre of mass of its tree
//   torque about its centre      t = cfrc_ext.rot + (c - xipos) x cfrc_ext.lin
#include "view/frame.h"

#include "constraint/constraint.h"
#include "corten/math.h"
#include "corten/query.h"
#include "dynamics/smooth.h"
#include "flex/flex.h"
#include "pipeline/forward.h"

namespace corten::view {

namespace {

// The elements of an array of double, Vec3, Quat, ... as one list of numbers.
template <class T>
std::span<const double> flat(const Array<T>& array) {
  return {reinterpret_cast<const double*>(array.data()), static_cast<std::size_t>(array.size()) * sizeof(T) / 8};
}
template <class T>
std::span<const int> flat_int(const Array<T>& array) {
  static_assert(sizeof(T) % sizeof(int) == 0);
  return {reinterpret_cast<const int*>(array.data()), static_cast<std::size_t>(array.size()) * sizeof(T) / sizeof(int)};
}

// List sees the number of values only, Write the values themselves.
class List {
 public:
  void f32(const char* name, std::span<const double> values) { add(name, "f32", values.size()); }
  void i32(const char* name, std::span<const int> values) { add(name, "i32", values.size()); }
  template <class F>
  void f32(const char* name, int count, const F&) {
    add(name, "f32", static_cast<std::size_t>(count));
  }
  template <class F>
  void i32(const char* name, int count, const F&) {
    add(name, "i32", static_cast<std::size_t>(count));
  }
  std::vector<LayoutEntry> entries{};

 private:
  void add(const char* name, const char* dtype, std::size_t count) {
    entries.push_back({name, dtype, static_cast<int>(count)});
  }
};

class Write {
 public:
  explicit Write(Bytes& out) : out_(&out) {}
  void f32(const char*, std::span<const double> values) {
    put<float>(values.size(), [&](std::size_t i) { return values[i]; });
  }
  void i32(const char*, std::span<const int> values) { append(*out_, values); }
  template <class F>
  void f32(const char*, int count, const F& number) {
    put<float>(static_cast<std::size_t>(count), [&](std::size_t i) { return number(static_cast<int>(i)); });
  }
  template <class F>
  void i32(const char*, int count, const F& number) {
    put<std::int32_t>(static_cast<std::size_t>(count), [&](std::size_t i) { return number(static_cast<int>(i)); });
  }

 private:
  template <class T, class F>
  void put(std::size_t count, const F& number) {
    const std::size_t start = out_->size();
    out_->resize(start + count * sizeof(T));
    for (std::size_t i = 0; i < count; ++i) {
      const T value = static_cast<T>(number(i));
      std::memcpy(out_->data() + start + i * sizeof(T), &value, sizeof(T));
    }
  }
  Bytes* out_;
};

// As a quaternion, component k of which is wanted.
double turned(const Mat3& mat, int k) { return to_quat(mat).data()[k]; }

double body_velocity(const Model& m, const Data& d, int body, int k) {
  const Spatial& v = d.cvel[body];
  const Vec3 lin = v.lin + cross(v.rot, d.xpos[body] - d.subtree_com[m.body_rootid[body]]);
  return k < 3 ? v.rot[k] : lin[k - 3];
}

// Force, then torque about the body's centre of mass.
double body_force(const Model& m, const Data& d, int body, int k) {
  const Spatial& f = d.cfrc_ext[body];
  if (k < 3) return f.lin[k];
  return (f.rot + cross(d.subtree_com[m.body_rootid[body]] - d.xipos[body], f.lin))[k - 3];
}

int island_of(const Model& m, const Data& d, int body) {
  const int tree = m.body_treeid[body];
  return tree < 0 || d.nisland == 0 ? -1 : d.tree_island[tree];
}

int solver_iterations(const Data& d) {
  int sum = 0;
  for (const int n : d.solver_niter) sum += n;
  return sum;
}

template <class Sink>
void visit_poses(const Model& m, const Data& d, Sink& to) {
  to.f32("xpos", flat(d.xpos));
  to.f32("xquat", flat(d.xquat));
  to.f32("xipos", flat(d.xipos));
  to.f32("xiquat", 4 * m.nbody, [&](int i) { return turned(d.ximat[i / 4], i % 4); });
  to.f32("cam_xpos", flat(d.cam_xpos));
  to.f32("cam_xquat", 4 * m.ncam, [&](int i) { return turned(d.cam_xmat[i / 4], i % 4); });
  to.f32("light_xpos", flat(d.light_xpos));
  to.f32("light_xdir", flat(d.light_xdir));
  to.f32("flexvert_xpos", flat(d.flexvert_xpos));
  to.i32("ten_wrapadr", flat_int(d.ten_wrapadr));
  to.i32("ten_wrapnum", flat_int(d.ten_wrapnum));
  to.f32("wrap_xpos", flat(d.wrap_xpos));
  to.i32("wrap_obj", flat_int(d.wrap_obj));
  to.f32("ten_length", flat(d.ten_length));
  to.f32("mocap_pos", flat(d.mocap_pos));
  to.f32("mocap_quat", flat(d.mocap_quat));
}

template <class Sink>
void visit_frame(const Model& m, const Data& d, const FrameInfo& info, Sink& to) {
  visit_poses(m, d, to);
  to.f32("qpos", flat(d.qpos));
  to.f32("qvel", flat(d.qvel));
  to.f32("ctrl", flat(d.ctrl));
  to.f32("act", flat(d.act));
  to.f32("actuator_force", flat(d.actuator_force));
  to.f32("actuator_length", flat(d.actuator_length));
  to.f32("sensordata", flat(d.sensordata));
  to.f32("energy", 2, [&](int i) { return d.energy[i]; });
  to.i32("body_island", m.nbody, [&](int b) { return island_of(m, d, b); });
  to.i32("body_awake", m.nbody, [&](int b) { return static_cast<int>(d.body_awake[b]); });
  to.f32("body_cfrc", 6 * m.nbody, [&](int i) { return body_force(m, d, i / 6, i % 6); });
  to.f32("body_vel", 6 * m.nbody, [&](int i) { return body_velocity(m, d, i / 6, i % 6); });
  to.i32("solver_niter", 1, [&](int) { return solver_iterations(d); });
  to.f32("solver_cost", 1, [&](int) { return d.solver.empty() ? 0.0 : d.solver.back().improvement; });
  to.i32("nefc", 1, [&](int) { return d.nefc; });
  static const int kStages = static_cast<int>(stage_names().size());
  to.f32("stage_us", kStages, [&](int i) {
    const auto stage = static_cast<std::size_t>(i);
    return stage < info.stage_us.size() ? info.stage_us[stage] : 0.0;
  });
  to.f32("step_us", 1, [&](int) { return info.step_us; });
  to.f32("real_time_factor", 1, [&](int) { return info.real_time_factor; });
}

void write_contact(const Model& m, const Data& d, int i, Write& to) {
  const Contact& c = d.contact[static_cast<std::size_t>(i)];
  const Vec<6> force = force_of_contact(m, d, i);
  const double position[] = {c.pos.x, c.pos.y, c.pos.z};
  const double rest[] = {c.dist,
                         static_cast<double>(c.dim),
                         static_cast<double>(c.geom[0]),
                         static_cast<double>(c.geom[1]),
                         static_cast<double>(c.flex[0]),
                         static_cast<double>(c.flex[1])};
  to.f32("pos", position);
  to.f32("frame", std::span<const double>(c.frame.m));
  to.f32("force", std::span<const double>(force.v));
  to.f32("rest", rest);
}

// Energies without the flag energy.
void add_energies(const Model& m, Data& d) {
  if (!d.has.potential_energy) {
    compute_potential_energy(m, d);
    add_flex_energy(m, d);
  }
  if (!d.has.kinetic_energy) compute_kinetic_energy(m, d);
}

}  // namespace

std::vector<LayoutEntry> frame_layout(const Model& model) {
  List list;
  visit_frame(model, Data(model), {}, list);
  return list.entries;
}

std::vector<std::string> stage_names() {
  std::vector<std::string> names;
  for (const auto stages : {position_stages(), velocity_stages(), acceleration_stages()}) {
    for (const StageEntry& stage : stages) names.emplace_back(stage.name);
  }
  names.emplace_back("integration and checks");
  return names;
}

void write_frame(const Model& m, Data& d, const FrameInfo& info, Bytes& out) {
  if (!d.has.body_forces) compute_body_forces(m, d), d.has.body_forces = true;
  if (info.energy) add_energies(m, d);
  constexpr std::uint32_t kMagic = 0x46545243;
  append(out, kMagic);
  append(out, info.scene);
  append(out, info.flags);
  append(out, static_cast<std::uint32_t>(d.contact.size()));
  append(out, d.time);
  append(out, info.wall);
  Write to(out);
  visit_frame(m, d, info, to);
  for (int i = 0; i < static_cast<int>(d.contact.size()); ++i) write_contact(m, d, i, to);
}

}  // namespace corten::view
