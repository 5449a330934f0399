// A model that no file holds: the XML is a text, the mesh it names comes from memory, and while the simulation runs a
// second body is added. What was moving goes on moving.
#include <corten/corten.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <string>

namespace {

constexpr const char* kScene = R"(
<mujoco model="made in memory">
  <asset><mesh name="wedge" file="wedge.obj"/></asset>
  <worldbody>
    <geom name="floor" type="plane" size="2 2 0.1"/>
    <body name="wedge" pos="0 0 0.5">
      <freejoint name="free"/>
      <geom name="wedge" type="mesh" mesh="wedge" density="500"/>
    </body>
  </worldbody>
</mujoco>)";

constexpr const char* kWedge = "v 0 0 0\nv .2 0 0\nv 0 .2 0\nv 0 0 .2\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

}  // namespace

int main() {
  auto assets = std::make_shared<corten::Assets>();
  assets->add("wedge.obj", kWedge);
  corten::Diagnostics diagnostics;
  corten::Spec spec = corten::read_mjcf_text(kScene, assets, diagnostics);
  const corten::Model before = corten::compile(spec, diagnostics);
  if (diagnostics.has_errors()) throw corten::LoadError(diagnostics);
  corten::Data falling(before);
  if (corten::run_until(before, falling, 0.1) != corten::RunResult::kReached) return 1;
  const corten::JointId joint = before.joint("free");
  std::printf("%.1f s: %d bodies, the wedge at height %.4f m\n", falling.time, before.nbody, falling.qpos(joint)[2]);

  // The edit: a ball beside the wedge. The state of what was there before is kept.
  corten::Body ball;
  ball.name = "ball";
  ball.pos = {0.5, 0, 0.1};
  corten::Joint free;
  free.type = corten::JointType::kFree;
  ball.joints.push_back(free);
  corten::Geom sphere;
  sphere.type = corten::GeomType::kSphere;
  sphere.size = {0.1, 0, 0};
  ball.geoms.push_back(sphere);
  spec.world.bodies.push_back(ball);
  const double height = falling.qpos(joint)[2], speed = falling.qvel(joint)[2];
  corten::Recompiled now = corten::recompile(spec, before, falling, diagnostics);
  if (diagnostics.has_errors()) throw corten::LoadError(diagnostics);
  const corten::JointId same = now.model.joint("free");
  if (now.data.qpos(same)[2] != height || now.data.qvel(same)[2] != speed) return 1;

  if (corten::run_until(now.model, now.data, 2) != corten::RunResult::kReached) return 1;
  for (const corten::BodyId body : now.model.bodies()) {
    const corten::Vec3& x = now.data.xpos(body);
    std::printf("%.1f s: %-6s at (%.3f, %.3f, %.3f) m\n", now.data.time, body.name().c_str(), x.x, x.y, x.z);
  }
  const corten::GeomDistance gap =
      corten::geom_distance(now.model, now.data, now.model.geom("wedge"), now.model.geom("floor"));
  std::printf("the wedge is %.5f m from the floor\n", gap.distance);
  return now.model.nbody == 3 && std::abs(gap.distance) < 0.01 ? 0 : 1;
}
