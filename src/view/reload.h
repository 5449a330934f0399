// Reloader: a thread that loads a model anew whenever one of its files changes.
#pragma once

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "corten/error.h"
#include "corten/model.h"

namespace corten::view {

class Reloader {
 public:
  struct Result {
    std::optional<Model> model{};  // nothing: it does not load
    Diagnostics diagnostics{};
  };

  // `files` are those that the model was made of; `adjust` is applied to every model that is loaded.
  Reloader(std::string path, const std::vector<std::string>& files, std::function<void(Model&)> adjust);
  ~Reloader();

  // What was loaded since the last call.
  std::optional<Result> take();

 private:
  // What tells that a file has changed; empty: there is none.
  using Stamp = std::optional<std::pair<std::filesystem::file_time_type, std::uintmax_t>>;
  using Stamps = std::map<std::string, Stamp>;
  static Stamps stamps_of(const std::vector<std::string>& files);
  void watch();
  void load();

  std::string path_;
  std::vector<std::string> files_;
  std::function<void(Model&)> adjust_;
  Stamps known_;
  std::mutex mutex_{};
  std::condition_variable end_{};
  bool ended_ = false;
  std::optional<Result> result_{};
  std::thread thread_{};
};

}  // namespace corten::view
