// Tendons: their paths, limits and the sparsity of their Jacobian.
//
// A fixed tendon is a weighted sum of joint positions. A spatial tendon is a string through sites, around spheres and
// cylinders; a pulley starts a new branch. Its row of ten_J has the dofs that move any body on the path.
#include <algorithm>

#include "compile/assets/assets.h"
#include "compile/elements/elements.h"
#include "compile/elements/user_data.h"

namespace corten {

namespace {

struct PathObject {
  WrapType type = WrapType::kNone;
  int id = -1;
  int side = -1;  // side site of a geom
  double prm = 0;
};

bool is_geom(WrapType type) { return type == WrapType::kSphere || type == WrapType::kCylinder; }

std::string_view tag_of(const Tendon& tendon) { return tendon.spatial ? "spatial" : "fixed"; }

Object kind_of(WrapType type) {
  switch (type) {
    case WrapType::kJoint:
      return Object::kJoint;
    case WrapType::kSite:
      return Object::kSite;
    case WrapType::kSphere:
    case WrapType::kCylinder:
      return Object::kGeom;
    default:
      return Object::kUnknown;
  }
}

// The path with ids; an object that does not exist has id -1.
std::vector<PathObject> resolve_path(const Context& context, const Tendon& tendon) {
  std::vector<PathObject> path;
  for (const WrapObject& wrap : tendon.path) {
    PathObject object{wrap.type, context.find(kind_of(wrap.type), wrap.name), -1, wrap.prm};
    if (is_geom(wrap.type)) {
      object.side = context.find(Object::kSite, wrap.sidesite);
      object.prm = object.side;
      const bool cylinder = object.id >= 0 && context.geoms[object.id].type == GeomType::kCylinder;
      object.type = cylinder ? WrapType::kCylinder : WrapType::kSphere;
    }
    path.push_back(object);
  }
  return path;
}

// Body that carries a path object, -1 for a pulley.
int body_of(const Context& context, const PathObject& object) {
  if (object.id < 0) return -1;
  if (object.type == WrapType::kJoint) return context.joints[object.id].body;
  if (object.type == WrapType::kSite) return context.sites[object.id].body;
  return is_geom(object.type) ? context.geoms[object.id].body : -1;
}

// ---- checks

// Reports problems of one tendon's path, at the place of the path object.
class PathChecker {
 public:
  PathChecker(Context& context, const Tendon& tendon)
      : context_(context), tendon_(tendon), path_(resolve_path(context, tendon)) {}

  void run() {
    const bool fixed = !path_.empty() && path_[0].type == WrapType::kJoint;
    if (path_.empty()) context_.error(tendon_, tag_of(tendon_), "the path is empty", "name at least one object");
    if (!fixed && path_.size() == 1) {
      context_.error(tendon_, tag_of(tendon_), "the path has a single object", "a spatial path needs at least two");
    }
    for (int i = 0; i < size(); ++i) {
      check_names(i);
      fixed ? check_fixed(i) : check_spatial(i);
    }
  }

 private:
  int size() const { return static_cast<int>(path_.size()); }
  WrapType type(int i) const { return i < 0 || i >= size() ? WrapType::kNone : path_[i].type; }
  Element place(int i) const {
    Element element = tendon_;
    if (tendon_.path[i].where.line > 0) element.where = tendon_.path[i].where;
    return element;
  }
  void error(int i, std::string message, std::string hint) {
    context_.error(place(i), tag_of(tendon_), "path object " + std::to_string(i) + ": " + std::move(message),
                   std::move(hint));
  }

  void check_names(int i) {
    const WrapObject& wrap = tendon_.path[i];
    const Object kind = kind_of(wrap.type);
    if (kind != Object::kUnknown) {
      context_.require(kind, wrap.name, place(i), tag_of(tendon_), object_name(kind));
    }
    if (!wrap.sidesite.empty()) {
      context_.require(Object::kSite, wrap.sidesite, place(i), tag_of(tendon_), "sidesite");
    }
    if (is_geom(type(i)) && path_[i].id >= 0) {
      const GeomType shape = context_.geoms[path_[i].id].type;
      if (shape != GeomType::kSphere && shape != GeomType::kCylinder) {
        error(i, "geom '" + wrap.name + "' has the wrong shape", "a tendon wraps around spheres and cylinders");
      }
    }
  }

  void check_fixed(int i) {
    if (type(i) != WrapType::kJoint) error(i, "a fixed tendon has joints only", "use a spatial tendon");
  }

  void check_spatial(int i) {
    const auto ends_branch = [&](int j) { return type(j) == WrapType::kNone || type(j) == WrapType::kPulley; };
    switch (type(i)) {
      case WrapType::kPulley:
        if (path_[i].prm < 0) error(i, "the divisor of a pulley is negative", "divide by a positive number");
        if (type(i - 1) == WrapType::kPulley) error(i, "two pulleys in a row", "put sites between them");
        if (i == size() - 1) error(i, "the path ends with a pulley", "add the sites of the last branch");
        break;
      case WrapType::kSite:
        if (ends_branch(i - 1) && ends_branch(i + 1)) error(i, "a branch with a single site", "a branch needs two");
        if (type(i + 1) == WrapType::kSite && path_[i].id >= 0 && path_[i].id == path_[i + 1].id) {
          error(i, "site '" + tendon_.path[i].name + "' follows itself", "name each site once");
        }
        break;
      case WrapType::kSphere:
      case WrapType::kCylinder:
        if (type(i - 1) != WrapType::kSite || type(i + 1) != WrapType::kSite) {
          error(i, "a geom must be between two sites", "add a site before and after it");
        }
        if (tendon_.armature > 0) error(i, "a tendon with armature cannot wrap around geoms", "drop one of them");
        break;
      case WrapType::kJoint:
        error(i, "a spatial tendon has no joints", "use a fixed tendon");
        break;
      default:
        error(i, "an object of unknown kind", "a path has sites, geoms and pulleys, or joints");
    }
  }

  Context& context_;
  const Tendon& tendon_;
  std::vector<PathObject> path_;
};

struct Limits {
  bool length = false, force = false;
};

Limits resolve_limits(Context& context, const Tendon& tendon) {
  const std::string_view tag = tag_of(tendon);
  return {resolve_limited(context, tendon, tag, "range", tendon.limited, tendon.range),
          resolve_limited(context, tendon, tag, "actuatorfrcrange", tendon.actfrclimited, tendon.actfrcrange)};
}

void check_tendon(Context& context, const Tendon& tendon) {
  const std::string_view tag = tag_of(tendon);
  PathChecker(context, tendon).run();
  const bool fixed = !tendon.path.empty() && tendon.path[0].type == WrapType::kJoint;
  if (!fixed && tendon.width <= 0) context.error(tendon, tag, "width is not positive", "give a width above zero");
  // MuJoCo: a fixed tendon may have negative armature.
  if (!fixed && tendon.armature < 0) context.error(tendon, tag, "armature is negative", "inertia is at least zero");
  const Limits limits = resolve_limits(context, tendon);
  if (limits.force && (tendon.actfrcrange[0] > 0 || tendon.actfrcrange[1] < 0)) {
    context.error(tendon, tag, "actuatorfrcrange does not contain zero", "the limits are around zero force");
  }
  if (tendon.springlength[0] > tendon.springlength[1]) {
    context.error(tendon, tag, "springlength must be increasing", "the first value is the lower end of the dead band");
  }
  if (!tendon.material.empty() && !context.compiler_of(tendon).discardvisual) {
    context.require(Object::kMaterial, tendon.material, tendon, tag, "material");
  }
}

// ---- arrays

void fill_parameters(const Tendon& tendon, const Limits& limits, Model& model, int i) {
  model.tendon_group[i] = tendon.group;
  model.tendon_limited[i] = limits.length;
  model.tendon_actfrclimited[i] = limits.force;
  model.tendon_width[i] = tendon.width;
  model.tendon_solref_lim[i] = tendon.solref_limit;
  model.tendon_solimp_lim[i] = tendon.solimp_limit;
  model.tendon_solref_fri[i] = tendon.solref_friction;
  model.tendon_solimp_fri[i] = tendon.solimp_friction;
  model.tendon_range[i] = tendon.range;
  model.tendon_actfrcrange[i] = tendon.actfrcrange;
  model.tendon_margin[i] = tendon.margin;
  model.tendon_stiffness[i] = tendon.stiffness[0];
  model.tendon_stiffnesspoly[i] = {{tendon.stiffness[1], tendon.stiffness[2]}};
  model.tendon_damping[i] = tendon.damping[0];
  model.tendon_dampingpoly[i] = {{tendon.damping[1], tendon.damping[2]}};
  model.tendon_armature[i] = tendon.armature;
  model.tendon_frictionloss[i] = tendon.frictionloss;
  model.tendon_lengthspring[i] = tendon.springlength;
  model.tendon_actuatorid[i] = -1;
}

// Trees that the path touches, in the order of the path.
void fill_trees(const Context& context, const std::vector<PathObject>& path, Model& model, int i) {
  std::vector<int> trees;
  for (const PathObject& object : path) {
    const int body = body_of(context, object);
    const int tree = body >= 0 ? model.body_treeid[body] : -1;
    if (tree >= 0 && std::find(trees.begin(), trees.end(), tree) == trees.end()) trees.push_back(tree);
  }
  model.tendon_treenum[i] = static_cast<int>(trees.size());
  for (int k = 0; k < 2; ++k) model.tendon_treeid[i][k] = k < model.tendon_treenum[i] ? trees[k] : -1;
}

}  // namespace

std::vector<int> tendon_dofs(const Context& context, const TreeDofs& tree, const Tendon& tendon) {
  std::vector<int> dofs;
  const std::vector<PathObject> path = resolve_path(context, tendon);
  const bool fixed = !path.empty() && path[0].type == WrapType::kJoint;
  for (const PathObject& object : path) {
    if (object.id < 0) continue;
    if (fixed) {
      if (object.type == WrapType::kJoint) dofs.push_back(tree.joint_dof(object.id));
    } else {
      const std::vector<int> chain = tree.chain(body_of(context, object));
      dofs.insert(dofs.end(), chain.begin(), chain.end());
    }
  }
  std::sort(dofs.begin(), dofs.end());
  // A joint that is named twice in a fixed tendon keeps two columns.
  if (!fixed) dofs.erase(std::unique(dofs.begin(), dofs.end()), dofs.end());
  return dofs;
}

void count_tendons(Context& context, Sizes& sizes) {
  const Spec& spec = context.spec();
  const TreeDofs tree(context);
  for (const Tendon& tendon : spec.tendons) {
    check_tendon(context, tendon);
    sizes.nwrap += static_cast<int>(tendon.path.size());
    sizes.nJten += static_cast<int>(tendon_dofs(context, tree, tendon).size());
  }
  sizes.ntendon = static_cast<int>(spec.tendons.size());
  sizes.nuser_tendon = count_user(context, "tendon", "nuser_tendon", spec.size.nuser_tendon, spec.tendons);
}

void fill_tendons(Context& context, Model& model) {
  const TreeDofs tree(context);
  int wrap = 0, column = 0;
  for (int i = 0; i < model.ntendon; ++i) {
    const Tendon& tendon = context.spec().tendons[i];
    fill_parameters(tendon, resolve_limits(context, tendon), model, i);
    model.tendon_matid[i] = material_id(context, tendon.material);
    model.tendon_rgba[i] = tendon.rgba;

    const std::vector<PathObject> path = resolve_path(context, tendon);
    model.tendon_adr[i] = wrap;
    model.tendon_num[i] = static_cast<int>(path.size());
    for (const PathObject& object : path) {
      model.wrap_type[wrap] = object.type;
      model.wrap_objid[wrap] = object.id;
      model.wrap_prm[wrap] = object.prm;
      ++wrap;
    }
    fill_trees(context, path, model, i);

    const std::vector<int> dofs = tendon_dofs(context, tree, tendon);
    model.ten_J_rowadr[i] = column;
    model.ten_J_rownnz[i] = static_cast<int>(dofs.size());
    for (const int dof : dofs) model.ten_J_colind[column++] = dof;
  }
  fill_user(context.spec().tendons, model.nuser_tendon, model.tendon_user);
}

}  // namespace corten
