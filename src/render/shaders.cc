// The programs of the graphics card. Light as in MuJoCo, which lights by the rules of the first OpenGL, here at each pixel:
//   colour = emission c + sum_l a_l s_l [ambient_l c + diffuse_l c max(0, n l) + specular_l k max(0, n h)^128g]
// c: colour times texture, k and g: specular and shininess of the material, a: attenuation, s: spot and shadow.
#include "render/shaders.h"

namespace corten::gl {

const char* const kVertexShader = R"(
layout(location = 0) in vec3 pos;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 uv;
layout(location = 3) in float lift;
layout(location = 4) in vec4 row0;      // of the pose: orientation and position
layout(location = 5) in vec4 row1;
layout(location = 6) in vec4 row2;
layout(location = 7) in vec4 scale;     // and distance of the ends of capsules
layout(location = 8) in vec4 rgba;
layout(location = 9) in vec4 material;  // emission, specular, shininess, number
layout(location = 10) in vec4 mapping;  // texture coordinates: factors of x, y, z, or of x and y with an offset
uniform mat4 projection;
uniform vec4 clip;
uniform int texturing;                  // 0: none, 1: coordinates of vertices, 2: made from x and y, 3: cube
out vec3 world;
out vec3 world_normal;
out vec3 coordinate;
flat out vec4 surface;
flat out vec4 colour;

void main() {
  vec3 local = pos * scale.xyz + vec3(0, 0, lift * scale.w);
  world = vec3(dot(row0, vec4(local, 1)), dot(row1, vec4(local, 1)), dot(row2, vec4(local, 1)));
  vec3 n = normal / scale.xyz;
  world_normal = vec3(dot(row0.xyz, n), dot(row1.xyz, n), dot(row2.xyz, n));
  coordinate = texturing == 1 ? vec3(uv * mapping.xy, 0) : texturing == 2 ? vec3(local.xy * mapping.xy + mapping.zw, 0)
                                                             : local * mapping.xyz;
  surface = material;
  colour = rgba;
  gl_ClipDistance[0] = dot(clip, vec4(world, 1));
  gl_Position = projection * vec4(world, 1);
}
)";

const char* const kFragmentShader = R"(
in vec3 world;
in vec3 world_normal;
in vec3 coordinate;
flat in vec4 surface;
flat in vec4 colour;
uniform vec3 eye;
uniform vec3 forward;
uniform int orthographic;

#ifdef MEASURE
out vec2 measured;
void main() { measured = vec2(dot(world - eye, forward), surface.w + 1.0); }
#endif

#ifdef SHADOW
void main() {}
#endif

#ifdef MASK
uniform float horizon;
void main() {
  vec3 n = normalize(world_normal), from_eye = world - eye;
  if (horizon > 0.0 && length(from_eye - n * dot(n, from_eye)) > horizon) discard;
}
#endif

#ifdef PLAIN
out vec4 fragment;
void main() { fragment = colour; }
#endif

#ifdef SHADE
uniform sampler2D flat_texture;
uniform samplerCube cube_texture;
uniform sampler2DArrayShadow shadow_maps;
uniform vec3 light_pos[LIGHTS];
uniform vec4 light_dir[LIGHTS];         // w: cosine of the cutoff
uniform vec4 light_attenuation[LIGHTS]; // w: exponent
uniform vec3 light_ambient[LIGHTS];
uniform vec3 light_diffuse[LIGHTS];
uniform vec3 light_specular[LIGHTS];
uniform mat4 shadow_matrix[LIGHTS];
uniform vec4 fog_colour;
uniform vec4 haze;                           // colour; w: part of the plane that fades, 0: none
uniform float horizon;                       // distance at which planes without end are all haze
uniform float fog_start, fog_end;
uniform float opacity;
out vec4 fragment;

float lit_by(int i) {
  vec4 p = shadow_matrix[i] * vec4(world, 1);
  vec3 q = p.xyz / p.w;
  if (p.w <= 0.0 || any(greaterThan(abs(q), vec3(1)))) return 1.0;
  q = 0.5 * q + 0.5;
  return texture(shadow_maps, vec4(q.xy, float(layer[i]), q.z));
}

void main() {
  vec4 base = colour;
#if TEXTURING == 3
  base *= texture(cube_texture, coordinate);
#elif TEXTURING > 0
  base *= texture(flat_texture, coordinate.xy);
#endif
  vec3 n = normalize(world_normal);
  if (!gl_FrontFacing) n = -n;
  vec3 v = orthographic == 1 ? -forward : normalize(eye - world);
  vec3 sum = surface.x * base.rgb;
  for (int i = 0; i < LIGHTS; ++i) {
    vec3 l = -light_dir[i].xyz;
    float strength = 1.0;
    if (kind[i] > 0) {
      vec3 to = light_pos[i] - world;
      float d = length(to);
      l = to / d;
      strength = 1.0 / max(dot(light_attenuation[i].xyz, vec3(1, d, d * d)), 1e-6);
      float along = dot(-l, light_dir[i].xyz);
      if (kind[i] == 1) {
        strength *= along < light_dir[i].w ? 0.0 : pow(max(along, 0.0), light_attenuation[i].w);
      }
    }
    if (layer[i] >= 0) strength *= lit_by(i);
    float facing = dot(n, l);
    float shine = facing > 0.0 ? pow(max(dot(n, normalize(l + v)), 0.0), 128.0 * surface.z) : 0.0;
    sum += strength * ((light_ambient[i] + light_diffuse[i] * max(facing, 0.0)) * base.rgb
                       + light_specular[i] * surface.y * shine);
  }
#ifdef FOG
  sum = mix(fog_colour.rgb, sum, clamp((fog_end - dot(world - eye, forward)) / (fog_end - fog_start), 0.0, 1.0));
#endif
#ifdef HAZE
  {  // from (1 - haze) to 1 of the horizon, on a cone that rises from the plane, as in MuJoCo
    vec3 from_eye = world - eye;
    float part = length(from_eye - n * dot(n, from_eye)) / horizon, start = 1.0 - haze.w;
    if (part > 1.0) discard;
    float rise = start * (2.0 - 0.8 * start) * (1.0 / start - 1.0 / part);
    sum = mix(sum, haze.rgb, part > start ? rise / (rise + 1.0 / part - 1.0) : 0.0);
  }
#endif
  fragment = vec4(sum, base.a * opacity);
}
#endif
)";

const char* const kSkyVertexShader = R"(
uniform vec3 middle, right, up;
out vec3 direction;
void main() {
  vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  direction = middle + corner.x * right + corner.y * up;
  gl_Position = vec4(corner, 1, 1);
}
)";

const char* const kSkyFragmentShader = R"(
in vec3 direction;
uniform samplerCube cube_texture;
out vec4 fragment;
uniform vec4 haze;          // colour; w: slope of the line of sight at which a plane without end is all haze, 0: no plane
uniform vec3 haze_normal;   // of that plane

void main() {
  vec3 sky = texture(cube_texture, vec3(direction.x, direction.z, -direction.y)).rgb;
  float down = -dot(direction, haze_normal), slope = down / length(direction + down * haze_normal);
  if (haze.w > 0.0 && slope > 0.0) sky = mix(sky, haze.rgb, min(1.0, slope / (0.78 * (haze.w - slope) + slope)));
  fragment = vec4(sky, 1);
}
)";

}  // namespace corten::gl
