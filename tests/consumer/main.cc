// Simulates one second of a pendulum and prints its angle.
#include <corten/corten.h>

#include <cmath>
#include <cstdio>

int main(int argc, char** argv) {
  const corten::Model model = corten::load(argc > 1 ? argv[1] : "pendulum.xml");
  corten::Data data(model);
  while (data.time < 1 && !data.unstable()) {
    corten::step(model, data);
  }
  std::printf("angle after %.3f s: %.6f\n", data.time, data.qpos[0]);
  return std::isfinite(data.qpos[0]) && data.qpos[0] != 0 ? 0 : 1;
}
