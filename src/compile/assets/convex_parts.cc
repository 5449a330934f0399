// Meshes cut into convex parts, geoms and contact pairs multiplied accordingly.
#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "base/text.h"
#include "compile/assets/assets.h"
#include "compile/tree/tree.h"
#include "geometry/files/asset_cache.h"
#include "geometry/mesh/decompose.h"

namespace corten {

namespace {

constexpr int kCollisionGroup = 3;  // hidden by most viewers unless asked for

std::string part_name(const std::string& name, std::size_t k) {
  return name.empty() ? name : name + "_part" + std::to_string(k);
}

class PartWriter {
 public:
  PartWriter(const Spec& spec, Diagnostics& diagnostics) : spec_(spec), context_(spec_, diagnostics) {
    for (const Mesh& mesh : spec.meshes) {
      if (mesh.decompose) wanted_[asset_name(mesh, mesh.file)] = &mesh;
    }
    for (const Pair& pair : spec.pairs) paired_.insert({pair.geom1, pair.geom2});
  }

  Spec run() {
    Spec out = spec_;
    write_geoms(out.world);
    out.meshes.insert(out.meshes.end(), meshes_.begin(), meshes_.end());
    write_pairs(out.pairs);
    check_sensors();
    return out;
  }

 private:
  const std::vector<std::string>& parts_of(const Mesh& mesh);
  void write_geoms(Body& body);
  void write_pairs(std::vector<Pair>& pairs) const;
  void check_sensors();

  const Spec& spec_;
  Context context_;
  std::map<std::string, const Mesh*> wanted_;                 // meshes to be decomposed, by name
  std::set<std::string> paired_;                              // geoms of contact pairs
  std::map<const Mesh*, std::vector<std::string>> done_;      // names of the parts; none if it failed
  std::map<std::string, std::vector<std::string>> replaced_;  // parts of geoms with a name
  std::vector<Mesh> meshes_;                                  // parts
};

std::size_t memory_of_parts(const std::vector<ConvexPart>& parts) {
  std::size_t bytes = parts.capacity() * sizeof(ConvexPart);
  for (const ConvexPart& part : parts) bytes += part.vertices.capacity() * sizeof(Vec3);
  return bytes;
}

// Vertices of the parts are in the frame of the asset after scale and reference pose, which the parts do without.
const std::vector<std::string>& PartWriter::parts_of(const Mesh& mesh) {
  const auto [entry, is_new] = done_.try_emplace(&mesh);
  if (!is_new) return entry->second;
  ProcessedMesh source;
  try {
    source = *load_mesh(context_, mesh, {});
  } catch (const std::exception&) {
    return entry->second;  // reported when all meshes are loaded
  }
  const Pose frame{source.pos, source.quat};
  for (std::size_t i = 0; i + 2 < source.vertices.size(); i += 3) {
    const Vec3 v = frame.pos + rotate(frame.quat, {source.vertices[i], source.vertices[i + 1], source.vertices[i + 2]});
    for (int k = 0; k < 3; ++k) source.vertices[i + k] = static_cast<float>(v[k]);
  }
  std::vector<ConvexPart> parts;
  try {
    const auto make = [&] { return decompose(source.vertices, source.faces, {mesh.maxparts, mesh.tolerance}); };
    AssetKey key("convex parts");
    key.add(source.vertices), key.add(source.faces), key.add(mesh.maxparts), key.add(mesh.tolerance);
    parts = *cached_asset<std::vector<ConvexPart>>(key, make, memory_of_parts);
  } catch (const std::exception& failure) {
    context_.error(mesh, "mesh", "cannot be decomposed: " + reason_of(failure),
                   "close its surface, or use several convex meshes or primitive geoms");
  }
  for (std::size_t k = 0; k < parts.size(); ++k) {
    Mesh& part = meshes_.emplace_back();
    static_cast<Element&>(part) = mesh;
    part.name = part_name(asset_name(mesh, mesh.file), k);
    part.maxhullvert = mesh.maxhullvert;
    part.inertia = MeshInertia::kConvex;
    for (const Vec3& v : parts[k].vertices) {
      for (int axis = 0; axis < 3; ++axis) part.vertex.push_back(static_cast<float>(v[axis]));
    }
    entry->second.push_back(part.name);
  }
  return entry->second;
}

void PartWriter::write_geoms(Body& body) {
  const std::size_t count = body.geoms.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Geom geom = body.geoms[i];
    const auto mesh = wanted_.find(geom.mesh);
    const bool collides = geom.contype != 0 || geom.conaffinity != 0 || paired_.contains(geom.name);
    if (geom.type != GeomType::kMesh || mesh == wanted_.end() || !collides) continue;
    const std::vector<std::string>& parts = parts_of(*mesh->second);
    if (parts.empty()) continue;
    body.geoms[i].contype = body.geoms[i].conaffinity = 0;
    for (std::size_t k = 0; k < parts.size(); ++k) {
      Geom& part = body.geoms.emplace_back(geom);
      part.name = part_name(geom.name, k);
      part.mesh = parts[k];
      part.mass = 0;
      part.group = kCollisionGroup;
      part.fluid_ellipsoid = false;
      if (!geom.name.empty()) replaced_[geom.name].push_back(part.name);
    }
  }
  for (Body& child : body.bodies) write_geoms(child);
}

void PartWriter::write_pairs(std::vector<Pair>& pairs) const {
  const auto colliders = [&](const std::string& geom) {
    const auto found = replaced_.find(geom);
    return found == replaced_.end() ? std::vector<std::string>{geom} : found->second;
  };
  std::vector<Pair> all;
  for (const Pair& pair : pairs) {
    const std::vector<std::string> first = colliders(pair.geom1), second = colliders(pair.geom2);
    const bool multiplied = replaced_.contains(pair.geom1) || replaced_.contains(pair.geom2);
    for (std::size_t i = 0; i < first.size() * second.size(); ++i) {
      Pair& copy = all.emplace_back(pair);
      copy.geom1 = first[i / second.size()];
      copy.geom2 = second[i % second.size()];
      if (multiplied) copy.name = part_name(pair.name, i);
    }
  }
  pairs = std::move(all);
}

// A sensor of the contacts of a decomposed geom would stay silent.
void PartWriter::check_sensors() {
  for (const Sensor& sensor : spec_.sensors) {
    if (sensor.type != SensorType::kContact) continue;
    for (const auto& [kind, name] : {std::pair{sensor.objtype, sensor.objname}, {sensor.reftype, sensor.refname}}) {
      if (kind != Object::kGeom || !replaced_.contains(name)) continue;
      context_.error(sensor, "contact", "geom '" + name + "' collides as its convex parts, not itself",
                     "name its body, or one of the parts: '" + part_name(name, 0) + "', ...");
    }
  }
}

}  // namespace

bool wants_convex_parts(const Spec& spec) {
  return std::any_of(spec.meshes.begin(), spec.meshes.end(), [](const Mesh& mesh) { return mesh.decompose; });
}

Spec with_convex_parts(const Spec& spec, Diagnostics& diagnostics) { return PartWriter(spec, diagnostics).run(); }

}  // namespace corten
