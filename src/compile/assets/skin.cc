// Skins of the model. Vertex v is moved by the bones that name it,
//   x_v = sum_b w_bv (pose of body b) (pose at binding)^-1 vertex_v,   with weights that add up to 1 for every vertex.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/file_source.h"
#include "base/text.h"
#include "compile/add_size.h"
#include "compile/assets/assets.h"
#include "compile/tree/tree.h"
#include "geometry/files/files.h"

namespace corten {

namespace {

constexpr double kLeastWeight = 1e-15;

void read_skin_file(const Context& context, Skin& skin) {
  if (!skin.vertex.empty() || !skin.texcoord.empty() || !skin.face.empty() || !skin.bones.empty()) {
    throw std::runtime_error("file excludes vertex, texcoord, face and bones");
  }
  const std::size_t dot = skin.file.rfind('.');
  std::string extension = dot == skin.file.npos ? "" : skin.file.substr(dot);
  std::ranges::transform(extension, extension.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (extension != ".skn") {
    throw std::runtime_error(fmt::format("file '{}' has an unknown type, skins are read from .skn files", skin.file));
  }
  const std::vector<std::byte> bytes = read_file(asset_path(context, skin, skin.file), asset_files(context, skin));
  if (const std::string content = foreign_content(bytes); !content.empty()) {
    throw std::runtime_error(fmt::format("file '{}' is {}", skin.file, content));
  }
  read_skn(bytes, skin);
}

void check_arrays(const Skin& skin) {
  const auto need = [](bool given, const char* what) {
    if (!given) throw std::runtime_error(fmt::format("a skin needs {}", what));
  };
  need(!skin.vertex.empty(), "vertices (vertex or file)");
  need(!skin.face.empty(), "triangles (face)");
  need(!skin.bones.empty(), "at least one bone");
  if (skin.vertex.size() % 3 != 0) {
    throw std::runtime_error(fmt::format("vertex has {} numbers, not three per vertex", skin.vertex.size()));
  }
  if (skin.face.size() % 3 != 0) {
    throw std::runtime_error(fmt::format("face has {} numbers, not three per triangle", skin.face.size()));
  }
  if (!skin.texcoord.empty() && 3 * skin.texcoord.size() != 2 * skin.vertex.size()) {
    throw std::runtime_error(fmt::format("texcoord has {} numbers, two per vertex are {}", skin.texcoord.size(),
                                         skin.vertex.size() / 3 * 2));
  }
  const int vertices = static_cast<int>(skin.vertex.size() / 3);
  for (std::size_t i = 0; i < skin.face.size(); ++i) {
    if (skin.face[i] < 0 || skin.face[i] >= vertices) {
      throw std::runtime_error(
          fmt::format("face {} names vertex {}, there are {} vertices", i / 3, skin.face[i], vertices));
    }
  }
}

// MuJoCo: weights are added and divided in single precision.
void normalize_weights(Skin& skin) {
  std::vector<float> total(skin.vertex.size() / 3, 0.0f);
  const int vertices = static_cast<int>(total.size());
  for (const SkinBone& bone : skin.bones) {
    if (bone.vertid.empty() || bone.vertid.size() != bone.vertweight.size()) {
      throw std::runtime_error(
          fmt::format("the bone of body '{}' has {} vertices in vertid and {} in vertweight; both "
                      "must be as many, and at least one",
                      bone.body, bone.vertid.size(), bone.vertweight.size()));
    }
    for (std::size_t i = 0; i < bone.vertid.size(); ++i) {
      if (bone.vertid[i] < 0 || bone.vertid[i] >= vertices) {
        throw std::runtime_error(fmt::format("the bone of body '{}' names vertex {}, there are {} vertices", bone.body,
                                             bone.vertid[i], vertices));
      }
      total[bone.vertid[i]] += bone.vertweight[i];
    }
  }
  for (int i = 0; i < vertices; ++i) {
    if (!(total[i] > kLeastWeight)) {
      throw std::runtime_error(fmt::format("no bone moves vertex {}: its weights must add up to more than 0", i));
    }
  }
  for (SkinBone& bone : skin.bones) {
    for (std::size_t i = 0; i < bone.vertid.size(); ++i) bone.vertweight[i] /= total[bone.vertid[i]];
  }
}

// What is read is single precision. MuJoCo: a quaternion of zero stays as it is.
FloatVec<4> unit(const Quat& q) {
  constexpr double kShort = 1e-14;
  double v[4], norm = 0;
  for (int i = 0; i < 4; ++i) v[i] = static_cast<float>(q[i]);
  for (const double x : v) norm += x * x;
  const double length = norm < kShort ? 1 : std::sqrt(norm);
  FloatVec<4> result;
  for (int i = 0; i < 4; ++i) result[i] = static_cast<float>(std::abs(length - 1) > kShort ? v[i] / length : v[i]);
  return result;
}

}  // namespace

std::vector<Skin> load_skins(Context& context) {
  std::vector<Skin> skins = context.spec().skins;
  for (Skin& skin : skins) {
    check_material(context, skin, "skin", skin.material);
    try {
      if (!skin.file.empty()) read_skin_file(context, skin);
      check_arrays(skin);
      normalize_weights(skin);
    } catch (const std::exception& failure) {
      context.error(skin, "skin", reason_of(failure));
      continue;
    }
    for (const SkinBone& bone : skin.bones) context.require(Object::kBody, bone.body, skin, "skin", "bone");
  }
  return skins;
}

void count_skins(Context& context, const std::vector<Skin>& skins, Sizes& sizes) {
  for (const Skin& skin : skins) {
    ++sizes.nskin;
    add_size(context, skin, "skin", sizes.nskinvert, std::ssize(skin.vertex) / 3);
    add_size(context, skin, "skin", sizes.nskintexvert, std::ssize(skin.texcoord) / 2);
    add_size(context, skin, "skin", sizes.nskinface, std::ssize(skin.face) / 3);
    add_size(context, skin, "skin", sizes.nskinbone, std::ssize(skin.bones));
    for (const SkinBone& bone : skin.bones) {
      add_size(context, skin, "skin", sizes.nskinbonevert, std::ssize(bone.vertid));
    }
  }
}

void fill_skins(const Context& context, const std::vector<Skin>& skins, Model& m) {
  int vert = 0, texcoord = 0, face = 0, bone = 0, bonevert = 0;
  for (int i = 0; i < m.nskin; ++i) {
    const Skin& skin = skins[i];
    m.skin_matid[i] = material_id(context, skin.material);
    m.skin_group[i] = skin.group;
    m.skin_rgba[i] = skin.rgba;
    m.skin_inflate[i] = static_cast<float>(skin.inflate);
    m.skin_vertadr[i] = vert;
    m.skin_vertnum[i] = static_cast<int>(skin.vertex.size() / 3);
    m.skin_texcoordadr[i] = skin.texcoord.empty() ? -1 : texcoord;
    m.skin_faceadr[i] = face;
    m.skin_facenum[i] = static_cast<int>(skin.face.size() / 3);
    m.skin_boneadr[i] = bone;
    m.skin_bonenum[i] = static_cast<int>(skin.bones.size());
    for (std::size_t k = 0; k < skin.vertex.size(); ++k) m.skin_vert[vert + k / 3][k % 3] = skin.vertex[k];
    for (std::size_t k = 0; k < skin.texcoord.size(); ++k) m.skin_texcoord[texcoord + k / 2][k % 2] = skin.texcoord[k];
    for (std::size_t k = 0; k < skin.face.size(); ++k) m.skin_face[face + k / 3][k % 3] = skin.face[k];
    for (const SkinBone& b : skin.bones) {
      m.skin_bonevertadr[bone] = bonevert;
      m.skin_bonevertnum[bone] = static_cast<int>(b.vertid.size());
      for (int k = 0; k < 3; ++k) m.skin_bonebindpos[bone][k] = static_cast<float>(b.bindpos[k]);
      m.skin_bonebindquat[bone] = unit(b.bindquat);
      m.skin_bonebodyid[bone] = context.find(Object::kBody, b.body);
      std::copy(b.vertid.begin(), b.vertid.end(), m.skin_bonevertid.data() + bonevert);
      std::copy(b.vertweight.begin(), b.vertweight.end(), m.skin_bonevertweight.data() + bonevert);
      bonevert += m.skin_bonevertnum[bone++];
    }
    vert += m.skin_vertnum[i];
    texcoord += static_cast<int>(skin.texcoord.size() / 2);
    face += m.skin_facenum[i];
  }
}

}  // namespace corten
