// Which names a Spec has, by kind: answers whether a reference can be resolved.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "corten/spec.h"

namespace corten {

class NameTable {
 public:
  explicit NameTable(const Spec& spec);

  void add(Object kind, const std::string& name);
  void add_tree(const Body& root);
  void add_flexcomp(const std::string& name);
  void remove(Object kind, const std::string& name) { names_[index(kind)].erase(name); }
  // An empty name is never contained.
  bool contains(Object kind, const std::string& name) const;
  // Whether any name ends with `separator` and that many digits.
  bool any_numbered(const std::string& separator, std::size_t digits) const;

 private:
  static int index(Object kind);
  bool is_flex_body(const std::string& name) const;

  std::unordered_set<std::string> names_[kObjectCount];
  // Their bodies name_0, name_1, ... or nodes name_0_0_0, ... exist from compile() on.
  std::vector<std::string> flexcomps_;
};

}  // namespace corten
