// The state of a world as JSON: what `corten dump` writes under "state" and reads with --state.
#pragma once

#include <string>

#include "cli/output/json.h"
#include "corten/data.h"
#include "corten/model.h"

namespace corten::cli {

// qpos, qvel, act, ctrl, mocap_pos, mocap_quat, qfrc_applied, xfrc_applied and time.
Json state_to_json(const Data& data);

// Reads and parses a state file; throws Failure(kRefused) if it is not a JSON object.
Json read_state_file(const std::string& path);

// Lays the given parts over the state of `data`. Throws Failure(kRefused), naming the key, if a key is unknown, a value
// is not a list of numbers, or its length is not the model's; the message names `path` unless that is empty. null
// stands for a number that is not finite.
void set_state(Data& data, const Json& state, const std::string& path = {});

}  // namespace corten::cli
