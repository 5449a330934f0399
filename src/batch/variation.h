// Model fields and options that differ from world to world.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "corten/batch.h"
#include "corten/model.h"

namespace corten {

// Memory of an array over worlds, zero at first. It begins where a line of the processor's cache does, which is what other
// libraries ask of memory that they share (JAX: 64 bytes).
class ArrayMemory {
 public:
  explicit ArrayMemory(std::size_t bytes) : lines_(std::make_unique<Line[]>(bytes / sizeof(Line) + 1)) {}
  std::byte* get() const { return lines_[0].bytes; }

 private:
  struct alignas(64) Line {
    std::byte bytes[64];
  };
  std::unique_ptr<Line[]> lines_;
};

// An array per field that varies, world after world.
class Variation {
 public:
  Variation(const Model& model, int worlds) : model_(model), worlds_(worlds) {}

  // See Batch::vary.
  const BatchArray& vary(std::string_view field);
  // See Batch::recompute_constants.
  void recompute_constants();

  const std::vector<BatchArray>& arrays() const { return arrays_; }
  bool empty() const { return arrays_.empty(); }
  std::size_t bytes() const;  // per world

  // Where the arrays have their places in a copy of the model; writes the values of a world there.
  std::vector<std::byte*> places(Model& model) const;
  void apply(int world, std::span<std::byte* const> places, Model& model) const;

 private:
  struct Place {  // in a Model
    std::byte* data = nullptr;
    std::size_t bytes = 0;
    const char* type = "double";
    int numbers = 0;
  };
  static Place find_option(Model& model, std::string_view option);
  static Place find_place(Model& model, std::string_view field);
  const BatchArray* find(std::string_view field) const;
  const BatchArray& add(std::string_view field, const Place& place);

  const Model& model_;
  int worlds_;
  std::vector<BatchArray> arrays_;
  std::vector<ArrayMemory> memory_;
  std::vector<Statistic> statistics_;  // by world, once constants were computed
};

}  // namespace corten
