// Fuzzing of the reader of archives: no file, however wrong, may crash it or make it ask for much memory.
#include <corten/corten.h>

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const auto* first = reinterpret_cast<const std::byte*>(bytes);
  try {
    const corten::Assets assets = corten::read_archive(std::span(first, size), "fuzz.zip");
    corten::Diagnostics diagnostics;
    corten::find_model(assets, "fuzz.zip", diagnostics);
  } catch (const corten::LoadError&) {
  }
  return 0;
}
