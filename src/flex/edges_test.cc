// Lengths of edges, their derivatives and energy; strains of vertices.
#include <gtest/gtest.h>

#include "flex/flex.h"
#include "flex/flex_scene_test.h"

namespace corten {
namespace {

constexpr double kNudge = 1e-6;

// Row of derivatives with respect to all dofs against central differences of `value`, for
// models whose dofs are positions.
template <class Value>
void expect_derivative(const Model& m, Data& d, int row, std::span<const int> column,
                       std::span<const double> row_values, Value value) {
  for (int dof = 0; dof < m.nv; ++dof) {
    const double at = d.qpos[dof];
    d.qpos[dof] = at + kNudge;
    forward(m, d);
    const double high = value();
    d.qpos[dof] = at - kNudge;
    forward(m, d);
    const double low = value();
    d.qpos[dof] = at;
    forward(m, d);
    double got = 0;
    for (std::size_t i = 0; i < column.size(); ++i) got += column[i] == dof ? row_values[i] : 0;
    EXPECT_NEAR(got, (high - low) / (2 * kNudge), 1e-7) << "row " << row << " dof " << dof;
  }
}

void expect_edge_derivatives(const FourBodies& scene) {
  const Model m = load_text(scene.text());
  Data d(m);
  move_four_bodies(m, d);
  for (int e = 0; e < m.nflexedge; ++e) {
    const int address = m.flexedge_J_rowadr[e], size = m.flexedge_J_rownnz[e];
    const std::span<double> row = d.flexedge_J.span(address, size);
    const std::vector<double> values(row.begin(), row.end());
    double velocity = 0;
    for (int i = 0; i < size; ++i) velocity += values[i] * d.qvel[m.flexedge_J_colind[address + i]];
    EXPECT_NEAR(d.flexedge_velocity[e], velocity, 1e-14);
    expect_derivative(m, d, e, m.flexedge_J_colind.span(address, size), values, [&] { return d.flexedge_length[e]; });
  }
}

TEST(FlexEdges, DerivativeBetweenSlides) {
  expect_edge_derivatives({.dim = 1, .element = "0 1 1 2 2 3 3 0", .inner = "<edge stiffness='30' damping='2'/>"});
}

TEST(FlexEdges, DerivativeWithSlidesAgainstTheAxes) {
  expect_edge_derivatives({.dim = 1,
                           .element = "0 1 1 2 2 3 3 0",
                           .inner = "<edge stiffness='30'/>",
                           .joints = "<joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 -1 0'/>"
                                     "<joint type='slide' axis='0 0 1'/>",
                           .turn = ""});
}

TEST(FlexEdges, DerivativeAwayFromAHinge) {
  expect_edge_derivatives({.dim = 1,
                           .element = "0 1 1 2 2 3 3 0",
                           .inner = "<edge stiffness='30'/>",
                           .joints = "<joint axis='1 2 3'/>",
                           .vertex = "0 0 0  0 0 .1  0 .2 0  .1 -.2 .3"});
}

TEST(FlexEdges, LengthsVelocitiesAndEnergy) {
  const Model m =
      load_text(FourBodies{.dim = 1, .element = "0 1 1 2 2 3", .inner = "<edge stiffness='30' damping='2'/>"}.text());
  Data d(m);
  move_four_bodies(m, d);
  const double length[] = {0.5116639522186412, 0.6389835678638379, 0.43720562109864275};
  const double velocity[] = {0.09381157259929257, -0.46010572851327064, 0.20242146392494462};
  for (int e = 0; e < 3; ++e) {
    EXPECT_NEAR(d.flexedge_length[e], length[e], 1e-14);
    EXPECT_NEAR(d.flexedge_velocity[e], velocity[e], 1e-14);
  }
  EXPECT_NEAR(d.energy[0], 49.69994147565156, 1e-12);
}

constexpr const char* kMembrane = R"(
<mujoco><worldbody>
  <flexcomp name="f" type="grid" dim="2" count="3 3 1" spacing=".2 .25 .3" radius=".01" mass=".5">
    <edge equality="vert"/>
  </flexcomp>
</worldbody></mujoco>)";

TEST(FlexVertexStrain, Values) {
  const Model m = load_text(kMembrane);
  Data d(m);
  wave_dofs(m, d);
  const double strain[] = {-0.06925446547709521, -0.06704255436507615, 0.04584191500551422,
                           0.04285988528075232,  0.03739605342956896,  0.02520357309574412};
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(d.flexvert_length[i / 2][i % 2], strain[i], 1e-13);
}

TEST(FlexVertexStrain, Derivative) {
  const Model m = load_text(kMembrane);
  Data d(m);
  wave_dofs(m, d);
  for (const int v : {0, 4}) {
    for (int k = 0; k < 2; ++k) {
      const int address = m.flexvert_J_rowadr[v][k], size = m.flexvert_J_rownnz[v][k];
      const std::span<double> row = d.flexvert_J.span(address, size);
      const std::vector<double> values(row.begin(), row.end());
      expect_derivative(m, d, v, m.flexvert_J_colind.span(address, size), values,
                        [&] { return d.flexvert_length[v][k]; });
    }
  }
}

}  // namespace
}  // namespace corten
