// Fuzzing of the readers of mesh, GMSH, height field, image, skin and texture files, and of what is made of a mesh: no
// file, however wrong, may crash them. The first byte chooses the reader. Refusing the file is a correct answer.
#include <corten/corten.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>

#include "geometry/files/files.h"

namespace {

// Files that are read as part of a model only.
void load_with(const char* element, std::span<const std::byte> file) {
  corten::Assets assets;
  assets.add("file.png", corten::Assets::Bytes(file.begin(), file.end()));
  assets.add("file.skn", corten::Assets::Bytes(file.begin(), file.end()));
  try {
    corten::load_text(
        std::string("<mujoco><asset>") + element + "</asset><worldbody><body name='b'/></worldbody></mujoco>",
        std::move(assets));
  } catch (const corten::LoadError&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size == 0) return 0;
  const std::span<const std::byte> file(reinterpret_cast<const std::byte*>(bytes + 1), size - 1);
  try {
    switch (bytes[0] % 9) {
      case 0:
        corten::process_mesh(corten::read_stl(file), {});
        break;
      case 1:
        corten::process_mesh(corten::read_obj(file), {});
        break;
      case 2:
        corten::process_mesh(corten::read_msh(file), {});
        break;
      case 3:
        corten::read_hfield_png(file);
        break;
      case 4:
        corten::read_hfield_binary(file);
        break;
      case 5:
        corten::read_gmsh(file);
        break;
      case 6:
        load_with("<skin file='file.skn'/>", file);
        break;
      case 7:
        load_with("<texture name='t' type='2d' file='file.png'/>", file);
        break;
      case 8:
        load_with("<texture name='t' type='cube' file='file.png' gridsize='3 4' gridlayout='.U..LFRB.D..'/>", file);
        break;
    }
  } catch (const std::runtime_error&) {
  }
  return 0;
}
