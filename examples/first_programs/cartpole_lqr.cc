// Balancing a pole with a linear quadratic regulator. The transition derivative at the upright pose gives the linear
// system x' = A x + B u; u = -K x minimises sum x'Qx + r u^2, with K from the fixed point of Riccati's iteration:
//
//   K = (r + B'PB)^-1 B'PA,      P <- Q + A'P (A - B K)
#include <corten/corten.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <vector>

namespace {

// Square matrices and columns, row after row.
using Matrix = std::vector<double>;

double& at(Matrix& a, int n, int i, int j) { return a[static_cast<std::size_t>(i * n + j)]; }
double at(const Matrix& a, int n, int i, int j) { return a[static_cast<std::size_t>(i * n + j)]; }

// The row K for one control.
std::vector<double> lqr_gain(const Matrix& A, const Matrix& B, const std::vector<double>& q, double r) {
  const int n = static_cast<int>(q.size());
  Matrix P(static_cast<std::size_t>(n * n));
  for (int i = 0; i < n; ++i) at(P, n, i, i) = q[static_cast<std::size_t>(i)];
  std::vector<double> K(q.size()), PB(q.size());
  for (int iteration = 0; iteration < 10000; ++iteration) {
    Matrix PA(P.size());
    double BPB = r;
    for (int i = 0; i < n; ++i) {
      PB[static_cast<std::size_t>(i)] = 0;
      for (int k = 0; k < n; ++k) {
        PB[static_cast<std::size_t>(i)] += at(P, n, i, k) * at(B, 1, k, 0);
        for (int j = 0; j < n; ++j) at(PA, n, i, j) += at(P, n, i, k) * at(A, n, k, j);
      }
    }
    for (int i = 0; i < n; ++i) BPB += at(B, 1, i, 0) * PB[static_cast<std::size_t>(i)];
    std::fill(K.begin(), K.end(), 0.0);
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) K[static_cast<std::size_t>(j)] += at(B, 1, i, 0) * at(PA, n, i, j) / BPB;
    }
    Matrix next(P.size());
    double change = 0;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        double sum = i == j ? q[static_cast<std::size_t>(i)] : 0;
        for (int k = 0; k < n; ++k) {
          sum += at(A, n, k, i) * (at(PA, n, k, j) - PB[static_cast<std::size_t>(k)] * K[static_cast<std::size_t>(j)]);
        }
        change = std::max(change, std::abs(sum - at(P, n, i, j)));
        at(next, n, i, j) = sum;
      }
    }
    P = next;
    if (change < 1e-9) return K;
  }
  throw std::runtime_error("the iteration does not converge");
}

}  // namespace

int main(int argc, char** argv) {
  const corten::Model model = corten::load(argc > 1 ? argv[1] : "cartpole.xml");
  const corten::JointId slide = model.joint("slide"), hinge = model.joint("hinge");
  const corten::ActuatorId push = model.actuator("push");
  corten::Data data(model);

  // The state is (qpos, qvel): position and angle, then their rates.
  const corten::Transition linear = corten::transition_derivative(model, data);
  if (linear.status != corten::DerivativeStatus::kOk) throw std::runtime_error(corten::to_text(linear.status));
  const std::vector<double> K = lqr_gain(linear.A, linear.B, {1, 1, 0.1, 0.1}, 0.01);
  std::printf("K = (%.4f, %.4f, %.4f, %.4f)\n", K[0], K[1], K[2], K[3]);

  data.qpos(slide)[0] = -0.5;
  data.qpos(hinge)[0] = 0.2;
  for (int step = 0; step < 500; ++step) {
    data.ctrl(push) = -(K[0] * data.qpos(slide)[0] + K[1] * data.qpos(hinge)[0] + K[2] * data.qvel(slide)[0] +
                        K[3] * data.qvel(hinge)[0]);
    corten::step(model, data);
    if (step % 100 == 0) {
      const auto tip = data.sensordata(model.sensor("tip"));
      std::printf("%.2f s: cart at %7.4f m, pole at %7.4f rad, tip at height %.4f m\n", data.time, data.qpos(slide)[0],
                  data.qpos(hinge)[0], tip[2]);
    }
  }
  return std::abs(data.qpos(slide)[0]) < 0.01 && std::abs(data.qpos(hinge)[0]) < 0.01 ? 0 : 1;
}
