// Files are looked at a few times a second. A file that is being written is read once it has kept still between two
// looks; the old model goes on as long as the new one has errors.
#include "view/reload.h"

#include <algorithm>

#include "base/file_source.h"
#include "corten/load.h"

namespace corten::view {

namespace fs = std::filesystem;

namespace {

constexpr auto kLook = std::chrono::milliseconds(150);

}  // namespace

Reloader::Reloader(std::string path, const std::vector<std::string>& files, std::function<void(Model&)> adjust)
    : path_(std::move(path)), files_(files), adjust_(std::move(adjust)) {
  files_.push_back(path_);
  known_ = stamps_of(files_);
  thread_ = std::thread([this] { watch(); });
}

Reloader::~Reloader() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  end_.notify_all();
  thread_.join();
}

std::optional<Reloader::Result> Reloader::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(result_, std::nullopt);
}

Reloader::Stamps Reloader::stamps_of(const std::vector<std::string>& files) {
  Stamps stamps;
  for (const std::string& file : files) {
    std::error_code error;
    const auto time = fs::last_write_time(file, error);
    const auto size = error ? 0 : fs::file_size(file, error);
    stamps[file] = error ? Stamp() : Stamp({time, size});
  }
  return stamps;
}

void Reloader::watch() {
  Stamps last = known_;
  std::unique_lock lock(mutex_);
  while (!end_.wait_for(lock, kLook, [&] { return ended_; })) {
    lock.unlock();
    const Stamps now = stamps_of(files_);
    if (now != known_ && now == last) {
      known_ = now;
      load();
      last = known_;
    } else {
      last = now;
    }
    lock.lock();
  }
}

void Reloader::load() {
  Result result;
  const FileLog log;
  try {
    result.model = corten::load(path_, result.diagnostics);
    if (adjust_) adjust_(*result.model);
  } catch (const LoadError&) {  // all is in the diagnostics
    result.model.reset();
  } catch (const std::exception& failure) {
    result.model.reset();
    result.diagnostics.error({path_, 0}, "", "", failure.what());
  }
  // With an error not all files were looked for; those of before stay interesting.
  std::vector<std::string> files = log.files();
  if (!result.model) files.insert(files.end(), files_.begin(), files_.end());
  files.push_back(path_);
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  for (const auto& [file, stamp] : stamps_of(files)) known_.emplace(file, stamp);
  std::erase_if(known_,
                [&](const auto& entry) { return !std::binary_search(files.begin(), files.end(), entry.first); });
  files_ = std::move(files);
  const std::lock_guard lock(mutex_);
  result_ = std::move(result);
}

}  // namespace corten::view
