// Where pictures are drawn to: colours with several samples a pixel, measurements with one, shadow maps.
#pragma once

#include <cstdint>
#include <vector>

#include "render/gl.h"

namespace corten::gl {

class Targets {
 public:
  Targets(const Functions& gl, int width, int height, int samples, int shadow_size, int shadow_layers);
  ~Targets();
  Targets(const Targets&) = delete;
  Targets& operator=(const Targets&) = delete;

  void begin_colour() const;
  void begin_measure() const;
  void begin_shadow(int layer) const;
  GLuint shadow_maps() const { return shadow_maps_; }

  // Bottom row first, as OpenGL has them.
  void read_colour(std::vector<std::uint8_t>& rgb) const;
  void read_measure(std::vector<float>& pairs) const;  // distance and number of each pixel

 private:
  GLuint make_buffer(GLenum format, int samples, GLenum attachment);

  const Functions& gl_;
  int width_, height_, shadow_size_;
  GLuint colour_ = 0, resolved_ = 0, measure_ = 0, shadow_ = 0, shadow_maps_ = 0;
  std::vector<GLuint> buffers_;
};

}  // namespace corten::gl
