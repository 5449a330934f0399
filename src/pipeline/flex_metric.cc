// The effective metric of flexes in the order of a pass; passive contacts add k J'J to it.
#include "constraint/flex/flex_rows.h"
#include "model/workspace.h"
#include "pipeline/stages.h"

namespace corten {

void compute_flex_metric(const Model& m, Data& d) {
  d.efm_active = has_effective_metric(m);
  if (!d.efm_active) return;
  prepare_metric(m, d);
  Scratch::Frame frame(work(d).scratch);
  compute_metric(m, d, passive_contact_rows(m, d, PassiveDofs::kMetric, frame));
}

void compute_flex_metric_shift(const Model& m, Data& d) {
  if (!d.efm_active) return;
  Scratch::Frame frame(work(d).scratch);
  compute_metric_shift(m, d, passive_contact_rows(m, d, PassiveDofs::kAll, frame));
}

FlexMetric::FlexMetric(const Model& m, Data& d, Scratch::Frame& frame)
    : metric_(m, d, passive_contact_rows(m, d, PassiveDofs::kMetric, frame), frame) {}

}  // namespace corten
