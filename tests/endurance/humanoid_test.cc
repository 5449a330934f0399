// A humanoid with random controls, for a long time: no bad numbers, no warnings, no growing memory.
//
// Ten seconds of simulated time unless CORTEN_ENDURANCE_SECONDS says otherwise; `make nightly` runs a day.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>

#include "corten/corten.h"

namespace corten {
namespace {

double seconds() {
  const char* text = std::getenv("CORTEN_ENDURANCE_SECONDS");
  return text == nullptr ? 10 : std::atof(text);
}

// Resident memory of this program in pages; 0 where the system does not tell.
long resident_pages() {
  std::ifstream file("/proc/self/statm");
  long total = 0, resident = 0;
  file >> total >> resident;
  return resident;
}

void set_random_controls(const Model& m, Data& d, std::mt19937_64& random) {
  for (int i = 0; i < m.nu; ++i) {
    const Vec<2> range = m.actuator_ctrllimited[i] ? m.actuator_ctrlrange[i] : Vec<2>{{-1, 1}};
    d.ctrl[i] = range[0] + (range[1] - range[0]) * static_cast<double>(random() >> 11) * 0x1p-53;
  }
}

void expect_healthy(const Data& d) {
  for (const double value : d.qpos) ASSERT_TRUE(std::isfinite(value)) << "at " << d.time << " s";
  for (const double value : d.qvel) ASSERT_LT(std::abs(value), 1e3) << "at " << d.time << " s";
  for (const WarningStat& warning : d.warning) ASSERT_EQ(warning.number, 0) << "at " << d.time << " s";
}

TEST(Endurance, HumanoidWithRandomControls) {
  const Model m = load(CORTEN_SOURCE_DIR "/models/humanoid.xml");
  Data d(m);
  std::mt19937_64 random(1);
  const double total = seconds(), warm_up = 0.2 * total;
  const long steps = std::lround(total / m.opt.timestep), report = std::max(1L, steps / 24);
  long pages = 0, touching = 0;
  for (long s = 0; s < steps; ++s) {
    set_random_controls(m, d, random);
    step(m, d);
    touching += !d.contact.empty();
    if (s % 100 == 0) expect_healthy(d);
    if (testing::Test::HasFatalFailure()) return;
    if (pages == 0 && d.time > warm_up) pages = resident_pages();
    if (total > 100 && s % report == 0) {
      std::printf("%.0f s, %ld pages\n", d.time, resident_pages());
      std::fflush(stdout);
    }
  }
  expect_healthy(d);
  EXPECT_GT(touching, steps / 2);
  EXPECT_LE(resident_pages(), pages + 64);
  EXPECT_NEAR(d.time, total, 1e-3 * total);
}

}  // namespace
}  // namespace corten
