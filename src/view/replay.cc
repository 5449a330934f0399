// A replay is the page with the scene and all frames in it: base64 of gzip, in elements that stand before its script.
//
//   frames   for each: its length as 32-bit integer, its bytes
#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include "corten/viewer.h"
#include "view/frame.h"
#include "view/page.h"
#include "view/scene.h"

namespace corten {

namespace view {

// What is put in comes out packed; the memory it takes is that of the packed bytes.
class Gzip {
 public:
  Gzip() {
    constexpr int kGzipWindow = 15 + 16, kMemory = 8;
    if (deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, kMemory, Z_DEFAULT_STRATEGY) != Z_OK) {
      throw std::bad_alloc();
    }
  }
  ~Gzip() { deflateEnd(&stream_); }
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  void put(std::span<const std::byte> bytes) { run(bytes, Z_NO_FLUSH); }
  const Bytes& finish() {
    if (!done_) run({}, Z_FINISH), done_ = true;
    return packed_;
  }

 private:
  void run(std::span<const std::byte> bytes, int flush) {
    std::byte buffer[1 << 15];
    stream_.next_in = reinterpret_cast<unsigned char*>(const_cast<std::byte*>(bytes.data()));
    stream_.avail_in = static_cast<unsigned>(bytes.size());
    do {
      stream_.next_out = reinterpret_cast<unsigned char*>(buffer);
      stream_.avail_out = sizeof(buffer);
      deflate(&stream_, flush);
      packed_.insert(packed_.end(), buffer, buffer + sizeof(buffer) - stream_.avail_out);
    } while (stream_.avail_out == 0);
  }

  z_stream stream_{};
  Bytes packed_{};
  bool done_ = false;
};

}  // namespace view

namespace {

std::string base64(std::span<const std::byte> bytes) {
  constexpr const char* kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8 | (i + k < bytes.size() ? std::to_integer<unsigned>(bytes[i + k]) : 0u);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += i + k > bytes.size() ? '=' : kDigits[group >> (18 - 6 * k) & 63];
    }
  }
  return text;
}

std::string element(const char* id, std::span<const std::byte> packed) {
  return std::string("<script type=\"application/octet-stream\" id=\"") + id + "\">" + base64(packed) + "</script>\n";
}

}  // namespace

struct Recording::State {
  std::uint64_t model = 0;
  view::Gzip scene{}, frames{};
  view::Bytes frame{};
  int count = 0;
};

Recording::Recording(const Model& model, const std::string& file) : state_(std::make_unique<State>()) {
  state_->model = model.signature();
  state_->scene.put(view::scene_bytes(view::make_scene(model, file, 1)));
}
Recording::~Recording() = default;
Recording::Recording(Recording&&) noexcept = default;
Recording& Recording::operator=(Recording&&) noexcept = default;

void Recording::add(const Model& model, Data& data) {
  if (model.signature() != state_->model || data.signature() != state_->model) {
    throw std::invalid_argument("Recording::add(): this is another model than that of the recording");
  }
  view::Bytes& frame = state_->frame;
  frame.assign(sizeof(std::uint32_t), {});
  const std::uint32_t flags = view::kFramePlaying | (data.unstable() ? view::kFrameUnstable : 0u);
  view::write_frame(model, data, {.scene = 1, .flags = flags, .wall = data.time, .stage_us = {}, .energy = true},
                    frame);
  const auto length = static_cast<std::uint32_t>(frame.size() - sizeof(std::uint32_t));
  std::memcpy(frame.data(), &length, sizeof(length));
  state_->frames.put(frame);
  ++state_->count;
}

int Recording::frames() const { return state_->count; }

void Recording::write(const std::string& path, std::string_view page) {
  if (page.empty()) throw std::runtime_error(view::kNoPage);
  const std::size_t script = std::min(page.find("<script"), page.size());
  std::ofstream file(path, std::ios::binary);
  file << page.substr(0, script) << element("corten-scene", state_->scene.finish())
       << element("corten-frames", state_->frames.finish()) << page.substr(script);
  file.close();
  if (!file) throw std::runtime_error("cannot write '" + path + "': " + std::strerror(errno));
}

}  // namespace corten
