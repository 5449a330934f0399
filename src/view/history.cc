// A ring of state vectors that grows to its capacity and then writes over the oldest.
#include "view/history.h"

#include <algorithm>

#include "corten/state.h"

namespace corten::view {

History::History(const Model& model, std::size_t bytes, double interval)
    : size_(static_cast<std::size_t>(state_size(model, kStateIntegration))),
      capacity_(std::max<std::size_t>(2, bytes / (sizeof(double) * (size_ + 1)))),
      interval_(interval) {}

void History::add(const Model& model, const Data& data, bool must) {
  if (!empty() && data.time < last()) clear();
  if (!empty() && (data.time == last() || (!must && data.time < last() + interval_ - 1e-9))) return;
  if (count_ == capacity_) start_ = (start_ + 1) % capacity_, --count_;
  const std::size_t at = place(count_++);
  if (at >= times_.size()) times_.resize(at + 1), states_.resize((at + 1) * size_);
  times_[at] = data.time;
  get_state(model, data, kStateIntegration, std::span(states_).subspan(at * size_, size_));
}

std::size_t History::latest(double time) const {
  std::size_t low = 0, high = count_;  // the states before `low` are not later
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    times_[place(middle)] <= time ? low = middle + 1 : high = middle;
  }
  return low == 0 ? 0 : low - 1;
}

std::span<const double> History::find(double time) const {
  return std::span(states_).subspan(place(latest(time)) * size_, size_);
}

void History::cut(double time) {
  if (!empty()) count_ = latest(time) + 1;
}

}  // namespace corten::view
