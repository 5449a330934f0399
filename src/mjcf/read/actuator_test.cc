// Every actuator shortcut against the general actuator that MuJoCo 3.12.0 makes of it (mjSpec after parsing).
#include <gtest/gtest.h>

#include "corten/load.h"

namespace corten {
namespace {

const std::string kActuatorModel = R"(<mujoco>
  <default>
    <default class="pos"><position kp="10" kv="2" timeconst="0.1" inheritrange="0.5"/></default>
    <default class="damp"><damper kv="3" ctrlrange="0 2"/></default>
    <default class="cyl"><cylinder area="2" timeconst="0.3" bias="1 2 3"/></default>
    <default class="mus"><muscle force="100" range="0.6 1.2" timeconst="0.02 0.05"/></default>
    <default class="dc"><dcmotor motorconst="0.05 0.04" resistance="2" controller="1 2 3 4 5 6"
      thermal="1 2 0 0.1 20 25" lugre="100 1 0.1 0.2 0.3" cogging="0.1 2 0.3" saturation="1 0 3" inductance="0.01"
      input="pos vel"/></default>
    <default class="pid"><pid kp="5" kv="1" ki="2" imax="3" slewmax="4" input="pos"/></default>
    <default class="vel"><velocity kv="7"/></default>
    <default class="ori"><orientation kp="7" dampratio="1" input="quat"/></default>
    <default class="gen"><general gainprm="3" dyntype="filter" dynprm="0.5 0.25" biastype="affine" biasprm="1 2 3 4"
      gear="2 3" ctrlrange="0 3"/></default>
    <default class="adh"><adhesion gain="4" ctrlrange="0 2"/></default>
  </default>
  <actuator>)";

struct Case {
  const char* xml;
  int dyntype, gaintype, biastype;
  Vec<10> dynprm, gainprm, biasprm;
  int actdim, ctrllimited, forcelimited, ctrlspec, trntype;
  Vec<2> forcerange;
};

// clang-format off
const Case kCases[] = {
    {R"(<motor joint="j"/>)", 0, 0, 0, {{1}}, {{1}}, {{}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<motor jointinparent="j" class="gen"/>)", 0, 0, 0, {{0.5, 0.25}}, {{1}}, {{1, 2, 3, 4}}, -1, 2, 2, 0, 1, {{}}},
    {R"(<motor class="pos" tendon="t" gear="1 2 3"/>)", 0, 0, 0, {{0.1}}, {{1}}, {{0, -10, -2}}, -1, 2, 2, 0, 3, {{}}},
    {R"(<position joint="j"/>)", 0, 0, 1, {{1}}, {{1}}, {{0, -1}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<position joint="j" kp="3"/>)", 0, 0, 1, {{1}}, {{3}}, {{0, -3}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<position joint="j" kp="3" kv="1"/>)", 0, 0, 1, {{1}}, {{3}}, {{0, -3, -1}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<position joint="j" dampratio="1"/>)", 0, 0, 1, {{1}}, {{1}}, {{0, -1, 1}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<position joint="j" timeconst="0"/>)", 0, 0, 1, {{}}, {{1}}, {{0, -1}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<position joint="j" timeconst=".2"/>)", 3, 0, 1, {{0.2}}, {{1}}, {{0, -1}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<position class="pos" joint="j"/>)", 3, 0, 1, {{0.1}}, {{10}}, {{0, -10, -2}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<position class="pos" joint="j" dampratio="1"/>)", 3, 0, 1, {{0.1}}, {{10}}, {{0, -10, 1}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<position class="pos" joint="j" timeconst="0" inheritrange="0"/>)", 0, 0, 1, {{}}, {{10}}, {{0, -10, -2}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<position class="gen" joint="j"/>)", 2, 0, 1, {{0.5, 0.25}}, {{3}}, {{1, -3, 3, 4}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<position class="mus" joint="j"/>)", 4, 0, 1, {{0.02, 0.05}}, {{0.6, 1.2, 100, 200, 0.5, 1.6, 1.5, 1.3, 1.2}}, {{0.6, -0.6, 100, 200, 0.5, 1.6, 1.5, 1.3, 1.2}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<velocity joint="j"/>)", 0, 0, 1, {{1}}, {{1}}, {{0, 0, -1}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<velocity joint="j" kv="4"/>)", 0, 0, 1, {{1}}, {{4}}, {{0, 0, -4}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<velocity class="pos" joint="j"/>)", 0, 0, 1, {{0.1}}, {{10}}, {{0, 0, -10}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<velocity class="gen" joint="j"/>)", 0, 0, 1, {{0.5, 0.25}}, {{3}}, {{0, 0, -3}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<velocity class="vel" joint="j"/>)", 0, 0, 1, {{1}}, {{7}}, {{0, 0, -7}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<intvelocity joint="j"/>)", 1, 0, 1, {{1}}, {{1}}, {{0, -1}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<intvelocity joint="j" kp="3" kv="2" actrange="-1 1"/>)", 1, 0, 1, {{1}}, {{3}}, {{0, -3, -2}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<intvelocity class="pos" joint="j"/>)", 1, 0, 1, {{0.1}}, {{10}}, {{0, -10, -2}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<intvelocity joint="j" kv="1" dampratio="2"/>)", 1, 0, 0, {{1}}, {{1}}, {{0, -1}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<intvelocity joint="j" inheritrange="1" ctrlrange="0 1"/>)", 1, 0, 0, {{1}}, {{1}}, {{0, -1}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<intvelocity joint="j" kv="-1"/>)", 1, 0, 0, {{1}}, {{1}}, {{0, -1}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<damper joint="j" kv="2" ctrlrange="0 1"/>)", 0, 1, 0, {{1}}, {{0, 0, -2}}, {{}}, -1, 1, 2, 0, 0, {{}}},
    {R"(<damper class="damp" joint="j"/>)", 0, 1, 0, {{1}}, {{0, 0, -3}}, {{}}, -1, 1, 2, 0, 0, {{}}},
    {R"(<damper joint="j" class="gen"/>)", 0, 1, 0, {{0.5, 0.25}}, {{}}, {{1, 2, 3, 4}}, -1, 1, 2, 0, 0, {{}}},
    {R"(<damper joint="j" ctrlrange="0 1"/>)", 0, 1, 0, {{1}}, {{}}, {{}}, -1, 1, 2, 0, 0, {{}}},
    {R"(<cylinder joint="j"/>)", 2, 0, 1, {{1}}, {{1}}, {{}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<cylinder joint="j" diameter="2"/>)", 2, 0, 1, {{1}}, {{3.141592653589793}}, {{}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<cylinder joint="j" class="cyl"/>)", 2, 0, 1, {{0.3}}, {{2}}, {{1, 2, 3}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<cylinder joint="j" class="cyl" area="5" bias="0 0 1"/>)", 2, 0, 1, {{0.3}}, {{5}}, {{0, 0, 1}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<cylinder joint="j" class="gen"/>)", 2, 0, 1, {{0.5, 0.25}}, {{3}}, {{1, 2, 3, 4}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<muscle joint="j"/>)", 4, 2, 2, {{0.01, 0.04}}, {{0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2}}, {{0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<muscle joint="j" class="mus"/>)", 4, 2, 2, {{0.02, 0.05}}, {{0.6, 1.2, 100, 200, 0.5, 1.6, 1.5, 1.3, 1.2}}, {{0.6, 1.2, 100, 200, 0.5, 1.6, 1.5, 1.3, 1.2}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<muscle joint="j" class="mus" scale="100" lmin="0.4" lmax="1.7" vmax="1.4" fpmax="1.1" fvmax="1" tausmooth="0.1"/>)", 4, 2, 2, {{0.02, 0.05, 0.1}}, {{0.6, 1.2, 100, 100, 0.4, 1.7, 1.4, 1.1, 1}}, {{0.6, 1.2, 100, 100, 0.4, 1.7, 1.4, 1.1, 1}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<muscle class="gen" tendon="t"/>)", 4, 2, 2, {{0.5, 0.25}}, {{3, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2}}, {{3, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2}}, -1, 2, 2, 0, 3, {{}}},
    {R"(<muscle joint="j" force="-3" range="-1 2"/>)", 4, 2, 2, {{0.01, 0.04}}, {{0.75, 2, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2}}, {{0.75, 2, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<adhesion body="b" ctrlrange="0 1"/>)", 0, 0, 0, {{1}}, {{1}}, {{}}, -1, 1, 2, 0, 5, {{}}},
    {R"(<adhesion body="b" ctrlrange="0 1" gain="3"/>)", 0, 0, 0, {{1}}, {{3}}, {{}}, -1, 1, 2, 0, 5, {{}}},
    {R"(<adhesion class="adh" body="b"/>)", 0, 0, 0, {{1}}, {{4}}, {{}}, -1, 1, 2, 0, 5, {{}}},
    {R"(<adhesion class="gen" body="b"/>)", 2, 0, 0, {{0.5, 0.25}}, {{3}}, {{1, 2, 3, 4}}, -1, 1, 2, 0, 5, {{}}},
    {R"(<pid joint="j"/>)", 0, 5, 1, {{1}}, {{}}, {{}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<pid joint="j" kp="2"/>)", 0, 5, 1, {{1}}, {{}}, {{0, -2}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<pid joint="j" kp="2" kv="1" ki="3" imax="4" slewmax="5" input="pos vel ff" posrange="0 1" velrange="-1 1" ffrange="-2 2"/>)", 6, 5, 1, {{4, 5}}, {{3}}, {{0, -2, -1}}, -1, 2, 2, 7, 0, {{}}},
    {R"(<pid class="pid" joint="j"/>)", 6, 5, 1, {{3, 4}}, {{2}}, {{0, -5, -1}}, -1, 2, 2, 1, 0, {{}}},
    {R"(<pid class="pid" joint="j" ki="0"/>)", 6, 5, 1, {{3, 4}}, {{}}, {{0, -5, -1}}, -1, 2, 2, 1, 0, {{}}},
    {R"(<pid class="pid" joint="j" ki="0" slewmax="0" input="vel"/>)", 0, 5, 1, {{3}}, {{}}, {{0, -5, -1}}, -1, 2, 2, 2, 0, {{}}},
    {R"(<pid class="pos" joint="j"/>)", 0, 5, 1, {{0.1}}, {{}}, {{0, -10, -2}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<pid joint="j" dampratio="1" imax="3"/>)", 0, 5, 1, {{1}}, {{}}, {{0, 0, 1}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<orientation joint="bj"/>)", 0, 4, 4, {{1}}, {{1}}, {{0, -1}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<orientation joint="bj" kp="2" kv="1" input="expmap"/>)", 0, 4, 4, {{1}}, {{2}}, {{0, -2, -1}}, -1, 2, 2, 1, 0, {{}}},
    {R"(<orientation site="s" refsite="s2" class="ori"/>)", 0, 4, 4, {{1}}, {{7}}, {{0, -7, 1}}, -1, 2, 2, 2, 4, {{}}},
    {R"(<orientation class="gen" joint="bj"/>)", 0, 4, 4, {{0.5, 0.25}}, {{3}}, {{1, -3, 3, 4}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<dcmotor joint="j" motorconst="0.1" resistance="1"/>)", 5, 3, 3, {{}}, {{1, 0.1}}, {{}}, 0, 2, 2, 0, 0, {{}}},
    {R"(<dcmotor joint="j" motorconst="0.1 0.2" resistance="1"/>)", 5, 3, 3, {{}}, {{1, 0.14142135623730953}}, {{}}, 0, 2, 2, 0, 0, {{}}},
    {R"(<dcmotor joint="j" nominal="12 1 100"/>)", 5, 3, 3, {{}}, {{1.44, 0.12}}, {{}}, 0, 2, 2, 0, 0, {{}}},
    {R"(<dcmotor joint="j" nominal="12 1 100" damping="0.001"/>)", 5, 3, 3, {{}}, {{1.296, 0.108}}, {{}}, 0, 2, 2, 0, 0, {{}}},
    {R"(<dcmotor joint="j" nominal="12 1 100" damping="0.001" resistance="3"/>)", 5, 3, 3, {{}}, {{3, 0.08449489742783178}}, {{}}, 0, 2, 2, 0, 0, {{}}},
    {R"(<dcmotor joint="j" nominal="12 1 100" damping="1"/>)", 5, 3, 3, {{}}, {{1.44, 0.12}}, {{}}, 0, 2, 2, 0, 0, {{}}},
    {R"(<dcmotor joint="j" motorconst="0 .1" nominal="12 1"/>)", 5, 3, 3, {{}}, {{1.2000000000000002, 0.1}}, {{}}, 0, 2, 2, 0, 0, {{}}},
    {R"(<dcmotor joint="j" motorconst="0.1" resistance="2" saturation="3"/>)", 5, 3, 3, {{}}, {{2, 0.1}}, {{}}, 0, 2, 1, 0, 0, {{-3, 3}}},
    {R"(<dcmotor joint="j" motorconst="0.1" resistance="2" saturation="0 3 4"/>)", 5, 3, 3, {{0, 4}}, {{2, 0.1}}, {{}}, 0, 2, 1, 0, 0, {{-0.30000000000000004, 0.30000000000000004}}},
    {R"(<dcmotor joint="j" motorconst="0.1" resistance="2" inductance="0.01"/>)", 5, 3, 3, {{0.005}}, {{2, 0.1}}, {{}}, 1, 2, 2, 0, 0, {{}}},
    {R"(<dcmotor joint="j" motorconst="0.1" resistance="2" inductance="0 0.01" cogging="1 2 3" controller="1 2 3 4 5 6" input="pos vel"/>)", 5, 3, 3, {{0.01, 0, 0, 0, 0, 0, 0, 4, 5}}, {{2, 0.1, 0, 0, 1, 2, 3, 6}}, {{1, 2, 3}}, 3, 2, 2, 3, 0, {{}}},
    {R"(<dcmotor joint="j" motorconst="0.1" resistance="2" thermal="1 2 0 3 4 5" lugre="1 2 3 4 5" input="none"/>)", 5, 3, 3, {{0, 0, 1, 2, 5, 1, 2}}, {{2, 0.1, 3, 4}}, {{0, 0, 0, 3, 4, 5}}, 2, 2, 2, 16, 0, {{}}},
    {R"(<dcmotor joint="j" motorconst="0.1" resistance="2" thermal="1 0 2 3 4 5" input="voltage"/>)", 5, 3, 3, {{0, 0, 1, 2, 5}}, {{2, 0.1, 3, 4}}, {{}}, 1, 2, 2, 8, 0, {{}}},
    {R"(<dcmotor joint="j" motorconst="0.1" resistance="2" thermal="0 1 2 3 4 5"/>)", 5, 3, 3, {{0, 0, 2, 1, 5}}, {{2, 0.1, 3, 4}}, {{}}, 1, 2, 2, 0, 0, {{}}},
    {R"(<dcmotor class="dc" joint="j"/>)", 5, 3, 3, {{0.005, 3, 1, 2, 25, 100, 1, 4, 5}}, {{2, 0.044721359549995794, 0.1, 20, 1, 2, 3, 6}}, {{0.1, 2, 0.3, 0.1, 0.2, 0.3}}, 5, 2, 1, 3, 0, {{-1, 1}}},
    {R"(<dcmotor class="dc" joint="j" resistance="3" thermal="3" controller="0 0 0 0"/>)", 5, 3, 3, {{0.005, 3, 3, 2, 25, 100, 1, 0, 5}}, {{3, 0.044721359549995794, 0.1, 20, 0, 0, 0, 6}}, {{0.1, 2, 0.3, 0.1, 0.2, 0.3}}, 3, 2, 1, 3, 0, {{-1, 1}}},
    {R"(<dcmotor class="gen" joint="j" motorconst="1" resistance="1"/>)", 5, 3, 3, {{0, 0.25}}, {{1, 1}}, {{0, 0, 0, 4}}, 0, 2, 2, 0, 0, {{}}},
    {R"(<general joint="j"/>)", 0, 0, 0, {{1}}, {{1}}, {{}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<general class="pos" joint="j"/>)", 3, 0, 1, {{0.1}}, {{10}}, {{0, -10, -2}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<general class="gen" site="s" refsite="s2" gear="1 2 3 4 5 6" biasprm="9" dynprm="1 2 3"/>)", 2, 0, 1, {{1, 2, 3}}, {{3}}, {{9, 2, 3, 4}}, -1, 2, 2, 0, 4, {{}}},
    {R"(<general cranksite="s" slidersite="s2" cranklength="1"/>)", 0, 0, 0, {{1}}, {{1}}, {{}}, -1, 2, 2, 0, 2, {{}}},
    {R"(<general joint="j" gaintype="pid" input="pos vel"/>)", 0, 5, 0, {{1}}, {{1}}, {{}}, -1, 2, 2, 3, 0, {{}}},
    {R"(<general body="b" actdim="3" actearly="true" actrange="0 1" forcerange="-1 1" lengthrange="0 1" nsample="3" delay="0.1" interp="cubic" damping="1 2 3" armature=".1" user="1 2"/>)", 0, 0, 0, {{1}}, {{1}}, {{}}, 3, 2, 2, 0, 5, {{-1, 1}}},
    {R"(<general class="mus" joint="j"/>)", 4, 2, 2, {{0.02, 0.05}}, {{0.6, 1.2, 100, 200, 0.5, 1.6, 1.5, 1.3, 1.2}}, {{0.6, 1.2, 100, 200, 0.5, 1.6, 1.5, 1.3, 1.2}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<general class="dc" joint="j"/>)", 5, 3, 3, {{0.005, 3, 1, 2, 25, 100, 1, 4, 5}}, {{2, 0.044721359549995794, 0.1, 20, 1, 2, 3, 6}}, {{0.1, 2, 0.3, 0.1, 0.2, 0.3}}, 5, 2, 1, 3, 0, {{-1, 1}}},
    {R"(<general class="pid" joint="j"/>)", 6, 5, 1, {{3, 4}}, {{2}}, {{0, -5, -1}}, -1, 2, 2, 1, 0, {{}}},
    {R"(<general class="ori" joint="bj"/>)", 0, 4, 4, {{1}}, {{7}}, {{0, -7, 1}}, -1, 2, 2, 2, 0, {{}}},
    {R"(<general class="damp" joint="j"/>)", 0, 1, 0, {{1}}, {{0, 0, -3}}, {{}}, -1, 1, 2, 0, 0, {{}}},
    {R"(<general class="cyl" joint="j"/>)", 2, 0, 1, {{0.3}}, {{2}}, {{1, 2, 3}}, -1, 2, 2, 0, 0, {{}}},
    {R"(<general class="adh" joint="j"/>)", 0, 0, 0, {{1}}, {{4}}, {{}}, -1, 1, 2, 0, 0, {{}}},
    {R"(<general class="vel" joint="j"/>)", 0, 0, 1, {{1}}, {{7}}, {{0, 0, -7}}, -1, 2, 2, 0, 0, {{}}},
};
// clang-format on

Actuator read_actuator(const std::string& xml, Diagnostics& diagnostics) {
  const Spec spec = read_mjcf_text(kActuatorModel + xml + "</actuator></mujoco>", ".", diagnostics);
  return spec.actuators.empty() ? Actuator{} : spec.actuators[0];
}

template <int N>
void expect_equal(const Vec<N>& actual, const Vec<N>& expected, const char* what) {
  for (int i = 0; i < N; ++i) EXPECT_DOUBLE_EQ(actual[i], expected[i]) << what << "[" << i << "]";
}

TEST(Actuator, ShortcutsAgreeWithMujoco) {
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.xml);
    Diagnostics diagnostics;
    const Actuator a = read_actuator(c.xml, diagnostics);
    EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.text();
    EXPECT_EQ(static_cast<int>(a.dyntype), c.dyntype);
    EXPECT_EQ(static_cast<int>(a.gaintype), c.gaintype);
    EXPECT_EQ(static_cast<int>(a.biastype), c.biastype);
    expect_equal(a.dynprm, c.dynprm, "dynprm");
    expect_equal(a.gainprm, c.gainprm, "gainprm");
    expect_equal(a.biasprm, c.biasprm, "biasprm");
    EXPECT_EQ(a.actdim, c.actdim);
    EXPECT_EQ(static_cast<int>(a.ctrllimited), c.ctrllimited);
    EXPECT_EQ(static_cast<int>(a.forcelimited), c.forcelimited);
    EXPECT_EQ(a.ctrlspec, c.ctrlspec);
    EXPECT_EQ(static_cast<int>(a.trntype), c.trntype);
    expect_equal(a.forcerange, c.forcerange, "forcerange");
  }
}

TEST(Actuator, InheritRange) {
  Diagnostics diagnostics;
  EXPECT_EQ(read_actuator(R"(<position class="pos" joint="j"/>)", diagnostics).inheritrange, 0.5);
  EXPECT_EQ(read_actuator(R"(<position class="pos" joint="j" inheritrange="2"/>)", diagnostics).inheritrange, 2);
  EXPECT_EQ(read_actuator(R"(<position joint="j"/>)", diagnostics).inheritrange, 0);
  EXPECT_FALSE(diagnostics.has_errors());
}

TEST(Actuator, RefusesWhatMujocoRefuses) {
  for (const char* xml : {R"(<position joint="j" kv="-1"/>)",
                          R"(<position joint="j" dampratio="-1"/>)",
                          R"(<position joint="j" kv="1" dampratio="1"/>)",
                          R"(<position joint="j" timeconst="-1"/>)",
                          R"(<position joint="j" inheritrange="1" ctrlrange="0 1"/>)",
                          R"(<intvelocity joint="j" inheritrange="1" actrange="0 1"/>)",
                          R"(<intvelocity joint="j" timeconst="1"/>)",
                          R"(<damper joint="j" kv="-1" ctrlrange="0 1"/>)",
                          R"(<damper joint="j" kv="1" ctrlrange="-1 1"/>)",
                          R"(<cylinder joint="j" bias="1 2"/>)",
                          R"(<muscle joint="j" tausmooth="-1"/>)",
                          R"(<muscle joint="j" timeconst="1"/>)",
                          R"(<adhesion body="b" gain="-1"/>)",
                          R"(<adhesion body="b" ctrlrange="-1 1"/>)",
                          R"(<general joint="j" input="vel pos"/>)",
                          R"(<general joint="j" gainprm="1 2 3 4 5 6 7 8 9 10 11"/>)",
                          R"(<pid joint="j" slewmax="-1"/>)",
                          R"(<pid joint="j" posrange="0 1" inheritrange="1"/>)",
                          R"(<dcmotor joint="j"/>)",
                          R"(<dcmotor joint="j" motorconst="1"/>)",
                          R"(<dcmotor joint="j" motorconst="1" resistance="1" thermal="1"/>)",
                          R"(<dcmotor joint="j" motorconst="1" resistance="1" inductance="-1"/>)",
                          R"(<motor joint="j" kp="1"/>)",
                          R"(<motor joint="j" cranklength="1"/>)",
                          R"(<motor joint="j" refsite="s"/>)"}) {
    Diagnostics diagnostics;
    read_actuator(xml, diagnostics);
    EXPECT_TRUE(diagnostics.has_errors()) << xml;
  }
}

}  // namespace
}  // namespace corten
