// Fuzzing of the reader of compiled models: no file, however wrong, may crash it or make it ask for much memory.
//
// A random file fails at its checksum. So the input is a list of changes to a good file, (place, value) with 4 bytes
// each, after which the checksum is made right again: what is tested is the check of the content. A model that passes
// it must be safe to step, whatever its numbers. The first byte chooses the good file: the model below, or one of the
// seeds of mjcf_fuzz (plugins, skins, textures).
#include <corten/corten.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>

#include "model/envelope.h"

namespace {

constexpr const char* kModel = R"(<mujoco><asset><mesh name="tetra" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>
    <hfield name="hills" nrow="2" ncol="3" size="1 1 1 1" elevation="0 1 2 3 4 5"/></asset>
  <worldbody><geom type="hfield" hfield="hills"/>
    <body name="a" pos="0 0 1"><freejoint/><geom type="mesh" mesh="tetra"/><site name="s"/>
      <body><joint name="j"/><geom name="g" size=".1" pos="0 0 1"/><site name="e" pos="1 0 2"/></body></body>
    <flexcomp name="cloth" type="grid" count="3 3 1" spacing=".1 .1 .1" pos="0 0 .5" dim="2"><edge equality="true"/>
      <elasticity young="100" thickness=".01" elastic2d="bend"/></flexcomp></worldbody>
  <tendon><spatial name="t"><site site="s"/><geom geom="g"/><site site="e"/></spatial></tendon>
  <equality><joint joint1="j"/></equality>
  <actuator><muscle tendon="t" lengthrange="0 3"/><position joint="j" delay=".01" nsample="3"/></actuator>
  <sensor><gyro site="s"/><contact data="found"/><tendonpos tendon="t"/></sensor></mujoco>)";

void load(const std::vector<std::byte>& file) {
  try {
    corten::Model model = corten::load_model(file);
    model.opt = {};                 // as many iterations as one likes take as long as one likes
    constexpr int kMuch = 1000000;  // a Data of any size is legal, but not with the memory that fuzzing has
    if (model.nuserdata > kMuch || model.nhistory > kMuch || model.nsensordata > kMuch || model.nJmom > kMuch) return;
    corten::Data data(model);
    for (int i = 0; i < 3; ++i) corten::step(model, data);
  } catch (const corten::LoadError&) {
  }
}

std::vector<std::vector<std::byte>> good_files() {
  std::vector<std::vector<std::byte>> files = {corten::save_model(corten::load_text(kModel))};
  for (const auto& entry : std::filesystem::directory_iterator(CORTEN_SOURCE_DIR "/tests/fuzz/mjcf_fuzz")) {
    try {
      files.push_back(corten::save_model(corten::load(entry.path().string())));
    } catch (const std::exception&) {  // shapes that are code cannot be saved
    }
  }
  return files;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  constexpr std::size_t kHeader = 64;
  static const std::vector<std::vector<std::byte>> kGood = good_files();
  const auto* first = reinterpret_cast<const std::byte*>(bytes);
  load(std::vector<std::byte>(first, first + size));

  if (size == 0) return 0;
  std::vector<std::byte> file = kGood[bytes[0] % kGood.size()];
  for (std::size_t i = 1; i + 8 <= size; i += 8) {
    std::uint32_t place;
    std::memcpy(&place, bytes + i, 4);
    const std::size_t at = kHeader + place % (file.size() - kHeader - 4);
    std::memcpy(file.data() + at, bytes + i + 4, 4);
  }
  corten::reseal(file);
  load(file);
  return 0;
}
