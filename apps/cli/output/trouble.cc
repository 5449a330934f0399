// Each warning has a sentence about the thing whose index it carries.
#include "cli/output/trouble.h"

#include "corten/warning.h"

namespace corten::cli {

Json warnings_to_json(const Model& model, const Data& data) {
  Json list = Json::array();
  for (int i = 0; i < kWarningCount; ++i) {
    const WarningStat& stat = data.warning[static_cast<std::size_t>(i)];
    if (stat.number == 0) continue;
    const std::string text = explain(model, data, static_cast<Warning>(i));
    list.push_back({{"warning", text}, {"count", stat.number}, {"last", stat.lastinfo}});
  }
  return list;
}

}  // namespace corten::cli
