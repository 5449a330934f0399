// Loading for a command. The first bytes of a file or of standard input tell what it is.
#include "cli/arguments/model_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <set>

#include "base/file_source.h"
#include "base/text.h"
#include "cli/arguments/option_table.h"
#include "cli/failure.h"
#include "corten/binary.h"
#include "corten/load.h"
#include "corten/step.h"
#include "corten/warning.h"
#include "mjcf/read/archive.h"
#include "mjcf/schema/schema.h"
#include "model/envelope.h"

namespace corten::cli {

namespace fs = std::filesystem;

namespace {

constexpr const char* kStandardInput = "<standard input>";
using Bytes = std::vector<std::byte>;

// ---- warnings

// Kinds of warnings that are not about an element of the model file.
const std::vector<std::string>& general_kinds() {
  static const std::vector<std::string> kKinds = {"model", "csv", "inertia", "control", "memory"};
  return kKinds;
}

// Every element that MJCF and URDF know.
std::set<std::string> known_tags() {
  std::set<std::string> tags = {"robot", "link",  "visual", "collision", "origin",  "inertial",
                                "limit", "mimic", "mesh",   "axis",      "dynamics"};
  for (const auto& [id, type] : mjcf::Schema::instance().elements()) tags.insert(type.tag);
  return tags;
}

// A validator of --no-warn.
std::string check_kind(const std::string& kind) {
  const auto& general = general_kinds();
  const std::set<std::string> tags = known_tags();
  if (std::find(general.begin(), general.end(), kind) != general.end() || tags.contains(kind)) return {};
  std::vector<std::string> known = general;
  known.insert(known.end(), tags.begin(), tags.end());
  const std::string hint = did_you_mean(kind, known);
  return fmt::format(
      "there is no kind of warning '{}'; {}", kind,
      hint.empty() ? fmt::format("there are {} and the names of elements", fmt::join(general, ", ")) : hint);
}

// ---- input

Bytes read_standard_input(Diagnostics& diagnostics) {
  constexpr std::size_t kMost = 2ULL << 30;
  Bytes bytes;
  std::byte buffer[1 << 16];
  while (const std::size_t size = std::fread(buffer, 1, sizeof(buffer), stdin)) {
    bytes.insert(bytes.end(), buffer, buffer + size);
    if (bytes.size() <= kMost) continue;
    diagnostics.error({kStandardInput, 0}, "", "", "longer than 2 GB");
    return {};
  }
  if (bytes.empty()) diagnostics.error({kStandardInput, 0}, "", "", "nothing came", "pipe a model into the command");
  return bytes;
}

std::string_view text_of(const Bytes& bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

// Text from standard input has a name in messages.
void rename_text(Diagnostics& diagnostics) {
  Diagnostics renamed;
  for (Diagnostic problem : diagnostics.list()) {
    if (problem.where.file == "<text>") problem.where.file = kStandardInput;
    renamed.add(std::move(problem));
  }
  diagnostics = std::move(renamed);
}

void add_all(Diagnostics& diagnostics, const LoadError& error) {
  for (const Diagnostic& problem : error.diagnostics().list()) diagnostics.add(problem);
}

// MJCF, URDF or an archive; files that are named in text are looked for in the working directory.
Spec read_spec_from(const Bytes& bytes, Diagnostics& diagnostics) {
  Spec spec;
  if (bytes.empty()) return spec;  // already reported
  if (text_of(bytes).starts_with("PK\3\4")) {
    try {
      const auto assets = std::make_shared<const Assets>(read_archive(bytes, kStandardInput));
      const std::string model = find_model(*assets, kStandardInput, diagnostics);
      if (const Bytes* text = model.empty() ? nullptr : assets->find(model)) {
        spec = read_mjcf_text(text_of(*text), assets, diagnostics);
      }
    } catch (const LoadError& error) {
      add_all(diagnostics, error);
    }
  } else {
    spec = read_mjcf_text(text_of(bytes), ".", diagnostics);
  }
  rename_text(diagnostics);
  return spec;
}

Model load_standard_input(Diagnostics& diagnostics) {
  const Bytes bytes = read_standard_input(diagnostics);
  if (has_magic(bytes)) {
    try {
      return corten::load_model(bytes, kStandardInput);
    } catch (const LoadError& error) {
      add_all(diagnostics, error);
      return {};
    }
  }
  const Spec spec = read_spec_from(bytes, diagnostics);
  Model model = diagnostics.has_errors() ? Model() : compile(spec, diagnostics);
  rename_text(diagnostics);
  return model;
}

// A file whose name promises something else than MJCF has to hold it.
void check_content(const std::string& path, Diagnostics& diagnostics) {
  static constexpr struct {
    const char *extension, *what, *hint;
  } kOther[] = {{".mjb", "MuJoCo's binary models cannot be read", "give the MJCF file that it was made from"},
                {".stl", "this is a mesh, not a model", "name it in an MJCF file: <mesh file=\"...\"/>"},
                {".obj", "this is a mesh, not a model", "name it in an MJCF file: <mesh file=\"...\"/>"},
                {".msh", "this is a mesh, not a model", "name it in an MJCF file: <mesh file=\"...\"/>"},
                {".png", "this is an image, not a model", "name it in an MJCF file: <texture file=\"...\"/>"},
                {".usd", "USD is not read", "convert it to MJCF or URDF"},
                {".sdf", "SDFormat is not read", "convert it to MJCF or URDF"}};
  std::string extension = fs::path(path).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  const auto refuse = [&](const char* what, const char* hint) { diagnostics.error({path, 0}, "", "", what, hint); };
  for (const auto& row : kOther) {
    if (extension == row.extension) refuse(row.what, row.hint);
  }
  if (extension == kBinaryExtension && !binary_file(path)) {
    refuse("not a compiled model: it does not start like one", "write it again with `corten compile`");
  }
  if ((extension == ".zip" || extension == ".mjz") && !is_archive(path)) {
    refuse("not a zip archive: it does not start like one", "write it again with `corten pack`");
  }
}

// Reports what is wrong with a path before anything is read.
bool is_file_name(const std::string& path, Diagnostics& diagnostics) {
  std::error_code error;
  if (path.empty()) {
    diagnostics.error({}, "", "", "the name of the model is empty");
  } else if (fs::is_directory(path, error)) {
    diagnostics.error({path, 0}, "", "", "this is a folder",
                      "give a model file in it, for example " + (fs::path(path) / "model.xml").string());
  } else if (FileSource().exists(path)) {
    check_content(path, diagnostics);
  }
  return !diagnostics.has_errors();
}

[[noreturn]] void refuse_compiled(const std::string& path, const char* purpose) {
  throw Failure(
      ExitCode::kRefused,
      fmt::format("{}: error: a compiled model cannot be turned back into MJCF; {} the MJCF or URDF file that "
                  "it was made from",
                  shown_name(path), purpose));
}

}  // namespace

// ---- options

void add_model(CLI::App& command, ModelArguments& arguments, const std::string& quiet) {
  command.add_option("model", arguments.model, kModelHelp)->required();
  add_quiet(command, arguments, quiet);
}

void add_quiet(CLI::App& command, ModelArguments& arguments, const std::string& quiet) {
  command.add_flag("--quiet", arguments.quiet, "No warnings" + quiet);
  command
      .add_option("--no-warn", arguments.no_warn,
                  "Leave out a kind of warning; may be repeated. Kinds: model (what\n"
                  "loading finds) or an element (mesh, flex, key, ...), csv (a large file),\n"
                  "inertia (too close to zero), control (not finite), memory (contacts left out)")
      ->type_name("KIND")
      ->allow_extra_args(false)
      ->check(CLI::Validator([](std::string& kind) { return check_kind(kind); }, ""));
}

CLI::Option* add_key(CLI::App& command, ModelArguments& arguments) {
  return command
      .add_option("--key", arguments.key, "Start from this keyframe: its number, counted from 0, or its name")
      ->type_name("KEY")
      ->check(CLI::Validator([](std::string& key) { return key.empty() ? "the name is empty" : ""; }, ""));
}

void add_set(CLI::App& command, ModelArguments& arguments) {
  command.add_option("--set", arguments.set, "Change an option, as in opt.timestep=0.001; may be repeated")
      ->type_name("opt.FIELD=VALUE")
      ->allow_extra_args(false);
}

bool shows(const ModelArguments& arguments, const std::string& kind) {
  const auto& off = arguments.no_warn;
  if (arguments.quiet || std::find(off.begin(), off.end(), kind) != off.end()) return false;
  const auto& general = general_kinds();
  const bool of_model = std::find(general.begin(), general.end(), kind) == general.end();
  return !of_model || std::find(off.begin(), off.end(), "model") == off.end();
}

// ---- loading

std::string shown_name(const std::string& path) { return path == "-" ? "standard input" : path; }

void report(const Diagnostics& diagnostics, const ModelArguments& arguments) {
  if (diagnostics.has_errors()) {
    std::string text = diagnostics.text();
    if (!text.empty() && text.back() == '\n') text.pop_back();
    throw Failure(ExitCode::kRefused, text);
  }
  Diagnostics shown;
  for (const Diagnostic& warning : diagnostics.list()) {
    if (shows(arguments, warning.element)) shown.add(warning);
  }
  fmt::print(stderr, "{}", shown.text());
}

Model load_model(const std::string& path, Diagnostics& diagnostics) {
  if (path == "-") return load_standard_input(diagnostics);
  if (!is_file_name(path, diagnostics)) return {};
  try {
    return load(path, diagnostics);
  } catch (const LoadError&) {  // all is in the diagnostics
    return {};
  }
}

// Warnings of a step, of the kinds that are shown. That a world diverged is what the commands say themselves.
void tell_warnings(const ModelArguments& arguments) {
  set_warning_handler([arguments](const WarningMessage& warning) {
    if (warning.kind >= Warning::kBadQpos && warning.kind <= Warning::kBadQacc) return;
    const char* kind = warning.kind == Warning::kInertia   ? "inertia"
                       : warning.kind == Warning::kBadCtrl ? "control"
                                                           : "memory";
    if (shows(arguments, kind)) fmt::print(stderr, "warning: at {:.6g} s: {}\n", warning.time, warning.text);
  });
}

Model load_model(const ModelArguments& arguments) {
  tell_warnings(arguments);
  Diagnostics diagnostics;
  Model model = load_model(arguments.model, diagnostics);
  report(diagnostics, arguments);
  for (const std::string& assignment : arguments.set) set_option(model.opt, assignment);
  return model;
}

Spec read_spec(const ModelArguments& arguments, const char* purpose, Diagnostics& diagnostics) {
  const std::string& path = arguments.model;
  Spec spec;
  if (path == "-") {
    const Bytes bytes = read_standard_input(diagnostics);
    if (has_magic(bytes)) refuse_compiled(path, purpose);
    spec = read_spec_from(bytes, diagnostics);
  } else if (is_file_name(path, diagnostics)) {
    if (binary_file(path)) refuse_compiled(path, purpose);
    spec = read_mjcf(path, diagnostics);
  }
  for (const std::string& assignment : arguments.set) set_option(spec.option, assignment);
  return spec;
}

void complete_keyframes(const Model& model, Spec& spec) {
  for (std::size_t k = 0; k < spec.keys.size(); ++k) {
    const auto complete = [k](std::vector<double>& values, const double* all, int size) {
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (std::isnan(values[i])) values[i] = all[k * static_cast<std::size_t>(size) + i];
      }
    };
    complete(spec.keys[k].qpos, model.key_qpos.data(), model.nq);
    if (model.nmocap == 0) continue;
    complete(spec.keys[k].mpos, model.key_mpos[0].data(), 3 * model.nmocap);
    complete(spec.keys[k].mquat, model.key_mquat[0].data(), 4 * model.nmocap);
  }
}

// ---- where a simulation starts

std::optional<int> find_key(const Model& model, const std::string& key) {
  if (key.empty()) return {};
  std::vector<std::string> names;
  for (int k = 0; k < model.nkey; ++k) names.push_back(model.name_of(Object::kKey, k));
  int number = 0;
  const bool is_number = CLI::detail::lexical_cast(key, number);
  if (is_number && number >= 0 && number < model.nkey) return number;
  const auto named = std::find(names.begin(), names.end(), key);
  if (!is_number && named != names.end()) return static_cast<int>(named - names.begin());

  std::string has = "the model has no keyframes";
  if (model.nkey > 0)
    has =
        model.nkey == 1 ? "the model has keyframe 0" : fmt::format("the model's keyframes are 0 to {}", model.nkey - 1);
  std::erase(names, "");
  constexpr std::size_t kShown = 20;
  if (!names.empty()) {
    const std::size_t shown = std::min(kShown, names.size());
    has +=
        fmt::format(", called {}{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
                    shown < names.size() ? ", ..." : "");
  }
  throw Failure(ExitCode::kRefused,
                fmt::format("error: there is no keyframe {}: {}", is_number ? key : "'" + key + "'", has));
}

void start_at(const Model& model, Data& data, std::optional<int> key) {
  key ? reset_to_key(model, data, *key) : reset(model, data);
}

// ---- output

void require_output(const std::string& output, const std::string& model) {
  const auto refuse = [&](const std::string& reason) {
    throw Failure(ExitCode::kRefused, fmt::format("error: cannot write '{}': {}", output, reason));
  };
  std::error_code error;
  if (output.empty()) refuse("the name is empty");
  if (output == "-") refuse("only `dump` and `run --csv` write to standard output; give the name of a file");
  if (fs::equivalent(model, output, error)) refuse("it would replace the model; give another name");
  if (fs::is_directory(output, error)) refuse("it is a folder; give the name of a file");
  const fs::path folder = fs::path(output).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, error)) {
    refuse(fmt::format("the folder '{}' does not exist", folder.string()));
  }
  const bool exists = fs::exists(output, error);
  const std::string place = exists ? output : folder.empty() ? "." : folder.string();
  if (access(place.c_str(), W_OK) != 0) {
    refuse(fmt::format("{}: {}", exists ? "the file may not be changed" : "no file may be made in its folder",
                       std::strerror(errno)));
  }
}

std::string count_of(long count, const std::string& one, const std::string& many) {
  return fmt::format("{} {}", count, count == 1 ? one : many.empty() ? one + "s" : many);
}

}  // namespace corten::cli
