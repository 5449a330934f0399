#include "cli/output/columns.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "corten/load.h"

namespace corten::cli {
namespace {

// The unit of each number of all fields, by name: units["qpos[hip]"].
std::map<std::string, std::string> units_of(const Model& model) {
  std::map<std::string, std::string> units;
  const Data data(model);
  for (const FieldView& field : fields_of(data)) {
    const auto names = part_names(model, field), all = part_units(model, field);
    EXPECT_EQ(names.size(), all.size()) << field.name();
    for (std::size_t i = 0; i < names.size(); ++i) units[std::string(field.name()) + "[" + names[i] + "]"] = all[i];
  }
  return units;
}

TEST(Columns, UnitsFollowJointsActuatorsAndSensors) {
  auto units = units_of(load_text(R"(<mujoco><worldbody>
      <body name="a"><freejoint name="root"/><geom size="1"/><site name="s"/>
        <body><joint name="turn"/><geom size="1"/><body><joint name="shift" type="slide"/><geom size="1"/></body></body></body>
      <body><joint name="ball" type="ball"/><geom size="1"/></body></worldbody>
    <tendon><fixed name="t"><joint joint="shift" coef="1"/></fixed></tendon>
    <actuator><motor name="turn" joint="turn"/><motor name="shift" joint="shift"/><motor name="pull" tendon="t"/></actuator>
    <sensor><gyro name="g" site="s"/><accelerometer name="acc" site="s"/><jointpos name="p" joint="turn"/>
      <jointvel name="v" joint="shift"/><actuatorfrc name="f" actuator="turn"/><framequat name="q" objtype="body" objname="a"/>
      <touch name="touch" site="s"/><clock name="c"/></sensor></mujoco>)"));
  const std::pair<const char*, const char*> wanted[] = {{"qpos[root.z]", "m"},
                                                        {"qpos[root.qw]", ""},
                                                        {"qpos[turn]", "rad"},
                                                        {"qpos[shift]", "m"},
                                                        {"qpos[ball.qx]", ""},
                                                        {"qvel[root.x]", "m/s"},
                                                        {"qvel[root.rz]", "rad/s"},
                                                        {"qvel[ball.ry]", "rad/s"},
                                                        {"qacc[shift]", "m/s^2"},
                                                        {"qacc[turn]", "rad/s^2"},
                                                        {"qfrc_bias[turn]", "N m"},
                                                        {"qfrc_bias[shift]", "N"},
                                                        {"actuator_force[turn]", "N m"},
                                                        {"actuator_force[shift]", "N"},
                                                        {"actuator_force[pull]", "N"},
                                                        {"actuator_length[turn]", "rad"},
                                                        {"actuator_velocity[pull]", "m/s"},
                                                        {"xpos[a.x]", "m"},
                                                        {"xquat[a.w]", ""},
                                                        {"ten_length[t]", "m"},
                                                        {"sensordata[g.1]", "rad/s"},
                                                        {"sensordata[acc.2]", "m/s^2"},
                                                        {"sensordata[p]", "rad"},
                                                        {"sensordata[v]", "m/s"},
                                                        {"sensordata[f]", "N m"},
                                                        {"sensordata[q.3]", ""},
                                                        {"sensordata[touch]", "N"},
                                                        {"sensordata[c]", "s"},
                                                        {"cvel[a.0]", "rad/s"},
                                                        {"cvel[a.5]", "m/s"},
                                                        {"xfrc_applied[a.0]", "N"},
                                                        {"xfrc_applied[a.3]", "N m"},
                                                        {"ctrl[turn]", ""}};
  for (const auto& [name, unit] : wanted) {
    ASSERT_TRUE(units.contains(name)) << name;
    EXPECT_EQ(units[name], unit) << name;
  }
}

}  // namespace
}  // namespace corten::cli
