// Rows of <asset>: meshes, height fields, skins, textures, materials, models; and of plugins.
#include "mjcf/read/drafts.h"
#include "mjcf/schema/keywords.h"
#include "mjcf/schema/rows.h"

namespace corten::mjcf {

namespace {

void add_mesh(Schema& schema) {
  Rows<Mesh> rows(schema, "mesh", "A triangle mesh");
  classed_rows(rows);
  rows("content_type", &Mesh::content_type, "Format of the file, if its name does not tell").nodefault();
  rows.file("file", &Mesh::file, "STL, OBJ or MSH file");
  rows("vertex", &Mesh::vertex, "Vertices, m").nodefault();
  rows("normal", &Mesh::normal, "Vertex normals").nodefault();
  rows("texcoord", &Mesh::texcoord, "Texture coordinates").nodefault();
  rows("face", &Mesh::face, "Vertex indices of the triangles; convex hull if absent").nodefault();
  rows("refpos", &Mesh::refpos, "Point of the file that becomes the origin, m").nodefault();
  rows("refquat", &Mesh::refquat, "Orientation in the file that becomes the identity").nodefault();
  rows("scale", &Mesh::scale, "Factors on the coordinates; negative ones mirror");
  rows("smoothnormal", &Mesh::smoothnormal, "Average normals of all faces at a vertex").nodefault();
  rows("maxhullvert", &Mesh::maxhullvert, "Most vertices of the convex hull, -1: no limit")
      .checked("-1 or at least 4", [](const Value& v) {
        return v.numbers[0] != -1 && v.numbers[0] < 4 ? "must be -1 or at least 4" : std::string{};
      });
  rows("inertia", &Mesh::inertia, keywords::mesh_inertia, "How mass properties are computed");
  rows("builtin", &Mesh::builtin, keywords::mesh_builtin, "Generate the mesh instead of reading it").nodefault();
  rows("params", &Mesh::params, "Parameters of the generated mesh").nodefault();
  rows("material", &Mesh::material, "Material of geoms that have none").nodefault();
  rows("corten:decompose", &Mesh::decompose, "Collide as convex parts instead of as one convex hull");
  rows("corten:maxparts", &Mesh::maxparts, "Most convex parts of a decomposition").at_least(1).at_most(1024);
  rows("corten:tolerance", &Mesh::tolerance, "Volume that all parts together may have too much, relative to the mesh")
      .above(0);
  rows.exclusive({{"builtin"}, {"file"}});
  rows.exclusive({{"builtin"}, {"vertex"}});
  rows.child("plugin");
  schema.add_default("mesh");
}

void add_hfield(Schema& schema) {
  Rows<Hfield> rows(schema, "hfield", "A terrain height field");
  named_rows(rows);
  rows("content_type", &Hfield::content_type, "Format of the file, if its name does not tell");
  rows.file("file", &Hfield::file, "PNG or binary file");
  rows("nrow", &Hfield::nrow, "Rows of a field without file");
  rows("ncol", &Hfield::ncol, "Columns of a field without file");
  rows("size", &Hfield::size, "Half extent in x and y, height of the highest point, depth of the base, m").required();
  rows("elevation", &Hfield::elevation, "Heights, first row at the top; zero if absent");
}

void add_skin(Schema& schema) {
  Rows<Skin> rows(schema, "skin", "A deformable surface for rendering");
  named_rows(rows);
  rows.file("file", &Skin::file, "SKN file");
  rows("material", &Skin::material, "Material");
  rows("rgba", &Skin::rgba, "Colour and alpha");
  rows("inflate", &Skin::inflate, "Offset along the normals, m");
  rows("vertex", &Skin::vertex, "Vertices, m");
  rows("texcoord", &Skin::texcoord, "Texture coordinates");
  rows("face", &Skin::face, "Vertex indices of the triangles");
  rows("group", &Skin::group, "Group for visibility").at_least(0).at_most(5);
  rows.child("bone");

  Rows<SkinBone> bone(schema, "bone", "A body that moves a skin");
  bone("body", &SkinBone::body, "Body").required();
  bone("bindpos", &SkinBone::bindpos, "Position at binding, m").required();
  bone("bindquat", &SkinBone::bindquat, "Orientation at binding").required();
  bone("vertid", &SkinBone::vertid, "Vertices that the bone moves").required();
  bone("vertweight", &SkinBone::vertweight, "Weights of these vertices").required();
}

void add_texture(Schema& schema) {
  Rows<Texture> rows(schema, "texture", "A texture for rendering");
  named_rows(rows);
  rows("type", &Texture::type, keywords::texture, "How it is mapped");
  rows("colorspace", &Texture::colorspace, keywords::colorspace, "Colour space of the file");
  rows("content_type", &Texture::content_type, "Format of the file, if its name does not tell");
  rows.file("file", &Texture::file, "Image file");
  rows("gridsize", &Texture::gridsize, "Rows and columns of a file that holds the sides of a cube");
  rows("gridlayout", &Texture::gridlayout, "Sides in the grid: letters RLUDFB, . for unused")
      .checked("at most 12 letters",
               [](const Value& v) { return v.text.size() > 12 ? "must have at most 12 letters" : std::string{}; });
  rows.file("fileright", &Texture::fileright, "Right side of a cube");
  rows.file("fileleft", &Texture::fileleft, "Left side of a cube");
  rows.file("fileup", &Texture::fileup, "Top of a cube");
  rows.file("filedown", &Texture::filedown, "Bottom of a cube");
  rows.file("filefront", &Texture::filefront, "Front of a cube");
  rows.file("fileback", &Texture::fileback, "Back of a cube");
  rows("builtin", &Texture::builtin, keywords::builtin, "Generate the texture instead of reading it");
  rows("rgb1", &Texture::rgb1, "First colour");
  rows("rgb2", &Texture::rgb2, "Second colour");
  rows("mark", &Texture::mark, keywords::mark, "Marks on a generated texture");
  rows("markrgb", &Texture::markrgb, "Colour of the marks");
  rows("random", &Texture::random, "Probability of a random mark per pixel");
  rows("width", &Texture::width, "Width of a generated texture, pixels");
  rows("height", &Texture::height, "Height of a generated texture, pixels");
  rows("hflip", &Texture::hflip, "Mirror left and right");
  rows("vflip", &Texture::vflip, "Mirror top and bottom");
  rows("nchannel", &Texture::nchannel, "Channels of the image");
}

void add_material(Schema& schema) {
  Rows<Material> rows(schema, "material", "How a surface looks");
  classed_rows(rows);
  auto role = static_cast<int>(TextureRole::kRgb);
  rows.custom(
      "texture", {ValueKind::kText}, [role](Material& m, const Value& v) { m.textures[role] = v.text; },
      [role](const Material& m) -> Value {
        return {{}, m.textures[role], {}};
      },
      "Texture of the colour");
  rows("texrepeat", &Material::texrepeat, "Repetitions of the texture");
  rows("texuniform", &Material::texuniform, "Repetitions are per metre instead of per object");
  rows("emission", &Material::emission, "Emitted light");
  rows("specular", &Material::specular, "Specular reflection");
  rows("shininess", &Material::shininess, "Sharpness of specular reflection");
  rows("reflectance", &Material::reflectance, "Reflection of the scene, planes only");
  rows("metallic", &Material::metallic, "Metallic part for physically based rendering");
  rows("roughness", &Material::roughness, "Roughness for physically based rendering");
  rows("rgba", &Material::rgba, "Colour and alpha");
  rows.child("layer");
  schema.add_default("material").children.push_back({"layer", Cardinality::kAny, nullptr});

  Rows<LayerDraft> layer(schema, "layer", "A texture in one of the roles of a material");
  layer("texture", &LayerDraft::texture, "Texture").required();
  layer("role", &LayerDraft::role, keywords::texture_role, "What it modulates").required();
}

void add_model(Schema& schema) {
  Rows<ModelDraft> rows(schema, "asset/model", "Another model, to be attached");
  rows("name", &ModelDraft::name, "Name for <attach>; the model's own name if absent").nodefault();
  rows.file("file", &ModelDraft::file, "MJCF file").required();
  rows("content_type", &ModelDraft::content_type, "Format of the file, if its name does not tell");
}

void add_plugins(Schema& schema) {
  Rows<PluginRef> rows(schema, "plugin", "A plugin that computes for this element");
  rows("plugin", &PluginRef::plugin, "Plugin");
  rows("instance", &PluginRef::instance, "Instance declared in <extension>");
  rows.child("config");

  Rows<ConfigDraft> config(schema, "config", "A setting of a plugin");
  config("key", &ConfigDraft::key, "Name of the setting").required();
  config("value", &ConfigDraft::value, "Value").required();

  Rows<Group> extension(schema, "extension", "Plugins that the model uses");
  extension.child("extension/plugin");
  Rows<ExtensionPluginDraft> plugin(schema, "extension/plugin", "A plugin and its instances");
  plugin("plugin", &ExtensionPluginDraft::plugin, "Plugin").required();
  plugin.child("instance");
  Rows<PluginInstance> instance(schema, "instance", "An instance of a plugin that several elements share");
  named_rows(instance);
  instance.element().attributes.back().required();
  instance.child("config");
}

}  // namespace

void add_assets(Schema& schema) {
  Rows<Group> rows(schema, "asset", "Meshes, textures and other data that elements refer to");
  rows.children({"mesh", "hfield", "skin", "texture", "material", "asset/model"});
  add_mesh(schema);
  add_hfield(schema);
  add_skin(schema);
  add_texture(schema);
  add_material(schema);
  add_model(schema);
  add_plugins(schema);
}

}  // namespace corten::mjcf
