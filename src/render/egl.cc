// Contexts of OpenGL 3.3 through EGL, without a window: on the first device that gives one, a graphics card or Mesa's
// software.
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <dlfcn.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "render/gl.h"

namespace corten::gl {

namespace {

#define CORTEN_EGL_FUNCTIONS(F) \
  F(BindAPI)                    \
  F(ChooseConfig)               \
  F(CreateContext)              \
  F(DestroyContext)             \
  F(GetCurrentContext)          \
  F(GetCurrentDisplay) F(GetCurrentSurface) F(GetDisplay) F(GetProcAddress) F(Initialize) F(MakeCurrent) F(QueryAPI)

struct Egl {
#define CORTEN_EGL_DECLARE(name) decltype(&::egl##name) name = nullptr;
  CORTEN_EGL_FUNCTIONS(CORTEN_EGL_DECLARE)
#undef CORTEN_EGL_DECLARE
};

constexpr const char* kPackages = "Debian: apt-get install libegl1 libgl1-mesa-dri";

[[noreturn]] void refuse(const std::string& problem) {
  throw std::runtime_error("no pictures: " + problem + " (" + kPackages + ")");
}

Egl open_egl() {
  void* library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) refuse("libEGL.so.1 cannot be opened");
  Egl egl;
#define CORTEN_EGL_FIND(name)                                                   \
  egl.name = reinterpret_cast<decltype(egl.name)>(dlsym(library, "egl" #name)); \
  if (!egl.name) refuse("libEGL.so.1 has no egl" #name);
  CORTEN_EGL_FUNCTIONS(CORTEN_EGL_FIND)
#undef CORTEN_EGL_FIND
  return egl;
}

const Egl& egl() {
  static const Egl kEgl = open_egl();
  return kEgl;
}

// Devices first, then Mesa without a device, then whatever the default is.
std::vector<EGLDisplay> displays() {
  std::vector<EGLDisplay> found;
  const auto devices = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(egl().GetProcAddress("eglQueryDevicesEXT"));
  const auto on_platform =
      reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(egl().GetProcAddress("eglGetPlatformDisplayEXT"));
  if (on_platform) {
    EGLDeviceEXT list[16];
    EGLint count = 0;
    if (devices && devices(16, list, &count)) {
      for (EGLint i = 0; i < count; ++i) found.push_back(on_platform(EGL_PLATFORM_DEVICE_EXT, list[i], nullptr));
    }
    found.push_back(on_platform(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
  }
  found.push_back(egl().GetDisplay(EGL_DEFAULT_DISPLAY));
  return found;
}

EGLContext make_context(EGLDisplay display) {
  if (display == EGL_NO_DISPLAY || !egl().Initialize(display, nullptr, nullptr)) return EGL_NO_CONTEXT;
  const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (!egl().ChooseConfig(display, wanted, &config, 1, &count) || count < 1) return EGL_NO_CONTEXT;
  const EGLint version[] = {
      EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
      EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
  return egl().CreateContext(display, config, EGL_NO_CONTEXT, version);
}

}  // namespace

Context::Context() {
  const EGLenum api = egl().QueryAPI();
  egl().BindAPI(EGL_OPENGL_API);
  for (const EGLDisplay display : displays()) {
    const EGLContext context = make_context(display);
    if (context == EGL_NO_CONTEXT) continue;
    display_ = display, context_ = context;
    break;
  }
  egl().BindAPI(api);
  if (!context_) refuse("no device gives a context of OpenGL 3.3");
#define CORTEN_GL_FIND(name)                                                                       \
  functions_.name = reinterpret_cast<decltype(functions_.name)>(egl().GetProcAddress("gl" #name)); \
  if (!functions_.name) refuse("OpenGL has no gl" #name);
  CORTEN_GL_FUNCTIONS(CORTEN_GL_FIND)
#undef CORTEN_GL_FIND
}

Context::~Context() {
  if (context_) egl().DestroyContext(display_, context_);
}

Context::Use::Use(Context& context) : api_(egl().QueryAPI()) {
  egl().BindAPI(EGL_OPENGL_API);
  display_ = egl().GetCurrentDisplay();
  context_ = egl().GetCurrentContext();
  draw_ = egl().GetCurrentSurface(EGL_DRAW);
  read_ = egl().GetCurrentSurface(EGL_READ);
  if (display_ == EGL_NO_DISPLAY) display_ = context.display_;
  if (!egl().MakeCurrent(context.display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context.context_)) {
    throw std::runtime_error("the context of OpenGL cannot be used: another thread uses it, or EGL was shut down");
  }
}

Context::Use::~Use() {
  egl().MakeCurrent(display_, draw_, read_, context_);
  egl().BindAPI(api_);
}

}  // namespace corten::gl
