// Memory of a Model and a Data: both walk their field table once to place every array in one buffer.
#include "corten/model.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "base/text.h"
#include "corten/data.h"

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

void Model::allocate() {
  buffer_ = Buffer(bind(nullptr));
  bind(buffer_.data());
}

std::span<std::byte> Model::allocate_uninitialized() {
  buffer_ = Buffer::uninitialized(bind(nullptr));
  bind(buffer_.data());
  return {buffer_.data(), buffer_.size()};
}

Model::Model(const Model& other)
    : Sizes(other),
      name(other.name),
      opt(other.opt),
      stat(other.stat),
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
  narena = other.narena;
  sdf_shapes = std::move(other.sdf_shapes);
  actuator_models = std::move(other.actuator_models);
  plugins = std::move(other.plugins);
  signature_ = other.signature_;
  buffer_ = std::move(other.buffer_);
  for (int i = 0; i < kObjectCount; ++i) names_[i] = std::move(other.names_[i]);
  bind(buffer_.data());
  return *this;
}

namespace {

std::string word_for(Object kind) {
  static constexpr const char* kWords[kObjectCount] = {
      "object", "body",     "body",   "joint",   "dof",     "geom",     "site", "camera",  "light",
      "flex",   "mesh",     "skin",   "hfield",  "texture", "material", "pair", "exclude", "equality",
      "tendon", "actuator", "sensor", "numeric", "text",    "tuple",    "key",  "plugin"};
  const int k = static_cast<int>(kind);
  return k >= 0 && k < kObjectCount ? kWords[k] : "object of that kind";
}

}  // namespace

// Fowler, Noll and Vo's hash of all sizes, of the tree of bodies and of their joints.
void Model::sign() {
  std::uint64_t hash = 0xcbf29ce484222325;
  const auto add = [&hash](int value) { hash = (hash ^ static_cast<std::uint32_t>(value)) * 0x100000001b3; };
#define CORTEN_SIZE(name, doc) add(name);
#include "corten/model_sizes.def"
#undef CORTEN_SIZE
  for (const int parent : body_parentid) add(parent);
  for (const int body : jnt_bodyid) add(body);
  for (const JointType type : jnt_type) add(static_cast<int>(type));
  signature_ = Signature(hash == 0 ? 1 : hash);
}

int Model::require_id(Object kind, std::string_view wanted) const {
  const int found = id(kind, wanted);
  if (found >= 0) return found;
  const std::string hint = did_you_mean(wanted, names(kind));
  throw std::out_of_range("the model has no " + word_for(kind) + " '" + std::string(wanted) + "'" +
                          (hint.empty() ? "" : "; " + hint));
}

int Model::id(Object kind, std::string_view wanted) const {
  if (wanted.empty()) return -1;
  const std::vector<std::string>& known = names(kind);
  const auto it = std::find(known.begin(), known.end(), wanted);
  return it == known.end() ? -1 : static_cast<int>(it - known.begin());
}

const std::string& Model::name_of(Object kind, int id) const {
  static const std::string kUnnamed;
  const std::vector<std::string>& known = names(kind);
  return id >= 0 && id < static_cast<int>(known.size()) ? known[id] : kUnnamed;
}

const std::vector<std::string>& Model::names(Object kind) const {
  static const std::vector<std::string> kNone;
  if (kind == Object::kXBody) kind = Object::kBody;
  const int k = static_cast<int>(kind);
  return k >= 0 && k < kObjectCount ? names_[k] : kNone;
}

void Model::set_names(Object kind, std::vector<std::string> names) {
  names_[static_cast<int>(kind)] = std::move(names);
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
  if (buffer_.size() > 0) std::memset(buffer_.data(), 0, buffer_.size());
}

WarningStat& Data::warn(Warning kind, int info) noexcept {
  const unsigned bit = 1u << static_cast<int>(kind);
  warning_log.pending |= bit & ~warning_log.told;
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
      warning_log(other.warning_log),
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
  warning_log = other.warning_log;
  sizes_ = other.sizes_;
  signature_ = other.signature_;
  buffer_ = std::move(other.buffer_);
  bind(sizes_, buffer_.data());
  return *this;
}

}  // namespace corten
