// Forces inside a scene change neither its linear nor its angular momentum: for every model of bending and elasticity,
// for edges and for tendons, in states drawn at random,
//   sum_i f_i = 0,   sum_i x_i x f_i + tau_i = 0       to 1e-12 of the sum of the magnitudes
#include <cstdint>
#include <random>

#include "math/vec3.h"
#include "world.h"

namespace corten {
namespace {

// The same numbers everywhere: distributions of the standard library are not.
class Draws {
 public:
  double operator()(double size) { return size * (static_cast<double>(engine_()) / 2147483648. - 1); }

 private:
  std::mt19937 engine_{7};
};

struct NetWrench {
  Vec3 force, moment;
  double size = 0, moment_size = 0;  // of the magnitudes

  void add(const Vec3& x, const Vec3& f, const Vec3& torque = {}) {
    force += f;
    moment += cross(x, f) + torque;
    size += norm(f);
    moment_size += norm(x) * norm(f) + norm(torque);
  }
};

// Of generalized forces on bodies with three slides along the axes of the world, or a free joint, whose torque is given
// in the axes of the body.
NetWrench net_wrench(const World& w, const Array<double>& f) {
  NetWrench s;
  for (int body = 1; body < w.m.nbody; ++body) {
    const int dof = w.m.body_dofadr[body], count = w.m.body_dofnum[body];
    if (count < 3) continue;
    const Vec3 push{f[dof], f[dof + 1], f[dof + 2]};
    if (count == 3) s.add(w.d.xpos[body], push);
    if (count == 6) s.add(w.d.xpos[body], push, to_mat(w.d.xquat[body]) * Vec3{f[dof + 3], f[dof + 4], f[dof + 5]});
  }
  return s;
}

void expect_balanced(const World& w, const Array<double>& f, const std::string& what, bool moments = true) {
  const NetWrench s = net_wrench(w, f);
  EXPECT_GT(s.size, 0) << what;
  EXPECT_LE(norm(s.force), 1e-12 * s.size) << what;
  EXPECT_TRUE(!moments || norm(s.moment) <= 1e-12 * s.moment_size) << what << norm(s.moment) / s.moment_size;
}

// A flex whose vertices are far from where they rest, elements turned inside out among them. With damping: the
// stiffness of a strained element feels rotations, so its damper slows them; it does not push.
void expect_balanced_flex(const std::string& shape, const std::string& elasticity) {
  for (const bool damped : {false, true}) {
    World w(
        "<mujoco><option gravity='0 0 0'><flag contact='disable'/></option><worldbody><flexcomp name='f' "
        "radius='.001' pos='.3 .2 .1' spacing='.1 .1 .1' " +
        shape + "><contact selfcollide='none' internal='false'/><elasticity poisson='.3' " + elasticity +
        (damped ? " damping='.01'" : "") + "/></flexcomp></worldbody></mujoco>");
    Draws draw;
    for (const double size : {.003, .03, .1}) {
      for (int i = 0; i < 5; ++i) {
        for (double& q : w.d.qpos) q = draw(size);
        for (double& v : w.d.qvel) v = draw(1);
        forward(w.m, w.d);
        expect_balanced(w, w.d.qfrc_passive, shape, !damped);
      }
    }
  }
}

TEST(Momentum, EveryBendingModel) {
  for (const std::string model : {"cotangent", "bridson", "discrete_shell"}) {
    for (const char* shape : {"type='grid' count='4 3 1'", "type='ellipsoid' count='3 3 3'"}) {  // flat, curved
      expect_balanced_flex(shape + (" dim='2' bending_model='" + model + "'"),
                           "young='1e4' thickness='.02' elastic2d='bend'");
    }
  }
}

TEST(Momentum, EveryElasticityModel) {
  for (const std::string model :
       {"linear", "neo_hookean", "stable_neo_hookean", "corotated", "mooney_rivlin' elasticity_params='1500 300",
        "ogden' elasticity_params='2000 2 -20 -3"}) {
    const std::string young = model.find("params") == std::string::npos ? "young='1e4' " : "";
    const std::string chosen = " elasticity_model='" + model + "'";
    expect_balanced_flex("type='grid' count='4 3 1' dim='2'" + chosen, young + "thickness='.02' elastic2d='stretch'");
    expect_balanced_flex("type='grid' count='3 3 3' dim='3'" + chosen, young);
  }
}

TEST(Momentum, EdgesOfLines) {
  World w(
      "<mujoco><option gravity='0 0 0'/><worldbody><flexcomp name='f' type='grid' dim='1' count='6 1 1' radius='.001' "
      "spacing='.1 .1 .1' pos='.3 .2 .1'><contact selfcollide='none' contype='0' conaffinity='0'/>"
      "<edge stiffness='50' damping='3'/></flexcomp></worldbody></mujoco>");
  Draws draw;
  for (int i = 0; i < 20; ++i) {
    for (double& q : w.d.qpos) q = draw(.1);
    for (double& v : w.d.qvel) v = draw(1);
    forward(w.m, w.d);
    expect_balanced(w, w.d.qfrc_spring, "spring");
    expect_balanced(w, w.d.qfrc_damper, "damper");
  }
}

// Spring, damper and motor of a tendon between two free bodies, around a third one, through a pulley.
TEST(Momentum, TendonsBetweenFreeBodies) {
  const auto ball = [](const std::string& name, const std::string& pos, const std::string& more) {
    return "<body name='" + name + "' pos='" + pos + "'><freejoint/><geom name='" + name + "' size='.1'/><site name='" +
           name + "' pos='.05 .1 -.02'/>" + more + "</body>";
  };
  World w("<mujoco><option gravity='0 0 0'><flag contact='disable'/></option><worldbody>" + ball("a", "-.5 .1 0", "") +
          ball("b", ".5 0 .1", "<site name='c' pos='-.1 0 .1'/>") + ball("r", "0 0 .05", "") +
          "</worldbody><tendon><spatial name='t' stiffness='30' damping='2' springlength='.1'><site site='a'/>"
          "<geom geom='r'/><site site='b'/><pulley divisor='2'/><site site='c'/><site site='r'/></spatial></tendon>"
          "<actuator><motor tendon='t' ctrlrange='-1 1'/></actuator></mujoco>");
  Draws draw;
  int wrapped = 0;
  w.d.ctrl[0] = 1;
  for (int i = 0; i < 50; ++i) {
    for (int k = 0; k < w.m.nq; ++k) w.d.qpos[k] = w.m.qpos0[k] + draw(k % 7 < 3 ? .1 : .7);
    for (double& v : w.d.qvel) v = draw(1);
    forward(w.m, w.d);
    wrapped += w.d.ten_wrapnum[0] > 6;
    expect_balanced(w, w.d.qfrc_spring, "spring");
    expect_balanced(w, w.d.qfrc_damper, "damper");
    expect_balanced(w, w.d.qfrc_actuator, "motor");
  }
  EXPECT_GT(wrapped, 5);
  EXPECT_LT(wrapped, 45);
}

}  // namespace
}  // namespace corten
