// Pictures of a world, drawn without a display.
//
//   Renderer renderer(model, 640, 480);
//   renderer.update(data);                      // or renderer.update(data, ViewCamera::fixed(0))
//   std::span<const std::uint8_t> pixels = renderer.rgb();
//
// OpenGL 3.3 through EGL, on a graphics card or by Mesa's software; libEGL is opened when the first Renderer is made, and
// std::runtime_error says what is missing where it cannot be. A Renderer may be used from any thread, by one at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "corten/export.h"
#include "corten/scene.h"

namespace corten {

// What a pixel shows, as mujoco.Renderer says it: object and its kind, -1 -1 for the background.
struct SegmentedPixel {
  std::int32_t objid = -1, objtype = -1;
};

class CORTEN_API Renderer {
 public:
  // Takes the meshes, height fields and textures of the model; the model must outlive it. Throws std::invalid_argument
  // for sizes outside 1 ... 16384.
  Renderer(const Model& model, int width, int height);
  ~Renderer();
  Renderer(Renderer&&) noexcept;
  Renderer& operator=(Renderer&&) noexcept;

  int width() const;
  int height() const;
  void resize(int width, int height);

  // What the pictures show from now on.
  void update(const Data& data);  // the model's default free camera
  void update(const Data& data, const ViewCamera& camera, const SceneOption& option = {});
  // The vertices of flexes and skins, for who changes the scene itself.
  void update_surfaces(const Data& data);
  Scene& scene();

  // Pictures, row after row from the top; valid until the next call.
  std::span<const std::uint8_t> rgb();  // three bytes a pixel
  std::span<const float> depth();       // distance along the axis of the camera, m; background: the far plane
  std::span<const SegmentedPixel> segmentation();
  // Position of what each pixel shows among the geoms of the scene, -1: background.
  std::span<const std::int32_t> geoms();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace corten
