// A state as a binary file: the signature, the size of every part in the model, then the numbers.
#include <fmt/core.h>

#include "corten/binary.h"
#include "model/access.h"
#include "model/envelope.h"

namespace corten {

namespace {

// The parts of a state never change, unlike the fields of a Model.
std::uint64_t state_layout() {
  return fingerprint("time qpos qvel act history warmstart ctrl qfrc xfrc eq mocap user");
}

// The second number of a delay buffer says where in it the newest sample is.
bool are_cursors_right(const Model& m, const Data& d) {
  const auto right = [&d](int adr, int samples) {
    return samples == 0 || (d.history[adr + 1] >= 0 && d.history[adr + 1] < samples);
  };
  for (int i = 0; i < m.nactuator; ++i) {
    if (!right(m.actuator_historyadr[i], m.actuator_history[i][0])) return false;
  }
  for (int i = 0; i < m.nsensor; ++i) {
    if (!right(m.sensor_historyadr[i], m.sensor_history[i][0])) return false;
  }
  return true;
}

}  // namespace

void save_state(const Model& model, const Data& data, const std::string& path, unsigned signature) {
  require_own(model, data);
  const std::vector<double> state = get_state(model, data, signature);
  BinaryWriter out;
  out.number(static_cast<std::uint32_t>(signature));
  for (int i = 0; i < kStateBitCount; ++i) out.number(static_cast<std::int32_t>(state_size(model, 1u << i)));
  write_file(path, out.finish(FileKind::kState, state_layout(), std::as_bytes(std::span(state))));
}

unsigned load_state(const Model& model, Data& data, const std::string& path) {
  require_own(model, data);
  const std::unique_ptr<ByteSource> file = bytes_in_file(path);
  BinaryReader in(*file, FileKind::kState, state_layout(), path);
  const unsigned signature = in.number<std::uint32_t>();
  if (signature >= (1u << kStateBitCount)) in.refuse("the signature has unknown parts");
  for (int i = 0; i < kStateBitCount; ++i) {
    const int size = in.number<std::int32_t>(), needed = state_size(model, 1u << i);
    if (size == needed) continue;
    in.refuse(fmt::format("belongs to another model: part {} of the state has {} numbers, not {}", i, size, needed));
  }
  std::vector<double> state(static_cast<std::size_t>(state_size(model, signature)));
  in.read_body(std::as_writable_bytes(std::span(state)));
  Data changed = data;
  set_state(model, changed, signature, state);
  if (!are_cursors_right(model, changed)) in.refuse("a delay buffer is damaged");
  data = std::move(changed);
  return signature;
}

}  // namespace corten
