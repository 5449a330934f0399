// Words for things in a model: the name if it has one, otherwise its kind and index.
#pragma once

#include <string>

#include "corten/model.h"

namespace corten::cli {

std::string label(const Model& model, Object kind, int id);  // "'knee'" or "joint 3"

// Where a coordinate of qpos or a dof belongs: "joint 'root' of body 'torso', translation y".
std::string coordinate_label(const Model& model, int qpos_index);
std::string dof_label(const Model& model, int dof);

// MJCF's keywords.
std::string keyword(JointType type);
std::string keyword(GeomType type);
std::string keyword(TransmissionType type);
std::string keyword(SensorType type);
std::string keyword(EqualityType type);
std::string keyword(Object kind);

}  // namespace corten::cli
