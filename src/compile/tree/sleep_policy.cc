// Which trees may sleep. A tree with the automatic policy may, unless something that acts without contact can move it:
// an actuator, or a tendon that couples it to other trees with stiffness or damping, or that spans more than two trees,
// or a flex without equality constraints.
//
// A tree with the policy init must sleep from the start, in the reset state of a model with the flag sleep: all trees
// that constraint rows connect it to have to start asleep too.
#include <algorithm>
#include <vector>

#include "compile/derived/derived.h"
#include "corten/step.h"
#include "model/access.h"

namespace corten {

namespace {

// Body of a tendon path object, -1 for pulleys.
int wrap_body(const Model& m, int w) {
  switch (m.wrap_type[w]) {
    case WrapType::kJoint:
      return m.jnt_bodyid[m.wrap_objid[w]];
    case WrapType::kSite:
      return m.site_bodyid[m.wrap_objid[w]];
    case WrapType::kSphere:
    case WrapType::kCylinder:
      return m.geom_bodyid[m.wrap_objid[w]];
    default:
      return -1;
  }
}

std::vector<int> tendon_trees(const Model& m, int t) {
  std::vector<int> trees;
  for (int w = m.tendon_adr[t]; w < m.tendon_adr[t] + m.tendon_num[t]; ++w) {
    const int body = wrap_body(m, w);
    const int tree = body < 0 ? -1 : m.body_treeid[body];
    if (tree >= 0 && std::find(trees.begin(), trees.end(), tree) == trees.end()) trees.push_back(tree);
  }
  return trees;
}

std::vector<int> actuated_trees(const Model& m, int a) {
  const int target = m.actuator_trnid[a][0];
  int body = -1;
  switch (m.actuator_trntype[a]) {
    case TransmissionType::kJoint:
    case TransmissionType::kJointInParent:
      body = m.jnt_bodyid[target];
      break;
    case TransmissionType::kSo3:
      body = m.actuator_trnid[a][1] >= 0 ? m.site_bodyid[target] : m.jnt_bodyid[target];
      break;
    case TransmissionType::kSite:
    case TransmissionType::kSliderCrank:
      body = m.site_bodyid[target];
      break;
    case TransmissionType::kBody:
      body = target;
      break;
    case TransmissionType::kTendon:
      return tendon_trees(m, target);
    case TransmissionType::kUndefined:
      break;
  }
  if (body < 0 || m.body_treeid[body] < 0) return {};
  return {m.body_treeid[body]};
}

std::vector<int> flex_trees(const Model& m, int f) {
  std::vector<int> trees;
  for (const int body : flex_bodies(m, f)) {
    if (m.body_treeid[body] >= 0) trees.push_back(m.body_treeid[body]);
  }
  return trees;
}

bool is_passive(const Model& m, int t) {
  const auto zero = [](const Vec<2>& v) { return v[0] == 0 && v[1] == 0; };
  return m.tendon_stiffness[t] == 0 && zero(m.tendon_stiffnesspoly[t]) && m.tendon_damping[t] == 0 &&
         zero(m.tendon_dampingpoly[t]) && m.tendon_actuatorid[t] == -1;
}

void forbid(Context& context, Model& m, const std::vector<int>& trees, const Tendon* reason) {
  for (const int tree : trees) {
    SleepPolicy& policy = m.tree_sleep_policy[tree];
    if (policy == SleepPolicy::kAuto) policy = SleepPolicy::kAutoNever;
    if (reason && (policy == SleepPolicy::kAllowed || policy == SleepPolicy::kInit)) {
      const Body& root = *context.bodies[m.tree_bodyadr[tree]].element;
      context.error(root, "body", "cannot sleep: tendon '" + reason->name + "' couples it to other trees",
                    "remove sleep from the body, or stiffness and damping from the tendon");
    }
  }
}

std::string root_name(const Context& context, const Model& m, int tree) {
  const std::string& name = context.bodies[m.tree_bodyadr[tree]].element->name;
  return name.empty() ? "the body with id " + std::to_string(m.tree_bodyadr[tree]) : "body '" + name + "'";
}

// Why a tree could not start asleep; `d` holds the islands of the reset state with everything awake.
void report_awake(Context& context, const Model& m, const Data& d, int tree) {
  const Body& root = *context.bodies[m.tree_bodyadr[tree]].element;
  if (m.opt.disableflags & kDisableIsland) {
    context.error(root, "body", "cannot start asleep: there are constraints, and the flag island is disabled",
                  "enable the flag island, or remove sleep='init'");
    return;
  }
  const int island = d.tree_island[tree];
  for (int t = 0; t < m.ntree && island >= 0; ++t) {
    if (d.tree_island[t] != island || m.tree_sleep_policy[t] == SleepPolicy::kInit) continue;
    context.error(root, "body",
                  "cannot start asleep: constraints connect it to " + root_name(context, m, t) + ", which is awake",
                  "give both sleep='init', move them apart, or remove sleep='init'");
    return;
  }
  context.error(root, "body", "cannot start asleep: nothing is slower than the option sleep_tolerance",
                "use a sleep_tolerance that is not negative");
}

}  // namespace

void check_initial_sleep(Context& context, Model& m) {
  const auto starts_asleep = [&m](int t) { return m.tree_sleep_policy[t] == SleepPolicy::kInit; };
  if (!(m.opt.enableflags & kEnableSleep)) return;
  if (std::ranges::none_of(m.tree_sleep_policy, [](SleepPolicy p) { return p == SleepPolicy::kInit; })) return;
  Data d(m);
  reset(m, d);
  std::vector<int> awake;
  for (int t = 0; t < m.ntree; ++t) {
    if (starts_asleep(t) && d.tree_asleep[t] < 0) awake.push_back(t);
  }
  if (awake.empty()) {
    // MuJoCo: a tendon held by an equality cannot be woken, so nothing may sleep beside it, whatever the flags say.
    for (int e = 0; e < m.neq; ++e) {
      if (m.eq_type[e] != EqualityType::kTendon || !m.eq_active0[e]) continue;
      context.error(context.spec().equalities[e], "tendon", "is active while bodies start asleep",
                    "use active='false', or remove sleep='init' from all bodies");
    }
    return;
  }
  const WithoutSleep without_sleep(m);
  reset(m, d);
  forward(m, d);
  for (const int tree : awake) report_awake(context, m, d, tree);
}

void resolve_sleep_policy(Context& context, Model& m) {
  for (int a = 0; a < m.nactuator; ++a) forbid(context, m, actuated_trees(m, a), nullptr);
  for (int t = 0; t < m.ntendon; ++t) {
    const std::vector<int> trees = tendon_trees(m, t);
    if (trees.size() > 2 || (trees.size() == 2 && !is_passive(m, t))) {
      forbid(context, m, trees, &context.spec().tendons[t]);
    }
  }
  for (int f = 0; f < m.nflex; ++f) {
    if (m.flex_edgeequality[f] == kFlexHoldsNothing) forbid(context, m, flex_trees(m, f), nullptr);
  }
  for (SleepPolicy& policy : m.tree_sleep_policy) {
    if (policy == SleepPolicy::kAuto) policy = SleepPolicy::kAutoAllowed;
  }
}

}  // namespace corten
