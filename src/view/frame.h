// Frames: what a page needs of a world at one moment, as bytes (docs/viewer_protocol.md).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "corten/data.h"
#include "corten/model.h"
#include "view/bytes.h"

namespace corten::view {

enum FrameFlag : std::uint32_t { kFramePlaying = 1, kFrameUnstable = 2, kFrameHistory = 4, kFrameBeforeReset = 8 };

// What a frame tells besides the world.
struct FrameInfo {
  std::uint32_t scene = 0, flags = 0;
  double wall = 0;                   // seconds of the wall clock
  std::span<const double> stage_us;  // time of each stage; empty: zeros
  double step_us = 0, real_time_factor = 0;
  bool energy = false;  // compute energies
};

// An array in the fixed part of every frame of a model.
struct LayoutEntry {
  std::string name;
  const char* dtype;  // "f32" or "i32"
  int count;
};
std::vector<LayoutEntry> frame_layout(const Model& model);

// Names of the stages of a step, in the order of `stage_us`; the last one is the rest of the step.
std::vector<std::string> stage_names();

// Appends a frame. Energies and forces on bodies that the last pass did not need are computed in `data`.
void write_frame(const Model& model, Data& data, const FrameInfo& info, Bytes& out);

}  // namespace corten::view
