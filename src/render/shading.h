// Programs that colour shapes, one for each set of lights, kind of texture and haze: made when first needed.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "corten/scene.h"
#include "render/draw_list.h"
#include "render/lens.h"
#include "render/program.h"

namespace corten::gl {

class Shading {
 public:
  Shading(const Functions& gl, const Model& model) : gl_(gl), model_(model) {}

  // A new picture: its lights, the lenses of those that cast shadows in order, and where planes without end fade (0: not).
  void begin(const Scene& scene, const std::vector<Lens>& shadow_lenses, float horizon);
  // From where it is seen, and which side of a plane is drawn.
  void look(const Lens& lens, const Four& clip);
  void set_opacity(float opacity);
  // The program of a call, with all that it needs.
  const Program& use(const DrawCall& call);

 private:
  struct Ready {
    Program program;
    long state = -1;  // that its uniforms have
  };
  struct Lights {
    std::vector<Point> pos, ambient, diffuse, specular;
    std::vector<Four> dir, attenuation;
    std::vector<Matrix> shadow;
  };
  void add_light(const SceneLight& light);
  void set_uniforms(const Program& program) const;

  const Functions& gl_;
  const Model& model_;
  std::map<std::string, Ready> programs_;
  std::string light_text_;
  Lights lights_;
  bool fog_ = false;
  float horizon_ = 0, opacity_ = 1;
  Lens lens_;
  Four clip_{};
  long state_ = 0;
};

void set_lens(const Program& program, const Lens& lens, const Four& clip);

}  // namespace corten::gl
