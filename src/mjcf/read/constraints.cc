// <contact>, <equality> and <tendon>.
#include "mjcf/read/drafts.h"
#include "mjcf/read/reader.h"

namespace corten::mjcf {

void Reader::read_contact(const XmlElement& section) {
  for (const XmlElement& xml : section.children) {
    if (xml.tag == "pair") {
      Pair pair = make_of_class(xml, 0, &DefaultClass::pair);
      lay(xml, "pair", pair);
      spec_.pairs.push_back(std::move(pair));
    } else if (xml.tag == "exclude") {
      lay(xml, "exclude", spec_.excludes.emplace_back(make<Exclude>(xml)));
    }
  }
}

namespace {

EqualityType equality_type(const std::string& tag) {
  if (tag == "weld") return EqualityType::kWeld;
  if (tag == "joint") return EqualityType::kJoint;
  if (tag == "tendon") return EqualityType::kTendon;
  if (tag == "flex") return EqualityType::kFlex;
  if (tag == "flexvert") return EqualityType::kFlexVert;
  if (tag == "flexstrain") return EqualityType::kFlexStrain;
  return EqualityType::kConnect;
}

Object object_type(EqualityType type, bool sites) {
  switch (type) {
    case EqualityType::kConnect:
    case EqualityType::kWeld:
      return sites ? Object::kSite : Object::kBody;
    case EqualityType::kJoint:
      return Object::kJoint;
    case EqualityType::kTendon:
      return Object::kTendon;
    default:
      return Object::kFlex;
  }
}

}  // namespace

void Reader::read_equality(const XmlElement& section) {
  for (const XmlElement& xml : section.children) {
    const Child* child = schema_.at("equality").find_child(xml.tag);
    if (!child) continue;
    EqualityDraft draft{make_of_class(xml, 0, &DefaultClass::equality), {}, {}, {}, {}, {}, {}};
    lay(xml, *child->type, draft);
    draft.type = equality_type(xml.tag);
    const bool sites = xml.find("site1") != nullptr;
    draft.objtype = object_type(draft.type, sites);
    if (draft.type == EqualityType::kConnect || draft.type == EqualityType::kWeld) {
      draft.name1 = sites ? draft.site1 : draft.body1;
      draft.name2 = sites ? draft.site2 : draft.body2;
    } else {
      draft.name1 = draft.object1;
      draft.name2 = draft.object2;
    }
    spec_.equalities.push_back(draft);
  }
}

namespace {

WrapType wrap_type(const std::string& tag) {
  if (tag == "joint") return WrapType::kJoint;
  if (tag == "pulley") return WrapType::kPulley;
  return tag == "site" ? WrapType::kSite : WrapType::kSphere;
}

}  // namespace

void Reader::read_tendon(const XmlElement& section) {
  for (const XmlElement& xml : section.children) {
    if (xml.tag != "spatial" && xml.tag != "fixed") continue;
    Tendon tendon = make_of_class(xml, 0, &DefaultClass::tendon);
    const ElementType& type = schema_.at(xml.tag);
    lay(xml, type, tendon);
    tendon.spatial = xml.tag == "spatial";
    for (const XmlElement& xml_wrap : xml.children) {
      const Child* child = type.find_child(xml_wrap.tag);
      if (!child) continue;
      WrapObject wrap;
      wrap.type = wrap_type(xml_wrap.tag);
      wrap.where = tree_.where(xml_wrap);
      lay(xml_wrap, *child->type, wrap);
      tendon.path.push_back(std::move(wrap));
    }
    spec_.tendons.push_back(std::move(tendon));
  }
}

}  // namespace corten::mjcf
