// Which program colours a shape, and its uniforms.
#include "render/shading.h"

#include <algorithm>
#include <cmath>

#include "render/shaders.h"

namespace corten::gl {

namespace {

// How a light shines: 0 directional, 1 spot, 2 point.
int kind_of(const SceneLight& l) {
  if (l.type == LightType::kSpot) return l.cutoff < 180 ? 1 : 2;
  return l.type == LightType::kPoint ? 2 : 0;
}

// "const int[2] kind = int[2](0, 1);"
std::string constants(const char* name, const std::vector<int>& numbers) {
  const std::string type = "int[" + std::to_string(numbers.size()) + "]";
  std::string text = "const " + type + " " + name + " = " + type + "(";
  for (std::size_t i = 0; i < numbers.size(); ++i) text += (i ? ", " : "") + std::to_string(numbers[i]);
  return text + ");\n";
}

}  // namespace

void set_lens(const Program& program, const Lens& lens, const Four& clip) {
  program.use();
  program.set("projection", lens.projection());
  program.set("clip", clip);
  program.set("eye", lens.eye);
  program.set("forward", lens.forward);
  program.set("orthographic", lens.orthographic ? 1 : 0);
}

void Shading::add_light(const SceneLight& l) {
  const auto four = [](const FloatVec<3>& v, float w) { return Four{v[0], v[1], v[2], w}; };
  lights_.pos.push_back(point_of(l.pos));
  lights_.dir.push_back(four(l.dir, std::cos(l.cutoff * 3.14159265f / 180)));
  lights_.attenuation.push_back(four(l.attenuation, l.exponent));
  lights_.ambient.push_back(point_of(l.ambient));
  lights_.diffuse.push_back(point_of(l.diffuse));
  lights_.specular.push_back(point_of(l.specular));
}

void Shading::begin(const Scene& scene, const std::vector<Lens>& shadow_lenses, float horizon) {
  ++state_;
  lights_ = {};
  std::vector<int> kinds, layers;
  std::size_t layer = 0;
  for (std::size_t i = 0; i < scene.lights.size() && i < kMostLights; ++i) {
    const SceneLight& light = scene.lights[i];
    const bool casts = light.castshadow && scene.shadows && layer < shadow_lenses.size();
    add_light(light);
    kinds.push_back(kind_of(light));
    layers.push_back(casts ? static_cast<int>(layer) : -1);
    lights_.shadow.push_back(casts ? shadow_lenses[layer++].projection() : Matrix{});
  }
  if (kinds.empty()) {  // a program has at least one, here a black one
    add_light({});
    kinds.push_back(0), layers.push_back(-1), lights_.shadow.emplace_back();
  }
  light_text_ = "#define SHADE\n#define LIGHTS " + std::to_string(kinds.size()) + "\n" + constants("kind", kinds) +
                constants("layer", layers);
  fog_ = scene.fog;
  horizon_ = horizon;
}

void Shading::look(const Lens& lens, const Four& clip) {
  ++state_;
  lens_ = lens, clip_ = clip;
}

void Shading::set_opacity(float opacity) {
  ++state_;
  opacity_ = opacity;
}

void Shading::set_uniforms(const Program& program) const {
  set_lens(program, lens_, clip_);
  const auto count = static_cast<GLsizei>(lights_.pos.size());
  gl_.Uniform3fv(program.at("light_pos"), count, lights_.pos[0].data());
  gl_.Uniform4fv(program.at("light_dir"), count, lights_.dir[0].data());
  gl_.Uniform4fv(program.at("light_attenuation"), count, lights_.attenuation[0].data());
  gl_.Uniform3fv(program.at("light_ambient"), count, lights_.ambient[0].data());
  gl_.Uniform3fv(program.at("light_diffuse"), count, lights_.diffuse[0].data());
  gl_.Uniform3fv(program.at("light_specular"), count, lights_.specular[0].data());
  gl_.UniformMatrix4fv(program.at("shadow_matrix"), count, GL_FALSE, lights_.shadow[0].data());
  program.set("flat_texture", 0);
  program.set("cube_texture", 1);
  program.set("shadow_maps", 2);
  program.set("opacity", opacity_);
  const auto extent = static_cast<float>(model_.stat.extent);
  const FloatVec<4>&fog = model_.vis.rgba.fog, &haze = model_.vis.rgba.haze;
  program.set("fog_colour", Four{fog[0], fog[1], fog[2], fog[3]});
  program.set("fog_start", model_.vis.map.fogstart * extent);
  program.set("fog_end", model_.vis.map.fogend * extent);
  program.set("haze", Four{haze[0], haze[1], haze[2], std::clamp(model_.vis.map.haze, 0.01f, 0.99f)});
  program.set("horizon", horizon_);
}

const Program& Shading::use(const DrawCall& call) {
  std::string defines = light_text_ + "#define TEXTURING " + std::to_string(static_cast<int>(call.texturing)) + "\n";
  if (fog_) defines += "#define FOG\n";
  if (call.infinite && horizon_ > 0) defines += "#define HAZE\n";
  if (call.range.primitive == GL_LINES) defines = "#define PLAIN\n";
  auto found = programs_.find(defines);
  if (found == programs_.end()) {
    found = programs_.emplace(defines, Ready{Program(gl_, defines, kVertexShader, kFragmentShader)}).first;
  }
  Ready& ready = found->second;
  if (ready.state != state_) set_uniforms(ready.program);
  ready.state = state_;
  ready.program.use();
  return ready.program;
}

}  // namespace corten::gl
