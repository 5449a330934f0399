// Delay buffers: the last samples of a signal with their times.
//
// Layout in Data::history, MuJoCo's: (user value, cursor, n times, n x dim values). Times and values form a ring in
// which the cursor marks the newest sample; times increase along the ring.
#pragma once

#include <span>

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// One delay buffer of `samples` samples with `dim` numbers each, at `memory`. Samples are counted from the oldest.
class HistoryView {
 public:
  HistoryView(const double* memory, int samples, int dim) : samples_(samples), dim_(dim), memory_(memory) {}

  // Value at a time; the first and last sample hold outside of the recorded time.
  void read(double time, Interpolation interpolation, std::span<double> value) const;

 protected:
  // Users may write the history, and so the cursor: one that is out of range counts as that of a fresh buffer.
  int cursor() const {
    const double given = memory_[1];
    return given >= 0 && given < samples_ ? static_cast<int>(given) : samples_ - 1;
  }
  int slot(int i) const { return (cursor() + 1 + i) % samples_; }
  double time(int i) const { return memory_[2 + slot(i)]; }
  const double* value(int i) const { return memory_ + value_place(i); }
  int value_place(int i) const { return 2 + samples_ + slot(i) * dim_; }
  // First sample that is not older than t; `samples` if all are older.
  int find(double t) const;

  int samples_, dim_;

 private:
  const double* memory_;
};

// The same for writing.
class HistoryBuffer : public HistoryView {
 public:
  HistoryBuffer(double* memory, int samples, int dim) : HistoryView(memory, samples, dim), memory_(memory) {}

  double& user() { return memory_[0]; }

  // Makes room for a sample and returns it for writing: the one that already has this time, or a new
  // one in place of the oldest.
  std::span<double> insert(double time);

  // All values zero; time_of(i) gives the times of the samples, which increase.
  template <class Time>
  void reset(double user_value, Time&& time_of) {
    memory_[0] = user_value;
    memory_[1] = samples_ - 1;
    for (int i = 0; i < samples_; ++i) memory_[2 + i] = time_of(i);
    for (int i = 0; i < samples_ * dim_; ++i) memory_[2 + samples_ + i] = 0;
  }

 private:
  double* memory_;
};

// Control of an actuator `delay` seconds before the current time.
double delayed_ctrl(const Model& m, const Data& d, int actuator);

// Records the current controls; called once per step, before time advances.
void push_ctrl_history(const Model& m, Data& d);

// Empties all delay buffers, those of sensors included.
void reset_history(const Model& m, Data& d);

}  // namespace corten
