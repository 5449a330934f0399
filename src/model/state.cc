// State vectors: the parts named by the signature, in the order of its bits.
//
// Every part but eq_active is an array of doubles in Data, so one list of spans serves all functions.
#include "corten/state.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "model/access.h"

namespace corten {

namespace {

using StateParts = std::array<std::span<double>, kStateBitCount>;

template <class T>
std::span<double> flat(const Array<T>& array) {
  static_assert(sizeof(T) % sizeof(double) == 0);
  // The parts of a const Data are read only.
  double* first = reinterpret_cast<double*>(const_cast<T*>(array.data()));
  return {first, static_cast<std::size_t>(array.size()) * (sizeof(T) / sizeof(double))};
}

// Where each part lives, by bit; eq_active has no doubles.
StateParts parts_of(const Data& d) {
  double* time = const_cast<double*>(&d.time);
  return {std::span<double>{time, 1}, flat(d.qpos),       flat(d.qvel),         flat(d.act),          flat(d.history),
          flat(d.qacc_warmstart),     flat(d.ctrl),       flat(d.qfrc_applied), flat(d.xfrc_applied), {},
          flat(d.mocap_pos),          flat(d.mocap_quat), flat(d.userdata),     flat(d.plugin_state)};
}

std::array<int, kStateBitCount> part_sizes(const Model& m) {
  return {1,    m.nq,        m.nv,  m.na,         m.nhistory,   m.nv,        m.nu,
          m.nv, 6 * m.nbody, m.neq, 3 * m.nmocap, 4 * m.nmocap, m.nuserdata, m.npluginstate};
}

void check_signature(unsigned signature) {
  if (signature < (1u << kStateBitCount)) return;
  throw std::invalid_argument(fmt::format("state signature {} has bits above {}", signature, kStateBitCount - 1));
}

void check_length(const Model& model, unsigned signature, std::size_t length, const char* what) {
  const int size = state_size(model, signature);
  if (length == static_cast<std::size_t>(size)) return;
  throw std::invalid_argument(
      fmt::format("{} has {} numbers, signature {} of this model needs {}", what, length, signature, size));
}

}  // namespace

int state_size(const Model& model, unsigned signature) {
  check_signature(signature);
  const auto sizes = part_sizes(model);
  int size = 0;
  for (int i = 0; i < kStateBitCount; ++i) {
    if (signature & (1u << i)) size += sizes[i];
  }
  return size;
}

void get_state(const Model& model, const Data& data, unsigned signature, std::span<double> state) {
  check_length(model, signature, state.size(), "the state");
  require_own(model, data);
  const StateParts parts = parts_of(data);
  double* to = state.data();
  for (int i = 0; i < kStateBitCount; ++i) {
    const unsigned bit = 1u << i;
    if (!(signature & bit)) continue;
    to = bit == kStateEqActive ? std::copy(data.eq_active.begin(), data.eq_active.end(), to)
                               : std::copy(parts[i].begin(), parts[i].end(), to);
  }
}

std::vector<double> get_state(const Model& model, const Data& data, unsigned signature) {
  std::vector<double> state(static_cast<std::size_t>(state_size(model, signature)));
  get_state(model, data, signature, state);
  return state;
}

void set_state(const Model& model, Data& data, unsigned signature, std::span<const double> state) {
  check_length(model, signature, state.size(), "the state");
  require_own(model, data);
  const StateParts parts = parts_of(data);
  const double* from = state.data();
  for (int i = 0; i < kStateBitCount; ++i) {
    const unsigned bit = 1u << i;
    if (!(signature & bit)) continue;
    if (bit == kStateEqActive) {
      for (bool& active : data.eq_active) active = *from++ != 0;
    } else {
      std::copy_n(from, parts[i].size(), parts[i].begin());
      from += parts[i].size();
    }
  }
}

void copy_state(const Model& model, const Data& from, Data& to, unsigned signature) {
  check_signature(signature);
  require_own(model, from);
  require_own(model, to);
  const StateParts source = parts_of(from), target = parts_of(to);
  for (int i = 0; i < kStateBitCount; ++i) {
    if (signature & (1u << i)) std::copy(source[i].begin(), source[i].end(), target[i].begin());
  }
  if (signature & kStateEqActive) std::copy(from.eq_active.begin(), from.eq_active.end(), to.eq_active.begin());
}

void extract_state(const Model& model, unsigned from_signature, std::span<const double> from, unsigned signature,
                   std::span<double> state) {
  check_length(model, from_signature, from.size(), "the state to extract from");
  check_length(model, signature, state.size(), "the extracted state");
  if (signature & ~from_signature) {
    throw std::invalid_argument(
        fmt::format("signature {} has parts that signature {} has not", signature, from_signature));
  }
  const auto sizes = part_sizes(model);
  const double* at = from.data();
  double* to = state.data();
  for (int i = 0; i < kStateBitCount; ++i) {
    const unsigned bit = 1u << i;
    if (signature & bit) to = std::copy_n(at, sizes[i], to);
    if (from_signature & bit) at += sizes[i];
  }
}

}  // namespace corten
