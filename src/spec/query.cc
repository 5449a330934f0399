// Walks over the kinematic tree of a Spec.
#include "spec/query.h"

#include <algorithm>

namespace corten {

namespace {

template <class T>
const T* find_in(const Body& root, std::vector<T> Body::*list, const std::string& name) {
  for (const T& element : root.*list) {
    if (element.name == name) return &element;
  }
  for (const Body& child : root.bodies) {
    if (const T* found = find_in(child, list, name)) return found;
  }
  return nullptr;
}

}  // namespace

const Body* find_body(const Body& root, const std::string& name) {
  return root.name == name ? &root : find_in(root, &Body::bodies, name);
}
const Body* find_body(const Spec& spec, const std::string& name) {
  return name == "world" ? &spec.world : find_body(spec.world, name);
}
const Joint* find_joint(const Body& root, const std::string& name) { return find_in(root, &Body::joints, name); }
const Geom* find_geom(const Body& root, const std::string& name) { return find_in(root, &Body::geoms, name); }
const Site* find_site(const Body& root, const std::string& name) { return find_in(root, &Body::sites, name); }

Body* find_body(Spec& spec, const std::string& name) { return const_cast<Body*>(find_body(std::as_const(spec), name)); }
Body* find_body(Body& root, const std::string& name) { return const_cast<Body*>(find_body(std::as_const(root), name)); }
Joint* find_joint(Body& root, const std::string& name) {
  return const_cast<Joint*>(find_joint(std::as_const(root), name));
}
Geom* find_geom(Body& root, const std::string& name) { return const_cast<Geom*>(find_geom(std::as_const(root), name)); }
Site* find_site(Body& root, const std::string& name) { return const_cast<Site*>(find_site(std::as_const(root), name)); }

FramePlace find_frame(const Body& root, const std::string& name) {
  FramePlace place;
  visit_bodies(root, [&](const Body& body) {
    for (std::size_t i = 0; i < body.frames.size() && !place.body; ++i) {
      if (body.frames[i].name == name) place = {&body, static_cast<int>(i)};
    }
  });
  return place;
}

const Body* parent_of(const Body& root, const Body& child) {
  const Body* parent = nullptr;
  visit_bodies(root, [&](const Body& body) {
    for (const Body& candidate : body.bodies) {
      if (&candidate == &child) parent = &body;
    }
  });
  return parent;
}

namespace {

bool extend_path(const Body& root, const Body& body, std::vector<int>& path) {
  if (&root == &body) return true;
  for (std::size_t i = 0; i < root.bodies.size(); ++i) {
    path.push_back(static_cast<int>(i));
    if (extend_path(root.bodies[i], body, path)) return true;
    path.pop_back();
  }
  return false;
}

}  // namespace

std::vector<int> path_to(const Body& root, const Body& body) {
  std::vector<int> path;
  extend_path(root, body, path);
  return path;
}

std::vector<std::string> body_names(const Body& root) {
  std::vector<std::string> names;
  visit_bodies(root, [&](const Body& body) {
    if (!body.name.empty()) names.push_back(body.name);
  });
  return names;
}

std::vector<std::string> frame_names(const Body& root) {
  std::vector<std::string> names;
  visit_bodies(root, [&](const Body& body) {
    for (const Frame& frame : body.frames) {
      if (!frame.name.empty()) names.push_back(frame.name);
    }
  });
  return names;
}

std::size_t count_elements(const Body& root) {
  std::size_t count = 0;
  visit_bodies(root, [&](const Body& body) {
    ++count;
    visit_elements(body, [&](Object, const Element&) { ++count; });
  });
  return count;
}

int tree_depth(const Body& root) {
  int below = 0;
  for (const Body& child : root.bodies) below = std::max(below, tree_depth(child));
  return below + 1;
}

}  // namespace corten
