// What every command that reads a model shares: its arguments, loading with all diagnostics, which warnings are shown,
// and whether a file can be written.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "corten/data.h"
#include "corten/error.h"
#include "corten/model.h"
#include "corten/spec.h"

namespace corten::cli {

struct ModelArguments {
  std::string model;                 // a path, or "-" for standard input
  std::string key;                   // --key: number or name of a keyframe, empty if none was given
  std::vector<std::string> set;      // --set
  std::vector<std::string> no_warn;  // --no-warn
  bool quiet = false;                // --quiet: no warnings at all
};

// Options that several commands have, with the same words everywhere. `quiet` says what else --quiet leaves out.
void add_model(CLI::App& command, ModelArguments& arguments, const std::string& quiet = "");
void add_quiet(CLI::App& command, ModelArguments& arguments, const std::string& quiet);  // --quiet and --no-warn alone
CLI::Option* add_key(CLI::App& command, ModelArguments& arguments);
void add_set(CLI::App& command, ModelArguments& arguments);
inline constexpr const char* kModelHelp = "MJCF, URDF, archive or compiled model; - reads standard input";

// Whether a warning of this kind is to be shown: "csv", "inertia", "control", or the element that is concerned.
bool shows(const ModelArguments& arguments, const std::string& kind);

// The model as "model.xml" or "standard input".
std::string shown_name(const std::string& path);

// Throws Failure(kRefused) with all problems if there is an error, otherwise prints the warnings to standard error.
void report(const Diagnostics& diagnostics, const ModelArguments& arguments);

// Reads and compiles, then lays the options of --set over the model's. Problems go to
// `diagnostics`, or end the command.
Model load_model(const std::string& path, Diagnostics& diagnostics);
Model load_model(const ModelArguments& arguments);

// What can be edited and written: everything but a compiled model, which is refused; `purpose` is "convert" or "pack".
Spec read_spec(const ModelArguments& arguments, const char* purpose, Diagnostics& diagnostics);

// Keyframes of attached models leave open, as NaN, what belongs to the rest of the model. Other programs want numbers.
void complete_keyframes(const Model& model, Spec& spec);

// The keyframe of --key, by number or name; nothing if none was given. Throws Failure(kRefused) if there is none such.
std::optional<int> find_key(const Model& model, const std::string& key);

// A world at the keyframe, or at qpos0 at rest.
void start_at(const Model& model, Data& data, std::optional<int> key);

// Throws Failure(kRefused) if a file cannot be written there: it would replace the model, is a folder, or is in none.
void require_output(const std::string& output, const std::string& model);

// "1 file", "2 files", "3 bodies".
std::string count_of(long count, const std::string& one, const std::string& many = "");

}  // namespace corten::cli
