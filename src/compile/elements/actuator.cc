// Actuators: transmission, blocks of controls, outputs and activations, limits.
//
// Controls, outputs, activations and history buffers of all actuators lie one after the other. The gain and bias
// parameters keep what they say about the model at qpos0 (a damping ratio as positive biasprm[2]) until derived
// constants are computed.
#include <algorithm>

#include "compile/add_size.h"
#include "compile/elements/elements.h"
#include "compile/elements/user_data.h"

namespace corten {

namespace {

std::int64_t history_size(const Actuator& actuator) {
  // MuJoCo: (user, cursor, times, values) with one value per sample, also for actuators with several controls.
  return actuator.nsample > 0 ? 2 + std::int64_t{2} * actuator.nsample : 0;
}

// Room for the non-zeros of the actuator's rows of the moment matrix.
int count_moment(const Context& context, const TreeDofs& tree, const ActuatorPlan& plan) {
  const int first = plan.trnid[0], second = plan.trnid[1];
  if (first < 0) return 0;
  const auto site_body = [&](int site) { return site >= 0 ? context.sites[site].body : 0; };
  switch (plan.trntype) {
    case TransmissionType::kSo3:
      return second >= 0 ? 3 * tree.nv() : 3;
    case TransmissionType::kJoint:
    case TransmissionType::kJointInParent:
      return dof_count(context.joints[first].element->type);
    case TransmissionType::kSliderCrank:
      return static_cast<int>(tree.merged_chain(site_body(first), site_body(second), false).size());
    case TransmissionType::kTendon:
      return static_cast<int>(tendon_dofs(context, tree, context.spec().tendons[first]).size());
    case TransmissionType::kSite:
      return static_cast<int>(tree.merged_chain(site_body(first), site_body(second), true).size());
    case TransmissionType::kBody:
      return tree.nv();
    default:
      return 0;
  }
}

void fill_parameters(const Actuator& actuator, const ActuatorPlan& plan, Model& model, int i) {
  model.actuator_trntype[i] = plan.trntype;
  model.actuator_dyntype[i] = actuator.dyntype;
  model.actuator_gaintype[i] = actuator.gaintype;
  model.actuator_biastype[i] = actuator.biastype;
  model.actuator_trnid[i] = plan.trnid;
  model.actuator_cranklength[i] = actuator.cranklength;
  model.actuator_dynprm[i] = actuator.dynprm;
  model.actuator_gainprm[i] = actuator.gainprm;
  model.actuator_biasprm[i] = actuator.biasprm;
  model.actuator_model[i] = plan.model;
  model.actuator_modelprm[i] = plan.modelprm;
  model.actuator_actlimited[i] = plan.actlimited;
  model.actuator_actrange[i] = plan.actrange;
  model.actuator_actearly[i] = actuator.actearly;
  model.actuator_delay[i] = actuator.delay;
  model.actuator_history[i] = {{actuator.nsample, static_cast<int>(actuator.interp)}};
  model.actuator_damping[i] = actuator.damping[0];
  model.actuator_dampingpoly[i] = {{actuator.damping[1], actuator.damping[2]}};
  model.actuator_armature[i] = actuator.armature;
  model.actuator_group[i] = actuator.group;
  model.actuator_forcelimited[i] = plan.forcelimited;
  model.actuator_forcerange[i] = actuator.forcerange;
}

// First free place of each kind of block.
struct Blocks {
  int ctrl = 0, out = 0, act = 0, history = 0;
};

void fill_blocks(const Actuator& actuator, const ActuatorPlan& plan, Model& model, int i, Blocks& next) {
  model.actuator_ctrladr[i] = next.ctrl;
  model.actuator_ctrlnum[i] = plan.ctrlnum;
  model.actuator_ctrlspec[i] = plan.ctrlspec;
  for (int k = 0; k < plan.ctrlnum; ++k, ++next.ctrl) {
    model.actuator_ctrllimited[next.ctrl] = plan.ctrllimited[k];
    model.actuator_ctrlrange[next.ctrl] = plan.ctrlrange[k];
  }
  model.actuator_outadr[i] = next.out;
  model.actuator_outnum[i] = plan.outnum;
  for (int k = 0; k < plan.outnum; ++k, ++next.out) {
    model.actuator_gear[next.out] = actuator.gear;
    model.actuator_lengthrange[next.out] = actuator.lengthrange;
  }
  model.actuator_actadr[i] = plan.actnum > 0 ? next.act : -1;
  model.actuator_actnum[i] = plan.actnum;
  next.act += plan.actnum;
  const int history = static_cast<int>(history_size(actuator));
  model.actuator_historyadr[i] = history > 0 ? next.history : -1;
  next.history += history;
}

}  // namespace

void fill_reflected(Model& model) {
  constexpr int kNone = -1, kSeveral = -2;
  std::fill(model.jnt_actuatorid.begin(), model.jnt_actuatorid.end(), kNone);
  std::fill(model.tendon_actuatorid.begin(), model.tendon_actuatorid.end(), kNone);
  for (int i = 0; i < model.nactuator; ++i) {
    const Vec<2>& poly = model.actuator_dampingpoly[i];
    if (model.actuator_damping[i] == 0 && poly[0] == 0 && poly[1] == 0 && model.actuator_armature[i] == 0) continue;
    const TransmissionType type = model.actuator_trntype[i];
    const bool joint = type == TransmissionType::kJoint || type == TransmissionType::kJointInParent;
    if (!joint && type != TransmissionType::kTendon) continue;
    Array<int>& ids = joint ? static_cast<Array<int>&>(model.jnt_actuatorid) : model.tendon_actuatorid;
    int& id = ids[model.actuator_trnid[i][0]];
    id = id == kNone ? i : kSeveral;
  }
}

int actuator_outputs(const Actuator& actuator) {
  return actuator.gaintype == GainType::kSo3 && actuator.biastype == BiasType::kSo3 ? 3 : 1;
}

int actuator_history_size(const Spec& spec) {
  std::int64_t size = 0;
  for (const Actuator& actuator : spec.actuators) size += history_size(actuator);
  return static_cast<int>(size);
}

void count_actuators(Context& context, Sizes& sizes) {
  const Spec& spec = context.spec();
  const TreeDofs tree(context);
  for (const Actuator& actuator : spec.actuators) {
    const ActuatorPlan plan = plan_actuator(context, actuator);
    sizes.nu += plan.ctrlnum;
    sizes.nout += plan.outnum;
    add_size(context, actuator, actuator.tag, sizes.na, plan.actnum);
    add_size(context, actuator, actuator.tag, sizes.nhistory, history_size(actuator));
    add_size(context, actuator, actuator.tag, sizes.nJmom, count_moment(context, tree, plan));
  }
  sizes.nactuator = static_cast<int>(spec.actuators.size());
  sizes.nuser_actuator = count_user(context, "actuator", "nuser_actuator", spec.size.nuser_actuator, spec.actuators);
}

void fill_actuators(Context& context, Model& model) {
  Blocks next;
  for (int i = 0; i < model.nactuator; ++i) {
    const Actuator& actuator = context.spec().actuators[i];
    const ActuatorPlan plan = plan_actuator(context, actuator);
    fill_parameters(actuator, plan, model, i);
    fill_blocks(actuator, plan, model, i, next);
  }
  fill_user(context.spec().actuators, model.nuser_actuator, model.actuator_user);
  fill_reflected(model);
}

}  // namespace corten
