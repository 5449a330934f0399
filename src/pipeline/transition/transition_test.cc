// Derivatives of a step against MuJoCo, against each other and against closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "corten/thread_pool.h"
#include "pipeline/transition/derivative_scene_test.h"

namespace corten {
namespace {

constexpr DerivativeMethod kMethods[] = {DerivativeMethod::kDifferences, DerivativeMethod::kImplicit};

struct DerivedWorld {
  explicit DerivedWorld(const std::string& option) : m(load_text(derivative_scene(option))), d(m) {
    set_derivative_state(m, d);
  }
  Transition derivative(const TransitionOptions& options) const { return transition_derivative(m, d, options); }
  Model m;
  Data d;
};

TransitionOptions method(DerivativeMethod method, bool centered = false) {
  TransitionOptions options;
  options.method = method;
  options.centered = centered;
  return options;
}

std::vector<double> column(const std::vector<double>& matrix, int columns, int index) {
  std::vector<double> result;
  for (std::size_t i = static_cast<std::size_t>(index); i < matrix.size(); i += static_cast<std::size_t>(columns)) {
    result.push_back(matrix[i]);
  }
  return result;
}

void expect_near(const std::vector<double>& got, const std::vector<double>& wanted, double tolerance,
                 const std::string& what) {
  ASSERT_EQ(got.size(), wanted.size());
  double largest = 1;
  for (const double x : wanted) largest = std::max(largest, std::abs(x));
  for (std::size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], wanted[i], tolerance * largest) << what << " " << i;
}

// mjd_transitionFD of MuJoCo 3.12 with eps 1e-6. A column of A by the height of the box, by the velocity of the elbow
// and by the activation, of B by a control that is at its limit, of C by the position of the elbow, of D by the servo.
TEST(Transition, DifferencesAgreeWithMujoco) {
  struct Case {
    const char* integrator;
    double shoulder_by_elbow, elbow_by_elbow, shoulder_by_act, elbow_by_act;
  };
  const Case cases[] = {
      {"Euler", 0.0466438892163246, 0.610763968539318, -0.00461614014374279, 0.0402810274580112},
      {"implicit", 0.0432002331129944, 0.615631160855168, -0.00430616257235394, 0.0398101631660097},
      {"implicitfast", 0.0436275787996099, 0.615368038442421, -0.00431314525761728, 0.0398128902623363}};
  for (const Case& c : cases) {
    const DerivedWorld w(std::string("cone='elliptic' integrator='") + c.integrator + "'");
    const Transition t = w.derivative(method(DerivativeMethod::kDifferences));
    ASSERT_EQ(t.status, DerivativeStatus::kOk);
    const int n = 2 * w.m.nv + w.m.na;
    expect_near(column(t.A, n, 2),
                {0.0251696250120215,
                 0.00275803025681426,
                 0.974703822889667,
                 0.00429418481331132,
                 0.0386646202607907,
                 0.00962336602868322,
                 0,
                 0,
                 0,
                 0,
                 0,
                 6.29240625305005,
                 0.689507564211045,
                 -6.32404427848565,
                 1.07402201349194,
                 9.66674988572835,
                 2.40323830822536,
                 0,
                 0,
                 0,
                 0,
                 0,
                 0},
                1e-7, c.integrator);
    const std::vector<double> elbow = column(t.A, n, w.m.nv + 7), act = column(t.A, n, 2 * w.m.nv);
    const auto nv = static_cast<std::size_t>(w.m.nv);
    EXPECT_NEAR(elbow[nv + 6], c.shoulder_by_elbow, 1e-7);
    EXPECT_NEAR(elbow[nv + 7], c.elbow_by_elbow, 1e-7);
    EXPECT_NEAR(act[nv + 6], c.shoulder_by_act, 1e-7);
    EXPECT_NEAR(act[nv + 7], c.elbow_by_act, 1e-7);
    EXPECT_NEAR(act[2 * nv], 0.92, 1e-8);
    EXPECT_NEAR(column(t.B, w.m.nu, 1)[2 * nv], 0.08, 1e-8);
    expect_near(column(t.C, n, 7),
                {-0.290614567299841, 0, -0.0744524901175048, -0.012257447327968, 0, 0.0478451794849732,
                 64.7339338986086, 0, 610.222246379521, 0},
                1e-7, c.integrator);
    expect_near(column(t.D, w.m.nu, 0), {0, 0, 0, 0, 0, 0, 47.9075654364891, 0, -83.2642638073366, 20}, 1e-7,
                c.integrator);
  }
}

// Where no row starts or stops to act, both methods are derivatives of the same function.
TEST(Transition, MethodsAgree) {
  for (const char* cone : {"pyramidal", "elliptic"}) {
    for (const char* integrator : {"Euler", "implicit", "implicitfast"}) {
      const std::string what = std::string("cone='") + cone + "' integrator='" + integrator + "' tolerance='1e-14'";
      const DerivedWorld w(what);
      TransitionOptions differences = method(DerivativeMethod::kDifferences, true);
      differences.eps = 1e-7;
      const Transition a = w.derivative(differences);
      for (const bool centered : {false, true}) {
        const Transition b = w.derivative(method(DerivativeMethod::kImplicit, centered));
        expect_near(b.A, a.A, centered ? 1e-5 : 5e-5, what + " A");
        expect_near(b.B, a.B, 1e-5, what + " B");
        expect_near(b.C, a.C, 1e-5, what + " C");
        expect_near(b.D, a.D, 1e-5, what + " D");
      }
    }
  }
}

// Without sensors velocities are differentiated in closed form: dampers, a servo, contacts, limits and rotating bodies.
TEST(Transition, VelocitiesInClosedForm) {
  for (const char* cone : {"pyramidal", "elliptic"}) {
    DerivedWorld w(std::string("tolerance='1e-14' density='20' viscosity='.1' cone='") + cone + "'");
    for (int i = 8; i < w.m.nv; ++i) w.d.qvel[i] *= 30;
    const int n = 2 * w.m.nv + w.m.na;
    const auto size = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
    std::vector<double> closed(size), differences(size);
    TransitionDerivative derivative(w.m);
    ASSERT_EQ(derivative.compute(w.m, w.d, {closed, {}, {}, {}}), DerivativeStatus::kOk);
    ASSERT_EQ(derivative.compute(w.m, w.d, {differences, {}, {}, {}}, method(DerivativeMethod::kDifferences, true)),
              DerivativeStatus::kOk);
    for (int i = 0; i < w.m.nv; ++i) {
      const int by = w.m.nv + i;
      expect_near(column(closed, n, by), column(differences, n, by), 2e-6, std::string(cone) + std::to_string(i));
    }
  }
}

// The solver stops early: differences of steps are noise, the response of the solution is not.
TEST(Transition, ImplicitDoesNotNeedAConvergedSolver) {
  const DerivedWorld exact("cone='elliptic' tolerance='1e-14'");
  const Transition wanted = exact.derivative(method(DerivativeMethod::kImplicit, true));
  DerivedWorld loose("cone='elliptic' tolerance='1e-3'");
  const Transition got = loose.derivative(method(DerivativeMethod::kImplicit, true));
  expect_near(got.A, wanted.A, 1e-4, "A");
}

// h = 0.1, mass 2, spring 8, force u: semi-implicit Euler is a linear map.
TEST(Transition, OscillatorIsExact) {
  const Model m = load_text(R"(<mujoco><option timestep=".1" gravity="0 0 0"/>
    <worldbody><body><joint name="j" type="slide" stiffness="8"/><geom size=".1" mass="2"/></body></worldbody>
    <actuator><motor joint="j"/></actuator></mujoco>)");
  Data d(m);
  d.qpos[0] = 0.3;
  for (const DerivativeMethod how : kMethods) {
    const Transition t = transition_derivative(m, d, method(how));
    expect_near(t.A, {1 - 0.04, 0.1, -0.4, 1}, 1e-7, "A");
    expect_near(t.B, {0.005, 0.05}, 1e-7, "B");
  }
}

// A ball that turns by the rotation vector h w: its orientation is counted in the body frame, which turns along.
TEST(Transition, RotationsAreInTheBodyFrame) {
  const Model m = load_text(R"(<mujoco><option timestep=".1" gravity="0 0 0"/>
    <worldbody><body><joint type="ball"/><geom size=".1"/></body></worldbody></mujoco>)");
  Data d(m);
  d.qvel[2] = 5;
  for (const DerivativeMethod how : kMethods) {
    const Transition t = transition_derivative(m, d, method(how));
    const double c = std::cos(0.5), s = std::sin(0.5);
    const double wanted[] = {c, s, 0, -s, c, 0, 0, 0, 1};  // exp(h w)'
    for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(t.A[i / 3 * 6 + i % 3], wanted[i], 1e-6) << i;
    EXPECT_NEAR(t.A[2 * 6 + 5], 0.1, 1e-6);  // by the velocity about the axis of rotation
    EXPECT_NEAR(t.A[0 * 6 + 3], 0.1 * s / 0.5, 1e-6);
  }
}

// A control outside of its range has no effect and can move in neither direction.
TEST(Transition, ControlsAtTheirLimits) {
  DerivedWorld w("");
  const auto effect = [&](double ctrl, bool centered) {
    w.d.ctrl[1] = ctrl;
    return column(w.derivative(method(DerivativeMethod::kDifferences, centered)).B, w.m.nu, 1).back();
  };
  for (const double ctrl : {-1.0, 0.0, 1.0}) {
    EXPECT_NEAR(effect(ctrl, false), 0.08, 1e-8) << ctrl;
    EXPECT_NEAR(effect(ctrl, true), 0.08, 1e-8) << ctrl;
  }
  EXPECT_EQ(effect(2, true), 0);
}

TEST(Transition, Rk4NeedsWholeSteps) {
  const DerivedWorld w("integrator='RK4'");
  const Transition t = w.derivative({});
  ASSERT_EQ(t.status, DerivativeStatus::kOk);
  const double eps = 1e-6;  // column of A by the velocity of the shoulder
  Data a(w.m), b(w.m);
  set_derivative_state(w.m, a);
  set_derivative_state(w.m, b);
  b.qvel[6] += eps;
  step(w.m, a);
  step(w.m, b);
  const std::vector<double> got = column(t.A, 2 * w.m.nv + w.m.na, w.m.nv + 6);
  for (int i = 0; i < w.m.nv; ++i) {
    EXPECT_NEAR(got[static_cast<std::size_t>(w.m.nv + i)], (b.qvel[i] - a.qvel[i]) / eps, 1e-7) << i;
  }
}

TEST(Transition, SameBitsForAnyNumberOfThreadsAndAgain) {
  const DerivedWorld w("cone='elliptic'");
  for (const DerivativeMethod how : kMethods) {
    TransitionOptions options = method(how);
    const Transition one = w.derivative(options);
    options.threads = std::make_shared<ThreadPool>(3);
    TransitionDerivative derivative(w.m);
    for (int repeat = 0; repeat < 2; ++repeat) {
      Transition t = one;
      std::fill(t.A.begin(), t.A.end(), 0.0);
      std::fill(t.C.begin(), t.C.end(), 0.0);
      EXPECT_EQ(derivative.compute(w.m, w.d, {t.A, t.B, t.C, t.D}, options), DerivativeStatus::kOk);
      EXPECT_EQ(t.A, one.A);
      EXPECT_EQ(t.B, one.B);
      EXPECT_EQ(t.C, one.C);
      EXPECT_EQ(t.D, one.D);
    }
  }
}

TEST(Transition, OutputsAreOptional) {
  const DerivedWorld w("");
  for (const DerivativeMethod how : kMethods) {
    const Transition all = w.derivative(method(how));
    TransitionDerivative derivative(w.m);
    std::vector<double> A(all.A.size()), B(all.B.size());
    EXPECT_EQ(derivative.compute(w.m, w.d, {A, {}, {}, {}}, method(how)), DerivativeStatus::kOk);
    expect_near(A, all.A, 1e-6, "A");
    EXPECT_EQ(derivative.compute(w.m, w.d, {{}, B, {}, {}}, method(how)), DerivativeStatus::kOk);
    EXPECT_EQ(B, all.B);
  }
}

TEST(Transition, SaysWhatItCannotDo) {
  const DerivedWorld w("");
  TransitionDerivative derivative(w.m);
  std::vector<double> A(7);
  EXPECT_EQ(derivative.compute(w.m, w.d, {A, {}, {}, {}}), DerivativeStatus::kWrongSize);
  const Model other =
      load_text(R"(<mujoco><worldbody><body><joint name="j" type="slide"/><geom size=".1"/></body></worldbody>
    <actuator><motor joint="j" delay=".1" nsample="60"/></actuator></mujoco>)");
  const Data d(other);
  EXPECT_EQ(TransitionDerivative(other).compute(other, d, {}), DerivativeStatus::kDelays);
  const Model third =
      load_text(R"(<mujoco><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>)");
  EXPECT_EQ(derivative.compute(third, Data(third), {}), DerivativeStatus::kDifferentModel);
  EXPECT_THROW(derivative.compute(w.m, d, {}), std::invalid_argument);
  EXPECT_TRUE(transition_derivative(other, d).A.empty());
}

}  // namespace
}  // namespace corten
