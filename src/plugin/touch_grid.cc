// mujoco.sensor.touch_grid: forces of the contacts of a body, sorted by direction as seen from a site.
//
// A contact at p, in the frame of the site, is seen under
//   azimuth atan2(x, -z),   elevation atan2(y, sqrt(x^2 + z^2))
// The field of view, fov to either side, is a grid of size[0] by size[1] cells; gamma moves their edges to the centre
// by s <- gamma s^5 + (1 - gamma) s with s from -1 to 1. Each cell has up to six channels: force along z, x and y of
// the site, then torque likewise. A contact adds to the cell in which it is seen.
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "constraint/constraint.h"
#include "corten/data.h"
#include "math/vec3.h"
#include "plugin/instances.h"

namespace corten {

namespace {

constexpr int kMostOutputs = 1 << 22;

// MuJoCo: edges are found by adding up, so that rounding may move a contact to the neighbouring cell.
std::vector<double> cell_edges(int cells, double fov, double gamma) {
  std::vector<double> edges;
  double s = -1;
  const double width = 2.0 / cells;
  for (int i = 0; i <= cells; ++i, s += width)
    edges.push_back(gamma == 0 ? s : gamma * std::pow(s, 5) + (1 - gamma) * s);
  for (double& edge : edges) edge *= fov * M_PI / 180;
  return edges;
}

// The cell of an angle, -1 if it is outside. A cell includes its upper edge.
int cell_of(const std::vector<double>& edges, double angle) {
  const auto above = std::lower_bound(edges.begin(), edges.end(), angle);
  return above == edges.end() ? -1 : static_cast<int>(above - edges.begin()) - 1;
}

class TouchGrid : public SensorPlugin {
 public:
  explicit TouchGrid(const PluginConfig& config) {
    const double channels = config.has("nchannel") ? std::trunc(config.number("nchannel")) : 1;
    channels_ = channels == 0 ? 1 : static_cast<int>(channels);
    const std::vector<double> size = config.numbers("size"), fov = config.numbers("fov");
    const double gamma = config.number("gamma");
    if (fov[0] <= 0 || fov[1] <= 0) throw std::runtime_error("fov must be positive");
    if (fov[1] > 90) throw std::runtime_error("the vertical fov is above 90 degrees");
    if (std::trunc(size[0]) * std::trunc(size[1]) * channels_ > kMostOutputs)
      throw std::runtime_error("size is too large");
    columns_ = static_cast<int>(size[0]);
    rows_ = static_cast<int>(size[1]);
    azimuths_ = cell_edges(columns_, fov[0], gamma);
    elevations_ = cell_edges(rows_, fov[1], gamma);
  }

  Stage stage() const override { return Stage::kAcc; }
  int output_size() const override { return channels_ * columns_ * rows_; }

  void prepare(const Model& m, const PluginUse& use) override {
    for (const int i : use.elements) {
      if (m.sensor_objtype[i] != Object::kSite || m.sensor_objid[i] < 0) {
        throw std::runtime_error("sensor '" + m.name_of(Object::kSensor, i) + "' is not attached to a site");
      }
    }
  }

  void compute(const Model& m, Data& d, const PluginUse& use) const override {
    for (const int i : use.elements) {
      for (int c = 0; c < static_cast<int>(d.contact.size()); ++c) {
        add_contact(m, d, c, m.sensor_objid[i], d.sensordata.span(m.sensor_adr[i], m.sensor_dim[i]));
      }
    }
  }

 private:
  void add_contact(const Model& m, const Data& d, int c, int site, std::span<double> out) const {
    const Contact& contact = d.contact[c];
    if (contact.geom[0] < 0 || contact.geom[1] < 0) return;
    const int body[2] = {m.geom_bodyid[contact.geom[0]], m.geom_bodyid[contact.geom[1]]};
    const int own = m.body_weldid[m.site_bodyid[site]];
    if (m.body_weldid[body[0]] != own && m.body_weldid[body[1]] != own) return;

    const Mat3& frame = d.site_xmat[site];
    const Vec3 p = mul_transposed(frame, contact.pos - d.site_xpos[site]);
    const int column = cell_of(azimuths_, std::atan2(p.x, -p.z));
    const int row = cell_of(elevations_, std::atan2(p.y, std::sqrt(p.x * p.x + p.z * p.z)));
    if (column < 0 || row < 0) return;

    // MuJoCo: contact forces act on the body with the larger id.
    const double sign = own < std::max(body[0], body[1]) ? -1 : 1;
    const Vec<6> wrench = force_of_contact(m, d, c);
    for (int part = 0; part < (channels_ + 2) / 3; ++part) {
      const Vec3 along{wrench[3 * part], wrench[3 * part + 1], wrench[3 * part + 2]};
      const Vec3 v = mul_transposed(frame, mul_transposed(contact.frame, along));
      const double values[3] = {v.z, v.x, v.y};
      for (int k = 0; k < std::min(3, channels_ - 3 * part); ++k) {
        out[static_cast<std::size_t>(((3 * part + k) * rows_ + row) * columns_ + column)] += sign * values[k];
      }
    }
  }

  int channels_ = 1, columns_ = 0, rows_ = 0;
  std::vector<double> azimuths_, elevations_;  // edges of the cells, radians
};

}  // namespace

PluginEntry touch_grid_plugin() {
  PluginAttribute channels{"nchannel", "force and torque components", "1"}, size{"size", "columns and rows"};
  PluginAttribute fov{"fov", "half angles of view in degrees"}, gamma{"gamma", "how much finer the centre is", "0"};
  channels.lowest = 0;
  channels.highest = 6;
  size.required = fov.required = true;
  size.numbers = fov.numbers = 2;
  size.lowest = 1;
  fov.highest = 180;
  gamma.lowest = 0;
  gamma.highest = 1;
  return {
      {channels, size, fov, gamma}, [](const PluginConfig& config) { return std::make_shared<TouchGrid>(config); }, {}};
}

}  // namespace corten
