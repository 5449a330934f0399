// A model with its world, as tests larger than one module use it.
#pragma once

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>
#include <vector>

#include "corten/corten.h"

namespace corten {

struct World {
  explicit World(const std::string& text) : m(load_text(text)), d(m) { forward(m, d); }
  // At other coordinates and velocities; no velocities: at rest.
  World(const std::string& text, std::initializer_list<double> qpos, std::initializer_list<double> qvel = {})
      : World(text) {
    std::copy(qpos.begin(), qpos.end(), d.qpos.begin());
    std::copy(qvel.begin(), qvel.end(), d.qvel.begin());
    forward(m, d);
  }
  void step(int count) {
    for (int i = 0; i < count; ++i) corten::step(m, d);
  }
  std::size_t contacts() const { return d.contact.size(); }
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
  // Row of ten_J.
  std::vector<double> tendon_row(int tendon = 0) const {
    std::vector<double> row(static_cast<std::size_t>(m.nv));
    for (int k = m.ten_J_rowadr[tendon]; k < m.ten_J_rowadr[tendon] + m.ten_J_rownnz[tendon]; ++k) {
      row[static_cast<std::size_t>(m.ten_J_colind[k])] = d.ten_J[k];
    }
    return row;
  }
  // Row of actuator_moment.
  std::vector<double> moment_row(int output = 0) const {
    std::vector<double> row(static_cast<std::size_t>(m.nv));
    for (int k = d.moment_rowadr[output]; k < d.moment_rowadr[output] + d.moment_rownnz[output]; ++k) {
      row[static_cast<std::size_t>(d.moment_colind[k])] = d.actuator_moment[k];
    }
    return row;
  }
  Model m;
  Data d;
};

}  // namespace corten
