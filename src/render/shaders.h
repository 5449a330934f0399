// The programs of the graphics card.
#pragma once

#include <cstddef>

namespace corten::gl {

inline constexpr std::size_t kMostLights = 16;  // further ones are left out
inline constexpr int kMostShadows = 8;          // further lights cast none

// Parts of programs; what is defined before them says what they do. SHADE: colours, with LIGHTS lights of kind[] (0
// directional, 1 spot, 2 point) and layer[] of the shadow maps (-1: none), TEXTURING 0 to 3, HAZE, FOG; PLAIN: colours without
// light; MEASURE: distances and numbers of shapes; SHADOW: nothing but depth; MASK: the same, up to the
// horizon. Software draws all branches of a program, so
// programs have none.
extern const char* const kVertexShader;
extern const char* const kFragmentShader;
extern const char* const kSkyVertexShader;
extern const char* const kSkyFragmentShader;

}  // namespace corten::gl
