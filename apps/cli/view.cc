// `corten view`: shows a simulation in a web page, which also changes it.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>

#include "base/file_source.h"
#include "cli/arguments/model_file.h"
#include "cli/arguments/option_table.h"
#include "cli/arguments/validators.h"
#include "cli/commands.h"
#include "cli/output/progress.h"
#include "cli/output/record.h"
#include "corten/thread_pool.h"
#include "corten/viewer.h"
#include "corten/warning.h"

namespace corten::cli {

namespace {

struct ViewOptions : ModelArguments {
  ViewerOptions viewer;
  int threads = 1;
  bool no_reload = false;
};

ExitCode view(ViewOptions options) {
  ViewerOptions& viewer_options = options.viewer;
  viewer_options.page = page_text();
  if (viewer_options.page.empty()) {
    throw Failure(ExitCode::kRefused,
                  "error: this build of corten has no page to show: make it with `tools/web`, then build again");
  }
  const FileLog log;
  Model model = load_model(options);
  if (options.model != "-") viewer_options.file = options.model;
  if (const char* token = std::getenv("CORTEN_VIEW_TOKEN")) viewer_options.token = token;
  viewer_options.files = log.files();
  viewer_options.reload = !options.no_reload;
  viewer_options.adjust = [set = options.set](Model& loaded) {
    for (const std::string& assignment : set) set_option(loaded.opt, assignment);
  };
  if (!options.quiet) viewer_options.log = [](const std::string& line) { fmt::print(stderr, "{}\n", line); };
  set_warning_handler({});  // the page has them
  const std::optional<int> key = find_key(model, options.key);
  viewer_options.key = key.value_or(-1);
  Data data(model);
  if (options.threads != 1) data.threads = std::make_shared<ThreadPool>(options.threads);
  start_at(model, data, key);

  const StopSignals signals;
  Viewer viewer(model, data, viewer_options);
  fmt::print("{}\n", viewer.address());
  std::fflush(stdout);
  if (!options.quiet) fmt::print(stderr, "open this address in a browser; Ctrl-C ends\n");
  while (!signals.received()) viewer.run(0.1);
  return ExitCode::kOk;
}

constexpr const char* kViewFooter =
    R"(The command prints an address; whoever opens it sees the simulation and can change it, so it holds a secret that is
new every time, unless the environment variable CORTEN_VIEW_TOKEN gives one. It is served to this machine alone, unless
--host names another address of it. Several pages may be open at once. The model is loaded anew when its file, an included
file or an asset changes; what the old and the new model both have goes on where it was, and mistakes are shown in the page
while the old model goes on. A simulation that diverges stops at its last good state.

Examples:
  corten view models/humanoid.xml
  corten view models/arm.xml --key 0 --paused --speed 0.5
  corten view models/humanoid.xml --port 8080 --set opt.gravity='0 0 -1.62'

)";

}  // namespace

void add_view(CLI::App& app, ExitCode& exit_code) {
  auto options = std::make_shared<ViewOptions>();
  CLI::App* command = app.add_subcommand("view", "Show a simulation in a web page");
  command->footer(std::string(kViewFooter) + kExitCodes);
  add_model(*command, *options, ", and nothing but the address");
  command->add_option("--port", options->viewer.port, "Port to listen at, a free one unless given")
      ->type_name("P")
      ->transform(whole_number(0, 65535));
  command
      ->add_option("--host", options->viewer.host,
                   "Address to listen at, 127.0.0.1 unless given; others let other machines in,\n"
                   "without encryption")
      ->type_name("H");
  command
      ->add_option("--speed", options->viewer.speed,
                   "Simulated seconds per second, 1 unless given; 0: as fast as possible")
      ->type_name("F")
      ->check(number(0, 1e6));
  command->add_flag("--paused", options->viewer.paused, "Wait for the page to play");
  command->add_flag("--no-reload", options->no_reload, "Keep the model when its files change");
  add_key(*command, *options);
  add_set(*command, *options);
  command
      ->add_option("--threads", options->threads,
                   "Threads that solve separate groups of bodies; 0: all, 1 unless given")
      ->type_name("N")
      ->transform(whole_number(0, 1024));
  command->callback([options, &exit_code] { exit_code = view(*options); });
}

}  // namespace corten::cli
