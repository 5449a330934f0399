// <contact>, <equality> and <tendon>; the counterpart of read/constraints.cc.
#include "mjcf/read/drafts.h"
#include "mjcf/write/writer.h"

namespace corten::mjcf {

void Writer::write_contacts() {
  for (const Pair& pair : spec_.pairs) {
    section("contact").children.push_back(classed_element(schema_.at("pair"), pair, &DefaultClass::pair, "main"));
  }
  for (const Exclude& exclude : spec_.excludes) section("contact").children.push_back(element("exclude", exclude));
}

namespace {

const char* equality_id(EqualityType type) {
  switch (type) {
    case EqualityType::kWeld:
      return "weld";
    case EqualityType::kJoint:
      return "equality/joint";
    case EqualityType::kTendon:
      return "equality/tendon";
    case EqualityType::kFlex:
      return "equality/flex";
    case EqualityType::kFlexVert:
      return "flexvert";
    case EqualityType::kFlexStrain:
      return "flexstrain";
    case EqualityType::kConnect:
    case EqualityType::kDistance:
      break;
  }
  return "connect";
}

}  // namespace

void Writer::write_equalities() {
  for (const Equality& equality : spec_.equalities) {
    EqualityDraft draft{equality, {}, {}, {}, {}, {}, {}};
    const bool sites = equality.objtype == Object::kSite;
    (sites ? draft.site1 : draft.body1) = equality.name1;
    (sites ? draft.site2 : draft.body2) = equality.name2;
    draft.object1 = equality.name1;
    draft.object2 = equality.name2;
    std::vector<std::string_view> always;
    if (equality.type == EqualityType::kConnect && !sites) always = {"anchor"};
    if (equality.type == EqualityType::kFlexStrain) always = {"cell"};
    section("equality")
        .children.push_back(
            classed_element(schema_.at(equality_id(equality.type)), draft, &DefaultClass::equality, "main", always));
  }
}

namespace {

const char* wrap_id(WrapType type) {
  switch (type) {
    case WrapType::kJoint:
      return "fixed/joint";
    case WrapType::kPulley:
      return "pulley";
    case WrapType::kSite:
      return "spatial/site";
    default:
      return "spatial/geom";
  }
}

}  // namespace

void Writer::write_tendons() {
  for (const Tendon& tendon : spec_.tendons) {
    const ElementType& type = schema_.at(tendon.spatial ? "spatial" : "fixed");
    XmlElement out = classed_element(type, tendon, &DefaultClass::tendon, "main");
    for (const WrapObject& wrap : tendon.path) out.children.push_back(element(wrap_id(wrap.type), wrap));
    section("tendon").children.push_back(std::move(out));
  }
}

}  // namespace corten::mjcf
