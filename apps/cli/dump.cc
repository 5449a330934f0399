// `corten dump`: the compiled model, one forward pass and a trajectory as JSON, for comparison and debugging.
//
// Sparse matrices come out dense; what would be larger than kDenseLimit numbers is left out.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "cli/arguments/field_filter.h"
#include "cli/arguments/model_file.h"
#include "cli/arguments/option_table.h"
#include "cli/arguments/state_file.h"
#include "cli/arguments/validators.h"
#include "cli/commands.h"
#include "cli/output/json.h"
#include "corten/step.h"
#include "corten/warning.h"

namespace corten::cli {

namespace {

constexpr long kDenseLimit = 200000;

struct DumpOptions : ModelArguments {
  std::string state, output;
  int steps = 0, every = 1;
  std::vector<std::string> fields;
};

FieldFilter make_filter(const std::vector<std::string>& names) {
  std::vector<std::string> known = names_of(model_field_table());
  for (const auto& more : {names_of(data_field_table()), {"contact", "energy", "M_full", "time"}}) {
    known.insert(known.end(), more.begin(), more.end());
  }
  return FieldFilter(names, known);
}

// ---- model

Json dump_sizes(const Model& model) {
  Json sizes;
  for (const SizeInfo& size : sizes_of(model)) sizes[size.name] = size.value;
  return sizes;
}

Json dump_model(const Model& model, const FieldFilter& wanted) {
  Json fields = Json::object();
  for (const FieldView& field : fields_of(model)) {
    if (wanted(field.name()) && field.size() <= kDenseLimit) fields[std::string(field.name())] = numbers(field);
  }
  Json& opt = fields["opt"];
  for (const OptionField& field : option_fields()) {
    if (!field.extension) opt[field.name] = option_value(model.opt, field);
  }
  fields["stat_meaninertia"] = model.stat.meaninertia;
  return fields;
}

// ---- forward pass

// A sparse matrix as rows * columns numbers.
Json dense(int rows, int columns, const Array<double>& values, const Array<int>& count, const Array<int>& start,
           const Array<int>& column) {
  std::vector<double> matrix(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
  for (int row = 0; row < rows; ++row) {
    for (int k = start[row]; k < start[row] + count[row]; ++k)
      matrix[static_cast<std::size_t>(row) * columns + column[k]] = values[k];
  }
  return matrix;
}

// M as nv * nv numbers, from the rows of its lower triangle.
Json dense_inertia(const Model& model, const Data& data) {
  const int nv = model.nv;
  std::vector<double> matrix(static_cast<std::size_t>(nv) * static_cast<std::size_t>(nv));
  for (int row = 0; row < nv; ++row) {
    for (int k = model.M_rowadr[row]; k < model.M_rowadr[row] + model.M_rownnz[row]; ++k) {
      const int column = model.M_colind[k];
      matrix[static_cast<std::size_t>(row) * nv + column] = data.M[k];
      matrix[static_cast<std::size_t>(column) * nv + row] = data.M[k];
    }
  }
  return matrix;
}

bool small(int rows, int columns) { return static_cast<long>(rows) * columns <= kDenseLimit; }

void dump_matrices(const Model& model, const Data& data, const FieldFilter& wanted, Json& out) {
  const int nv = model.nv;
  if (wanted("M_full") && small(nv, nv)) out["M_full"] = dense_inertia(model, data);
  if (wanted("ten_J") && small(model.ntendon, nv)) {
    out["ten_J"] = dense(model.ntendon, nv, data.ten_J, model.ten_J_rownnz, model.ten_J_rowadr, model.ten_J_colind);
  }
  if (wanted("actuator_moment") && small(model.nout, nv)) {
    out["actuator_moment"] =
        dense(model.nout, nv, data.actuator_moment, data.moment_rownnz, data.moment_rowadr, data.moment_colind);
  }
  if (wanted("efc_J") && small(data.nefc, nv)) {
    out["efc_J"] = dense(data.nefc, nv, data.efc_J, data.efc_J_rownnz, data.efc_J_rowadr, data.efc_J_colind);
  }
}

// Tendon paths: only the points in use.
void dump_paths(const Model& model, const Data& data, const FieldFilter& wanted, Json& out) {
  int points = 0;
  for (int i = 0; i < model.ntendon; ++i) points += data.ten_wrapnum[i];
  points = std::min(points, 2 * model.nwrap);
  if (wanted("wrap_xpos")) out["wrap_xpos"] = points ? numbers(data.wrap_xpos[0].data(), 3 * points) : Json::array();
  if (wanted("wrap_obj")) out["wrap_obj"] = points ? numbers(data.wrap_obj[0].v, points) : Json::array();
}

Json dump_contact(const Contact& c) {
  return {{"dist", c.dist},
          {"pos", numbers(c.pos)},
          {"frame", numbers(c.frame)},
          {"geom", numbers(c.geom)},
          {"flex", numbers(c.flex)},
          {"elem", numbers(c.elem)},
          {"vert", numbers(c.vert)},
          {"dim", c.dim},
          {"friction", numbers(c.friction)},
          {"includemargin", c.includemargin},
          {"solref", numbers(c.solref)},
          {"solreffriction", numbers(c.solreffriction)},
          {"solimp", numbers(c.solimp)},
          {"mu", c.mu},
          {"adhesion", c.adhesion},
          {"exclude", c.exclude},
          {"efc_address", c.efc_address}};
}

void dump_constraints(const Data& data, const FieldFilter& wanted, Json& out) {
  out["ncon"] = data.contact.size();
  out["nefc"] = data.nefc, out["ne"] = data.ne, out["nf"] = data.nf, out["nl"] = data.nl;
  out["nisland"] = data.nisland;
  if (!wanted("contact")) return;
  Json& contacts = out["contact"] = Json::array();
  for (const Contact& contact : data.contact) contacts.push_back(dump_contact(contact));
}

Json dump_forward(const Model& model, const Data& data, const FieldFilter& wanted) {
  static const std::set<std::string_view> kReshaped = {"ten_J", "actuator_moment", "efc_J", "wrap_xpos", "wrap_obj"};
  Json out = Json::object();
  for (const FieldView& field : fields_of(data)) {
    if (!wanted(field.name()) || field.size() > kDenseLimit || kReshaped.contains(field.name())) continue;
    out[std::string(field.name())] = numbers(field);
  }
  if (wanted.named("time")) out["time"] = data.time;
  if (wanted("energy") && (model.opt.enableflags & kEnableEnergy)) out["energy"] = numbers(data.energy);
  dump_matrices(model, data, wanted, out);
  dump_paths(model, data, wanted, out);
  dump_constraints(data, wanted, out);
  return out;
}

// ---- trajectory

// `trouble` says when and why the world became unstable, if it did; the steps go on.
Json dump_trajectory(const Model& model, Data& data, int steps, int every, std::optional<std::string>& trouble) {
  Json samples = Json::array();
  for (int i = 1; i <= steps; ++i) {
    step(model, data);
    if (!trouble && data.unstable()) trouble = explain_instability(model, data);
    if (i > 3 && i % every != 0) continue;  // the first steps show most
    samples.push_back({{"step", i},
                       {"time", data.time},
                       {"qpos", numbers(data.qpos)},
                       {"qvel", numbers(data.qvel)},
                       {"act", numbers(data.act)},
                       {"ncon", data.contact.size()},
                       {"nefc", data.nefc},
                       {"sensordata", numbers(data.sensordata)}});
    if (!std::all_of(data.qpos.begin(), data.qpos.end(), [](double x) { return std::isfinite(x); })) break;
  }
  return samples;
}

void dump(const DumpOptions& options) {
  const FieldFilter wanted = make_filter(options.fields);
  if (!options.output.empty() && options.output != "-") require_output(options.output, options.model);
  const Model model = load_model(options);
  const std::optional<int> key = find_key(model, options.key);
  const Json state = options.state.empty() ? Json::object() : read_state_file(options.state);

  Data data(model);
  const auto start = [&] {
    start_at(model, data, key);
    set_state(data, state, options.state);
  };
  start();
  Json out;
  out["sizes"] = dump_sizes(model);
  out["fields"] = dump_model(model, wanted);
  out["state"] = state_to_json(data);
  forward(model, data);
  out["forward"] = dump_forward(model, data, wanted);
  std::optional<std::string> trouble;
  if (options.steps > 0) {
    start();
    out["trajectory"] = dump_trajectory(model, data, options.steps, options.every, trouble);
  }
  write_json(out, options.output);
  if (trouble && !options.quiet) fmt::print(stderr, "warning: {}\n", *trouble);
}

constexpr const char* kDumpFooter =
    R"(The output has sizes, fields (the compiled model), state, forward (everything computed in that state) and, with
--steps, trajectory: steps 1, 2, 3 and every K-th. Names and layouts are MuJoCo's, see docs/fields.md. Units are SI, angles
are radians. Numbers that are not finite are null; matrices are dense; arrays above 200000 numbers are left out. A world
that becomes unstable on the way is told of on standard error; the exit code stays 0.

Examples:
  corten dump models/arm.xml -o arm.json
  corten dump models/arm.xml --fields xpos,qfrc_bias --set opt.gravity="0 0 -1.62"
  corten dump models/swimmer.xml --steps 100 --every 10 --fields qacc
  corten dump models/arm.xml --state '/dev/stdin' <<< '{"qvel": [1, 0, 0, 0, 0, 0]}'

)";

}  // namespace

void add_dump(CLI::App& app, ExitCode&) {
  auto options = std::make_shared<DumpOptions>();
  CLI::App* command = app.add_subcommand("dump", "Print the compiled model, a forward pass and a trajectory as JSON");
  command->footer(std::string(kDumpFooter) + kExitCodes);
  add_model(*command, *options);
  auto* key = add_key(*command, *options);
  command->add_option("--state", options->state, "Start from the state in this JSON file")
      ->type_name("FILE")
      ->excludes(key);
  add_set(*command, *options);
  command->add_option("--steps", options->steps, "Simulate this many steps, 0 unless given")
      ->type_name("N")
      ->transform(whole_number(0, 1'000'000'000));
  command->add_option("--every", options->every, "Sample every K-th step, 1 unless given")
      ->type_name("K")
      ->transform(whole_number(1, 1'000'000'000));
  command->add_option("--fields", options->fields, "Print only these arrays, or all of them (the default)")
      ->type_name("F1,F2|all")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option("-o,--output", options->output, "Write to this file instead of standard output")
      ->type_name("FILE");
  command->callback([options] { dump(*options); });
}

}  // namespace corten::cli
