// Seeing a simulation: recorded into one HTML file, or live in a web page that a small server on this machine gives.
//
//   corten::Recording film(model);
//   while (data.time < 5) { corten::step(model, data); film.add(model, data); }
//   film.write("film.html");
//
//   corten::Viewer viewer(model, data);
//   std::puts(viewer.address().c_str());   // to be opened in a browser
//   for (;;) viewer.run(1);                // it steps the world as the page asks, or:
//   for (;;) { if (viewer.sync()) corten::step(model, data); }
//
// What the page and the server say to each other is in docs/viewer_protocol.md.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "corten/data.h"
#include "corten/export.h"
#include "corten/model.h"

namespace corten {

// The page that shows simulations, empty if the library was built without one.
CORTEN_API std::string_view viewer_page();

// A simulation as one HTML file, which needs neither a server nor any other file.
class CORTEN_API Recording {
 public:
  // `file` is what the page calls the model's file.
  explicit Recording(const Model& model, const std::string& file = {});
  ~Recording();
  Recording(Recording&&) noexcept;
  Recording& operator=(Recording&&) noexcept;

  // Takes a picture of the world as the last step or forward pass left it; forces on bodies and energies that it did not
  // need are computed in `data`. Throws std::invalid_argument for another model than that of the recording.
  void add(const Model& model, Data& data);
  int frames() const;

  // Throws std::runtime_error if there is no page or the file cannot be written.
  void write(const std::string& path) { write(path, viewer_page()); }
  void write(const std::string& path, std::string_view page);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// ---- live

struct ViewerOptions {
  std::string host = "127.0.0.1";  // where to listen; other machines reach it at another address than this
  int port = 0;                    // 0: a free one
  std::string token{};             // 32 to 62 letters and digits; empty: 128 random bits, the safe choice
  double speed = 1;                // simulated seconds per second, 0: as fast as possible
  bool paused = false;
  int key = -1;  // keyframe that a reset goes to, -1: the model's own state

  // The model's file, which pages show the name of. With `reload` the model is loaded anew when the file changes, one
  // that it includes, or one of `files`; what both models have goes on where it was. `adjust` is applied to what was
  // loaded.
  std::string file{};
  bool reload = false;
  std::vector<std::string> files{};
  std::function<void(Model&)> adjust{};

  std::string page{};                             // HTML; empty: viewer_page()
  std::function<void(const std::string&)> log{};  // told of refused requests, from any thread
};

// A server on this machine whose page shows a world and changes it. Whoever calls run() or sync() is the only thread that
// touches the model and its world; the server's own threads only move bytes.
class CORTEN_API Viewer {
 public:
  // Refers to both, which must live longer. A page changes options of the model and everything in the world; a reload
  // replaces both. Throws std::runtime_error if there is no page, or it cannot listen.
  Viewer(Model& model, Data& data, const ViewerOptions& options = {});
  ~Viewer();
  Viewer(Viewer&&) noexcept;
  Viewer& operator=(Viewer&&) noexcept;

  std::string address() const;  // http://127.0.0.1:PORT/?token=...: who knows it may look and change
  int clients() const;          // pages that are open

  // Steps the world as pages ask for, in real time unless they say otherwise, for so many seconds of the wall clock. If
  // it diverges, it is paused at its last good state.
  void run(double seconds);

  // For a loop of one's own, between two steps: shows the world and does what pages ask. False if they have paused it:
  // sync again instead of stepping. Waits at most `patience` seconds while it is paused, not at all otherwise.
  bool sync(double patience = 0.1);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace corten
