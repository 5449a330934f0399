// From files, text and bytes to a Model.
#include "load.h"

#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <cstring>
#include <filesystem>
#include <optional>
#include <string>

#include "assets.h"
#include "corten/assets.h"
#include "corten/binary.h"
#include "corten/load.h"
#include "objects.h"

namespace corten::python {

// Bytes or text by path, as Assets.
Assets to_assets(const nb::dict& files) {
  Assets assets;
  for (auto [key, value] : files) {
    if (!nb::isinstance<nb::str>(key)) throw nb::type_error("assets: the names of files are strings");
    const std::string path = nb::cast<std::string>(key);
    bool added = false;
    if (nb::isinstance<nb::bytes>(value)) {
      const nb::bytes bytes = nb::cast<nb::bytes>(value);
      added = assets.add(path, std::string_view(bytes.c_str(), bytes.size()));
    } else if (nb::isinstance<nb::str>(value)) {
      added = assets.add(path, nb::cast<std::string_view>(value));
    } else {
      throw nb::type_error(("assets: the content of '" + path + "' must be bytes or a string").c_str());
    }
    if (!added)
      throw nb::value_error(("assets: the path '" + path + "' is empty, absolute, leads out or is taken").c_str());
  }
  return assets;
}

namespace {

template <class Make>
PyModel loaded(const Make& make) {
  Diagnostics diagnostics;
  std::optional<Model> model;
  {
    nb::gil_scoped_release release;
    model.emplace(make(diagnostics));
  }
  refuse_errors(diagnostics);
  return PyModel(std::move(*model), false);
}

PyModel load_path(const std::filesystem::path& path) {
  return loaded([&](Diagnostics& diagnostics) { return load(path.string(), diagnostics); });
}

PyModel load_string(std::string_view text, const std::optional<nb::dict>& files,
                    const std::filesystem::path& directory) {
  std::shared_ptr<const Assets> assets;
  if (files) assets = std::make_shared<const Assets>(to_assets(*files));
  return loaded([&](Diagnostics& diagnostics) {
    const Spec spec =
        assets ? read_mjcf_text(text, assets, diagnostics) : read_mjcf_text(text, directory.string(), diagnostics);
    if (diagnostics.has_errors()) throw LoadError(diagnostics);
    return compile(spec, diagnostics);
  });
}

std::span<const std::byte> span_of(const nb::bytes& bytes) {
  return {reinterpret_cast<const std::byte*>(bytes.c_str()), bytes.size()};
}

// The model of an archive in memory.
Model from_archive(std::span<const std::byte> bytes, const std::string& name, Diagnostics& diagnostics) {
  auto assets = std::make_shared<const Assets>(read_archive(bytes, name));
  const std::string path = find_model(*assets, name, diagnostics);
  if (diagnostics.has_errors()) throw LoadError(diagnostics);
  const Assets::Bytes& text = *assets->find(path);
  const Spec spec = read_mjcf_text({reinterpret_cast<const char*>(text.data()), text.size()}, assets, diagnostics);
  if (diagnostics.has_errors()) throw LoadError(diagnostics);
  return compile(spec, diagnostics);
}

PyModel load_bytes(const nb::bytes& bytes, const std::optional<nb::dict>& files, const std::string& name) {
  const std::span<const std::byte> content = span_of(bytes);
  const std::string_view text(bytes.c_str(), bytes.size());
  if (text.starts_with("PK\x03\x04"))
    return loaded([&](Diagnostics& diagnostics) { return from_archive(content, name, diagnostics); });
  const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (first != std::string_view::npos && text[first] == '<') return load_string(text, files ? files : nb::dict(), ".");
  return loaded([&](Diagnostics&) { return load_model(content, name); });
}

}  // namespace

void bind_load(nb::module_& m) {
  m.def("load", &load_path, nb::arg("path"), nb::sig("def load(path: str | os.PathLike[str]) -> Model"),
        "Loads a model from a file: MJCF, URDF, an archive (.zip, .mjz) or a compiled model; its content decides.\n\n"
        "Raises LoadError with all problems found.");
  m.def("load_text", &load_string, nb::arg("text"), nb::arg("assets") = nb::none(), nb::arg("directory") = ".",
        nb::sig("def load_text(text: str, assets: dict[str, bytes | str] | None = None, directory: str | "
                "os.PathLike[str] = '.') -> Model"),
        "Loads a model from MJCF or URDF text. Files that it names are looked for in `assets`, a dict from path to "
        "bytes, if it is given, else in `directory`.");
  m.def("load_bytes", &load_bytes, nb::arg("content"), nb::arg("assets") = nb::none(), nb::arg("name") = "<memory>",
        nb::sig("def load_bytes(content: bytes, assets: dict[str, bytes | str] | None = None, name: str = '<memory>') "
                "-> Model"),
        "Loads a model from the bytes of an MJCF or URDF file, an archive or a compiled model. `name` stands for the "
        "file's in messages.");
  m.def("clear_asset_cache", &clear_asset_cache, "Forgets the processed meshes and images of models loaded before.");
}

}  // namespace corten::python
