// Shapes as instances. Texture coordinates that are made from the shape: 2d textures have
//   s = r (x / size + 1) / 2 (not uniform),   s = r (x + size) / 2 (uniform),   s = r x / 2 + 1 / 2 (planes without end)
// and t so from -y; spheres have longitude and latitude. r are the repetitions of the material; cubes look in the direction (x, y, z), divided by the sizes if not uniform.
#include "render/draw_list.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace corten::gl {

namespace {

struct Item {
  DrawCall call;
  Instance instance;
  float distance;
  bool opaque;
};

class ListMaker {
 public:
  ListMaker(const Scene& scene, const Model& model, const Library& library, const Lens& lens)
      : scene_(scene), model_(model), library_(library), lens_(lens) {}

  void add(const SceneGeom& g, int number) {
    Item item;
    Instance& i = item.instance;
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c) i.row[r][c] = g.mat[3 * r + c];
      i.row[r][3] = g.pos[r];
    }
    std::copy(std::begin(g.rgba.v), std::end(g.rgba.v), i.rgba);
    const float material[] = {g.emission, g.specular, g.shininess, static_cast<float>(number)};
    std::copy(std::begin(material), std::end(material), i.material);
    item.opaque = g.rgba[3] >= 1;
    shape(g, item);
  }

  DrawList finish();

 private:
  void shape(const SceneGeom& g, Item& item);
  void plane(const SceneGeom& g, Item& item);
  void arrow(const SceneGeom& g, const Item& item);
  void texture(const SceneGeom& g, const FloatVec<3>& size, Item& item) const;
  void put(const SceneGeom& g, Item& item, const Range& range, const FloatVec<3>& size, float lift = 0);
  void put_soft(const SceneGeom& g, Item& item, const Range& range);
  std::size_t append(DrawCall call, const Instance& instance, std::vector<DrawCall>& to);

  const Scene& scene_;
  const Model& model_;
  const Library& library_;
  const Lens& lens_;
  std::vector<Item> items_;
  DrawList list_;
};

constexpr FloatVec<3> kOne{{1, 1, 1}};

void ListMaker::texture(const SceneGeom& g, const FloatVec<3>& size, Item& item) const {
  if (!scene_.textures || g.matid < 0 || g.matid >= model_.nmat) return;
  const IntVec<10>& roles = model_.mat_texid[g.matid];
  const int rgb = roles[static_cast<int>(TextureRole::kRgb)];
  const int id = rgb >= 0 ? rgb : roles[static_cast<int>(TextureRole::kRgba)];
  if (id < 0) return;
  item.call.texture = id;
  const bool uniform = model_.mat_texuniform[g.matid];
  const FloatVec<2>& repeat = model_.mat_texrepeat[g.matid];
  float* map = item.instance.mapping;
  if (model_.tex_type[id] != TextureType::k2d) {
    item.call.texturing = Texturing::kCube;
    for (int k = 0; k < 3; ++k) map[k] = uniform || !(size[k] > 0) ? 1 : 1 / size[k];
  } else if (g.texcoord) {
    item.call.texturing = Texturing::kVertices;
  } else if (g.type == static_cast<int>(GeomType::kSphere) || g.type == static_cast<int>(GeomType::kEllipsoid)) {
    item.call.texturing = Texturing::kVertices;
    for (int k = 0; k < 2; ++k) map[k] = repeat[k] * (uniform ? size[k] : 1);
  } else {
    item.call.texturing = Texturing::kPlane;
    for (int k = 0; k < 2; ++k) {
      const bool endless = !(size[k] > 0);
      map[k] = uniform || endless ? repeat[k] / 2 : repeat[k] / (2 * size[k]);
      map[2 + k] = endless ? 0.5f : uniform ? repeat[k] * size[k] / 2 : repeat[k] / 2;
    }
    map[1] = -map[1];
  }
}

void ListMaker::put(const SceneGeom& g, Item& item, const Range& range, const FloatVec<3>& size, float lift) {
  item.call.range = range;
  for (int k = 0; k < 3; ++k) item.instance.scale[k] = size[k];
  item.instance.scale[3] = lift;
  texture(g, {{size[0], size[1], size[2] + lift}}, item);
  item.distance = inner(along(point_of(g.pos), lens_.eye, -1), lens_.forward);
  items_.push_back(item);
}

void ListMaker::plane(const SceneGeom& g, Item& item) {
  FloatVec<3> size = g.size;
  size[2] = 1;
  item.call.shadow = false;
  texture(g, g.size, item);
  Instance& i = item.instance;
  for (int k = 0; k < 2; ++k) {
    if (g.size[k] > 0) continue;
    // As far as can be seen, from the point under the camera.
    item.call.infinite = true;
    size[k] = 2 * lens_.far;
    float offset = 0;
    for (int r = 0; r < 3; ++r) offset += g.mat[3 * r + k] * (lens_.eye[static_cast<std::size_t>(r)] - g.pos[r]);
    for (int r = 0; r < 3; ++r) i.row[r][3] += offset * g.mat[3 * r + k];
    i.mapping[2 + k] += offset * i.mapping[k];
  }
  item.call.range = library_.unit(UnitShape::kSquare);
  for (int k = 0; k < 3; ++k) i.scale[k] = size[k];
  item.distance = lens_.far;
  const Point normal{g.mat[2], g.mat[5], g.mat[8]};
  const Plane place{normal, inner(normal, point_of(g.pos))};
  const bool above = inner(normal, lens_.eye) > place.offset;
  if (item.call.infinite && above && !list_.endless) list_.endless = place;
  if (!above) item.opaque = false, i.rgba[3] *= 0.5f;  // one can see through it from below
  if (g.reflectance > 0 && item.opaque && scene_.reflections) {
    Mirror mirror{item.call, place, std::min(g.reflectance, 1.f)};
    mirror.call.first = list_.instances.size(), mirror.call.count = 1;
    list_.instances.push_back(i);
    list_.mirrors.push_back(mirror);
  } else {
    items_.push_back(item);
  }
}

// A shaft and heads: size is (radius, radius of the head, length).
void ListMaker::arrow(const SceneGeom& g, const Item& item) {
  const float length = g.size[2], head = std::min(length, 3 * g.size[0]) * (g.type == kShapeArrow1 ? 0 : 1);
  const auto at = [&](float z) {
    Item part = item;
    for (int r = 0; r < 3; ++r) part.instance.row[r][3] += z * g.mat[3 * r + 2];
    return part;
  };
  Item shaft = at((length - head) / 2);
  put(g, shaft, library_.unit(UnitShape::kCylinder), {{g.size[0], g.size[0], (length - head) / 2}});
  if (head == 0) return;
  Item tip = at(length - head);
  put(g, tip, library_.unit(UnitShape::kCone), {{1.75f * g.size[0], 1.75f * g.size[0], head}});
}

void ListMaker::put_soft(const SceneGeom& g, Item& item, const Range& range) {
  if (range.index_count == 0) return;
  put(g, item, range, kOne);
}

void ListMaker::shape(const SceneGeom& g, Item& item) {
  const auto has = [&](int count) { return g.dataid >= 0 && g.dataid < count; };
  switch (g.type) {
    case static_cast<int>(GeomType::kPlane):
      return plane(g, item);
    case static_cast<int>(GeomType::kSphere):
    case static_cast<int>(GeomType::kEllipsoid):
      return put(g, item, library_.unit(UnitShape::kSphere), g.size);
    case static_cast<int>(GeomType::kCapsule):
      return put(g, item, library_.unit(UnitShape::kCapsule), {{g.size[0], g.size[0], g.size[0]}}, g.size[2]);
    case static_cast<int>(GeomType::kCylinder):
      return put(g, item, library_.unit(UnitShape::kCylinder), g.size);
    case static_cast<int>(GeomType::kBox):
      return put(g, item, library_.unit(UnitShape::kBox), g.size);
    case static_cast<int>(GeomType::kHfield):
      if (has(model_.nhfield)) put(g, item, library_.hfield(g.dataid), kOne);
      return;
    case static_cast<int>(GeomType::kMesh):
    case static_cast<int>(GeomType::kSdf):
      if (has(2 * model_.nmesh)) put(g, item, library_.mesh(g.dataid / 2), kOne);
      return;
    case kShapeArrow:
    case kShapeArrow1:
    case kShapeArrow2:
      return arrow(g, item);
    case kShapeLine:
      item.call.line_width = std::max(1.f, g.size[0]);
      item.call.shadow = false;
      return put(g, item, library_.unit(UnitShape::kLine), {{1, 1, g.size[2]}});
    case kShapeFlex:
      if (has(model_.nflex)) put_soft(g, item, library_.flex(g.dataid));
      return;
    case kShapeSkin:
      if (has(model_.nskin)) put_soft(g, item, library_.skin(g.dataid));
      return;
    default:
      return;
  }
}

auto key(const DrawCall& b) {
  return std::tuple(b.range.vertex_array, b.range.first_index, b.texture, b.texturing, b.line_width, b.infinite);
}

// Joins the last call if it draws the same.
std::size_t ListMaker::append(DrawCall call, const Instance& instance, std::vector<DrawCall>& to) {
  const std::size_t place = list_.instances.size();
  list_.instances.push_back(instance);
  if (!to.empty() && key(to.back()) == key(call) &&
      to.back().first + static_cast<std::size_t>(to.back().count) == place) {
    ++to.back().count;
  } else {
    call.first = place, call.count = 1;
    to.push_back(call);
  }
  return place;
}

DrawList ListMaker::finish() {
  const auto middle = std::stable_partition(items_.begin(), items_.end(), [](const Item& i) { return i.opaque; });
  std::stable_sort(items_.begin(), middle, [](const Item& a, const Item& b) { return key(a.call) < key(b.call); });
  std::stable_sort(middle, items_.end(), [](const Item& a, const Item& b) { return a.distance > b.distance; });
  for (const Item& item : items_) append(item.call, item.instance, item.opaque ? list_.opaque : list_.transparent);
  return std::move(list_);
}

}  // namespace

DrawList make_draw_list(const Scene& scene, const Model& model, const Library& library, const Lens& lens, Shown shown) {
  ListMaker maker(scene, model, library, lens);
  for (std::size_t i = 0; i < scene.geoms.size(); ++i) {
    const bool numbered = scene.geoms[i].segid >= 0;
    if (numbered || shown == Shown::kAll) maker.add(scene.geoms[i], static_cast<int>(i));
  }
  return maker.finish();
}

}  // namespace corten::gl
