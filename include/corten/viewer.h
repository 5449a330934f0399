// Seeing a simulation: recorded into one HTML file, or live in a web page that a small server on this machine gives.
//
//   corten::Recording film(model);
//   while (data.time < 5) { corten::step(model, data); film.add(model, data); }
//   film.write("film.html");
//
// What the page and the server say to each other is in docs/viewer_protocol.md.
#pragma once

#include <memory>
#include <string>
#include <string_view>

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

}  // namespace corten
