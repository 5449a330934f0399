// Contacts of a flex with the geoms of a body and with another flex.
//
//   plane     every vertex is a ball: dist = n . (p - origin) - r
//   sdf       triangles only
//   others    elements near the geom
#include "collide/filter.h"
#include "collide/flex/flex_contacts.h"
#include "collide/sdf/sdf.h"
#include "math/vec3.h"
#include "model/workspace.h"

namespace corten {

namespace {

bool uses_trees(const Model& m, int bvhadr1, int bvhadr2) {
  return !(m.opt.disableflags & kDisableMidphase) && bvhadr1 >= 0 && bvhadr2 >= 0;
}

// Distance at which contacts of a geom and a flex, or of two flexes, are found.
double common_distance(const Model& m, double margin, double gap) {
  return (m.opt.enableflags & kEnableOverride ? m.opt.o_margin : margin) + gap;
}
double geom_distance(const Model& m, int geom, int flex) {
  return common_distance(m, m.geom_margin[geom] + m.flex_margin[flex], m.geom_gap[geom] + m.flex_gap[flex]);
}

void collide_plane_flex(const Model& m, const Data& d, int geom, const FlexView& flex, FlexBatch& batch) {
  const Vec3 origin = d.geom_xpos[geom], normal = col(d.geom_xmat[geom], 2);
  const double reach = geom_distance(m, geom, flex.flex) + flex.radius;
  for (int v = 0; v < flex.vertnum; ++v) {
    const double height = dot(flex.point[v] - origin, normal);
    if (height > reach) continue;
    const double dist = height - flex.radius;
    batch.add({dist, flex.point[v] + normal * (-dist * 0.5 - flex.radius), normal, {}}, {geom, -1, -1}, {-1, -1, v});
  }
}

void collide_sdf_flex(const Model& m, const Data& d, int geom, const FlexView& flex, std::span<RawContact> raw,
                      FlexBatch& batch) {
  int elem[kMaxPairContacts];
  const int count = collide_sdf_flex(m, d, geom, flex, raw.data(), elem);
  for (int i = 0; i < count; ++i) batch.add(raw[i], {geom, -1, -1}, {-1, elem[i], -1});
}

void collide_near(const Model& m, Data& d, std::span<const NearPair> pairs, const FlexView& flex,
                  std::span<RawContact> raw, FlexBatch& batch) {
  for (const auto [geom, elem] : pairs) {
    const int count = collide_geom_element(m, d, geom, flex, elem, geom_distance(m, geom, flex.flex), raw.data());
    batch.add(raw.first(count), {geom, -1, -1}, {-1, elem, -1});
  }
}

// Without trees: every geom by itself, with all elements.
void collide_all(const Model& m, Data& d, int body, const FlexView& flex, std::span<RawContact> raw, FlexBatch& batch) {
  const int first = m.body_geomadr[body];
  for (int g = first; g < first + m.body_geomnum[body]; ++g) {
    if (!bits_meet(m.geom_contype[g], m.geom_conaffinity[g], m.flex_contype[flex.flex], m.flex_conaffinity[flex.flex]))
      continue;
    if (m.geom_type[g] == GeomType::kPlane) {
      collide_plane_flex(m, d, g, flex, batch);
    } else if (m.geom_type[g] == GeomType::kSdf) {
      collide_sdf_flex(m, d, g, flex, raw, batch);
    } else {
      const double distance = geom_distance(m, g, flex.flex);
      // MuJoCo: only when trees are off, not when one is missing
      const bool filter = m.opt.disableflags & kDisableMidphase;
      for (int e = 0; e < flex.elemnum; ++e) {
        if (filter && ball_box_apart(d.geom_xpos[g], m.geom_rbound[g] + distance, flex.box[e])) continue;
        const int count = collide_geom_element(m, d, g, flex, e, distance, raw.data());
        batch.add(raw.first(count), {g, -1, -1}, {-1, e, -1});
      }
    }
    batch.write(false);
  }
}

}  // namespace

void collide_body_flex(const Model& m, Data& d, int body, int flex) {
  Scratch::Frame frame(work(d).scratch);
  const FlexView view(m, d, flex);
  FlexBatch batch(m, d, frame, -1, flex);
  const std::span<RawContact> raw = frame.take<RawContact>(kMaxPairContacts);
  if (!uses_trees(m, m.body_bvhadr[body], m.flex_bvhadr[flex])) return collide_all(m, d, body, view, raw, batch);

  // MuJoCo: the bits of planes and signed distances do not count, only those of the body.
  const int first = m.body_geomadr[body], last = first + m.body_geomnum[body];
  for (int g = first; g < last; ++g) {
    if (m.geom_type[g] == GeomType::kPlane && is_immobile(m, body)) collide_plane_flex(m, d, g, view, batch);
  }
  for (int g = first; g < last; ++g) {
    if (m.geom_type[g] == GeomType::kSdf) collide_sdf_flex(m, d, g, view, raw, batch);
  }
  FrameList<NearPair> near(frame, 256);
  near_elements(m, d, body, flex, frame, near);
  collide_near(m, d, near.values(), view, raw, batch);
  batch.write(true);
}

void collide_flexes(const Model& m, Data& d, int flex1, int flex2) {
  Scratch::Frame frame(work(d).scratch);
  const FlexView view1(m, d, flex1), view2(m, d, flex2);
  const double distance =
      common_distance(m, m.flex_margin[flex1] + m.flex_margin[flex2], m.flex_gap[flex1] + m.flex_gap[flex2]);
  FlexBatch batch(m, d, frame, flex1, flex2);
  const std::span<RawContact> raw = frame.take<RawContact>(kMaxPairContacts);
  PairElements elements1(view1, frame), elements2(view2, frame);
  const auto collide = [&](int e1, int e2) {
    const int count = collide_elements(m, d, elements1, e1, elements2, e2, distance, raw.data());
    batch.add(raw.first(count), {-1, e1, -1}, {-1, e2, -1});
  };
  if (uses_trees(m, m.flex_bvhadr[flex1], m.flex_bvhadr[flex2])) {
    FrameList<NearPair> near(frame, 256);
    near_elements_of_flexes(m, d, flex1, flex2, frame, near);
    for (const auto [e1, e2] : near.values()) collide(e1, e2);
    return batch.write(true);
  }
  for (int e1 = 0; e1 < view1.elemnum; ++e1) {
    for (int e2 = 0; e2 < view2.elemnum; ++e2) collide(e1, e2);
  }
  batch.write(false);
}

}  // namespace corten
