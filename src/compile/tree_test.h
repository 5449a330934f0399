// For tests of the compiler's tree parts: models in one line, and comparison of numbers with MuJoCo's.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

#include "corten/load.h"

namespace corten {

inline Model load_world(const std::string& world, const std::string& before = {}, const std::string& after = {}) {
  return load_text("<mujoco>" + before + "<worldbody>" + world + "</worldbody>" + after + "</mujoco>");
}

// What is said about a world that cannot be loaded, empty if it can.
inline std::string world_problem(const std::string& world, const std::string& before = {}) {
  try {
    load_world(world, before);
  } catch (const LoadError& error) {
    return error.what();
  }
  return {};
}

// Works for vectors, quaternions and spans.
template <class V>
void expect_near(const V& actual, std::initializer_list<double> expected, double tolerance = 1e-12) {
  int i = 0;
  for (const double value : expected) {
    EXPECT_NEAR(actual[i], value, tolerance) << "component " << i;
    ++i;
  }
}

inline void expect_problem(const std::string& world, const std::string& part, const std::string& before = {}) {
  EXPECT_NE(world_problem(world, before).find(part), std::string::npos) << world << "\n"
                                                                        << world_problem(world, before);
}

}  // namespace corten
