// Differences between the options of an attached model and those of the model that receives it.
#include <algorithm>
#include <concepts>
#include <sstream>
#include <string>
#include <type_traits>

#include "base/option_check.h"
#include "spec/attach/attach.h"

namespace corten {

namespace {

enum class Merge { kNever, kMin, kMax };

template <class T>
std::string value_text(const T& value) {
  std::ostringstream out;
  if constexpr (std::is_enum_v<T>) {
    out << static_cast<int>(value);
  } else if constexpr (std::is_arithmetic_v<T>) {
    out << value;
  } else {
    for (int i = 0; i < T::size(); ++i) out << (i ? " " : "") << value[i];
  }
  return out.str();
}

class Resolver {
 public:
  Resolver(Compiler::Conflict policy, const WrittenOptions& here, const WrittenOptions& child)
      : policy_(policy), here_(here), child_(child) {}

  template <class T>
  void operator()(const std::string& name, T& here, const T& child, const T& standard, Merge merge = Merge::kNever) {
    const bool written = here_.names.contains(name) || child_.names.contains(name);
    const bool child_sets = written ? child_.names.contains(name) : child != standard;
    if (here == child || !child_sets) return;
    const std::string values =
        name + " is " + value_text(here) + " here and " + value_text(child) + " in the attached model";
    const bool both = written ? here_.names.contains(name) : here != standard;
    if (policy_ == Compiler::Conflict::kMerge && !both) {
      here = child;
      warnings_ += "; " + values + ", which is taken";
    } else if (!both || policy_ == Compiler::Conflict::kWarning) {
      warnings_ += "; " + values + ", which is ignored";
    } else if (policy_ == Compiler::Conflict::kError || merge == Merge::kNever) {
      errors_ += "; " + values;
    } else if constexpr (std::is_arithmetic_v<T>) {
      here = merge == Merge::kMin ? std::min(here, child) : std::max(here, child);
      warnings_ += "; " + values + ", the " + (merge == Merge::kMin ? "smaller" : "larger") + " is taken";
    }
  }

  // Bits that the child sets are added by a merge. Otherwise they are ignored; the policy error refuses them if they
  // were switched off here (`written`), while a bit that was left alone is no conflict.
  void bits(const char* name, int& here, int child, int written = 0) {
    if ((child & ~here) == 0) return;
    if (policy_ == Compiler::Conflict::kError && (child & ~here & written) != 0) {
      errors_ += std::string("; ") + name + " of the attached model are switched off here";
    }
    if (policy_ != Compiler::Conflict::kMerge) return;
    here |= child;
    warnings_ += std::string("; ") + name + " of the attached model are added";
  }

  bool report(const SourceLocation& where, Diagnostics& diagnostics) const {
    if (!errors_.empty()) {
      diagnostics.error(where, "attach", "", "conflicting options: " + errors_.substr(2),
                        "see the attribute conflict of <compiler>");
    } else if (!warnings_.empty()) {
      diagnostics.warning(where, "attach", "", "different options: " + warnings_.substr(2));
    }
    return errors_.empty();
  }

 private:
  Compiler::Conflict policy_;
  const WrittenOptions &here_, &child_;
  std::string errors_, warnings_;
};

void resolve_options(Resolver& resolve, Option& a, const Option& b, const WrittenOptions& written) {
  const Option d;
#define CORTEN_RESOLVE_Attribute(name, merge) resolve(#name, a.name, b.name, d.name, Merge::k##merge);
#define CORTEN_RESOLVE_Extension(name, merge) \
  resolve(extension_attribute(#name), a.name, b.name, d.name, Merge::k##merge);
#define CORTEN_RESOLVE_Flags(name, merge)
#define CORTEN_OPTION(kind, type, name, initial, unit, merge, doc) CORTEN_RESOLVE_##kind(name, merge)
#include "corten/option_fields.def"
#undef CORTEN_OPTION
  resolve.bits("disable flags", a.disableflags, b.disableflags, written.disableflags);
  resolve.bits("enable flags", a.enableflags, b.enableflags, written.enableflags);
  resolve.bits("disabled actuator groups", a.disableactuator, b.disableactuator);
}

void resolve_sizes(Resolver& resolve, SizeHints& a, const SizeHints& b) {
  const SizeHints d;
  resolve("njmax", a.njmax, b.njmax, d.njmax, Merge::kMax);
  resolve("nconmax", a.nconmax, b.nconmax, d.nconmax, Merge::kMax);
  resolve("nuserdata", a.nuserdata, b.nuserdata, d.nuserdata, Merge::kMax);
  resolve("nkey", a.nkey, b.nkey, d.nkey, Merge::kMax);
  resolve("nuser_body", a.nuser_body, b.nuser_body, d.nuser_body, Merge::kMax);
  resolve("nuser_jnt", a.nuser_jnt, b.nuser_jnt, d.nuser_jnt, Merge::kMax);
  resolve("nuser_geom", a.nuser_geom, b.nuser_geom, d.nuser_geom, Merge::kMax);
  resolve("nuser_site", a.nuser_site, b.nuser_site, d.nuser_site, Merge::kMax);
  resolve("nuser_cam", a.nuser_cam, b.nuser_cam, d.nuser_cam, Merge::kMax);
  resolve("nuser_tendon", a.nuser_tendon, b.nuser_tendon, d.nuser_tendon, Merge::kMax);
  resolve("nuser_actuator", a.nuser_actuator, b.nuser_actuator, d.nuser_actuator, Merge::kMax);
  resolve("nuser_sensor", a.nuser_sensor, b.nuser_sensor, d.nuser_sensor, Merge::kMax);
}

}  // namespace

bool resolve_conflicts(Spec& spec, const Spec& child, const SourceLocation& where, Diagnostics& diagnostics) {
  Resolver resolver(spec.compilers[0].conflict, spec.written, child.written);
  Option option = spec.option;
  SizeHints size = spec.size;
  resolve_options(resolver, option, child.option, spec.written);
  resolve_sizes(resolver, size, child.size);
  if (!resolver.report(where, diagnostics)) return false;
  spec.option = option;
  spec.size = size;
  return true;
}

}  // namespace corten
