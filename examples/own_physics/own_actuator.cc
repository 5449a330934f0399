// An actuator of one's own: a small neural network read from a file, as it is trained on the measured torques of a
// servo (control error and speed in, torque out):
//   h = tanh(W (error, velocity)' + b),   error = ctrl - length
//   force = w . h + c
// The file holds, as plain numbers: the number of hidden neurons n; n rows of W (two numbers) and b (one); w (n
// numbers); c. Its slopes are exact, so that the implicit integrators and the transition matrices know the network.
#include <corten/corten.h>
#include <corten/sim.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

class NeuralServo {
 public:
  explicit NeuralServo(const std::string& path) {
    std::ifstream file(path);
    std::size_t count = 0;
    if (!(file >> count) || count > 1000) throw std::runtime_error(path + ": the number of neurons is missing");
    neurons_.resize(count);
    for (Neuron& n : neurons_) file >> n.error >> n.velocity >> n.bias;
    for (Neuron& n : neurons_) file >> n.out;
    if (!(file >> bias_)) throw std::runtime_error(path + ": there are too few numbers");
  }

  bool drives(const corten::Model& model, int actuator) const {  // motors only
    return model.actuator_biastype[actuator] == corten::BiasType::kNone;
  }
  double force(const corten::ActuatorView& a) const {
    double sum = bias_;
    for (const Neuron& n : neurons_) sum += n.out * std::tanh(n.input(a));
    return sum;
  }
  corten::ActuatorSlopes slopes(const corten::ActuatorView& a) const {
    corten::ActuatorSlopes slope;
    for (const Neuron& n : neurons_) {
      const double h = std::tanh(n.input(a)), s = n.out * (1 - h * h);
      slope.ctrl += s * n.error;
      slope.length -= s * n.error;
      slope.velocity += s * n.velocity;
    }
    return slope;
  }

 private:
  struct Neuron {
    double error = 0, velocity = 0, bias = 0, out = 0;
    double input(const corten::ActuatorView& a) const {
      return error * (a.ctrl - a.length) + velocity * a.velocity + bias;
    }
  };
  std::vector<Neuron> neurons_;
  double bias_ = 0;
};

int main(int argc, char** argv) {
  const std::string folder = argc > 1 ? std::string(argv[1]).substr(0, std::string(argv[1]).find_last_of('/')) : ".";
  const corten::Model model = corten::load_text(R"(
    <mujoco>
      <option timestep="0.002" integrator="implicitfast"/>
      <worldbody>
        <body><joint name="elbow" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".02" mass="1"/></body>
      </worldbody>
      <actuator><motor name="servo" joint="elbow"/></actuator>
    </mujoco>)");
  auto sim = corten::SimBuilder{}.actuators(NeuralServo(folder + "/servo.txt")).build(model);
  sim.data().ctrl[0] = 0.5;
  while (sim.data().time < 3 && !sim.data().unstable()) sim.step();
  std::printf("the elbow is at %.4f rad, asked for 0.5\n", sim.data().qpos[0]);
  return std::abs(sim.data().qpos[0] - 0.5) < 0.1 ? 0 : 1;  // gravity pulls it a little away
}
