// Sensors; the numbers are MuJoCo's for the same model.
#include <gtest/gtest.h>

#include "compile/elements/elements.h"
#include "compile/part_test.h"

namespace corten {
namespace {

using Ints = std::vector<int>;

constexpr char kSensorModel[] = R"(
  <tendon><fixed name="t" range="0 1"><joint joint="slide" coef="1"/></fixed></tendon>
  <actuator><motor name="a" joint="slide"/><orientation name="o" joint="socket"/></actuator>
  <sensor>
    <touch site="s1"/> <accelerometer site="s1"/> <velocimeter site="s1"/> <gyro site="s1"/> <force site="s1"/>
    <torque site="s1"/> <magnetometer site="s1"/> <rangefinder site="s1"/>
    <rangefinder camera="cam" data="dist normal depth"/> <camprojection site="s1" camera="cam"/>
    <jointpos joint="hinge"/> <jointvel joint="hinge"/> <tendonpos tendon="t"/> <tendonvel tendon="t"/>
    <actuatorpos actuator="a"/> <actuatorvel actuator="o"/> <actuatorfrc actuator="o"/>
    <jointactuatorfrc joint="hinge"/> <tendonactuatorfrc tendon="t"/>
    <ballquat joint="socket"/> <ballangvel joint="socket"/>
    <jointlimitpos joint="hinge"/> <jointlimitvel joint="hinge"/> <jointlimitfrc joint="hinge"/>
    <tendonlimitpos tendon="t"/> <tendonlimitvel tendon="t"/> <tendonlimitfrc tendon="t"/>
    <framepos objtype="body" objname="b1" reftype="site" refname="s2"/> <framequat objtype="xbody" objname="b1"/>
    <framexaxis objtype="geom" objname="ball"/> <frameyaxis objtype="site" objname="s1"/>
    <framezaxis objtype="camera" objname="cam"/> <framelinvel objtype="body" objname="b1"/>
    <frameangvel objtype="body" objname="b1"/> <framelinacc objtype="body" objname="b1"/>
    <frameangacc objtype="body" objname="b1"/>
    <subtreecom body="b1"/> <subtreelinvel body="b1"/> <subtreeangmom body="b1"/>
    <insidesite site="s1" objtype="body" objname="b3"/>
    <distance geom1="ball" body2="b3" cutoff="1"/> <normal geom1="ball" geom2="rod" cutoff="1"/>
    <fromto body1="b1" body2="b2"/>
    <contact geom1="ball" subtree2="b1" num="2" data="found force tangent" reduce="netforce"/>
    <contact/> <contact site="s1" body2="b2"/> <e_potential/> <e_kinetic/>
    <clock nsample="4" interp="cubic" delay=".1" interval=".2 -.1"/>
    <user dim="4" datatype="quaternion" needstage="vel" objtype="numeric" objname="n" noise=".5" user="1 2"/>
  </sensor>
  <custom><numeric name="n" data="1"/></custom>)";

TEST(Sensor, EveryType) {
  const Model m = load_parts(kSensorModel);
  EXPECT_EQ(m.nsensor, 50);
  EXPECT_EQ(m.nsensordata, 179);
  EXPECT_EQ(ints(m.sensor_type),
            (Ints{0,  1,  2,  3,  4,  5,  6,  7,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
                  24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 42, 42, 43, 44, 45, 48}));
  EXPECT_EQ(ints(m.sensor_dim), (Ints{1, 3, 3, 3, 3, 3, 3, 1, 60, 2, 1, 1, 1, 1, 1, 3, 3, 1, 1,  4, 3, 1, 1, 1, 1,
                                      1, 1, 3, 4, 3, 3, 3, 3, 3,  3, 3, 3, 3, 3, 1, 1, 3, 6, 14, 1, 1, 1, 1, 1, 4}));
  EXPECT_EQ(ints(m.sensor_datatype), (Ints{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0,
                                           0, 0, 0, 3, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 3}));
  EXPECT_EQ(ints(m.sensor_needstage),
            (Ints{3, 3, 2, 2, 3, 3, 1, 1, 1, 1, 1, 2, 1, 2, 1, 2, 3, 3, 3, 1, 2, 1, 2, 3, 1,
                  2, 3, 1, 1, 1, 1, 1, 2, 2, 3, 3, 1, 2, 2, 1, 1, 1, 1, 3, 3, 3, 1, 1, 1, 2}));
}

TEST(Sensor, ObjectsAndReferences) {
  const Model m = load_parts(kSensorModel);
  EXPECT_EQ(ints(m.sensor_objtype),
            (Ints{6,  6,  6, 6, 6, 6, 6, 6, 7, 6, 3, 3, 18, 18, 19, 19, 19, 3, 18, 3, 3, 3, 3, 3, 18,
                  18, 18, 1, 2, 5, 6, 7, 1, 1, 1, 1, 1, 1,  1,  1,  5,  5,  1, 5,  0, 6, 0, 0, 0, 21}));
  EXPECT_EQ(ints(m.sensor_objid),
            (Ints{1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 0, 2,  2, 1,  1,  1,  0,
                  0, 0, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 3, 1, 1, 1, 1, -1, 1, -1, -1, -1, 0}));
  EXPECT_EQ(m.sensor_reftype[9], Object::kCamera);
  EXPECT_EQ(m.sensor_refid[9], 0);
  EXPECT_EQ(m.sensor_reftype[27], Object::kSite);
  EXPECT_EQ(m.sensor_refid[27], 2);
  EXPECT_EQ(m.sensor_refid[28], -1);
  EXPECT_EQ(m.sensor_reftype[43], Object::kXBody);
  EXPECT_EQ(m.sensor_intprm[43], (IntVec<3>{{67, 3, 2}}));
  EXPECT_EQ(m.sensor_intprm[8], (IntVec<3>{{49, 0, 0}}));
}

TEST(Sensor, Parameters) {
  const Model m = load_parts(kSensorModel);
  EXPECT_EQ(m.sensor_adr[48], 174);
  EXPECT_EQ(m.sensor_history[48], (IntVec<2>{{4, 2}}));
  EXPECT_EQ(m.sensor_historyadr[48], 0);
  EXPECT_EQ(m.nhistory, 10);
  EXPECT_EQ(m.sensor_delay[48], 0.1);
  EXPECT_EQ(m.sensor_interval[48], (Vec<2>{{0.2, -0.1}}));
  EXPECT_EQ(m.sensor_cutoff[40], 1);
  EXPECT_EQ(m.sensor_noise[49], 0.5);
  EXPECT_EQ(m.sensor_user[98], 1);
  EXPECT_EQ(m.sensor_user[99], 2);
}

TEST(Sensor, TactileHasThreeNumbersPerVertex) {
  const Model m = load_parts(R"(
    <asset><mesh name="unused" vertex="0 0 0 1 0 0 0 1 0 0 0 1 1 1 1"/>
           <mesh name="pad" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>
    <sensor><tactile mesh="pad" geom="ball"/></sensor>)");
  EXPECT_EQ(m.sensor_dim[0], 12);
  EXPECT_EQ(m.sensor_objid[0], 1);
  EXPECT_EQ(m.sensor_refid[0], 1);
}

std::string sensor(const std::string& element) { return problem("<sensor>" + element + "</sensor>"); }

TEST(Sensor, ObjectsMustExistAndFit) {
  EXPECT_NE(sensor(R"(<touch site="missing"/>)"), "");
  EXPECT_NE(sensor(R"(<jointpos joint="socket"/>)"), "");
  EXPECT_NE(sensor(R"(<ballquat joint="hinge"/>)"), "");
  EXPECT_NE(sensor(R"(<jointlimitpos joint="slide"/>)"), "");
  EXPECT_NE(sensor(R"(<framepos objtype="joint" objname="hinge"/>)"), "");
  EXPECT_NE(sensor(R"(<framepos objtype="body" objname="b1" reftype="joint" refname="hinge"/>)"), "");
  EXPECT_NE(sensor(R"(<distance geom1="ball" geom2="ball"/>)"), "");
  EXPECT_NE(sensor(R"(<subtreecom body="missing"/>)"), "");
}

TEST(Sensor, NumbersMustBeValid) {
  EXPECT_NE(sensor(R"(<clock noise="-1"/>)"), "");
  EXPECT_NE(sensor(R"(<clock cutoff="-1"/>)"), "");
  EXPECT_NE(sensor(R"(<clock delay="1"/>)"), "");
  EXPECT_NE(sensor(R"(<clock nsample="20000000"/>)"), "");
  EXPECT_NE(sensor(R"(<clock interval="-1"/>)"), "");
  EXPECT_NE(sensor(R"(<clock interval="1 1"/>)"), "");
  EXPECT_NE(sensor(R"(<clock interval="1 -1"/>)"), "");
  EXPECT_NE(sensor(R"(<framequat objtype="body" objname="b1" cutoff="1"/>)"), "");
  EXPECT_NE(sensor(R"(<user dim="2" datatype="axis"/>)"), "");
  EXPECT_NE(sensor(R"(<user dim="-1"/>)"), "");
  EXPECT_NE(sensor(R"(<contact num="2000000000" data="force pos"/>)"), "");
  EXPECT_NE(sensor(R"(<user dim="1000000" nsample="16000000"/>)"), "");
}

}  // namespace
}  // namespace corten
