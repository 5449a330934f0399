// Viewer and Recording: a world in a web page, live or as a file.
#include "corten/viewer.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "objects.h"

namespace corten::python {

namespace {

// A page changes options of a model that is writable, and of a copy otherwise.
class PyViewer {
 public:
  PyViewer(nb::object model, nb::object data, const ViewerOptions& options)
      : model_(std::move(model)), data_(std::move(data)) {
    PyModel& m = nb::cast<PyModel&>(model_);
    if (!m.box->writable) copy_ = std::make_unique<Model>(m.get());
    use([&](Data& d) { viewer_.emplace(copy_ ? *copy_ : m.box->model, d, options); });
  }

  std::string address() const { return viewer_ ? viewer_->address() : ""; }
  int clients() const { return viewer_ ? viewer_->clients() : 0; }
  bool is_running() const { return viewer_.has_value(); }
  void close() {
    nb::gil_scoped_release release;
    viewer_.reset();
  }

  // In parts, between which Python sees to its signals.
  void run(double seconds) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    const auto left = [&] { return seconds - std::chrono::duration<double>(Clock::now() - start).count(); };
    do {
      if (!viewer_) return;
      use([&](Data&) { viewer_->run(std::min(kPart, left())); });
      if (PyErr_CheckSignals() != 0) nb::raise_python_error();
    } while (left() > 0);
  }
  void sync() {
    for (bool go = false; !go && viewer_;) {
      use([&](Data&) { go = viewer_->sync(kPart); });
      if (PyErr_CheckSignals() != 0) nb::raise_python_error();
    }
  }

 private:
  static constexpr double kPart = 0.1;  // seconds

  template <class Work>
  void use(const Work& work) {
    corten::python::run(nb::cast<PyModel&>(model_), nb::cast<PyData&>(data_), Use::For::kChange,
                        [&](const Model&, Data& d) { work(d); });
  }

  nb::object model_, data_;
  std::unique_ptr<Model> copy_{};
  std::optional<Viewer> viewer_{};
};

void bind_live(nb::module_& m) {
  nb::class_<PyViewer>(
      m, "Viewer",
      "A web page that shows a world and changes it, served to this machine. Open `address` in a browser.\n\n"
      "Either run() steps the world as the page asks, or a loop of your own calls sync() between steps.")
      .def(
          "__init__",
          [](PyViewer* self, nb::typed<nb::object, PyModel> model, nb::typed<nb::object, PyData> data, int port,
             const std::string& host, double speed, bool paused, const std::string& page) {
            ViewerOptions options;
            options.port = port, options.host = host, options.speed = speed, options.paused = paused,
            options.page = page;
            new (self) PyViewer(std::move(model), std::move(data), options);
          },
          nb::arg("model"), nb::arg("data"), nb::arg("port") = 0, nb::arg("host") = "127.0.0.1", nb::arg("speed") = 1.0,
          nb::arg("paused") = false, nb::arg("page") = "")
      .def_prop_ro("address", &PyViewer::address, "What to open in a browser; who knows it may look and change.")
      .def_prop_ro("clients", &PyViewer::clients, "Number of pages that are open.")
      .def("is_running", &PyViewer::is_running, "False once it is closed.")
      .def("run", &PyViewer::run, nb::arg("seconds"), "Steps the world as the page asks, for so many seconds.")
      .def("sync", &PyViewer::sync,
           "Shows the world and does what the page asks; to be called between steps. Waits while the page has paused "
           "it.")
      .def("close", &PyViewer::close, "Ends the server.")
      .def("__enter__", [](nb::object self) { return self; })
      .def(
          "__exit__", [](PyViewer& self, const nb::args&) { self.close(); }, nb::arg("args"));
}

void bind_recording(nb::module_& m) {
  nb::class_<Recording>(m, "Recording", "A simulation as one HTML file, which plays in a browser without a server.")
      .def(
          "__init__",
          [](Recording* self, const PyModel& model, const std::string& file) {
            new (self) Recording(model.get(), file);
          },
          nb::arg("model"), nb::arg("file") = "")
      .def(
          "add",
          [](Recording& self, PyData& data) {
            run(nb::cast<PyModel&>(data.model), data, Use::For::kChange,
                [&](const Model& model, Data& d) { self.add(model, d); });
          },
          nb::arg("data"), "Takes a picture of the world as the last step or forward pass left it.")
      .def_prop_ro("frames", &Recording::frames, "Number of pictures so far.")
      .def(
          "write",
          [](Recording& self, const std::string& path, const std::optional<std::string>& page) {
            nb::gil_scoped_release release;
            page ? self.write(path, *page) : self.write(path);
          },
          nb::arg("path"), nb::arg("page") = nb::none(),
          "Writes the file; `page` is HTML in place of the built-in page.");
  m.def(
      "has_viewer_page", [] { return !viewer_page().empty(); }, "Whether this build has the page that viewers show.");
}

}  // namespace

void bind_viewer(nb::module_& m) {
  bind_live(m);
  bind_recording(m);
}

}  // namespace corten::python
