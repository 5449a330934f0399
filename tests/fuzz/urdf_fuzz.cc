// Fuzzing of the URDF reader and of the MJCF writer: no text may crash them, and what can be compiled can be written,
// read and compiled again.
#include <corten/corten.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "xml_mutator.h"

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* bytes, std::size_t size, std::size_t most, unsigned seed) {
  return corten::fuzz::mutate_xml(bytes, size, most, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  corten::Diagnostics diagnostics;
  const corten::Spec spec = corten::read_mjcf_text(text, "no_such_directory", diagnostics);
  if (diagnostics.has_errors()) return 0;
  const corten::Model model = corten::compile(spec, diagnostics);
  if (diagnostics.has_errors()) return 0;
  const corten::Spec again = corten::read_mjcf_text(corten::write_mjcf(spec), "no_such_directory", diagnostics);
  const corten::Model copy = corten::compile(again, diagnostics);
  if (diagnostics.has_errors() || copy.nq != model.nq || copy.ngeom != model.ngeom) std::abort();
  return 0;
}
