// Fuzzing of the way from text to a moving model: no MJCF text, however wrong, may crash the reader, the compiler or
// the first steps. Refusing the text with diagnostics is a correct answer.
#include <corten/corten.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "xml_mutator.h"

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* bytes, std::size_t size, std::size_t most, unsigned seed) {
  return corten::fuzz::mutate_xml(bytes, size, most, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  corten::Diagnostics diagnostics;
  const corten::Spec spec = corten::read_mjcf_text(text, "no_such_directory", diagnostics);
  if (diagnostics.has_errors()) {
    return 0;
  }
  corten::Model model = corten::compile(spec, diagnostics);
  if (diagnostics.has_errors()) {
    return 0;
  }
  // As many iterations as one likes take as long as one likes.
  corten::Option& opt = model.opt;
  for (int* count : {&opt.iterations, &opt.ls_iterations, &opt.noslip_iterations, &opt.ccd_iterations,
                     &opt.sdf_iterations, &opt.sdf_initpoints}) {
    *count = std::min(*count, 50);
  }
  corten::Data data(model);
  corten::reset(model, data);
  for (int i = 0; i < 3; ++i) {
    corten::step(model, data);
  }
  return 0;
}
