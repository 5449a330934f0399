// Compiling programs of the graphics card.
#include "render/program.h"

#include <stdexcept>
#include <string_view>

namespace corten::gl {

Program::Program(const Functions& gl, const std::string& defines, const char* vertex, const char* fragment) : gl_(gl) {
  id_ = gl_.CreateProgram();
  const auto attach = [&](GLenum kind, const char* text) {
    const std::string head = "#version 330 core\n" + defines;
    const char* texts[] = {head.c_str(), text};
    const GLuint shader = gl_.CreateShader(kind);
    gl_.ShaderSource(shader, 2, texts, nullptr);
    gl_.CompileShader(shader);
    gl_.AttachShader(id_, shader);
    gl_.DeleteShader(shader);
  };
  attach(GL_VERTEX_SHADER, vertex);
  attach(GL_FRAGMENT_SHADER, fragment);
  gl_.LinkProgram(id_);
  GLint linked = 0;
  gl_.GetProgramiv(id_, GL_LINK_STATUS, &linked);
  if (linked) return;
  char log[2000] = "";
  gl_.GetProgramInfoLog(id_, sizeof(log), nullptr, log);
  throw std::runtime_error(std::string("no pictures: OpenGL refuses a program: ") + log);
}

GLint Program::at(const char* name) const {
  const auto found = places_.find(std::string_view(name));
  if (found != places_.end()) return found->second;
  return places_[name] = gl_.GetUniformLocation(id_, name);
}

}  // namespace corten::gl
