// Fuzzing of the way from text to a moving model: no MJCF text, however wrong, may crash the reader, the compiler or
// the first steps. Refusing the text with diagnostics is a correct answer.
#include <corten/corten.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  corten::Diagnostics diagnostics;
  const corten::Spec spec = corten::read_mjcf_text(text, "no_such_directory", diagnostics);
  if (diagnostics.has_errors()) {
    return 0;
  }
  const corten::Model model = corten::compile(spec, diagnostics);
  if (diagnostics.has_errors()) {
    return 0;
  }
  corten::Data data(model);
  corten::reset(model, data);
  for (int i = 0; i < 3; ++i) {
    corten::step(model, data);
  }
  return 0;
}
