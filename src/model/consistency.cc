// Relations between the fields of a Model: trees that have no circles, sparse rows in order, hulls and bounding boxes
// that stay within their mesh, objects that are of the kind that their user expects.
#include "model/consistency.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <vector>

#include "model/actuator_models.h"

namespace corten {

namespace {

bool is_condim(int dim) { return dim == 1 || dim == 3 || dim == 4 || dim == 6; }

class Check {
 public:
  explicit Check(const Model& model) : m(model) {}

  std::string run() {
    if (!is_tree_consistent(m)) return "the fields of the kinematic tree do not fit each other";
    for (int i = 0; i < m.ngeom; ++i) geom(i);
    for (int i = 0; i < m.nmesh; ++i) mesh(i);
    for (int i = 0; i < m.nhfield; ++i) hfield(i);
    for (int i = 0; i < m.ntex; ++i) texture(i);
    for (int i = 0; i < m.nskin; ++i) skin(i);
    for (int i = 0; i < m.nbody; ++i) boxes("body", i, m.body_bvhadr[i], m.body_bvhnum[i], m.ngeom);
    require(m.nbvh - m.nbvhstatic == m.nbvhdynamic && m.nbvhdynamic >= 0, "the boxes of flex", m.nflex - 1);
    for (int i = 0; i < m.nflex; ++i) {
      const int boxes_adr = m.flex_bvhadr[i], boxes_num = m.flex_bvhnum[i];
      require(boxes_num > 0 && boxes_adr >= m.nbvhstatic, "the boxes of flex", i);
      if (problem_.empty()) boxes("the bounding boxes of flex", i, boxes_adr, boxes_num, m.flex_elemnum[i]);
    }
    if (problem_.empty() && !are_flexes_consistent(m)) return "the fields of flexes do not fit each other";
    for (int i = 0; i < m.neq; ++i) equality(i);
    tendons();
    long long moments = 0;
    for (int i = 0; i < m.nactuator && problem_.empty(); ++i) {
      actuator(i);
      if (problem_.empty()) moments += moment_size(i);
    }
    require(moments <= m.nJmom, "the moments of actuator", m.nactuator - 1);
    for (int i = 0; i < m.nsensor; ++i) require(is_sensor_consistent(m, i), "sensor", i);
    for (int i = 0; i < m.ntupledata; ++i) {
      require(m.tuple_objid[i] >= -1 && m.tuple_objid[i] < count_of(m, m.tuple_objtype[i]), "tuple_objid", i);
    }
    for (int i = 0; i < m.npair; ++i) require(is_condim(m.pair_dim[i]), "pair_dim", i);
    return problem_;
  }

 private:
  void require(bool right, const char* what, int i) {
    if (!right && problem_.empty()) problem_ = fmt::format("{} {} does not fit the rest of the model", what, i);
  }

  void geom(int i);
  void mesh(int i);
  void hull(int i);
  void hfield(int i);
  void texture(int i);
  void skin(int i);
  void boxes(const char* what, int i, int first, int count, int leaves);
  void equality(int i);
  void tendons();
  void wrap(int w, int first, int end, std::set<int>& dofs);
  void actuator(int i);
  long long moment_size(int actuator) const;

  const Model& m;
  std::string problem_;
};

void Check::geom(int i) {
  const int data = m.geom_dataid[i];
  const GeomType type = m.geom_type[i];
  if (type == GeomType::kHfield) {
    require(is_id(data, m.nhfield), "geom_dataid", i);
  } else {
    require(data < m.nmesh && data >= (type == GeomType::kMesh || type == GeomType::kSdf ? 0 : -1), "geom_dataid", i);
  }
  require(is_condim(m.geom_condim[i]), "geom_condim", i);
}

// Children come after their parents; a leaf names one of `leaves` things.
void Check::boxes(const char* what, int i, int first, int count, int leaves) {
  for (int k = 0; k < count; ++k) {
    require(m.bvh_nodeid[first + k] >= -1 && m.bvh_nodeid[first + k] < leaves, what, i);
    const bool is_leaf = m.bvh_nodeid[first + k] >= 0;
    for (const int child : m.bvh_child[first + k].v)
      require(is_leaf ? child == -1 : child > k && child < count, what, i);
  }
}

void Check::mesh(int i) {
  const int vertices = m.mesh_vertnum[i], sides = m.mesh_polynum[i];
  const std::span<const IntVec<3>> faces = m.mesh_face.span(m.mesh_faceadr[i], m.mesh_facenum[i]);
  const std::span<const int> corners(faces.empty() ? nullptr : faces[0].v, 3 * faces.size());
  require(are_ids(corners, vertices), "mesh_face of mesh", i);
  require(are_ids(m.mesh_treeleaf.span(m.mesh_faceadr[i], m.mesh_facenum[i]), m.mesh_facenum[i]),
          "mesh_treeleaf of mesh", i);
  for (int k = 0; k < m.mesh_octnum[i]; ++k) {
    for (const int child : m.oct_child[m.mesh_octadr[i] + k].v) {
      require(child == -1 || (child > k && child < m.mesh_octnum[i]), "the octree of mesh", i);
    }
  }
  for (int p = m.mesh_polyadr[i]; p < m.mesh_polyadr[i] + sides; ++p) {
    const auto side = m.mesh_polyvert.span(m.mesh_polyvertadr[p], m.mesh_polyvertnum[p]);
    require(are_ids(side, vertices), "mesh_polyvert of side", p);
  }
  for (int v = m.mesh_vertadr[i]; sides > 0 && v < m.mesh_vertadr[i] + vertices; ++v) {
    const auto around = m.mesh_polymap.span(m.mesh_polymapadr[v], m.mesh_polymapnum[v]);
    require(are_ids(around, sides), "mesh_polymap of vertex", v);
  }
  hull(i);
}

// A graph is (n, faces, n edge addresses, n vertices, edge lists that end with -1, faces x 3 vertices); the neighbours
// in the edge lists are indices in the graph.
void Check::hull(int i) {
  const int adr = m.mesh_graphadr[i];
  if (adr == -1) return;
  const char* what = "the hull of mesh";
  if (adr < 0 || adr > m.nmeshgraph - 2) return require(false, what, i);
  const int* graph = m.mesh_graph.data() + adr;
  const long long room = m.nmeshgraph - adr, n = graph[0], faces = graph[1];
  if (n < 1 || faces < 0 || 2 + 3 * n + 6 * faces > room) return require(false, what, i);
  const int* edge_adr = graph + 2;
  const int* vertex = edge_adr + n;
  const int* edges = vertex + n;
  const long long nedge = n + 3 * faces;
  for (int k = 0; k < n; ++k) {
    require(is_id(vertex[k], m.mesh_vertnum[i]), what, i);
    if (!is_id(edge_adr[k], static_cast<int>(nedge))) return require(false, what, i);
  }
  for (long long k = 0; k < nedge; ++k) require(edges[k] >= -1 && edges[k] < n, what, i);
  require(edges[nedge - 1] == -1, what, i);  // so that every list ends
  for (long long k = 0; k < 3 * faces; ++k) require(is_id(edges[nedge + k], m.mesh_vertnum[i]), what, i);
  for (const int k : m.mesh_extrema[i].v) require(is_id(k, static_cast<int>(n)), "mesh_extrema", i);
}

void Check::hfield(int i) {
  const long long rows = m.hfield_nrow[i], columns = m.hfield_ncol[i];
  require(rows > 0 && columns > 0 && m.hfield_adr[i] >= 0 && m.hfield_adr[i] + rows * columns <= m.nhfielddata,
          "height field", i);
}

void Check::texture(int i) {
  const double bytes = static_cast<double>(m.tex_height[i]) * m.tex_width[i] * m.tex_nchannel[i];
  require(m.tex_height[i] > 0 && m.tex_width[i] > 0 && m.tex_nchannel[i] > 0 && m.tex_adr[i] >= 0 &&
              m.tex_adr[i] + bytes <= m.ntexdata,
          "texture", i);
}

void Check::skin(int i) {
  const int vertices = m.skin_vertnum[i], texcoord = m.skin_texcoordadr[i];
  const std::span<const IntVec<3>> faces = m.skin_face.span(m.skin_faceadr[i], m.skin_facenum[i]);
  require(are_ids({faces.empty() ? nullptr : faces[0].v, 3 * faces.size()}, vertices), "skin_face of skin", i);
  require(texcoord == -1 || (texcoord >= 0 && texcoord <= m.nskintexvert - vertices), "skin_texcoordadr", i);
  for (int bone = m.skin_boneadr[i]; bone < m.skin_boneadr[i] + m.skin_bonenum[i]; ++bone) {
    const auto moved = m.skin_bonevertid.span(m.skin_bonevertadr[bone], m.skin_bonevertnum[bone]);
    require(are_ids(moved, vertices), "skin_bonevertid of bone", bone);
  }
}

void Check::equality(int i) {
  const Object kind = m.eq_objtype[i];
  Object expected = kind;
  switch (m.eq_type[i]) {
    case EqualityType::kConnect:
    case EqualityType::kWeld:
      expected = kind == Object::kSite ? Object::kSite : Object::kBody;
      break;
    case EqualityType::kJoint:
      expected = Object::kJoint;
      break;
    case EqualityType::kTendon:
      expected = Object::kTendon;
      break;
    case EqualityType::kFlex:
    case EqualityType::kFlexVert:
    case EqualityType::kFlexStrain:
      expected = Object::kFlex;
      break;
    case EqualityType::kDistance:
      return require(false, "equality", i);
  }
  const bool pair = expected == Object::kBody || expected == Object::kSite;
  require(!pair || kind == expected, "eq_objtype", i);
  require(is_id(m.eq_obj1id[i], count_of(m, expected)), "eq_obj1id", i);
  require(m.eq_obj2id[i] >= (pair ? 0 : -1) && m.eq_obj2id[i] < count_of(m, expected), "eq_obj2id", i);
}

// Paths follow each other, and so do the rows of ten_J, which have the dofs that move anything on the path.
void Check::tendons() {
  int adr = 0, row = 0;
  for (int i = 0; i < m.ntendon; ++i) {
    require(m.tendon_treenum[i] >= 0 && m.tendon_adr[i] == adr, "the path of tendon", i);
    std::set<int> dofs;
    for (int w = adr; problem_.empty() && w < adr + m.tendon_num[i]; ++w) wrap(w, adr, adr + m.tendon_num[i], dofs);
    const auto columns = m.ten_J_colind.span(m.ten_J_rowadr[i], m.ten_J_rownnz[i]);
    require(m.ten_J_rowadr[i] == row && std::equal(columns.begin(), columns.end(), dofs.begin(), dofs.end()),
            "the Jacobian of tendon", i);
    adr += m.tendon_num[i];
    row += m.ten_J_rownnz[i];
  }
  require(adr == m.nwrap && row == m.nJten, "the last tendon,", m.ntendon - 1);
}

// A path has joints only; or sites, with pulleys between branches and with geoms between two sites.
void Check::wrap(int w, int first, int end, std::set<int>& dofs) {
  using enum WrapType;
  const auto type = [&](int i) { return i < first || i >= end ? kNone : m.wrap_type[i]; };
  const int id = m.wrap_objid[w];
  const auto add_dofs = [&](int body) {
    const auto moving = m.B_colind.span(m.B_rowadr[body], m.B_rownnz[body]);
    dofs.insert(moving.begin(), moving.end());
  };
  if (type(w) == kJoint) {
    const bool scalar = is_id(id, m.njnt) && m.jnt_type[id] >= JointType::kSlide;
    require(type(first) == kJoint && scalar, "wrap_objid", w);
    if (scalar) dofs.insert(m.jnt_dofadr[id]);
  } else if (type(w) == kSite) {
    require(is_id(id, m.nsite) && type(first) != kJoint, "wrap_objid", w);
    if (is_id(id, m.nsite)) add_dofs(m.site_bodyid[id]);
  } else if (type(w) == kPulley) {
    require(type(first) != kJoint && type(w + 1) == kSite, "wrap_type", w);
  } else {
    const bool between = type(w - 1) == kSite && type(w + 1) == kSite;
    require(type(w) != kNone && is_id(id, m.ngeom) && between, "wrap_type", w);
    require(m.wrap_prm[w] >= -1 && m.wrap_prm[w] < m.nsite, "wrap_prm", w);  // the side site; false for NaN
    if (is_id(id, m.ngeom)) add_dofs(m.geom_bodyid[id]);
  }
}

// Room that the rows of actuator_moment of one actuator need.
long long Check::moment_size(int i) const {
  using enum TransmissionType;
  const auto [first, second] = m.actuator_trnid[i].v;
  const auto dofs = [&](int site) {
    const int body = site >= 0 ? m.site_bodyid[site] : 0;
    return m.B_colind.span(m.B_rowadr[body], m.B_rownnz[body]);
  };
  std::vector<int> all;
  switch (m.actuator_trntype[i]) {
    case kJoint:
    case kJointInParent:
      return m.jnt_type[first] == JointType::kFree ? 6 : m.jnt_type[first] == JointType::kBall ? 3 : 1;
    case kSo3:
      return second >= 0 ? 3LL * m.nv : 3;
    case kTendon:
      return m.ten_J_rownnz[first];
    case kSliderCrank:
      std::ranges::set_union(dofs(first), dofs(second), std::back_inserter(all));
      return static_cast<long long>(all.size());
    case kSite:
      std::ranges::set_symmetric_difference(dofs(first), dofs(second), std::back_inserter(all));
      return static_cast<long long>(all.size());
    case kBody:
      return m.nv;
    case kUndefined:
      break;
  }
  return 0;
}

void Check::actuator(int i) {
  using enum TransmissionType;
  const auto [first, second] = m.actuator_trnid[i].v;
  const TransmissionType type = m.actuator_trntype[i];
  const bool joint = type == kJoint || type == kJointInParent || (type == kSo3 && second < 0);
  if (joint) require(is_id(first, m.njnt), "actuator_trnid", i);
  if (type == kTendon) require(is_id(first, m.ntendon), "actuator_trnid", i);
  if (type == kBody) require(is_id(first, m.nbody), "actuator_trnid", i);
  if (type == kSite || type == kSliderCrank || (type == kSo3 && second >= 0)) {
    require(is_id(first, m.nsite) && second < m.nsite && second >= (type == kSite ? -1 : 0), "actuator_trnid", i);
  }
  require(m.actuator_outnum[i] == (type == kSo3 ? 3 : 1), "actuator_outnum", i);
  const int activations = m.actuator_actnum[i], controls = m.actuator_ctrlnum[i];
  const DynType dynamics = m.actuator_dyntype[i];
  const bool may_have_none = dynamics == DynType::kNone || dynamics == DynType::kDcMotor || dynamics == DynType::kPid;
  require(activations > 0 || may_have_none, "actuator_actnum", i);
  if (dynamics == DynType::kIntegrator) require(controls <= activations, "actuator_actnum", i);
  if (dynamics != DynType::kNone && dynamics != DynType::kUser)
    require(controls > 0 || may_have_none, "actuator_ctrlnum", i);
  require((dynamics == DynType::kPid) <= (m.actuator_gaintype[i] == GainType::kPid), "actuator_dyntype", i);
  require((dynamics == DynType::kDcMotor) <= (m.actuator_gaintype[i] == GainType::kDcMotor), "actuator_dyntype", i);
  const bool orients = m.actuator_gaintype[i] == GainType::kSo3;
  require(orients == (m.actuator_outnum[i] == 3) && orients == (m.actuator_biastype[i] == BiasType::kSo3),
          "actuator_gaintype", i);
  const ActuatorKind kind = m.actuator_model[i];
  const bool custom = m.actuator_gaintype[i] == GainType::kCustom;
  require(custom == (kind != ActuatorKind::kNone), "actuator_model", i);
  if (custom) {
    require(dynamics == DynType::kNone && m.actuator_biastype[i] == BiasType::kNone, "actuator_gaintype", i);
    require(controls == 1 && m.actuator_outnum[i] == 1, "actuator_ctrlnum", i);
    const bool registered = kind == ActuatorKind::kRegistered;  // what it needs is known when plugins are restored
    require(registered ? m.actuator_plugin[i] >= 0 : activations == built_in_stage(kind).states, "actuator_actnum", i);
  }
  if (orients) require(controls >= 3 && (activations == 0 || activations >= 3), "actuator_ctrlnum", i);
  require(history_fits(m, m.actuator_historyadr[i], m.actuator_history[i], 1), "actuator_history", i);
  require(m.actuator_history[i][0] == 0 || controls > 0, "actuator_history", i);
}

}  // namespace

std::string find_inconsistency(const Model& model) { return Check(model).run(); }

}  // namespace corten
