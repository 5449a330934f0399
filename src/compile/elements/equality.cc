// Equality constraints: the objects they tie together and their parameters.
//
// Layout of eq_data by kind:
//   connect, bodies  anchor in body 1 (0-2), anchor in body 2 (3-5, derived at qpos0)
//   weld, bodies     anchor in body 2 (0-2), pose of body 2 in body 1 (3-5, 6-9, derived at qpos0 if the quaternion is
//                    zero), ratio of torque to force (10)
//   joint, tendon    coefficients of the polynomial (0-4)
//   flexstrain       indices of the cell, or number of the face (0-2)
//   sites            unused, except for the torque ratio of a weld
#include <algorithm>

#include "compile/elements/elements.h"

namespace corten {

namespace {

constexpr int kTorqueScale = 10;  // index in eq_data

bool is_attachment(const Equality& equality) {
  return equality.type == EqualityType::kConnect || equality.type == EqualityType::kWeld;
}

std::string_view tag_of(const Equality& equality) {
  constexpr std::string_view kTags[] = {"connect", "weld",     "joint",      "tendon",
                                        "flex",    "flexvert", "flexstrain", "distance"};
  return kTags[static_cast<int>(equality.type)];
}

// Kind of the two objects, kUnknown if the constraint cannot exist.
Object kind_of(const Equality& equality) {
  switch (equality.type) {
    case EqualityType::kConnect:
    case EqualityType::kWeld:
      return equality.objtype == Object::kBody || equality.objtype == Object::kSite ? equality.objtype
                                                                                    : Object::kUnknown;
    case EqualityType::kJoint:
      return Object::kJoint;
    case EqualityType::kTendon:
      return Object::kTendon;
    case EqualityType::kFlex:
    case EqualityType::kFlexVert:
    case EqualityType::kFlexStrain:
      return Object::kFlex;
    default:
      return Object::kUnknown;
  }
}

// Id of the second object; an unnamed body is the world, any other unnamed object is none.
int second_object(Context& context, const Equality& equality, Object kind) {
  if (equality.name2.empty()) return kind == Object::kBody ? 0 : -1;
  return context.find(kind, equality.name2);
}

void check_scalar(Context& context, const Equality& equality, int joint) {
  const JointType type = context.joints[joint].element->type;
  if (type == JointType::kHinge || type == JointType::kSlide) return;
  context.error(equality, "joint", "joint '" + context.joints[joint].element->name + "' has more than one dof",
                "a joint constraint takes hinge and slide joints");
}

// A strain constraint names a cell of the grid by its three indices, a face of a shell by its number.
void check_cell(Context& context, const Equality& equality, const Flex& flex) {
  if (equality.type != EqualityType::kFlexStrain || flex.nodebody.empty()) return;
  const auto [x, y, z] = flex.cellcount.v;
  const bool shell = flex.elastic2d != kElastic2dNone;
  const double limit[3] = {shell ? 2.0 * x * y + 2.0 * y * z + 2.0 * x * z : x, shell ? 0.0 : y, shell ? 0.0 : z};
  for (int k = 0; k < (shell ? 1 : 3); ++k) {
    if (equality.cell[k] >= 0 && equality.cell[k] < limit[k]) continue;
    context.error(equality, "flexstrain", "flex '" + flex.name + "' has no such cell",
                  shell ? "the cells of a shell are the faces on the surface of its grid" : "cells are counted from 0");
    return;
  }
}

void check_flex(Context& context, const Equality& equality) {
  const int id = context.require(Object::kFlex, equality.name1, equality, tag_of(equality), "flex");
  if (id < 0 || context.failed()) return;
  if (context.flex_rigid[static_cast<std::size_t>(id)]) {
    context.error(equality, tag_of(equality),
                  "flex '" + equality.name1 + "' is rigid: all its vertices are on one body");
  }
  check_cell(context, equality, context.spec().flexes[static_cast<std::size_t>(id)]);
}

void check_equality(Context& context, const Equality& equality) {
  const std::string_view tag = tag_of(equality);
  const Object kind = kind_of(equality);
  if (kind == Object::kUnknown) {
    context.error(
        equality, tag, "this kind of equality constraint does not exist",
        is_attachment(equality) ? "it ties two bodies or two sites" : "distance constraints were removed from MJCF");
    return;
  }
  if (kind == Object::kFlex) return check_flex(context, equality);
  const std::string name(object_name(kind));
  const int id1 = context.require(kind, equality.name1, equality, tag, name + "1");
  if (!equality.name2.empty() && context.require(kind, equality.name2, equality, tag, name + "2") < 0) return;
  const int id2 = second_object(context, equality, kind);
  if (id1 < 0) return;
  if (id1 == id2) {
    context.error(equality, tag, name + " '" + equality.name1 + "' is tied to itself", "name two different objects");
  }
  if (kind == Object::kJoint) {
    check_scalar(context, equality, id1);
    if (id2 >= 0) check_scalar(context, equality, id2);
  }
}

Vec<11> equality_data(const Equality& equality) {
  Vec<11> data;
  data[kTorqueScale] = 1;  // MuJoCo: the default stays in kinds that have no torque
  switch (equality.type) {
    case EqualityType::kConnect:
      if (equality.objtype == Object::kSite) return {};
      for (int i = 0; i < 3; ++i) data[i] = equality.anchor[i];
      break;
    case EqualityType::kWeld: {
      data[kTorqueScale] = equality.torquescale;
      if (equality.objtype == Object::kSite) {
        data[1] = 1;  // MuJoCo: the default of a joint's polynomial shines through
        break;
      }
      const Vec<7>& pose = equality.relpose;
      const bool given = pose[3] != 0 || pose[4] != 0 || pose[5] != 0 || pose[6] != 0;
      Quat quat{pose[3], pose[4], pose[5], pose[6]};
      if (given) normalize(quat);
      for (int i = 0; i < 3; ++i) data[i] = equality.anchor[i], data[3 + i] = pose[i];
      for (int i = 0; i < 4; ++i) data[6 + i] = quat[i];
      break;
    }
    case EqualityType::kJoint:
    case EqualityType::kTendon:
      std::copy(equality.polycoef.begin(), equality.polycoef.end(), data.begin());
      break;
    case EqualityType::kFlexStrain:
      for (int i = 0; i < 3; ++i) data[i] = equality.cell[i];
      break;
    default:
      data[1] = 1;  // MuJoCo: the default of a joint's polynomial shines through
      break;
  }
  return data;
}

}  // namespace

void count_equalities(Context& context, Sizes& sizes) {
  for (const Equality& equality : context.spec().equalities) check_equality(context, equality);
  sizes.neq = static_cast<int>(context.spec().equalities.size());
}

void fill_equalities(Context& context, Model& model) {
  for (int i = 0; i < model.neq; ++i) {
    const Equality& equality = context.spec().equalities[static_cast<std::size_t>(i)];
    const Object kind = kind_of(equality);
    model.eq_type[i] = equality.type;
    model.eq_obj1id[i] = context.find(kind, equality.name1);
    model.eq_obj2id[i] = second_object(context, equality, kind);
    model.eq_objtype[i] = is_attachment(equality) ? kind : Object::kUnknown;
    model.eq_active0[i] = equality.active;
    model.eq_solref[i] = equality.solref;
    model.eq_solimp[i] = equality.solimp;
    model.eq_data[i] = equality_data(equality);
  }
}

}  // namespace corten
