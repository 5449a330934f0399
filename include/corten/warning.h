// Warnings while stepping: what went wrong, in words, and who is told.
//
//   corten::set_warning_handler([](const corten::WarningMessage& w) { throw std::runtime_error(w.text); });
//
// The first warning of each kind in a Data is told, later ones are counted in Data::warning only.
#pragma once

#include <functional>
#include <string>

#include "corten/data.h"
#include "corten/export.h"
#include "corten/model.h"

namespace corten {

struct WarningMessage {
  Warning kind = Warning::kInertia;
  double time = 0;   // simulated time when it happened
  std::string text;  // names the joint, body or actuator, and the constraint that pushed hardest
};

using WarningHandler = std::function<void(const WarningMessage&)>;

// Replaces the handler of all worlds and returns the one before; an empty handler keeps silent. The default is
// print_warning. A handler is called once the step is complete, on the thread that steps: worlds that are stepped in
// parallel call it at the same time. What it throws leaves the step.
CORTEN_API WarningHandler set_warning_handler(WarningHandler handler);

// One line on stderr.
CORTEN_API void print_warning(const WarningMessage& message);

// The last warning of a kind in words, empty if there was none.
CORTEN_API std::string explain(const Model& model, const Data& data, Warning kind);

// Why the world is unstable: its first divergence in words with advice, empty if it is not. Of what diverged again
// after a reset the latest is described.
CORTEN_API std::string explain_instability(const Model& model, const Data& data);

}  // namespace corten
