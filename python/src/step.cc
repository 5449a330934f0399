// Simulating, evaluating and differentiating a world, its state as a vector, and physics chosen by name.
#include "corten/step.h"

#include <fmt/format.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "corten/derivative.h"
#include "corten/inverse.h"
#include "corten/sim.h"
#include "corten/state.h"
#include "corten/thread_pool.h"
#include "named.h"
#include "objects.h"
#include "physics.h"

namespace corten::python {

namespace {

bool has_failed(const World& world) { return world.hooks && world.hooks->failure; }

// In parts of a tenth of a second: in between Python sees to its signals, such as an interrupt from the keyboard.
void step_many(PyModel& model, PyData& data, long nstep) {
  if (nstep < 0) throw nb::value_error("nstep must not be negative");
  using Clock = std::chrono::steady_clock;
  do {
    run(model, data, kChange, [&](const Model& m, Data& d) {
      const Clock::time_point end = Clock::now() + std::chrono::milliseconds(100);
      for (int i = 1; nstep > 0 && !has_failed(*data.world); ++i) {
        step(m, d);
        --nstep;
        if (i % 64 == 0 && Clock::now() > end) break;
      }
    });
    if (PyErr_CheckSignals() != 0) nb::raise_python_error();
  } while (nstep > 0);
}

void reset_world(PyModel& model, PyData& data, const nb::object& key) {
  const int id = key.is_none() ? -1 : resolve(model.get(), kind_of(Object::kKey), key);
  run(model, data, kChange, [&](const Model& m, Data& d) { id < 0 ? reset(m, d) : reset_to_key(m, d, id); });
}

void bind_stepping(nb::module_& m) {
  m.def("step", &step_many, nb::arg("model"), nb::arg("data"), nb::arg("nstep") = 1,
        "Advances by `nstep` time steps. Other Python threads run meanwhile.");
  const auto def = [&](const char* name, void (*function)(const Model&, Data&), const char* doc) {
    m.def(
        name, [function](PyModel& model, PyData& data) { run(model, data, kChange, function); }, nb::arg("model"),
        nb::arg("data"), doc);
  };
  def("step1", &step1, "First half of a step: everything that depends on positions and velocities.");
  def("step2", &step2, "Second half of a step: controls may be set in between.");
  def("forward", &forward, "Computes everything that follows from the state and inputs, without moving.");
  def("inverse", &inverse, "Writes data.qfrc_inverse: the force that causes data.qacc.");
  def("evaluate_body_forces", &evaluate_body_forces,
      "Writes data.cacc, cfrc_ext and cfrc_int: accelerations of bodies, forces on and between them.");
  def("compare_forward_inverse", &compare_forward_inverse,
      "Compares forward with inverse dynamics; data.solver_fwdinv has the norms of the differences.");
  m.def("reset", &reset_world, nb::arg("model"), nb::arg("data"), nb::arg("key") = nb::none(),
        nb::sig("def reset(model: Model, data: Data, key: str | int | None = None) -> None"),
        "Resets to qpos0 at rest, or to a keyframe.");
}

// ---- states

nb::object get_state_vector(PyModel& model, PyData& data, unsigned spec) {
  double* numbers = nullptr;
  const int size = state_size(model.get(), spec);
  nb::object state = make_array({static_cast<std::size_t>(size)}, &numbers);
  Use use(data, kQuestion);
  get_state(model.get(), data.world->data, spec, {numbers, static_cast<std::size_t>(size)});
  return state;
}

void set_state_vector(PyModel& model, PyData& data, const Doubles& state, unsigned spec) {
  require_shape("state", state, {state_size(model.get(), spec)});
  Use use(data, kChange);
  set_state(model.get(), data.world->data, spec, {state.data(), state.size()});
}

void bind_states(nb::module_& m) {
  m.def(
      "state_size", [](PyModel& model, unsigned spec) { return state_size(model.get(), spec); }, nb::arg("model"),
      nb::arg("spec") = static_cast<unsigned>(kStateIntegration), "Numbers in a state vector.");
  m.def("get_state", &get_state_vector, nb::arg("model"), nb::arg("data"),
        nb::arg("spec") = static_cast<unsigned>(kStateIntegration),
        nb::sig("def get_state(model: Model, data: Data, spec: int = 16383) -> numpy.typing.NDArray[numpy.float64]"),
        "The parts `spec` (corten.State) of the state as one vector, in MuJoCo's order.");
  m.def("set_state", &set_state_vector, nb::arg("model"), nb::arg("data"), nb::arg("state"),
        nb::arg("spec") = static_cast<unsigned>(kStateIntegration), "Puts a state vector back.");
  m.def(
      "copy_state",
      [](PyModel& model, PyData& from, PyData& to, unsigned spec) {
        Use use(to, kChange);
        copy_state(model.get(), from.world->data, to.world->data, spec);
      },
      nb::arg("model"), nb::arg("source"), nb::arg("target"),
      nb::arg("spec") = static_cast<unsigned>(kStateIntegration), "Copies the state of one Data to another.");
}

// ---- derivatives

[[noreturn]] void refuse(DerivativeStatus status) {
  throw std::invalid_argument(fmt::format("no derivative: {}", to_text(status)));
}

nb::tuple transition(PyModel& model, PyData& data, const std::string& method, double eps, bool centered, bool sensors,
                     std::shared_ptr<ThreadPool> threads) {
  if (method != "implicit" && method != "differences")
    throw nb::value_error("method is \"implicit\" or \"differences\"");
  const Model& m = model.get();
  const auto n = static_cast<std::size_t>(2 * m.nv + m.na), nu = static_cast<std::size_t>(m.nu);
  const auto ns = static_cast<std::size_t>(sensors ? m.nsensordata : 0);
  double *a, *b, *c, *d;
  const nb::object A = make_array({n, n}, &a), B = make_array({n, nu}, &b), C = make_array({ns, n}, &c),
                   D = make_array({ns, nu}, &d);
  const TransitionMatrices out{{a, n * n}, {b, n * nu}, {c, ns * n}, {d, ns * nu}};
  TransitionOptions options{method == "implicit" ? DerivativeMethod::kImplicit : DerivativeMethod::kDifferences, eps,
                            centered, std::move(threads)};
  DerivativeStatus status = DerivativeStatus::kOk;
  run(model, data, kQuestion,
      [&](const Model& mm, const Data& dd) { status = TransitionDerivative(mm).compute(mm, dd, out, options); });
  if (status != DerivativeStatus::kOk) refuse(status);
  return nb::make_tuple(A, B, C, D);
}

nb::dict inverse_matrices(PyModel& model, PyData& data, double eps, bool actuation) {
  const Model& m = model.get();
  const auto nv = static_cast<std::size_t>(m.nv), ns = static_cast<std::size_t>(m.nsensordata);
  nb::dict result;
  const auto matrix = [&](const char* name, std::size_t columns) {
    double* numbers = nullptr;
    result[name] = make_array({nv, columns}, &numbers);
    return std::span<double>(numbers, nv * columns);
  };
  InverseMatrices out;
  out.DfDq = matrix("DfDq", nv), out.DfDv = matrix("DfDv", nv), out.DfDa = matrix("DfDa", nv);
  out.DsDq = matrix("DsDq", ns), out.DsDv = matrix("DsDv", ns), out.DsDa = matrix("DsDa", ns);
  DerivativeStatus status = DerivativeStatus::kOk;
  run(model, data, kQuestion, [&](const Model& mm, const Data& dd) {
    status = InverseDerivative(mm).compute(mm, dd, out, {eps, actuation});
  });
  if (status != DerivativeStatus::kOk) refuse(status);
  return result;
}

#define CORTEN_F8 "numpy.typing.NDArray[numpy.float64]"

void bind_derivatives(nb::module_& m) {
  m.def("transition_derivative", &transition, nb::arg("model"), nb::arg("data"), nb::arg("method") = "implicit",
        nb::arg("eps") = 0.0, nb::arg("centered") = false, nb::arg("sensors") = true,
        nb::arg("threads").none() = nb::none(),
        nb::sig(
            "def transition_derivative(model: Model, data: Data, method: str = 'implicit', eps: float = 0.0, centered: "
            "bool = False, sensors: bool = True, threads: ThreadPool | None = None) -> tuple[" CORTEN_F8 ", " CORTEN_F8
            ", " CORTEN_F8 ", " CORTEN_F8 "]"),
        "Matrices (A, B, C, D) of a step about the present state: dx' = A dx + B du, ds = C dx + D du, with x = (qpos, "
        "qvel, act) counted in dofs, controls u and sensors s.");
  m.def("inverse_derivative", &inverse_matrices, nb::arg("model"), nb::arg("data"), nb::arg("eps") = 1e-6,
        nb::arg("actuation") = false,
        nb::sig("def inverse_derivative(model: Model, data: Data, eps: float = 1e-6, actuation: bool = False) -> "
                "dict[str, " CORTEN_F8 "]"),
        "Derivatives of qfrc_inverse (DfDq, DfDv, DfDa) and of the sensors (DsDq, DsDv, DsDa) by positions, velocities "
        "and accelerations; row i is the derivative by the i-th dof.");
}

// ---- physics by name

// Stages with the policies that they call.
struct ChosenPhysics : Physics {
  std::vector<std::shared_ptr<const void>> policies;

  template <class T>
  const T& keep(T policy) {
    auto kept = std::make_shared<const T>(std::move(policy));
    policies.push_back(kept);
    return *kept;
  }
};

void choose_bending(ChosenPhysics& physics, const std::string& name) {
  if (name == "cotangent") {
    physics.bending = bending_stage(physics.keep(CotangentBending{}));
  } else if (name == "bridson") {
    physics.bending = bending_stage(physics.keep(BridsonBending{}));
  } else if (name == "discrete_shell") {
    physics.bending = bending_stage(physics.keep(DiscreteShellBending{}));
  } else {
    throw nb::value_error(fmt::format("bending: '{}' is none of cotangent, bridson, discrete_shell", name).c_str());
  }
}

void choose_elasticity(ChosenPhysics& physics, const std::string& name) {
  if (name == "linear") {
    physics.elasticity = ElasticityStage{};
  } else if (name == "neo_hookean") {
    physics.elasticity = elasticity_stage(physics.keep(MadeOf<NeoHookean>{}));
  } else if (name == "stable_neo_hookean") {
    physics.elasticity = elasticity_stage(physics.keep(MadeOf<StableNeoHookean>{}));
  } else if (name == "corotated") {
    physics.elasticity = elasticity_stage(physics.keep(MadeOf<Corotated>{}));
  } else {
    throw nb::value_error(
        fmt::format("elasticity: '{}' is none of linear, neo_hookean, stable_neo_hookean, corotated", name).c_str());
  }
}

void choose_contact(ChosenPhysics& physics, const std::string& name) {
  if (name == "convex") {
    physics.contact_solver = ContactStage{};
  } else if (name == "xpbd") {
    physics.contact_solver = contact_stage(physics.keep(XpbdSolver{}));
  } else if (name == "impulse") {
    physics.contact_solver = contact_stage(physics.keep(ImpulseSolver{}));
  } else if (name == "compliant") {
    physics.contact_solver = contact_stage(physics.keep(CompliantSolver{}));
  } else {
    throw nb::value_error(fmt::format("contact: '{}' is none of convex, xpbd, impulse, compliant", name).c_str());
  }
}

void choose(PyData& data, const OptionalName& bending, const OptionalName& elasticity, const OptionalName& contact) {
  std::shared_ptr<const Physics> physics = physics_named(bending, elasticity, contact);
  Use use(data, kChange);
  data.world->data.physics = std::move(physics);
}

}  // namespace

std::shared_ptr<const Physics> physics_named(const OptionalName& bending, const OptionalName& elasticity,
                                             const OptionalName& contact) {
  if (!bending && !elasticity && !contact) return nullptr;
  auto physics = std::make_shared<ChosenPhysics>();
  if (bending) choose_bending(*physics, *bending);
  if (elasticity) choose_elasticity(*physics, *elasticity);
  if (contact) choose_contact(*physics, *contact);
  return physics;
}

void bind_step(nb::module_& m) {
  bind_stepping(m);
  bind_states(m);
  bind_derivatives(m);
  m.def("choose_physics", &choose, nb::arg("data"), nb::kw_only(), nb::arg("bending") = nb::none(),
        nb::arg("elasticity") = nb::none(), nb::arg("contact") = nb::none(),
        "Chooses the bending and elasticity of all flexes and the formulation of contacts for one world; None is what "
        "the model file chose.");
}

}  // namespace corten::python
