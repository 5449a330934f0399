// Walks over the kinematic tree of a Spec: visit every element, find one by name, count.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "corten/spec.h"

namespace corten {

// Generated models stay below these: deeper trees exhaust the stack, larger ones the memory.
inline constexpr int kMaxTreeDepth = 2000;
inline constexpr std::size_t kMaxElements = 300000;

// f(body) for `root` and all bodies below it, parents first: MuJoCo's order of bodies.
template <class BodyType, class F>
void visit_bodies(BodyType& root, F&& f) {
  f(root);
  for (auto& child : root.bodies) visit_bodies(child, f);
}

// f(object, element) for every frame, joint, geom, site, camera and light of one body.
template <class BodyType, class F>
void visit_elements(BodyType& body, F&& f) {
  for (auto& frame : body.frames) f(Object::kFrame, frame);
  for (auto& joint : body.joints) f(Object::kJoint, joint);
  for (auto& geom : body.geoms) f(Object::kGeom, geom);
  for (auto& site : body.sites) f(Object::kSite, site);
  for (auto& camera : body.cameras) f(Object::kCamera, camera);
  for (auto& light : body.lights) f(Object::kLight, light);
}

// The element of that name in `root` or below, nullptr if there is none. Names are not empty. The world body of a Spec
// answers to "world".
Body* find_body(Spec& spec, const std::string& name);
Body* find_body(Body& root, const std::string& name);
Joint* find_joint(Body& root, const std::string& name);
Geom* find_geom(Body& root, const std::string& name);
Site* find_site(Body& root, const std::string& name);
const Body* find_body(const Spec& spec, const std::string& name);
const Body* find_body(const Body& root, const std::string& name);
const Joint* find_joint(const Body& root, const std::string& name);
const Geom* find_geom(const Body& root, const std::string& name);
const Site* find_site(const Body& root, const std::string& name);

// A frame is known by the body that holds it and its index there; body is nullptr if there is none of that name.
struct FramePlace {
  const Body* body = nullptr;
  int index = -1;
};
FramePlace find_frame(const Body& root, const std::string& name);

// The body that has `child` among its bodies, nullptr if it is `root` itself or elsewhere.
const Body* parent_of(const Body& root, const Body& child);

// The child indices that lead from `root` to `body`; empty if it is `root` itself or elsewhere.
std::vector<int> path_to(const Body& root, const Body& body);

// All names of one kind in `root` and below.
std::vector<std::string> body_names(const Body& root);
std::vector<std::string> frame_names(const Body& root);

std::size_t count_elements(const Body& root);  // bodies, `root` included, and all their elements
int tree_depth(const Body& root);              // 1 for a body without children

}  // namespace corten
