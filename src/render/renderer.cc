// Renderer: the passes of a picture.
//   colours: shadow maps; sky; mirrors (the mirrored scene, then the plane over it); opaque shapes; transparent ones
//   measurements: every shape once, with its distance and its number as colour
#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>

#include "corten/render.h"
#include "model/access.h"
#include "render/draw_list.h"
#include "render/program.h"
#include "render/shaders.h"
#include "render/shading.h"
#include "render/targets.h"

namespace corten {

using namespace gl;

namespace {

constexpr int kLargestPicture = 16384;

void require_size(int width, int height) {
  if (std::min(width, height) >= 1 && std::max(width, height) <= kLargestPicture) return;
  throw std::invalid_argument("a picture of " + std::to_string(width) + " by " + std::to_string(height) +
                              " pixels: possible are 1 to " + std::to_string(kLargestPicture));
}

// Enough for the picture: a map of 4096 is mostly cleared in vain.
int shadow_map_size(const Model& m, int width, int height) {
  int size = 512;
  while (size < std::max(width, height)) size *= 2;
  return std::clamp(m.vis.quality.shadowsize, 1, size);
}

const Model& with_content(const Model& m) {
  require_content(m);
  return m;
}

template <class T>
void flip_rows(std::vector<T>& pixels, int height) {
  const std::size_t row = pixels.size() / static_cast<std::size_t>(height);
  for (int y = 0; y < height / 2; ++y) {
    const auto a = pixels.begin() + static_cast<std::ptrdiff_t>(row) * y;
    const auto b = pixels.end() - static_cast<std::ptrdiff_t>(row) * (y + 1);
    std::swap_ranges(a, a + static_cast<std::ptrdiff_t>(row), b);
  }
}

}  // namespace

struct Renderer::Parts {
  Parts(const Model& m, int w, int h)
      : model(with_content(m)),
        width(w),
        height(h),
        use(std::in_place, context),
        gl(context.functions()),
        library(gl, m),
        shading(gl, m),
        measure(gl, "#define MEASURE\n", kVertexShader, kFragmentShader),
        shadow(gl, "#define SHADOW\n", kVertexShader, kFragmentShader),
        mask(gl, "#define MASK\n", kVertexShader, kFragmentShader),
        sky(gl, "", kSkyVertexShader, kSkyFragmentShader) {
    gl.GenVertexArrays(1, &empty);
    for (int i = 0; i < m.ntex; ++i) {
      if (m.tex_type[i] == TextureType::kSkybox && skybox < 0) skybox = i;
    }
    make_targets();
    use.reset();
  }

  ~Parts() {
    try {
      const Context::Use current(context);
      targets.reset();
    } catch (const std::exception&) {  // EGL was shut down: everything is gone already
      static_cast<void>(targets.release());
    }
  }

  void make_targets();
  void draw(const Program& program, const DrawCall& call) const;
  void colour(const DrawCall& call);
  std::vector<Lens> draw_shadows(const DrawList& list) const;
  bool hazy() const { return scene.haze && scene.skybox && skybox >= 0; }
  float horizon() const { return scene.camera.frustum_far / std::sqrt(2.f); }
  void draw_sky(const Lens& lens, const std::optional<Plane>& endless) const;
  void draw_shapes(const DrawList& list, const Mirror* except);
  void draw_mirror(const DrawList& list, const Mirror& mirror, const Lens& lens);
  void draw_colours();
  void draw_measures();

  const Model& model;
  int width, height;
  Context context;
  std::optional<Context::Use> use;  // while the parts below are made
  const Functions& gl;
  Library library;
  Shading shading;
  Program measure, shadow, mask, sky;
  std::unique_ptr<Targets> targets;
  GLuint empty = 0;
  int skybox = -1;
  Scene scene;
  std::vector<std::uint8_t> rgb;
  std::vector<float> pairs, depth;
  std::vector<SegmentedPixel> segments;
  std::vector<std::int32_t> numbers;
};

void Renderer::Parts::make_targets() {
  int casting = 0;
  for (int i = 0; i < model.nlight; ++i) casting += model.light_castshadow[i] ? 1 : 0;
  targets.reset();
  targets = std::make_unique<Targets>(gl, width, height, model.vis.quality.offsamples,
                                      shadow_map_size(model, width, height), std::min(casting, kMostShadows));
}

void Renderer::Parts::draw(const Program& program, const DrawCall& call) const {
  program.set("texturing", static_cast<int>(call.texturing));
  if (call.range.primitive == GL_LINES) gl.LineWidth(call.line_width);
  gl.BindVertexArray(call.range.vertex_array);
  library.use_instances(call.first);
  const std::size_t bytes = call.range.first_index * sizeof(std::uint32_t);
  gl.DrawElementsInstancedBaseVertex(call.range.primitive, call.range.index_count, GL_UNSIGNED_INT,
                                     reinterpret_cast<const void*>(bytes), call.count, call.range.base_vertex);
}

void Renderer::Parts::colour(const DrawCall& call) {
  if (call.texture >= 0) {
    const bool cube = call.texturing == Texturing::kCube;
    gl.ActiveTexture(cube ? GL_TEXTURE1 : GL_TEXTURE0);
    gl.BindTexture(cube ? GL_TEXTURE_CUBE_MAP : GL_TEXTURE_2D, library.texture(call.texture));
  }
  draw(shading.use(call), call);
}

std::vector<Lens> Renderer::Parts::draw_shadows(const DrawList& list) const {
  std::vector<Lens> lenses;
  if (!scene.shadows || targets->shadow_maps() == 0) return lenses;
  gl.Disable(GL_CULL_FACE);
  gl.Enable(GL_POLYGON_OFFSET_FILL);
  gl.PolygonOffset(2, 4);
  for (std::size_t i = 0; i < scene.lights.size() && lenses.size() < kMostShadows; ++i) {
    if (!scene.lights[i].castshadow) continue;
    targets->begin_shadow(static_cast<int>(lenses.size()));
    lenses.push_back(light_lens(scene.lights[i], model));
    set_lens(shadow, lenses.back(), {});
    for (const DrawCall& call : list.opaque) {
      if (call.shadow) draw(shadow, call);
    }
  }
  gl.Disable(GL_POLYGON_OFFSET_FILL);
  return lenses;
}

void Renderer::Parts::draw_sky(const Lens& l, const std::optional<Plane>& endless) const {
  if (skybox < 0 || !scene.skybox) return;
  const float x = (l.x0 + l.x1) / 2, y = (l.y0 + l.y1) / 2;
  Point middle = l.forward, right{}, up{};
  if (!l.orthographic) {
    middle = along(along(along({}, l.forward, l.near), l.right, x), l.up, y);
    right = along({}, l.right, (l.x1 - l.x0) / 2), up = along({}, l.up, (l.y1 - l.y0) / 2);
  }
  sky.use();
  sky.set("middle", middle);
  sky.set("right", right);
  sky.set("up", up);
  sky.set("cube_texture", 1);
  const FloatVec<4>& haze = model.vis.rgba.haze;
  const float slope = endless && hazy() ? (inner(endless->normal, l.eye) - endless->offset) / horizon() : 0;
  sky.set("haze", Four{haze[0], haze[1], haze[2], slope});
  sky.set("haze_normal", endless ? endless->normal : Point{0, 0, 1});
  gl.ActiveTexture(GL_TEXTURE1);
  gl.BindTexture(GL_TEXTURE_CUBE_MAP, library.texture(skybox));
  gl.BindVertexArray(empty);
  gl.Disable(GL_CULL_FACE);
  gl.DepthMask(GL_FALSE);
  gl.Disable(GL_DEPTH_TEST);
  gl.DrawArrays(GL_TRIANGLES, 0, 3);
  gl.Enable(GL_DEPTH_TEST);
  gl.DepthMask(GL_TRUE);
}

// Everything but one mirror; other mirrors are drawn as plain planes.
void Renderer::Parts::draw_shapes(const DrawList& list, const Mirror* except) {
  if (scene.cull_face) gl.Enable(GL_CULL_FACE);
  for (const DrawCall& call : list.opaque) colour(call);
  if (except) {
    for (const Mirror& mirror : list.mirrors) {
      if (&mirror != except) colour(mirror.call);
    }
  }
  gl.Enable(GL_BLEND);
  gl.BlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  gl.DepthMask(GL_FALSE);
  for (const DrawCall& call : list.transparent) {  // their far sides shine through
    gl.Enable(GL_CULL_FACE);
    for (const GLenum hidden : {GL_FRONT, GL_BACK}) {
      gl.CullFace(hidden);
      colour(call);
    }
  }
  gl.DepthMask(GL_TRUE);
  gl.Disable(GL_BLEND);
}

// Where the plane is seen, the mirrored scene on black, then the plane itself: plane + reflectance * mirrored, as in MuJoCo.
// That also puts its own depth in place.
void Renderer::Parts::draw_mirror(const DrawList& list, const Mirror& mirror, const Lens& lens) {
  const Point& n = mirror.plane.normal;
  gl.Enable(GL_STENCIL_TEST);
  gl.Clear(GL_STENCIL_BUFFER_BIT);
  gl.StencilFunc(GL_ALWAYS, 1, 0xff);
  gl.StencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
  gl.DepthMask(GL_FALSE);
  gl.Enable(GL_BLEND);
  gl.BlendFunc(GL_ZERO, GL_ZERO);  // black
  set_lens(mask, lens, {});
  mask.set("horizon", mirror.call.infinite && hazy() ? horizon() : 0);
  draw(mask, mirror.call);
  gl.Disable(GL_BLEND);
  gl.DepthMask(GL_TRUE);
  gl.StencilFunc(GL_EQUAL, 1, 0xff);
  gl.StencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
  const Lens other = lens.mirrored(mirror.plane);
  shading.look(other, {n[0], n[1], n[2], -mirror.plane.offset});
  gl.Enable(GL_CLIP_DISTANCE0);
  gl.FrontFace(GL_CW);
  draw_shapes(list, &mirror);
  gl.FrontFace(GL_CCW);
  gl.Disable(GL_CLIP_DISTANCE0);
  shading.look(lens, {});
  gl.DepthFunc(GL_ALWAYS);
  gl.Enable(GL_BLEND);
  gl.BlendFunc(GL_ONE, GL_SRC_ALPHA);  // the plane, and part of what is there
  shading.set_opacity(mirror.reflectance);
  colour(mirror.call);
  shading.set_opacity(1);
  gl.Disable(GL_BLEND);
  gl.DepthFunc(GL_LESS);
  gl.Disable(GL_STENCIL_TEST);
}

void Renderer::Parts::draw_colours() {
  const Context::Use current(context);
  const Lens lens = camera_lens(scene.camera, static_cast<float>(width) / static_cast<float>(height));
  const DrawList list = make_draw_list(scene, model, library, lens, Shown::kAll);
  library.fill_instances(list.instances);
  gl.Enable(GL_DEPTH_TEST);
  gl.DepthFunc(GL_LESS);
  const std::vector<Lens> shadow_lenses = draw_shadows(list);
  targets->begin_colour();
  draw_sky(lens, list.endless);
  shading.look(lens, {});
  shading.begin(scene, shadow_lenses, hazy() ? horizon() : 0);
  shading.set_opacity(1);
  gl.ActiveTexture(GL_TEXTURE2);
  gl.BindTexture(GL_TEXTURE_2D_ARRAY, targets->shadow_maps());
  if (scene.cull_face) gl.Enable(GL_CULL_FACE);
  for (const Mirror& mirror : list.mirrors) draw_mirror(list, mirror, lens);
  draw_shapes(list, nullptr);
  targets->read_colour(rgb);
  flip_rows(rgb, height);
}

void Renderer::Parts::draw_measures() {
  const Context::Use current(context);
  const Lens lens = camera_lens(scene.camera, static_cast<float>(width) / static_cast<float>(height));
  const DrawList list = make_draw_list(scene, model, library, lens, Shown::kNumbered);
  library.fill_instances(list.instances);
  gl.Enable(GL_DEPTH_TEST);
  gl.DepthFunc(GL_LESS);
  if (scene.cull_face) gl.Enable(GL_CULL_FACE);
  targets->begin_measure();
  set_lens(measure, lens, {});
  for (const Mirror& mirror : list.mirrors) draw(measure, mirror.call);
  for (const DrawCall& call : list.opaque) draw(measure, call);
  for (const DrawCall& call : list.transparent) draw(measure, call);
  targets->read_measure(pairs);
  flip_rows(pairs, height);
}

// ---- the public class

Renderer::Renderer(const Model& model, int width, int height) {
  require_size(width, height);
  parts_ = std::make_unique<Parts>(model, width, height);
}
Renderer::~Renderer() = default;
Renderer::Renderer(Renderer&&) noexcept = default;
Renderer& Renderer::operator=(Renderer&&) noexcept = default;

int Renderer::width() const { return parts_->width; }
int Renderer::height() const { return parts_->height; }
Scene& Renderer::scene() { return parts_->scene; }

void Renderer::resize(int width, int height) {
  require_size(width, height);
  if (width == parts_->width && height == parts_->height) return;
  parts_->width = width, parts_->height = height;
  const Context::Use current(parts_->context);
  parts_->make_targets();
}

void Renderer::update(const Data& data) { update(data, default_free_camera(parts_->model)); }

void Renderer::update(const Data& data, const ViewCamera& camera, const SceneOption& option) {
  update_scene(parts_->model, data, option, camera, parts_->scene);
  update_surfaces(data);
}

void Renderer::update_surfaces(const Data& data) {
  require_own(parts_->model, data);
  if (parts_->model.nflex + parts_->model.nskin == 0) return;
  const Context::Use current(parts_->context);
  parts_->library.move(data);
}

std::span<const std::uint8_t> Renderer::rgb() {
  parts_->draw_colours();
  return parts_->rgb;
}

std::span<const float> Renderer::depth() {
  Parts& p = *parts_;
  p.draw_measures();
  p.depth.resize(p.pairs.size() / 2);
  for (std::size_t i = 0; i < p.depth.size(); ++i) {
    p.depth[i] = p.pairs[2 * i + 1] > 0 ? p.pairs[2 * i] : p.scene.camera.frustum_far;
  }
  return p.depth;
}

std::span<const std::int32_t> Renderer::geoms() {
  Parts& p = *parts_;
  p.draw_measures();
  p.numbers.resize(p.pairs.size() / 2);
  for (std::size_t i = 0; i < p.numbers.size(); ++i) p.numbers[i] = static_cast<std::int32_t>(p.pairs[2 * i + 1]) - 1;
  return p.numbers;
}

std::span<const SegmentedPixel> Renderer::segmentation() {
  const std::span<const std::int32_t> numbers = geoms();
  Parts& p = *parts_;
  p.segments.assign(numbers.size(), {});
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] < 0) continue;
    const SceneGeom& g = p.scene.geoms[static_cast<std::size_t>(numbers[i])];
    if (g.segid >= 0) p.segments[i] = {g.objid, g.objtype};
  }
  return p.segments;
}

}  // namespace corten
