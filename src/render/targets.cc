// Framebuffers, and the way of their pixels back to the program.
#include "render/targets.h"

#include <algorithm>
#include <stdexcept>

namespace corten::gl {

GLuint Targets::make_buffer(GLenum format, int samples, GLenum attachment) {
  GLuint buffer = 0;
  gl_.GenRenderbuffers(1, &buffer);
  gl_.BindRenderbuffer(GL_RENDERBUFFER, buffer);
  gl_.RenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width_, height_);
  gl_.FramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, buffer);
  buffers_.push_back(buffer);
  return buffer;
}

Targets::Targets(const Functions& gl, int width, int height, int samples, int shadow_size, int shadow_layers)
    : gl_(gl), width_(width), height_(height), shadow_size_(shadow_size) {
  GLint most = 0;
  gl_.GetIntegerv(GL_MAX_SAMPLES, &most);
  samples = std::clamp(samples, 0, most);
  const auto framebuffer = [&](GLuint& id) {
    gl_.GenFramebuffers(1, &id);
    gl_.BindFramebuffer(GL_FRAMEBUFFER, id);
  };
  const auto check = [&] {
    if (gl_.CheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
      throw std::runtime_error("no pictures: OpenGL refuses a picture of this size");
    }
  };
  framebuffer(colour_);
  make_buffer(GL_RGBA8, samples, GL_COLOR_ATTACHMENT0);
  make_buffer(GL_DEPTH24_STENCIL8, samples, GL_DEPTH_STENCIL_ATTACHMENT);
  check();
  framebuffer(resolved_);
  make_buffer(GL_RGBA8, 0, GL_COLOR_ATTACHMENT0);
  check();
  framebuffer(measure_);
  make_buffer(GL_RG32F, 0, GL_COLOR_ATTACHMENT0);
  make_buffer(GL_DEPTH_COMPONENT32F, 0, GL_DEPTH_ATTACHMENT);
  check();
  if (shadow_layers == 0) return;
  gl_.GenTextures(1, &shadow_maps_);
  gl_.BindTexture(GL_TEXTURE_2D_ARRAY, shadow_maps_);
  gl_.TexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_DEPTH_COMPONENT32F, shadow_size, shadow_size, shadow_layers, 0,
                 GL_DEPTH_COMPONENT, GL_FLOAT, nullptr);
  for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER}) {
    gl_.TexParameteri(GL_TEXTURE_2D_ARRAY, filter, GL_LINEAR);
  }
  for (const GLenum axis : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T}) {
    gl_.TexParameteri(GL_TEXTURE_2D_ARRAY, axis, GL_CLAMP_TO_EDGE);
  }
  gl_.TexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
  framebuffer(shadow_);
  gl_.DrawBuffer(GL_NONE);
  gl_.ReadBuffer(GL_NONE);
}

// The shadow maps go with the context.
Targets::~Targets() {
  const GLuint framebuffers[] = {colour_, resolved_, measure_, shadow_};
  gl_.DeleteFramebuffers(4, framebuffers);
  gl_.DeleteRenderbuffers(static_cast<GLsizei>(buffers_.size()), buffers_.data());
}

void Targets::begin_colour() const {
  gl_.BindFramebuffer(GL_FRAMEBUFFER, colour_);
  gl_.Viewport(0, 0, width_, height_);
  gl_.ClearColor(0, 0, 0, 1);
  gl_.Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
}

void Targets::begin_measure() const {
  gl_.BindFramebuffer(GL_FRAMEBUFFER, measure_);
  gl_.Viewport(0, 0, width_, height_);
  gl_.ClearColor(0, 0, 0, 0);
  gl_.Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

void Targets::begin_shadow(int layer) const {
  gl_.BindFramebuffer(GL_FRAMEBUFFER, shadow_);
  gl_.FramebufferTextureLayer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, shadow_maps_, 0, layer);
  gl_.Viewport(0, 0, shadow_size_, shadow_size_);
  gl_.Clear(GL_DEPTH_BUFFER_BIT);
}

void Targets::read_colour(std::vector<std::uint8_t>& rgb) const {
  gl_.BindFramebuffer(GL_READ_FRAMEBUFFER, colour_);
  gl_.BindFramebuffer(GL_DRAW_FRAMEBUFFER, resolved_);
  gl_.BlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  gl_.BindFramebuffer(GL_READ_FRAMEBUFFER, resolved_);
  gl_.PixelStorei(GL_PACK_ALIGNMENT, 1);
  rgb.resize(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_) * 3);
  gl_.ReadPixels(0, 0, width_, height_, GL_RGB, GL_UNSIGNED_BYTE, rgb.data());
}

void Targets::read_measure(std::vector<float>& pairs) const {
  gl_.BindFramebuffer(GL_READ_FRAMEBUFFER, measure_);
  gl_.PixelStorei(GL_PACK_ALIGNMENT, 1);
  pairs.resize(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_) * 2);
  gl_.ReadPixels(0, 0, width_, height_, GL_RG, GL_FLOAT, pairs.data());
}

}  // namespace corten::gl
