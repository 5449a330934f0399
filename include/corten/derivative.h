// Derivatives of a time step and of inverse dynamics, as trajectory optimisation, control and identification need them.
//
// Both classes keep their own worlds and memory: they leave the Data they are given as it is, and allocate nothing when
// they are used again for the same model. Results are the same bits for any number of threads.
//
// Changes of qpos are counted in dofs, so that a quaternion has three; rotations are in the frame of the moving body.
// Sleeping trees count as awake. A Data of another Model is refused with std::invalid_argument.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "corten/data.h"
#include "corten/export.h"
#include "corten/model.h"

namespace corten {

class ThreadPool;

enum class DerivativeStatus {
  kOk,
  kDelays,         // the model has actuators or sensors with delays: the state is more than qpos, qvel and act
  kNoslip,         // noslip iterations: forces do not follow from the acceleration
  kRk4,            // RK4 with the flag invdiscrete
  kWrongSize,      // an output has the wrong number of elements
  kDifferentModel  // the object was made for a model of other structure
};
CORTEN_API const char* to_text(DerivativeStatus status);

// How the solution of the constraint solver is differentiated.
enum class DerivativeMethod {
  // Solve once. Constraint forces are the derivative of a convex cost and the solution is its minimum. The minimum
  // follows a change of the equations of motion by one linear solve with the Hessian of the cost (implicit function
  // theorem). Fast, and free of the noise of a solver that stops before the minimum. It is the derivative for the rows
  // that act now.
  //
  // How the equations of motion themselves change is known in closed form for velocities and positions if the
  // integrator is Euler and there are no hooks, plugins, flexes, welds or unusual actuators; for positions also no
  // spatial tendons that act, limits of balls, adhesion or contacts that jump when they are touched. All other changes,
  // and C and D, are found by differences of the equations. RK4, noslip iterations and flexes with the effective metric
  // have no such minimum: they get kDifferences.
  kImplicit,
  // Solve again at each nudged state, as MuJoCo's mjd_transitionFD does, whose numbers these are. One difference: the
  // sign of D with centered differences, which is wrong there.
  kDifferences
};

struct TransitionOptions {
  DerivativeMethod method = DerivativeMethod::kImplicit;
  // Size of a nudge, where there are any. 0: 1e-6; for kImplicit 1e-8 of velocities and 3e-9 of positions.
  double eps = 0;
  bool centered = false;                  // nudge both ways: twice the time, less truncation error
  std::shared_ptr<ThreadPool> threads{};  // null: one thread
};

// Linear model of a step, with x = (qpos, qvel, act) in n = 2 nv + na numbers:
//   dx' = A dx + B du,   ds = C dx + D du
// x' is the next state, u are the controls and s the sensors. All row by row; what is empty is not computed.
struct TransitionMatrices {
  std::span<double> A;  // n x n
  std::span<double> B;  // n x nu
  std::span<double> C;  // nsensordata x n
  std::span<double> D;  // nsensordata x nu
};

class CORTEN_API TransitionDerivative {
 public:
  explicit TransitionDerivative(const Model& model);
  ~TransitionDerivative();
  TransitionDerivative(TransitionDerivative&&) noexcept;
  TransitionDerivative& operator=(TransitionDerivative&&) noexcept;

  // At the state and inputs of `data`. A control at its limit is nudged into its range.
  DerivativeStatus compute(const Model& model, const Data& data, const TransitionMatrices& out,
                           const TransitionOptions& options = {});

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

struct InverseOptions {
  double eps = 1e-6;
  bool actuation = false;  // f is qfrc_inverse - qfrc_actuator
};

// Derivatives of the force f = qfrc_inverse, the sensors s and the inertia matrix M with respect to qpos, qvel and
// qacc. Row i is the derivative by the i-th dof of the input. What is empty is not computed.
struct InverseMatrices {
  std::span<double> DfDq{}, DfDv{}, DfDa{};  // nv x nv
  std::span<double> DsDq{}, DsDv{}, DsDa{};  // nv x nsensordata
  std::span<double> DmDq{};                  // nv x nC, as Data::M is stored
};

class CORTEN_API InverseDerivative {
 public:
  explicit InverseDerivative(const Model& model);
  ~InverseDerivative();
  InverseDerivative(InverseDerivative&&) noexcept;
  InverseDerivative& operator=(InverseDerivative&&) noexcept;

  // At the qpos, qvel and qacc of `data`.
  DerivativeStatus compute(const Model& model, const Data& data, const InverseMatrices& out,
                           const InverseOptions& options = {});

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

// All four matrices in one call, which allocates. Empty if the status is not kOk.
struct Transition {
  DerivativeStatus status = DerivativeStatus::kOk;
  std::vector<double> A, B, C, D;
};
CORTEN_API Transition transition_derivative(const Model& model, const Data& data,
                                            const TransitionOptions& options = {});

}  // namespace corten
