// The numbers of Data that can be followed over time: which fields have them, and how each is called and measured.
//
// "qpos[hip_x]" is what belongs to a named joint, body, sensor, ..., "qpos[3]" goes by its index where there is no
// name, and a part of several numbers stands behind a dot: "xpos[torso.z]", "qpos[root.qw]". Units are SI.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "corten/model.h"
#include "model/fields.h"

namespace corten::cli {

// Fields with columns: arrays of Data with a fixed length, and time, energy, ncon, nefc.
std::vector<std::string> column_fields();

// A field of Data whose length changes from step to step.
bool has_no_columns(std::string_view field);

// Throws Failure(kUsage) that names the option if the field is constant or changes its length.
void require_columns(const std::string& option, const std::string& field);

// What stands in the brackets, for each number of a field.
std::vector<std::string> part_names(const Model& model, const FieldView& field);

// The unit of each number of a field, empty where there is none or where it depends on what a user means by the number.
std::vector<std::string> part_units(const Model& model, const FieldView& field);

}  // namespace corten::cli
