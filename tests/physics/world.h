// What the physical tests share: a model with its world, and sums over rows and bodies.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "corten/corten.h"

namespace corten {

inline constexpr const char* kSolvers[] = {"PGS", "CG", "Newton"};
inline constexpr const char* kCones[] = {"pyramidal", "elliptic"};

struct World {
  explicit World(const std::string& text) : m(load_text(text)), d(m) { forward(m, d); }
  void step(int count) {
    for (int i = 0; i < count; ++i) corten::step(m, d);
  }
  bool finite() const {
    const auto good = [](double value) { return std::isfinite(value); };
    return std::all_of(d.qpos.begin(), d.qpos.end(), good) && std::all_of(d.qvel.begin(), d.qvel.end(), good) &&
           std::all_of(d.qacc.begin(), d.qacc.end(), good);
  }
  int warnings() const {
    int count = 0;
    for (const WarningStat& warning : d.warning) count += warning.number;
    return count;
  }
  double fastest() const {
    double speed = 0;
    for (const double v : d.qvel) speed = std::max(speed, std::abs(v));
    return speed;
  }
  Model m;
  Data d;
};

inline double distance(const Vec3& a, const Vec3& b) { return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z); }

}  // namespace corten
