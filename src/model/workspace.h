// The engine's way into the private memory of a Data: scratch memory, room for contacts, warnings not told yet, and the
// arrays of work_fields.def.
#pragma once

#include "corten/data.h"

namespace corten {

class DataAccess {
 public:
  using WarningLog = Data::Work::WarningLog;
  static auto& of(Data& d) { return d.work_; }
  static const auto& of(const Data& d) { return d.work_; }
  static void clear(Data& d) { d.clear(); }
};

inline auto& work(Data& d) { return DataAccess::of(d); }
inline const auto& work(const Data& d) { return DataAccess::of(d); }

}  // namespace corten
