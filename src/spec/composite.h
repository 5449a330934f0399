// Cables and their skins.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "corten/error.h"
#include "corten/spec.h"

namespace corten {

// ---- composite
//
// A cable: a chain of bodies along a curve, MJCF's <composite type="cable">.
//
// The curve has `count` vertices, given one by one or by a formula for each coordinate:
//   line: s L,   cosine: r cos(pi s w),   sine: r sin(pi s w),   zero: 0,     s = i / (count - 1) in [0, 1]
// with size = (L, r, w). Every edge becomes a body whose x axis is the edge, connected to the one before by a ball
// joint. With a box as geom the cable also gets a skin.

enum class CableCurve : int { kLine, kCos, kSin, kZero };

// The reader lays what is written over these defaults; default classes do not apply.
struct CompositeCable {
  CompositeCable() { joint.group = site.group = 3; }

  std::string prefix;
  IntVec<3> count{{1, 1, 1}};
  Vec3 offset;
  Quat quat;                     // turns the curve of a formula, not given vertices
  std::string initial = "ball";  // joint of the first body: "ball", "free" or "none"
  std::array<CableCurve, 3> curve{CableCurve::kZero, CableCurve::kZero, CableCurve::kZero};
  Vec3 size{1, 0, 0};
  std::vector<float> vertex;  // x, y, z of each vertex; excludes count and curve

  Geom geom;    // <geom>: cylinder, capsule or box; must be given
  Site site;    // <site>: of the two ends
  Joint joint;  // <joint kind="main">: all but type, which is set here

  struct CableSkin {
    bool texcoord = false;
    std::string material;
    Rgba rgba{{1, 1, 1, 1}};
    int group = 0;
    int subgrid = 0;  // additional rows of vertices between bodies
  };
  CableSkin skin;  // <skin>; its inflate has no effect, since half the box's height is used
  PluginRef plugin;

  std::string childclass;  // class of the generated elements, for writing only
  int compiler = 0;
  SourceLocation where;
};

// Adds the chain to `parent`, inside its frame `frame` (-1: none), and to `spec` excludes for neighbours, a text that
// marks the composite and a skin.
void expand_cable(Spec& spec, Body& parent, int frame, const CompositeCable& cable, Diagnostics& diagnostics);

// ---- cable_skin
//
// The skin of a cable made of boxes: a flat band along the cable.

// `count` is the number of vertices of the cable, at least 2; with a subgrid at least 3.
Skin cable_skin(const CompositeCable& cable, int count);

// Name of body i of a cable with `count` vertices, and so count - 1 bodies.
std::string cable_body_name(const CompositeCable& cable, int i, int count);

}  // namespace corten
