// Signed distance shapes: solids given by a function, for geoms of type sdf.
//
// A shape is a class derived from SdfShape; register_sdf() gives it the name under which a model uses it:
//   <extension>
//     <plugin plugin="mine.egg">
//       <instance name="egg"><config key="length" value="0.1"/></instance>
//     </plugin>
//   </extension>
//   <asset><mesh name="egg"><plugin instance="egg"/></mesh></asset>
//   <geom type="sdf" mesh="egg"><plugin instance="egg"/></geom>
// The mesh is made from the function; mass, bounds and looks of the geom come from it, contacts from the function.
// mujoco.sdf.bolt, .bowl, .gear, .nut and .torus are there without registration.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "corten/export.h"
#include "corten/plugin.h"
#include "corten/types.h"

namespace corten {

// A solid. Shapes belong to a Model and are shared by worlds and threads: their functions are const and must neither
// throw nor keep state. All points are in the frame of the shape.
class CORTEN_API SdfShape {
 public:
  struct Bounds {
    Vec3 center, half;
  };

  virtual ~SdfShape() = default;

  // Distance of the point from the surface, negative inside. May be a lower bound of the distance far away.
  virtual double distance(const Vec3& point) const = 0;

  // Its gradient, of length one where the distance is exact. Unless overridden, by central differences.
  virtual Vec3 gradient(const Vec3& point) const;

  // A box around the solid.
  virtual Bounds bounds() const = 0;
};

// The <config> entries of a plugin instance.
using SdfConfig = PluginConfig;

// Makes a shape, or throws std::runtime_error with the reason: the compiler reports it with the place in the model.
using SdfFactory = std::function<std::shared_ptr<const SdfShape>(const SdfConfig&)>;

// Makes shapes available to models compiled from now on; `keys` are the keys that <config> may have. A name that exists
// is replaced. May be called from any thread.
CORTEN_API void register_sdf(std::string name, std::vector<std::string> keys, SdfFactory make);

}  // namespace corten
