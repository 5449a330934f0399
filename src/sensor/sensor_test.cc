#include "sensor/sensor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/sensor_table.h"
#include "corten/corten.h"

namespace corten {
namespace {

// A model with the given <sensor> content and options.
Model mechanism(const std::string& sensors, const std::string& option = "") {
  return load_text(R"(
<mujoco>
  <option gravity="1 0 -9" magnetic="0.1 0.2 0.3" )" +
                   option + R"(><flag constraint="disable"/></option>
  <worldbody>
    <site name="w" pos="1 0 0"/>
    <body name="a" pos="0 0 1">
      <freejoint/>
      <geom type="box" size=".1 .2 .3" pos=".1 0 0"/>
      <site name="s" pos=".2 .1 0" euler="10 20 30"/>
      <body name="b" pos=".3 0 0" euler="10 20 30">
        <joint name="ball" type="ball" pos=".01 .02 .03"/>
        <geom type="ellipsoid" size=".1 .05 .2"/>
        <body name="c" pos="0 .3 0" euler="0 40 0">
          <joint name="h" axis="0 1 1" pos="0 .1 0"/>
          <geom name="g" type="capsule" size=".05 .1" pos="0 0 .1"/>
          <site name="t" pos="0 .1 .2" euler="0 0 50"/>
        </body>
      </body>
    </body>
  </worldbody>
  <sensor>)" + sensors +
                   "</sensor></mujoco>");
}

void set_state(Data& d) {
  const double qpos[] = {0.1, 0.2, 1.3, 0.8, 0.6, 0, 0, 0.6, 0, 0.8, 0, 0.5};
  std::copy(std::begin(qpos), std::end(qpos), d.qpos.begin());
  for (int i = 0; i < d.qvel.size(); ++i) d.qvel[i] = std::sin(i + 1.0);
}

struct SensorCase {
  const char* sensor;
  std::vector<double> wanted;
};

// The numbers are MuJoCo's for the mechanism in the state above.
const SensorCase kSensorCases[] = {
    {R"(<magnetometer site="s"/>)", {0.29058649504876655, 0.20175691793826281, -0.12187548957574004}},
    {R"(<framepos objtype="site" objname="t" reftype="body" refname="a"/>)",
     {-0.017590754429959748, 0.38048655941495585, -0.010033730274996613}},
    {R"(<framequat objtype="geom" objname="g" reftype="site" refname="s"/>)",
     {0.11376522195474006, 0.16741263749204185, 0.97798420986546719, 0.050767788363932212}},
    {R"(<framelinvel objtype="site" objname="t" reftype="xbody" refname="b"/>)",
     {-0.034956656369425937, -0.026081761410019381, 0.063379438930040985}},
    {R"(<frameangvel objtype="body" objname="c" reftype="site" refname="s"/>)",
     {-0.0019828532310658953, 0.60467723000486973, -0.4262116756771766}},
    {R"(<velocimeter site="t"/>)", {-0.92344947743068606, 0.92754012569963995, 0.89929542303970789}},
    {R"(<gyro site="t"/>)", {0.47452530668088377, -1.1460834124230139, 0.50854154512500682}},
    {R"(<subtreelinvel body="b"/>)", {0.88151626223661417, 0.70779812983119195, 0.21116627319701298}},
    {R"(<subtreeangmom body="b"/>)", {-0.18426876422916594, 0.13897618688716026, -0.13049699161995904}},
    {R"(<accelerometer site="t"/>)", {-0.32131161061288216, -0.25158381551694164, -0.3102403676683802}},
    {R"(<force site="t"/>)", {-0.45830504087939361, -0.2698496057360979, -0.23042306881188568}},
    {R"(<torque site="t"/>)", {-0.00080915768260644491, 0.039859417692616472, -0.0074260869193322285}},
    {R"(<framelinacc objtype="body" objname="b"/>)", {-0.18662386060998692, 0.07913774838035513, 0.25079840642474882}},
    {R"(<frameangacc objtype="site" objname="t"/>)", {0.085282177442699628, 0.52131697917099507, 0.73677476018574428}},
    {R"(<e_potential/>)", {628.13170223974612}},
    {R"(<e_kinetic/>)", {38.906892402099167}},
};

TEST(Sensor, AgreesWithMuJoCo) {
  std::string all;
  for (const SensorCase& c : kSensorCases) all += c.sensor;
  const Model m = mechanism(all);
  Data d(m);
  set_state(d);
  forward(m, d);
  for (int i = 0; i < m.nsensor; ++i) {
    const std::vector<double>& wanted = kSensorCases[i].wanted;
    ASSERT_EQ(m.sensor_dim[i], static_cast<int>(wanted.size()));
    for (int k = 0; k < m.sensor_dim[i]; ++k) {
      EXPECT_NEAR(d.sensordata[m.sensor_adr[i] + k], wanted[k], 1e-9) << kSensorCases[i].sensor << " " << k;
    }
    EXPECT_EQ(sensor_traits(m.sensor_type[i]).stage, m.sensor_needstage[i]) << kSensorCases[i].sensor;
  }
}

// Every type that measures without geometry or limits, in a mechanism that stands on the
// floor. The numbers are MuJoCo's.
TEST(Sensor, EveryTypeAgreesWithMujoco) {
  const Model m = load_text(R"(
<mujoco>
  <option gravity="1 0 -9" timestep=".004"/>
  <worldbody>
    <geom type="plane" size="3 3 1"/><camera name="cam" pos="0 -2 1.5" xyaxes="1 .1 0 0 .3 1" resolution="64 48" fovy="50"/><site name="w" pos="1 0 1"/>
    <body name="a" pos="0 0 .29">
      <freejoint/>
      <geom type="box" size=".1 .2 .3"/><site name="pad" type="box" size=".3 .3 .1" pos="0 0 -.3"/><site name="s" pos=".2 .1 0" euler="10 20 30"/>
      <body name="b" pos=".3 0 .5" euler="10 20 30">
        <joint name="ball" type="ball" pos=".01 .02 .03"/>
        <geom type="ellipsoid" size=".1 .05 .2"/>
        <body name="c" pos="0 .3 0" euler="0 40 0">
          <joint name="h" axis="0 1 1" pos="0 .1 0"/><joint name="slide" type="slide" axis="1 0 1"/>
          <geom name="g" type="capsule" size=".05 .1" pos="0 0 .1"/><site name="t" pos="0 .1 .2" euler="0 0 50"/>
        </body>
      </body>
    </body>
  </worldbody>
  <tendon>
    <spatial name="rope"><site site="w"/><site site="t"/></spatial>
    <fixed name="sum"><joint joint="h" coef="2"/><joint joint="slide" coef="-1"/></fixed>
  </tendon>
  <actuator>
    <motor name="first" joint="h" gear="3"/><position name="second" tendon="sum" kp="5"/><motor tendon="sum" gear=".5"/>
    <motor joint="slide"/><motor tendon="rope"/>
  </actuator>
  <sensor><camprojection site="t" camera="cam"/> <camprojection site="s" camera="cam"/>
<framexaxis objtype="site" objname="t"/> <frameyaxis objtype="site" objname="t"/> <framezaxis objtype="site" objname="t"/>
<framexaxis objtype="body" objname="c" reftype="site" refname="s"/> <frameyaxis objtype="geom" objname="g" reftype="camera" refname="cam"/>
<framezaxis objtype="camera" objname="cam" reftype="xbody" refname="b"/>
<framepos objtype="camera" objname="cam"/> <framequat objtype="xbody" objname="c"/> <framelinvel objtype="geom" objname="g"/>
<frameangvel objtype="geom" objname="g"/> <framelinacc objtype="site" objname="t"/> <frameangacc objtype="body" objname="b"/>
<torque site="t"/> <jointpos joint="h"/> <jointvel joint="h"/> <jointpos joint="slide"/> <jointvel joint="slide"/>
<ballquat joint="ball"/> <ballangvel joint="ball"/> <tendonpos tendon="rope"/> <tendonvel tendon="rope"/> <tendonpos tendon="sum"/>
<actuatorpos actuator="first"/> <actuatorvel actuator="first"/> <actuatorfrc actuator="first"/> <actuatorfrc actuator="second"/>
<jointactuatorfrc joint="h"/> <jointactuatorfrc joint="slide"/> <tendonactuatorfrc tendon="sum"/> <tendonactuatorfrc tendon="rope"/>
<subtreecom body="b"/> <e_potential/> <e_kinetic/> <clock/> <touch site="pad"/></sensor>
</mujoco>)");
  Data d(m);
  const double qpos[] = {0.6, 0, 0.8, 0, 0.5, 0.05}, ctrl[] = {0.3, -0.7, 0.4, 0.2, 0.9};
  std::copy(std::begin(qpos), std::end(qpos), &d.qpos[7]);
  std::copy(std::begin(ctrl), std::end(ctrl), d.ctrl.begin());
  for (int i = 0; i < m.nv; ++i) d.qvel[i] = 0.3 * std::sin(i + 1.0);
  d.time = 0.25;
  forward(m, d);
  const std::vector<std::vector<double>> wanted = {
      {37.7830943316263, 24.825803143971495},                            // camprojection site=t camera=cam
      {41.01435670061296, 36.53800221833556},                            // camprojection site=s camera=cam
      {-0.7327640710233707, 0.5864261742524286, 0.3451972745676251},     // framexaxis objtype=site objname=t
      {0.6601150210807858, 0.7357639527129363, 0.1513260216610121},      // frameyaxis objtype=site objname=t
      {-0.16524217125410118, 0.33875617786233175, -0.9262501156811447},  // framezaxis objtype=site objname=t
      {-0.9180609661630936, 0.33900504942104476,
       -0.20552284270786422},  // framexaxis objtype=body objname=c reftype=site refname=s
      {-0.04457691163609903, 0.6129607326916271,
       -0.7888548910459584},  // frameyaxis objtype=geom objname=g reftype=camera refname=cam
      {-0.2949107570642522, -0.7384747408995861,
       -0.6063684543419776},  // framezaxis objtype=camera objname=cam reftype=xbody refname=b
      {0.0, -2.0, 1.5},       // framepos objtype=camera objname=cam
      {-0.06933476665195587, -0.08275346177364543, 0.9778941263782344,
       0.1790743764270766},                                                // framequat objtype=xbody objname=c
      {0.41986350791478544, 0.3819433926117993, 0.204789547429871},        // framelinvel objtype=geom objname=g
      {-0.35648834417052805, -0.11781036341085119, -0.14419921971442512},  // frameangvel objtype=geom objname=g
      {-46.21348128129497, 31.07003662797319, 42.45644633778821},          // framelinacc objtype=site objname=t
      {326.399445491103, 611.3846059748552, 166.84411812860156},           // frameangacc objtype=body objname=b
      {-10.792771965709457, 1.6541584693611728, -6.247970164994461},       // torque site=t
      {0.5},                                                               // jointpos joint=h
      {-0.16320633326681092},                                              // jointvel joint=h
      {0.05},                                                              // jointpos joint=slide
      {-0.29999706196521103},                                              // jointvel joint=slide
      {0.6, 0.0, 0.8, 0.0},                                                // ballquat joint=ball
      {0.1970959796156367, 0.2968074739870145, 0.12363554557252697},       // ballangvel joint=ball
      {1.0623578554139732},                                                // tendonpos tendon=rope
      {-0.3046320679829725},                                               // tendonvel tendon=rope
      {0.95},                                                              // tendonpos tendon=sum
      {1.5},                                                               // actuatorpos actuator=first
      {-0.4896189998004328},                                               // actuatorvel actuator=first
      {0.3},                                                               // actuatorfrc actuator=first
      {-8.25},                                                             // actuatorfrc actuator=second
      {-15.084561757152022},                                               // jointactuatorfrc joint=h
      {9.062832511673728},                                                 // jointactuatorfrc joint=slide
      {-7.85},                                                             // tendonactuatorfrc tendon=sum
      {0.9},                                                               // tendonactuatorfrc tendon=rope
      {0.2263513706207707, 0.07556769250910268, 0.8276050433042904},       // subtreecom body=b
      {170.65775502799082},                                                // e_potential
      {4.2210779053834555},                                                // e_kinetic
      {0.25},                                                              // clock
      {1791.9917966367325},                                                // touch site=pad
  };
  ASSERT_EQ(m.nsensor, static_cast<int>(wanted.size()));
  for (int i = 0; i < m.nsensor; ++i) {
    const std::vector<double>& row = wanted[static_cast<std::size_t>(i)];
    ASSERT_EQ(m.sensor_dim[i], static_cast<int>(row.size())) << i;
    for (int k = 0; k < m.sensor_dim[i]; ++k) {
      const double value = row[static_cast<std::size_t>(k)];
      EXPECT_NEAR(d.sensordata[m.sensor_adr[i] + k], value, 1e-9 * (1 + std::abs(value)))
          << "sensor " << i << ", " << k;
    }
  }
}

TEST(Sensor, AccelerometerFeelsNothingInFreeFallAndMinusGravityAtRest) {
  const Model m = load_text(R"(
    <mujoco>
      <worldbody>
        <body><freejoint/><geom size=".1"/><site name="falling"/></body>
        <body pos="1 0 0"><joint axis="0 1 0" type="hinge"/><geom size=".1" pos="0 0 -1"/><site name="hanging"/></body>
        <site name="fixed"/>
      </worldbody>
      <sensor><accelerometer site="falling"/><accelerometer site="hanging"/><accelerometer site="fixed"/></sensor>
    </mujoco>)");
  Data d(m);
  forward(m, d);
  EXPECT_NEAR(d.sensordata[2], 0, 1e-12);
  EXPECT_NEAR(d.sensordata[5], 9.81, 1e-12);
  EXPECT_EQ(d.sensordata[8], 0);  // MuJoCo: what cannot move does not feel gravity
}

TEST(Sensor, InsideSiteKnowsEveryShape) {
  struct Zone {
    const char* shape;
    Vec3 inside, outside;  // the outside point lies in the bounding box, but for the box
  };
  const Zone zones[] = {
      {R"(type="sphere" size="1")", {0.5, 0.5, 0.7}, {0.6, 0.6, 0.6}},
      {R"(type="capsule" size="1 2")", {0.5, 0.5, 2.6}, {0.5, 0.5, 2.8}},
      {R"(type="ellipsoid" size="1 2 3")", {0.5, 1, 2}, {0.7, 1.4, 1.5}},
      {R"(type="cylinder" size="1 2")", {0.6, 0.6, 1.9}, {0.8, 0.8, 0}},
      {R"(type="box" size="1 2 3")", {-0.9, 1.9, -2.9}, {0, 0, 3.1}},
  };
  for (const Zone& zone : zones) {
    const Model m = load_text(std::string(R"(
      <mujoco>
        <worldbody>
          <body name="b"><freejoint/><geom size="0.1"/></body>
          <site name="zone" pos="1 2 3" euler="90 0 0" )") +
                              zone.shape + R"(/>
        </worldbody>
        <sensor><insidesite objtype="body" objname="b" site="zone"/></sensor>
      </mujoco>)");
    Data d(m);
    const auto measure = [&](const Vec3& p) {
      d.qpos[0] = 1 + p.x, d.qpos[1] = 2 - p.z, d.qpos[2] = 3 + p.y;  // the zone is turned about x by 90 degrees
      forward(m, d);
      return d.sensordata[0];
    };
    EXPECT_EQ(measure(zone.inside), 1) << zone.shape;
    EXPECT_EQ(measure(zone.outside), 0) << zone.shape;
  }
}

TEST(Sensor, CutoffClampsRealsOnBothSidesAndPositivesAbove) {
  const Model m = mechanism(R"(<framepos objtype="xbody" objname="a" cutoff="0.15"/><user dim="2" cutoff="1"/>
    <jointvel joint="h" cutoff="0.01"/>)");
  Data d(m);
  set_state(d);
  d.qpos[1] = -1, d.qvel[9] = -5;
  forward(m, d);
  const double wanted[] = {0.1, -0.15, 0.15, 0, 0, -0.01};
  for (int i = 0; i < 6; ++i) EXPECT_EQ(d.sensordata[i], wanted[i]) << i;
}

TEST(Sensor, DisableFlagFreezesOutputs) {
  Model m = mechanism(R"(<clock/>)");
  Data d(m);
  d.time = 1;
  forward(m, d);
  m.opt.disableflags |= kDisableSensor;
  d.time = 2;
  forward(m, d);
  EXPECT_EQ(d.sensordata[0], 1);
}

TEST(Sensor, RungeKuttaMeasuresOncePerStep) {
  const Model m = mechanism(R"(<clock/><jointpos joint="h"/><accelerometer site="t"/>)", R"(integrator="RK4")");
  Data d(m), start(m);
  set_state(d), set_state(start);
  forward(m, start);
  step(m, d);
  for (int i = 0; i < m.nsensordata; ++i) EXPECT_EQ(d.sensordata[i], start.sensordata[i]);
}

TEST(Sensor, KineticEnergyIsOfThePreviousPassWhenEnergyIsEnabled) {
  Model m = mechanism(R"(<e_kinetic/>)");
  Data d(m);
  set_state(d);
  m.opt.enableflags |= kEnableEnergy;
  forward(m, d);
  EXPECT_NEAR(d.sensordata[0], 38.906892402099167, 1e-9);
  for (double& v : d.qvel) v *= 2;
  forward(m, d);
  EXPECT_NEAR(d.sensordata[0], 38.906892402099167, 1e-9);
  EXPECT_NEAR(d.energy[1], 4 * 38.906892402099167, 1e-8);
  m.opt.enableflags = 0;
  forward(m, d);
  forward(m, d);
  EXPECT_NEAR(d.sensordata[0], 4 * 38.906892402099167, 1e-8);
}

// The clock of each sensor is what the buffer holds, so that the shown time tells which sample is shown.
TEST(SensorHistory, DelayShowsThePastAndZeroBeforeTheStart) {
  const Model m = mechanism(R"(<clock nsample="5" delay="0.02"/><clock nsample="5" delay="0.025" interp="linear"/>)",
                            R"(timestep="0.01")");
  Data d(m);
  for (int i = 0; i < 10; ++i) {
    step(m, d);  // sensors show time i h
    EXPECT_NEAR(d.sensordata[0], std::max(0.0, 0.01 * i - 0.02), 1e-12) << i;
    EXPECT_NEAR(d.sensordata[1], std::max(0.0, 0.01 * i - 0.025), 1e-12) << i;
  }
}

TEST(SensorHistory, IntervalHoldsSamplesAtExactPeriods) {
  const Model m = mechanism(R"(<clock nsample="2" interval="0.025"/>)", R"(timestep="0.01")");
  Data d(m);
  const double wanted[] = {0, 0, 0, 0.03, 0.03, 0.05, 0.05, 0.05, 0.08, 0.08};  // first steps at 0, 0.025, 0.05, 0.075
  for (int i = 0; i < 10; ++i) {
    step(m, d);
    EXPECT_NEAR(d.sensordata[0], wanted[i], 1e-12) << i;
  }
}

}  // namespace
}  // namespace corten
