// OpenGL without a display: a context of EGL, and the functions of OpenGL 3.3 that are used here.
//
// libEGL is opened when the first context is made, and asked for the functions by name. Nothing is linked: the prototypes
// of the header give the types.
#pragma once

#define GL_GLEXT_PROTOTYPES 1
#include <GL/glcorearb.h>

#include <memory>

namespace corten::gl {

// clang-format off
#define CORTEN_GL_FUNCTIONS(F)                                                                                    \
  F(ActiveTexture)                                                                                                \
  F(AttachShader)                                                                                                 \
  F(BindBuffer)                                                                                                   \
  F(BindFramebuffer)                                                                                              \
  F(BindRenderbuffer)                                                                                             \
  F(BindTexture)                                                                                                  \
  F(BindVertexArray)                                                                                              \
  F(BlendFunc) F(BlitFramebuffer) F(BufferData) F(BufferSubData) F(CheckFramebufferStatus) F(Clear) F(ClearColor) \
      F(CompileShader) F(CreateProgram) F(CreateShader) F(CullFace) F(DeleteFramebuffers) F(DeleteRenderbuffers)  \
          F(DeleteShader) F(DepthFunc) F(DepthMask) F(Disable) F(DrawArrays) F(DrawBuffer)                        \
              F(DrawElementsInstancedBaseVertex) F(Enable) F(EnableVertexAttribArray) F(FramebufferRenderbuffer)  \
                  F(FramebufferTextureLayer) F(FrontFace) F(GenBuffers) F(GenFramebuffers) F(GenRenderbuffers)    \
                      F(GenTextures) F(GenVertexArrays) F(GenerateMipmap) F(GetIntegerv) F(GetProgramInfoLog)     \
                          F(GetProgramiv) F(GetUniformLocation) F(LineWidth) F(LinkProgram) F(PixelStorei)        \
                              F(PolygonOffset) F(ReadBuffer) F(ReadPixels) F(RenderbufferStorageMultisample)      \
                                  F(ShaderSource) F(StencilFunc) F(StencilOp) F(TexImage2D) F(TexImage3D)         \
                                      F(TexParameteri) F(Uniform1f) F(Uniform1i) F(Uniform3fv) F(Uniform4fv)      \
                                          F(UniformMatrix4fv) F(UseProgram) F(VertexAttribDivisor)                \
                                              F(VertexAttribPointer) F(Viewport)
// clang-format on

struct Functions {
#define CORTEN_GL_DECLARE(name) decltype(&::gl##name) name = nullptr;
  CORTEN_GL_FUNCTIONS(CORTEN_GL_DECLARE)
#undef CORTEN_GL_DECLARE
};

// A context and its functions. Throws std::runtime_error where there is no EGL or no OpenGL 3.3.
class Context {
 public:
  Context();
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  const Functions& functions() const { return functions_; }

  // While it lives, the context is current in this thread; afterwards the one that was before.
  class Use {
   public:
    explicit Use(Context& context);
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    void *display_, *context_, *draw_, *read_;
    unsigned api_;
  };

 private:
  void *display_ = nullptr, *context_ = nullptr;
  Functions functions_;
};

}  // namespace corten::gl
