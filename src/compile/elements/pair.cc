// Contact pairs and excluded body pairs.
//
// Both are ordered by the signature of their bodies, s = 65536 b1 + b2 with b1 <= b2, elements with equal signatures as
// written; the collision driver merges them with the body pairs it finds, which come in the same order.
#include <algorithm>
#include <utility>

#include "compile/elements/elements.h"

namespace corten {

namespace {

template <class T>
struct Entry {
  const T* element = nullptr;
  int id1 = -1, id2 = -1;  // geoms or bodies, the one on the lower body first
  int signature = 0;
};

template <class T>
Entry<T> make_entry(const T& element, int id1, int id2, int body1, int body2) {
  if (body1 > body2) {
    std::swap(id1, id2);
    std::swap(body1, body2);
  }
  const unsigned signature = (static_cast<unsigned>(body1) << 16) + static_cast<unsigned>(body2);
  return {&element, id1, id2, static_cast<int>(signature)};
}

template <class T>
void sort_by_signature(std::vector<Entry<T>>& entries) {
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry<T>& a, const Entry<T>& b) { return a.signature < b.signature; });
}

std::vector<Entry<Pair>> resolve_pairs(Context& context) {
  std::vector<Entry<Pair>> entries;
  for (const Pair& pair : context.spec().pairs) {
    const int geom1 = context.require(Object::kGeom, pair.geom1, pair, "pair", "geom1");
    const int geom2 = context.require(Object::kGeom, pair.geom2, pair, "pair", "geom2");
    if (pair.condim != 1 && pair.condim != 3 && pair.condim != 4 && pair.condim != 6) {
      context.error(pair, "pair", "condim is " + std::to_string(pair.condim), "condim is 1, 3, 4 or 6");
    }
    if (geom1 < 0 || geom2 < 0) continue;
    entries.push_back(make_entry(pair, geom1, geom2, context.geoms[geom1].body, context.geoms[geom2].body));
  }
  sort_by_signature(entries);
  return entries;
}

std::vector<Entry<Exclude>> resolve_excludes(Context& context) {
  std::vector<Entry<Exclude>> entries;
  for (const Exclude& exclude : context.spec().excludes) {
    const int body1 = context.require(Object::kBody, exclude.body1, exclude, "exclude", "body1");
    const int body2 = context.require(Object::kBody, exclude.body2, exclude, "exclude", "body2");
    if (body1 < 0 || body2 < 0) continue;
    entries.push_back(make_entry(exclude, body1, body2, body1, body2));
  }
  sort_by_signature(entries);
  return entries;
}

// Sorting changes ids. A repeated name would have been reported before.
template <class T>
void index_sorted(Context& context, Object kind, const std::vector<Entry<T>>& entries) {
  if (context.failed()) return;
  context.clear_names(kind);
  for (int i = 0; i < static_cast<int>(entries.size()); ++i) {
    context.add_name(kind, *entries[i].element, object_name(kind), i);
  }
}

}  // namespace

void count_pairs(Context& context, Sizes& sizes) {
  const auto pairs = resolve_pairs(context);
  const auto excludes = resolve_excludes(context);
  sizes.npair = static_cast<int>(pairs.size());
  sizes.nexclude = static_cast<int>(excludes.size());
  index_sorted(context, Object::kPair, pairs);
  index_sorted(context, Object::kExclude, excludes);
}

void fill_pairs(Context& context, Model& model) {
  const auto pairs = resolve_pairs(context);
  for (int i = 0; i < model.npair; ++i) {
    const Entry<Pair>& entry = pairs[i];
    const Pair& pair = *entry.element;
    model.pair_dim[i] = pair.condim;
    model.pair_geom1[i] = entry.id1;
    model.pair_geom2[i] = entry.id2;
    model.pair_signature[i] = entry.signature;
    model.pair_solref[i] = pair.solref;
    model.pair_solreffriction[i] = pair.solreffriction;
    model.pair_solimp[i] = pair.solimp;
    model.pair_margin[i] = pair.margin;
    model.pair_gap[i] = pair.gap;
    model.pair_adhesion[i] = pair.adhesion;
    model.pair_friction[i] = pair.friction;
  }
  const auto excludes = resolve_excludes(context);
  for (int i = 0; i < model.nexclude; ++i) model.exclude_signature[i] = excludes[i].signature;
}

}  // namespace corten
