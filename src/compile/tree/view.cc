// Cameras and lights: poses on their bodies, the body they look at, and camera intrinsics
//   (focal x, focal y, principal x, principal y) in length units,   fovy = 2 atan(h / (2 f_y)) for a sensor of height h
#include <cmath>
#include <string>

#include "compile/assets/assets.h"
#include "compile/elements/user_data.h"
#include "compile/tree/tree.h"
#include "spec/orientation.h"

namespace corten {

namespace {

void check_camera(Context& context, const Camera& e) {
  if (e.fovy >= 180) context.error(e, "camera", "fovy must be less than 180 degrees");
  const bool sensor = e.sensorsize[0] > 0 && e.sensorsize[1] > 0;
  for (const FloatVec<2>& v : {e.focal, e.focalpixel, e.principal, e.principalpixel}) {
    if ((v[0] != 0 || v[1] != 0) && !sensor) {
      context.error(e, "camera", "focal lengths and principal points need sensorsize");
      break;
    }
  }
  if (sensor && (e.resolution[0] <= 0 || e.resolution[1] <= 0)) {
    context.error(e, "camera", "sensorsize needs a positive resolution");
  }
}

void fill_intrinsics(const Camera& e, int i, Model& m) {
  FloatVec<4>& intrinsic = m.cam_intrinsic[i];
  if (!(e.sensorsize[0] > 0 && e.sensorsize[1] > 0)) {
    const float znear = m.vis.map.znear;  // stands for the focal length of a camera without sensor
    intrinsic = {{znear, znear, 0, 0}};
    return;
  }
  for (int k = 0; k < 2; ++k) {
    const float pixels_per_length = static_cast<float>(e.resolution[k]) / e.sensorsize[k];
    intrinsic[k] = e.focalpixel[k] != 0 ? e.focalpixel[k] / pixels_per_length : e.focal[k];
    intrinsic[2 + k] = e.principalpixel[k] != 0 ? e.principalpixel[k] / pixels_per_length : e.principal[k];
  }
  // MuJoCo: single precision, then degrees in double precision.
  m.cam_fovy[i] = std::atan2(e.sensorsize[1] / 2, intrinsic[1]) * 360.0 / M_PI;
}

void fill_cameras(Context& context, Model& m) {
  for (int i = 0; i < m.ncam; ++i) {
    const Flat<Camera>& camera = context.cameras[i];
    const Camera& e = *camera.element;
    m.cam_mode[i] = e.mode;
    m.cam_bodyid[i] = camera.body;
    m.cam_targetbodyid[i] = context.find(Object::kBody, e.target);
    m.cam_pos[i] = camera.pose.pos;
    m.cam_quat[i] = camera.pose.quat;
    m.cam_projection[i] = e.projection;
    m.cam_fovy[i] = e.fovy;
    m.cam_ipd[i] = e.ipd;
    m.cam_resolution[i] = e.resolution;
    m.cam_output[i] = e.output;
    m.cam_sensorsize[i] = e.sensorsize;
    fill_intrinsics(e, i, m);
  }
  fill_user(context.cameras, m.nuser_cam, m.cam_user);
}

void fill_lights(Context& context, Model& m) {
  for (int i = 0; i < m.nlight; ++i) {
    const FlatLight& light = context.lights[i];
    const Light& e = *light.element;
    m.light_mode[i] = e.mode;
    m.light_bodyid[i] = light.body;
    m.light_targetbodyid[i] = context.find(Object::kBody, e.target);
    m.light_type[i] = e.type;
    m.light_active[i] = e.active;
    m.light_pos[i] = light.pose.pos;
    m.light_dir[i] = light.dir;
    m.light_texid[i] = texture_id(context, e.texture);
    m.light_castshadow[i] = e.castshadow;
    m.light_bulbradius[i] = e.bulbradius;
    m.light_intensity[i] = e.intensity;
    m.light_range[i] = e.range;
    m.light_attenuation[i] = e.attenuation;
    m.light_cutoff[i] = e.cutoff;
    m.light_softness[i] = e.softness;
    m.light_exponent[i] = e.exponent;
    m.light_ambient[i] = e.ambient;
    m.light_diffuse[i] = e.diffuse;
    m.light_specular[i] = e.specular;
  }
}

}  // namespace

void resolve_views(Context& context) {
  for (Flat<Camera>& camera : context.cameras) {
    const Camera& e = *camera.element;
    Pose own{e.pos, {}};
    if (!resolve_orientation(e.orientation, context.compiler_of(e), own.quat)) {
      context.error(e, "camera", "invalid orientation", "its vectors must not be zero or parallel");
    }
    camera.pose = compose(camera.frame, own);
    check_camera(context, e);
    if (!e.target.empty()) context.require(Object::kBody, e.target, e, "camera", "target");
  }
  for (FlatLight& light : context.lights) {
    const Light& e = *light.element;
    light.pose.pos = light.frame.pos + rotate(light.frame.quat, e.pos);
    light.dir = rotate(light.frame.quat, e.dir);
    if (!unit_vector(light.dir)) context.error(e, "light", "dir must not be zero");
    if (e.softness < 0 || e.softness > 1) context.error(e, "light", "softness must be between 0 and 1");
    if (!e.target.empty()) context.require(Object::kBody, e.target, e, "light", "target");
    if (!e.texture.empty()) context.require(Object::kTexture, e.texture, e, "light", "texture");
  }
}

void count_views(Context& context, Sizes& sizes) {
  sizes.ncam = static_cast<int>(context.cameras.size());
  sizes.nlight = static_cast<int>(context.lights.size());
  sizes.nuser_cam = count_user(context, "camera", "nuser_cam", context.spec().size.nuser_cam, context.cameras);
}

void fill_views(Context& context, Model& m) {
  fill_cameras(context, m);
  fill_lights(context, m);
}

}  // namespace corten
