// The parts put together: hub, session, server, and the thread that reloads the model.
#include "corten/viewer.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <stdexcept>

#include "view/hub.h"
#include "view/reload.h"
#include "view/server.h"
#include "view/session.h"

namespace corten {

namespace {

view::SessionOptions session_options(const ViewerOptions& o) {
  return {std::filesystem::path(o.file).filename().string(), o.speed, o.paused, o.key};
}

view::ServerOptions server_options(const ViewerOptions& o) {
  return {o.host, o.port, o.token, o.page.empty() ? std::string(viewer_page()) : o.page, o.log};
}

view::Hub::Clock::time_point in_seconds(double seconds) {
  using Clock = view::Hub::Clock;
  const double most = std::clamp(std::isnan(seconds) ? 0.0 : seconds, 0.0, 1e6);
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(most));
}

}  // namespace

struct Viewer::State {
  State(Model& model, Data& data, const ViewerOptions& options)
      : session(model, data, hub, session_options(options)), server(hub, server_options(options)) {
    if (options.reload && !options.file.empty()) reloader.emplace(options.file, options.files, options.adjust);
  }

  void reload() {
    if (!reloader) return;
    std::optional<view::Reloader::Result> result = reloader->take();
    if (!result) return;
    session.report(result->model ? Diagnostics() : result->diagnostics);
    if (result->model) session.replace(std::move(*result->model));
  }

  view::Hub hub{};
  view::Session session;
  view::Server server;
  std::optional<view::Reloader> reloader{};
};

Viewer::Viewer(Model& model, Data& data, const ViewerOptions& options) {
  if (data.signature() != model.signature()) throw std::invalid_argument("Viewer: the Data belongs to another Model");
  state_ = std::make_unique<State>(model, data, options);
}
Viewer::~Viewer() = default;
Viewer::Viewer(Viewer&&) noexcept = default;
Viewer& Viewer::operator=(Viewer&&) noexcept = default;

std::string Viewer::address() const { return state_->server.address(); }

int Viewer::clients() const { return state_->hub.clients(); }

void Viewer::run(double seconds) {
  constexpr auto kLook = std::chrono::milliseconds(100);
  const auto deadline = in_seconds(seconds);
  do {
    state_->session.run(std::min(deadline, view::Hub::Clock::now() + kLook));
    state_->reload();
  } while (view::Hub::Clock::now() < deadline);
}

bool Viewer::sync(double patience) { return state_->session.sync(in_seconds(patience)); }

}  // namespace corten
