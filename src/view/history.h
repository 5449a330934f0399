// History: the states that a simulation went through, as far back as memory allows.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "corten/data.h"
#include "corten/model.h"

namespace corten::view {

class History {
 public:
  // For the states of `model`, in at most so many bytes, at least `interval` seconds of simulated time apart.
  explicit History(const Model& model, std::size_t bytes = std::size_t{64} << 20, double interval = 1.0 / 60);

  // Keeps the state if it is later than the last one by the interval, or by anything if `must`; what is oldest makes
  // room. A time before the last one begins anew.
  void add(const Model& model, const Data& data, bool must = false);
  bool empty() const { return count_ == 0; }
  double first() const { return empty() ? 0 : times_[place(0)]; }
  double last() const { return empty() ? 0 : times_[place(count_ - 1)]; }

  // The state at this time or the nearest before, or the first one. Must not be empty.
  std::span<const double> find(double time) const;
  // Forgets what is later.
  void cut(double time);
  void clear() { start_ = count_ = 0; }

 private:
  std::size_t place(std::size_t i) const { return (start_ + i) % capacity_; }
  std::size_t latest(double time) const;  // index of the state that find() returns

  std::size_t size_, capacity_;  // numbers of a state; states
  double interval_;
  std::size_t start_ = 0, count_ = 0;
  std::vector<double> times_{}, states_{};
};

}  // namespace corten::view
