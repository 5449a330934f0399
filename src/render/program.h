// A program of the graphics card and its uniforms.
#pragma once

#include <map>
#include <string>

#include "render/gl.h"
#include "render/lens.h"

namespace corten::gl {

class Program {
 public:
  // Throws std::runtime_error with what the compiler of the graphics library says.
  Program(const Functions& gl, const std::string& defines, const char* vertex, const char* fragment);

  void use() const { gl_.UseProgram(id_); }
  void set(const char* name, int value) const { gl_.Uniform1i(at(name), value); }
  void set(const char* name, float value) const { gl_.Uniform1f(at(name), value); }
  void set(const char* name, const Point& value) const { gl_.Uniform3fv(at(name), 1, value.data()); }
  void set(const char* name, const Four& value) const { gl_.Uniform4fv(at(name), 1, value.data()); }
  void set(const char* name, const Matrix& value) const { gl_.UniformMatrix4fv(at(name), 1, GL_FALSE, value.data()); }
  GLint at(const char* name) const;

 private:
  const Functions& gl_;
  GLuint id_ = 0;
  mutable std::map<std::string, GLint, std::less<>> places_;
};

}  // namespace corten::gl
