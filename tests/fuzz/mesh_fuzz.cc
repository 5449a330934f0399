// Fuzzing of the readers of mesh, GMSH, height field and image files, and of what is made of a mesh: no file, however
// wrong, may crash them. The first byte chooses the reader. Refusing the file is a correct answer.
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>

#include "geometry/gmsh.h"
#include "geometry/hfield.h"
#include "geometry/mesh_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size == 0) return 0;
  const std::span<const std::byte> file(reinterpret_cast<const std::byte*>(bytes + 1), size - 1);
  try {
    if (bytes[0] % 6 == 0) corten::process_mesh(corten::read_stl(file), {});
    if (bytes[0] % 6 == 1) corten::process_mesh(corten::read_obj(file), {});
    if (bytes[0] % 6 == 2) corten::process_mesh(corten::read_msh(file), {});
    if (bytes[0] % 6 == 3) corten::read_hfield_png(file);
    if (bytes[0] % 6 == 4) corten::read_hfield_binary(file);
    if (bytes[0] % 6 == 5) corten::read_gmsh(file);
  } catch (const std::runtime_error&) {
  }
  return 0;
}
