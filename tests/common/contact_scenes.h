// Models whose steps use everything that varies from step to step: contacts of all kinds of shapes, limits, dry
// friction, equalities, tendons and sensors. With each solver and cone, with and without noslip.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "corten/corten.h"

namespace corten {

// Boxes, meshes, capsules, cylinders and ellipsoids fall on each other on a height field.
inline std::string pile() {
  const std::string shapes[] = {"type='box' size='.1 .08 .06'",
                                "type='mesh' mesh='rock'",
                                "type='capsule' size='.05 .08' condim='4'",
                                "type='cylinder' size='.06 .05'",
                                "type='ellipsoid' size='.09 .07 .05' condim='6'",
                                "size='.07' condim='1'"};
  std::string bodies;
  for (int i = 0; i < 12; ++i) {
    bodies += "<body pos='" + std::to_string(0.07 * (i % 3)) + " " + std::to_string(0.06 * (i % 2)) + " " +
              std::to_string(0.25 + 0.13 * i) + "' euler='" + std::to_string(20 * i) + " 10 30'><freejoint/><geom " +
              shapes[i % 6] + "/></body>";
  }
  return R"(<asset><hfield name='ground' nrow='4' ncol='4' size='1 1 .15 .1'
      elevation='1 .6 .5 .9 .7 .1 .2 .6 .5 .2 0 .7 1 .8 .6 .9'/>
    <mesh name='rock' vertex='0 0 .12 .1 0 -.05 -.05 .09 -.05 -.05 -.09 -.04 .06 .06 .06 -.07 .02 .06'/></asset>
    <worldbody><geom type='hfield' hfield='ground'/>)" +
         bodies + "</worldbody>";
}

// A loop of bars with limits, dry friction, a spatial tendon and motors that pushes a box about; sensors of every
// stage.
inline std::string machine() {
  return R"(<worldbody><geom type='plane' size='3 3 1'/><site name='w' pos='0 0 1'/>
    <body name='a' pos='0 0 .6'><joint name='j1' axis='0 1 0' limited='true' range='-60 60' frictionloss='.1'/>
      <geom type='capsule' fromto='0 0 0 .3 0 0' size='.03'/><site name='s' pos='.2 0 0'/>
      <body name='b' pos='.3 0 0'><joint name='j2' axis='0 1 0' limited='true' range='-90 90' damping='.05'/>
        <geom type='capsule' fromto='0 0 0 .3 0 -.1' size='.03'/></body></body>
    <body name='c' pos='.6 0 .5'><freejoint/><geom size='.05' mass='.3'/><site name='t' size='.06' zaxis='0 0 -1'/></body>
    <body name='d' pos='.5 .05 .1'><freejoint/><geom type='box' size='.1 .1 .1' mass='1'/></body>
    <body name='e' pos='-.5 0 .3'><joint name='ball' type='ball' range='0 30' limited='true'/>
      <geom type='capsule' fromto='0 0 0 0 0 .2' size='.03'/></body></worldbody>
  <equality><connect body1='b' body2='c' anchor='.3 0 -.1'/><joint joint1='j1' joint2='j2' polycoef='0 .5 0 0 0'/></equality>
  <tendon><spatial name='rope' limited='true' range='0 .5' frictionloss='.1'><site site='w'/><site site='s'/></spatial></tendon>
  <actuator><motor joint='j1' gear='3'/><position joint='j2' kp='5'/></actuator>
  <sensor><touch site='t'/><accelerometer site='t'/><rangefinder site='t'/><jointpos joint='j1'/><force site='s'/>
    <framelinvel objtype='body' objname='c'/><tendonlimitfrc tendon='rope'/><subtreeangmom body='a'/></sensor>)";
}

// Name and model: the scenes with every solver, then the models of the project.
inline std::vector<std::pair<std::string, Model>> contact_models() {
  std::vector<std::pair<std::string, Model>> models;
  for (const auto& [name, scene] : {std::pair("pile", pile()), std::pair("machine", machine())}) {
    for (const char* solver : {"PGS", "CG", "Newton"}) {
      for (const char* cone : {"pyramidal", "elliptic"}) {
        for (const char* noslip : {"0", "3"}) {
          const std::string option = std::string("<option timestep='.005' iterations='20' solver='") + solver +
                                     "' cone='" + cone + "' noslip_iterations='" + noslip + "'/>";
          models.emplace_back(name + (" with " + option), load_text("<mujoco>" + option + scene + "</mujoco>"));
        }
      }
    }
  }
  for (const auto& entry : std::filesystem::directory_iterator(CORTEN_SOURCE_DIR "/models")) {
    if (entry.path().extension() == ".xml") models.emplace_back(entry.path().string(), load(entry.path().string()));
  }
  return models;
}

}  // namespace corten
