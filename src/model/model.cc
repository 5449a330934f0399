// Memory of a Model and a Data: both walk their field table once to place every array in one buffer.
#include "corten/model.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "corten/data.h"
#include "model/builder.h"
#include "model/workspace.h"

namespace corten {

namespace {

constexpr std::size_t kAlignment = 64;  // one cache line, so that no two arrays share one

// Hands out consecutive aligned pieces of a buffer; with a null buffer it only counts.
class Placer {
 public:
  explicit Placer(std::byte* buffer) : buffer_(buffer) {}

  template <class T>
  void place(Array<T>& array, int count) {
    T* memory = buffer_ ? reinterpret_cast<T*>(buffer_ + used_) : nullptr;
    array = Array<T>(memory, count);
    used_ += (sizeof(T) * static_cast<std::size_t>(count) + kAlignment - 1) / kAlignment * kAlignment;
  }
  std::size_t used() const { return used_; }

 private:
  std::byte* buffer_;
  std::size_t used_ = 0;
};

}  // namespace

// Large blocks ask for huge pages: touching 45 MB for the first time takes seven times longer in pages of 4 KB.
Buffer Buffer::uninitialized(std::size_t bytes) {
  constexpr std::size_t kHugePage = std::size_t{1} << 21;
  Buffer buffer;
  if (bytes == 0) return buffer;
  const std::size_t alignment = bytes < kHugePage ? kAlignment : kHugePage;
  const std::size_t room = (bytes + alignment - 1) / alignment * alignment;
  buffer.bytes_.reset(static_cast<std::byte*>(std::aligned_alloc(alignment, room)));
  if (!buffer.bytes_) throw std::bad_alloc();
  buffer.size_ = bytes;
#ifdef __linux__
  if (alignment == kHugePage) madvise(buffer.data(), room, MADV_HUGEPAGE);
#endif
  return buffer;
}

Buffer::Buffer(std::size_t bytes) : Buffer(uninitialized(bytes)) {
  if (size_ > 0) std::memset(bytes_.get(), 0, size_);
}

Buffer::Buffer(const Buffer& other) : Buffer(uninitialized(other.size_)) {
  if (size_ > 0) std::memcpy(bytes_.get(), other.bytes_.get(), size_);
}

void Buffer::Free::operator()(std::byte* p) const { std::free(p); }

// ---- Model

std::size_t Model::bind(std::byte* buffer) {
  Placer placer(buffer);
#define CORTEN_FIELD(type, name, count, doc) placer.place(name, count);
#include "corten/model_fields.def"
#undef CORTEN_FIELD
  return placer.used();
}

void ModelBuilder::allocate(Model& m) {
  m.buffer_ = Buffer(m.bind(nullptr));
  m.bind(m.buffer_.data());
}

std::span<std::byte> ModelBuilder::allocate_uninitialized(Model& m) {
  m.buffer_ = Buffer::uninitialized(m.bind(nullptr));
  m.bind(m.buffer_.data());
  return {m.buffer_.data(), m.buffer_.size()};
}

Model::Model(const Model& other)
    : Sizes(other),
      name(other.name),
      opt(other.opt),
      stat(other.stat),
      vis(other.vis),
      narena(other.narena),
      sdf_shapes(other.sdf_shapes),
      actuator_models(other.actuator_models),
      plugins(other.plugins),
      signature_(other.signature_),
      buffer_(other.buffer_) {
  std::copy(std::begin(other.names_), std::end(other.names_), std::begin(names_));
  bind(buffer_.data());
}

Model& Model::operator=(Model other) noexcept {
  static_cast<Sizes&>(*this) = other;
  name = std::move(other.name);
  opt = other.opt;
  stat = other.stat;
  vis = other.vis;
  narena = other.narena;
  sdf_shapes = std::move(other.sdf_shapes);
  actuator_models = std::move(other.actuator_models);
  plugins = std::move(other.plugins);
  signature_ = other.signature_;
  buffer_ = std::move(other.buffer_);
  std::move(std::begin(other.names_), std::end(other.names_), std::begin(names_));
  bind(buffer_.data());
  return *this;
}

// Fowler, Noll and Vo's hash of all sizes, of the tree of bodies and of their joints.
void ModelBuilder::sign(Model& m) {
  std::uint64_t hash = 0xcbf29ce484222325;
  const auto add = [&hash](int value) { hash = (hash ^ static_cast<std::uint32_t>(value)) * 0x100000001b3; };
#define CORTEN_SIZE(name, doc) add(m.name);
#include "corten/model_sizes.def"
#undef CORTEN_SIZE
  for (const int parent : m.body_parentid) add(parent);
  for (const int body : m.jnt_bodyid) add(body);
  for (const JointType type : m.jnt_type) add(static_cast<int>(type));
  m.signature_ = Signature(hash == 0 ? 1 : hash);
}

// ---- Data

namespace {

// Sees the sizes as plain names, so that the counts of data_fields.def can be written as in the model's table.
struct DataLayout : Sizes {
  explicit DataLayout(const Sizes& sizes) : Sizes(sizes) {}
  void place(Data& data, Placer& placer) const {
#define CORTEN_FIELD(type, name, count, writer, doc) placer.place(data.name, count);
#include "corten/data_fields.def"
#undef CORTEN_FIELD
#define CORTEN_FIELD(type, name, count, doc) placer.place(work(data).name, count);
#include "corten/work_fields.def"
#undef CORTEN_FIELD
  }
};

}  // namespace

std::size_t Data::bind(const Sizes& sizes, std::byte* buffer) {
  Placer placer(buffer);
  DataLayout(sizes).place(*this, placer);
  return placer.used();
}

void Data::clear() {
  const DataValues none;
  static_cast<DataValues&>(*this) = none;  // a copy, which keeps the memory of what grows
  work_.contact_room = {};
  if (buffer_.size() > 0) std::memset(buffer_.data(), 0, buffer_.size());
}

WarningStat& Data::warn(Warning kind, int info) noexcept {
  const unsigned bit = 1u << static_cast<int>(kind);
  work_.warning_log.pending |= bit & ~work_.warning_log.told;
  WarningStat& stat = warning[static_cast<std::size_t>(kind)];
  ++stat.number;
  stat.lastinfo = info;
  stat.time = time;
  return stat;
}

Data::Data(const Data& other)
    : DataValues(other),
      hooks(other.hooks),
      physics(other.physics),
      threads(other.threads),
      memory_limit(other.memory_limit),
      work_(other.work_),
      sizes_(other.sizes_),
      signature_(other.signature_),
      buffer_(other.buffer_) {
  bind(sizes_, buffer_.data());
}

Data& Data::operator=(Data other) noexcept {
  static_cast<DataValues&>(*this) = static_cast<DataValues&&>(other);
  hooks = std::move(other.hooks);
  physics = std::move(other.physics);
  threads = std::move(other.threads);
  memory_limit = other.memory_limit;
  work_ = std::move(other.work_);
  sizes_ = other.sizes_;
  signature_ = other.signature_;
  buffer_ = std::move(other.buffer_);
  bind(sizes_, buffer_.data());
  return *this;
}

}  // namespace corten
