// The values of a Data in the order of its tables, each array after its length in bytes.
#include "data_bytes.h"

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "fields.h"

namespace corten::python {

namespace {

class Writer {
 public:
  template <class T>
  void value(const T& x) {
    static_assert(std::is_trivially_copyable_v<T>);
    text.append(reinterpret_cast<const char*>(&x), sizeof x);
  }
  void array(const void* memory, std::size_t bytes) {
    value(static_cast<std::uint64_t>(bytes));
    if (bytes > 0) text.append(static_cast<const char*>(memory), bytes);
  }
  template <class T>
  void fixed(T* memory, std::size_t bytes) {
    array(memory, bytes);
  }
  template <class T>
  void grown(const GrowArray<T>& a) {
    array(a.data(), static_cast<std::size_t>(a.size()) * sizeof(T));
  }
  template <class T>
  void grown(const std::vector<T>& a) {
    array(a.data(), a.size() * sizeof(T));
  }
  std::string text;
};

class Reader {
 public:
  explicit Reader(std::string_view content) : text_(content) {}
  template <class T>
  void value(T& x) {
    std::memcpy(&x, take(sizeof x), sizeof x);
  }
  template <class T>
  void fixed(T* memory, std::size_t bytes) {
    if (length() != bytes) refuse();
    if (bytes > 0) std::memcpy(memory, take(bytes), bytes);
  }
  template <class A>
  void grown(A& a) {
    using T = std::remove_cvref_t<decltype(*a.data())>;
    const std::uint64_t bytes = length();
    if (bytes % sizeof(T) != 0 || bytes > text_.size() || bytes / sizeof(T) > 0x7fffffff) refuse();
    a.resize(static_cast<decltype(a.size())>(bytes / sizeof(T)));
    if (bytes > 0) std::memcpy(static_cast<void*>(a.data()), take(bytes), bytes);
  }
  bool done() const { return text_.empty(); }
  [[noreturn]] static void refuse() { throw std::invalid_argument("these bytes are no Data of this model"); }

 private:
  std::uint64_t length() {
    std::uint64_t bytes = 0;
    value(bytes);
    return bytes;
  }
  const char* take(std::size_t bytes) {
    if (bytes > text_.size()) refuse();
    const char* begin = text_.data();
    text_.remove_prefix(bytes);
    return begin;
  }
  std::string_view text_;
};

// Visits everything that a Data holds but hooks, physics, threads and which warnings have been told, all of which belong
// to the process.
template <class Visitor>
void visit(Visitor& v, Data& d) {
  for (const Field<Data>& f : data_fields()) {
    const FieldMemory memory = f.memory(d);
    v.fixed(static_cast<std::byte*>(memory.data),
            static_cast<std::size_t>(memory.elements * f.width) * f.type.bits / 8);
  }
#define CORTEN_FIELD(type, name, count, writer, doc) v.grown(d.name);
#include "corten/row_fields.def"
#undef CORTEN_FIELD
  v.value(d.time), v.value(d.energy), v.value(d.has), v.value(d.warning), v.value(d.divergence), v.value(d.left_out);
  v.grown(d.contact);
  for (int* n : {&d.ne, &d.nf, &d.nl, &d.nefc, &d.nJ, &d.nisland, &d.nidof, &d.nefmK, &d.nefmdof, &d.nefmplace,
                 &d.ntree_awake, &d.nbody_awake, &d.nparent_awake, &d.nv_awake})
    v.value(*n);
  v.value(d.efm_active), v.value(d.efm_fixed);
  v.grown(d.solver), v.grown(d.solver_niter), v.value(d.solver_fwdinv);
  v.grown(d.contact_warmstart), v.grown(d.qpos_rate);
  v.value(d.memory_limit);
}

}  // namespace

std::string to_bytes(Data& data) {
  Writer writer;
  writer.value(data.signature());
  visit(writer, data);
  return std::move(writer.text);
}

void from_bytes(std::string_view bytes, Data& data) {
  Reader reader(bytes);
  std::uint64_t signature = 0;
  reader.value(signature);
  if (signature != data.signature()) Reader::refuse();
  visit(reader, data);
  if (!reader.done()) Reader::refuse();
}

}  // namespace corten::python
