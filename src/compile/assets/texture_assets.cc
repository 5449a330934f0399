// Textures of the model. What is decoded or generated is kept in the asset cache under the bytes of the files and the
// attributes of the texture.
#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <stdexcept>

#include "base/file_source.h"
#include "base/text.h"
#include "compile/add_size.h"
#include "compile/assets/assets.h"
#include "geometry/files/asset_cache.h"
#include "geometry/files/files.h"
#include "spec/asset_path.h"

namespace corten {

namespace {

bool discards(const Context& context) { return context.spec().compilers[0].discardvisual; }

struct FileOfTexture {
  std::vector<std::byte> bytes;
  std::string type;
};

// The files that the texture is made of, by the name that it has in the texture.
std::map<std::string, FileOfTexture> read_files(const Context& context, const Texture& t) {
  std::map<std::string, FileOfTexture> files;
  if (t.builtin != TextureBuiltin::kNone) return files;
  const auto read = [&](const std::string& name) {
    if (name.empty() || files.contains(name)) return;
    const std::string path = texture_path(context.compiler_of(t), context.spec().compilers[0].strippath, name);
    const std::string type = asset_content_type(path, t.content_type);
    std::vector<std::byte> bytes = read_file(path, asset_files(context, t));
    if (type != "image/png" && type != "image/ktx") {
      const std::string content = type.empty() ? foreign_content(bytes) : "of type '" + type + "'";
      throw std::runtime_error(fmt::format("textures are read from PNG and KTX files, and '{}' is {}", name,
                                           content.empty() ? "of an unknown kind; content_type can name it" : content));
    }
    files[name] = {std::move(bytes), type};
  };
  if (!t.file.empty()) {
    read(t.file);
  } else if (t.type != TextureType::k2d) {
    for (const std::string* name : {&t.fileright, &t.fileleft, &t.fileup, &t.filedown, &t.filefront, &t.fileback}) {
      read(*name);
    }
  }
  return files;
}

AssetKey key_of(const Texture& t, const std::map<std::string, FileOfTexture>& files) {
  AssetKey key("texture");
  for (const auto& [name, file] : files) key.add(name), key.add(std::span(file.bytes)), key.add(file.type);
  for (const std::string* name :
       {&t.file, &t.gridlayout, &t.fileright, &t.fileleft, &t.fileup, &t.filedown, &t.filefront, &t.fileback}) {
    key.add(*name);
  }
  for (const Vec3& color : {t.rgb1, t.rgb2, t.markrgb}) key.add(color.x), key.add(color.y), key.add(color.z);
  key.add(t.type), key.add(t.colorspace), key.add(t.builtin), key.add(t.mark), key.add(t.random);
  key.add(t.gridsize[0]), key.add(t.gridsize[1]), key.add(t.width), key.add(t.height), key.add(t.nchannel);
  key.add(t.hflip), key.add(t.vflip);
  return key;
}

std::shared_ptr<const TextureImage> load_texture(const Context& context, const Texture& t) {
  const std::map<std::string, FileOfTexture> files = read_files(context, t);
  const auto make = [&] {
    return make_texture(t, [&](const std::string& name) {
      const FileOfTexture& file = files.at(name);
      try {
        return read_texture_image(file.bytes, file.type, t);
      } catch (const std::exception& failure) {
        throw std::runtime_error(fmt::format("file '{}': {}", name, reason_of(failure)));
      }
    });
  };
  return cached_asset<TextureImage>(key_of(t, files), make,
                                    [](const TextureImage& image) { return image.pixels.capacity(); });
}

}  // namespace

TextureAssets load_textures(Context& context) {
  TextureAssets textures;
  if (discards(context)) return textures;
  for (const Texture& t : context.spec().textures) {
    std::shared_ptr<const TextureImage>& image = textures.emplace_back();
    try {
      image = load_texture(context, t);
    } catch (const std::exception& failure) {
      context.error(t, "texture", reason_of(failure));
    }
  }
  return textures;
}

int texture_id(const Context& context, const std::string& name) {
  return name.empty() || discards(context) ? -1 : context.find(Object::kTexture, name);
}

void count_textures(Context& context, const TextureAssets& textures, Sizes& sizes) {
  sizes.ntex = static_cast<int>(textures.size());
  for (std::size_t i = 0; i < textures.size(); ++i) {
    if (!textures[i]) continue;
    add_size(context, context.spec().textures[i], "texture", sizes.ntexdata, std::ssize(textures[i]->pixels));
  }
}

void fill_textures(const Context& context, const TextureAssets& textures, Model& m) {
  int adr = 0;
  for (int i = 0; i < m.ntex; ++i) {
    const TextureImage& image = *textures[i];
    m.tex_type[i] = context.spec().textures[i].type;
    m.tex_colorspace[i] = image.colorspace;
    m.tex_height[i] = image.height;
    m.tex_width[i] = image.width;
    m.tex_nchannel[i] = image.channels;
    m.tex_adr[i] = adr;
    std::copy(image.pixels.begin(), image.pixels.end(), m.tex_data.data() + adr);
    adr += static_cast<int>(image.pixels.size());
  }
}

}  // namespace corten
