// The built-in actuator models, by the kind that the compiler stored for each actuator.
#include "model/actuator_models.h"

#include <stdexcept>

#include "corten/actuator/backlash.h"
#include "corten/actuator/dc_motor_envelope.h"
#include "corten/actuator/elastic_cable.h"
#include "corten/actuator/hydraulic_valve.h"
#include "corten/actuator/pneumatic_cylinder.h"
#include "corten/actuator/series_elastic.h"

namespace corten {

namespace {

template <class T>
ActuatorStage stage_of() {
  static constexpr T model;
  return actuator_stage(model);
}

template <class T>
NamedActuator named(ActuatorKind kind) {
  return {T::kName, kind, T::parameters()};
}

}  // namespace

const std::vector<NamedActuator>& built_in_actuators() {
  static const std::vector<NamedActuator> list = {named<SeriesElastic>(ActuatorKind::kSeriesElastic),
                                                  named<DcMotorEnvelope>(ActuatorKind::kDcMotorEnvelope),
                                                  named<Backlash>(ActuatorKind::kBacklash),
                                                  named<PneumaticCylinder>(ActuatorKind::kPneumaticCylinder),
                                                  named<HydraulicValve>(ActuatorKind::kHydraulicValve),
                                                  named<ElasticCable>(ActuatorKind::kElasticCable)};
  return list;
}

ActuatorStage built_in_stage(ActuatorKind kind) {
  switch (kind) {
    case ActuatorKind::kSeriesElastic:
      return stage_of<SeriesElastic>();
    case ActuatorKind::kDcMotorEnvelope:
      return stage_of<DcMotorEnvelope>();
    case ActuatorKind::kBacklash:
      return stage_of<Backlash>();
    case ActuatorKind::kPneumaticCylinder:
      return stage_of<PneumaticCylinder>();
    case ActuatorKind::kHydraulicValve:
      return stage_of<HydraulicValve>();
    case ActuatorKind::kElasticCable:
      return stage_of<ElasticCable>();
    case ActuatorKind::kNone:
    case ActuatorKind::kRegistered:
      break;
  }
  return {};
}

ActuatorStage custom_stage(const Model& m, int actuator) {
  const ActuatorKind kind = m.actuator_model[actuator];
  if (kind != ActuatorKind::kRegistered) return built_in_stage(kind);
  const auto id = static_cast<std::size_t>(m.actuator_plugin[actuator]);
  return id < m.actuator_models.size() && m.actuator_models[id] ? m.actuator_models[id]->stage : ActuatorStage{};
}

void check_actuators(const Model& model, const ActuatorStage& stage) {
  for (int i = 0; stage && i < model.nactuator; ++i) {
    if (!stage.drives(stage.model, model, i)) continue;
    const std::string name = "actuator " + std::to_string(i) + " '" + model.name_of(Object::kActuator, i) + "'";
    if (model.actuator_actnum[i] < stage.states) {
      throw std::invalid_argument(name + " has " + std::to_string(model.actuator_actnum[i]) +
                                  " activation variables, its model needs " + std::to_string(stage.states) +
                                  ": set gaintype=\"user\" dyntype=\"user\" actdim=\"" + std::to_string(stage.states) +
                                  "\"");
    }
    if (model.actuator_outnum[i] != 1) throw std::invalid_argument(name + " has more than one force");
  }
}

}  // namespace corten
