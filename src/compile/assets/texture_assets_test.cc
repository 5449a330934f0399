// Textures, materials and skins of a Model; numbers are MuJoCo's for the same text.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <type_traits>
#include <vector>

#include "compile/assets/assets.h"
#include "corten/assets.h"
#include "corten/binary.h"
#include "corten/corten.h"

namespace corten {
namespace {

// Pixels (10 20 30) (40 50 60) / (70 80 90) (100 110 120)
constexpr unsigned char kPng[] = {0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48,
                                  0x44, 0x52, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x02, 0x08, 0x02, 0x00, 0x00,
                                  0x00, 0xfd, 0xd4, 0x9a, 0x73, 0x00, 0x00, 0x00, 0x16, 0x49, 0x44, 0x41, 0x54, 0x78,
                                  0x9c, 0x63, 0xe0, 0x12, 0x91, 0xd3, 0x30, 0xb2, 0x61, 0x70, 0x0b, 0x88, 0x4a, 0xc9,
                                  0xab, 0x00, 0x00, 0x0f, 0x18, 0x03, 0x0d, 0xbb, 0x65, 0xa0, 0x53, 0x00, 0x00, 0x00,
                                  0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};

Assets files() {
  Assets assets;
  assets.add("textures/a.png", std::string_view(reinterpret_cast<const char*>(kPng), sizeof(kPng)));
  return assets;
}

constexpr const char* kTextureAssetsModel = R"(<mujoco><compiler texturedir="textures"/><asset>
  <texture name="sky" type="skybox" builtin="flat" width="1"/>
  <texture type="2d" file="a.png" hflip="true" vflip="true"/>
  <texture name="gray" type="2d" file="a.png" nchannel="1"/>
  <material name="m" texture="a" texrepeat="2 3" texuniform="true" emission=".1" specular=".2" shininess=".3"
    reflectance=".4" metallic=".5" roughness=".6" rgba=".1 .2 .3 .4"/>
  <material name="n"><layer role="orm" texture="gray"/></material></asset>
  <worldbody><light texture="sky" type="image" intensity="3"/><site name="s" material="n" rgba="1 0 0 1"/>
    <body name="b1"><freejoint/><geom size=".1" material="m"/></body>
    <body name="b2" pos="1 0 0"><joint/><geom size=".1"/></body></worldbody>
  <deformable><skin name="skin" material="n" group="2" inflate=".5" vertex="0 0 0 1 0 0 0 1 0.1" face="0 1 2"
    texcoord="0 0 .1 .2 .3 .4">
    <bone body="b1" bindpos="1 2 3" bindquat="1 .5 0 0" vertid="0 1" vertweight="1 .5"/>
    <bone body="b2" bindpos="0 0 0" bindquat="1 0 0 0" vertid="1 2" vertweight=".25 .25"/></skin></deformable></mujoco>)";

void expect_assets(const Model& m) {
  ASSERT_EQ(m.ntex, 3);
  ASSERT_EQ(m.ntexdata, 6 * 3 + 12 + 4);
  EXPECT_EQ(m.tex_type[0], TextureType::kSkybox);
  EXPECT_EQ(m.tex_height[0], 6);
  EXPECT_EQ(m.tex_width[0], 1);
  EXPECT_EQ(m.tex_nchannel[0], 3);
  EXPECT_EQ(m.tex_nchannel[2], 1);
  EXPECT_EQ(m.tex_adr[2], 30);
  EXPECT_EQ(m.tex_colorspace[1], ColorSpace::kLinear);
  const unsigned char flipped[] = {100, 110, 120, 70, 80, 90, 40, 50, 60, 10, 20, 30}, gray[] = {10, 40, 70, 100};
  EXPECT_TRUE(std::equal(std::begin(flipped), std::end(flipped), m.tex_data.data() + 18));
  EXPECT_TRUE(std::equal(std::begin(gray), std::end(gray), m.tex_data.data() + 30));
  EXPECT_EQ(m.mat_texid[0], (IntVec<10>{{-1, 1, -1, -1, -1, -1, -1, -1, -1, -1}}));
  EXPECT_EQ(m.mat_texid[1], (IntVec<10>{{-1, -1, -1, -1, -1, -1, -1, -1, -1, 2}}));
  EXPECT_EQ(m.mat_texrepeat[0], (FloatVec<2>{{2, 3}}));
  EXPECT_TRUE(m.mat_texuniform[0]);
  EXPECT_EQ(m.mat_roughness[0], 0.6f);
  EXPECT_EQ(m.mat_metallic[1], -1.f);
  EXPECT_EQ(m.light_texid[0], 0);
  EXPECT_EQ(m.light_intensity[0], 3.f);
  EXPECT_EQ(m.site_matid[0], 1);
  EXPECT_EQ(m.site_rgba[0], (FloatVec<4>{{1, 0, 0, 1}}));
  EXPECT_EQ(m.geom_matid[0], 0);
  EXPECT_EQ(m.id(Object::kTexture, "a"), 1);
}

void expect_skin(const Model& m) {
  ASSERT_EQ(m.nskin, 1);
  EXPECT_EQ(m.nskinvert, 3);
  EXPECT_EQ(m.nskintexvert, 3);
  EXPECT_EQ(m.skin_matid[0], 1);
  EXPECT_EQ(m.skin_group[0], 2);
  EXPECT_EQ(m.skin_inflate[0], 0.5f);
  EXPECT_EQ(m.skin_bonenum[0], 2);
  EXPECT_EQ(m.skin_bonebodyid[1], 2);
  EXPECT_EQ(m.skin_bonevertid[2], 1);
  EXPECT_EQ(m.skin_bonebindquat[0], (FloatVec<4>{{0.8944271802902222f, 0.4472135901451111f, 0, 0}}));
  const float weights[] = {1, 0.6666666865348816f, 0.3333333432674408f, 1};
  for (int i = 0; i < 4; ++i) EXPECT_EQ(m.skin_bonevertweight[i], weights[i]);
}

TEST(TextureAssets, InTheModel) {
  const Model m = load_text(kTextureAssetsModel, files());
  expect_assets(m);
  expect_skin(m);
}

// Every number of two materials and two skins, in the order of memory.
template <class T>
std::vector<float> floats_of(const Array<T>& values) {
  std::vector<float> out;
  for (const T& value : values) {
    if constexpr (std::is_arithmetic_v<T>) {
      out.push_back(static_cast<float>(value));
    } else {
      for (int i = 0; i < T::size(); ++i) out.push_back(static_cast<float>(value[i]));
    }
  }
  return out;
}
using FloatList = std::vector<float>;

constexpr const char* kTwoOfEach = R"(<mujoco><asset>
  <material name="m0" rgba=".1 .2 .3 .4" emission=".5" specular=".6" shininess=".7" reflectance=".8" metallic=".15"
    roughness=".25" texrepeat="2 3" texuniform="true"/>
  <material name="m1" rgba=".9 .8 .7 .6" emission="1.5" specular=".16" shininess=".17" reflectance=".18" metallic=".35"
    roughness=".45" texrepeat="4 5"/>
  <mesh name="painted" vertex="0 0 0 1 0 0 0 1 0 0 0 1" material="m1"/>
  <mesh name="plain" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>
  <worldbody><geom type="mesh" mesh="painted"/><geom type="mesh" mesh="plain"/>
    <geom type="mesh" mesh="painted" material="m0"/><body name="b1"><freejoint/><geom size=".1"/></body>
    <body name="b2" pos="1 0 0"><joint/><geom size=".1"/></body></worldbody>
  <deformable>
    <skin name="s0" rgba=".1 .2 .3 .4" vertex="0 .1 .2 1 1.1 1.2 2 2.1 2.2" face="0 1 2">
      <bone body="b2" bindpos="1 2 3" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/></skin>
    <skin name="s1" material="m1" group="3" inflate=".25" vertex="3 3.1 3.2 4 4.1 4.2 5 5.1 5.2 6 6.1 6.2"
      face="0 1 2 3 2 1" texcoord="0 .1 .2 .3 .4 .5 .6 .7">
      <bone body="b1" bindpos="4 5 6" bindquat="0 1 0 0" vertid="0 1" vertweight="1 1"/>
      <bone body="b2" bindpos="7 8 9" bindquat="0 0 3 4" vertid="1 2 3" vertweight="3 1 1"/></skin>
  </deformable></mujoco>)";

TEST(TextureAssets, EveryNumberOfMaterials) {
  const Model m = load_text(kTwoOfEach);
  EXPECT_EQ(floats_of(m.mat_rgba), (FloatList{.1f, .2f, .3f, .4f, .9f, .8f, .7f, .6f}));
  EXPECT_EQ(floats_of(m.mat_emission), (FloatList{.5f, 1.5f}));
  EXPECT_EQ(floats_of(m.mat_specular), (FloatList{.6f, .16f}));
  EXPECT_EQ(floats_of(m.mat_shininess), (FloatList{.7f, .17f}));
  EXPECT_EQ(floats_of(m.mat_reflectance), (FloatList{.8f, .18f}));
  EXPECT_EQ(floats_of(m.mat_metallic), (FloatList{.15f, .35f}));
  EXPECT_EQ(floats_of(m.mat_roughness), (FloatList{.25f, .45f}));
  EXPECT_EQ(floats_of(m.mat_texrepeat), (FloatList{2, 3, 4, 5}));
  EXPECT_EQ(floats_of(m.mat_texuniform), (FloatList{1, 0}));
  EXPECT_EQ(floats_of(m.mat_texid), FloatList(20, -1));
  EXPECT_EQ(floats_of(m.geom_matid), (FloatList{1, -1, 0, -1, -1}));
}

TEST(TextureAssets, EveryNumberOfSkins) {
  const Model m = load_text(kTwoOfEach);
  EXPECT_EQ(floats_of(m.skin_matid), (FloatList{-1, 1}));
  EXPECT_EQ(floats_of(m.skin_group), (FloatList{0, 3}));
  EXPECT_EQ(floats_of(m.skin_rgba), (FloatList{.1f, .2f, .3f, .4f, .5f, .5f, .5f, 1}));
  EXPECT_EQ(floats_of(m.skin_inflate), (FloatList{0, .25f}));
  EXPECT_EQ(floats_of(m.skin_vertadr), (FloatList{0, 3}));
  EXPECT_EQ(floats_of(m.skin_vertnum), (FloatList{3, 4}));
  EXPECT_EQ(floats_of(m.skin_vert), (FloatList{0,    .1f, .2f,  1,    1.1f, 1.2f, 2,    2.1f, 2.2f, 3,   3.1f,
                                               3.2f, 4,   4.1f, 4.2f, 5,    5.1f, 5.2f, 6,    6.1f, 6.2f}));
  EXPECT_EQ(floats_of(m.skin_texcoordadr), (FloatList{-1, 0}));
  EXPECT_EQ(floats_of(m.skin_texcoord), (FloatList{0, .1f, .2f, .3f, .4f, .5f, .6f, .7f}));
  EXPECT_EQ(floats_of(m.skin_faceadr), (FloatList{0, 1}));
  EXPECT_EQ(floats_of(m.skin_facenum), (FloatList{1, 2}));
  EXPECT_EQ(floats_of(m.skin_face), (FloatList{0, 1, 2, 0, 1, 2, 3, 2, 1}));
  EXPECT_EQ(floats_of(m.skin_boneadr), (FloatList{0, 1}));
  EXPECT_EQ(floats_of(m.skin_bonenum), (FloatList{1, 2}));
  EXPECT_EQ(floats_of(m.skin_bonebindpos), (FloatList{1, 2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(floats_of(m.skin_bonebindquat), (FloatList{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, .6f, .8f}));
  EXPECT_EQ(floats_of(m.skin_bonebodyid), (FloatList{2, 1, 2}));
  EXPECT_EQ(floats_of(m.skin_bonevertadr), (FloatList{0, 3, 5}));
  EXPECT_EQ(floats_of(m.skin_bonevertnum), (FloatList{3, 2, 3}));
  EXPECT_EQ(floats_of(m.skin_bonevertid), (FloatList{0, 1, 2, 0, 1, 1, 2, 3}));
  EXPECT_EQ(floats_of(m.skin_bonevertweight), (FloatList{1, 1, 1, 1, .25f, .75f, 1, 1}));
}

class InFolder : public testing::Test {
 protected:
  std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "corten_texture_assets";
  InFolder() {
    std::filesystem::create_directories(folder / "textures");
    std::ofstream(folder / "m.xml") << kTextureAssetsModel;
    std::ofstream(folder / "textures/a.png", std::ios::binary).write(reinterpret_cast<const char*>(kPng), sizeof(kPng));
  }
  ~InFolder() override { std::filesystem::remove_all(folder); }
};

TEST_F(InFolder, SurvivesBinaryFilesArchivesAndWriting) {
  const std::string path = (folder / "m.xml").string();
  const Model m = load(path);
  expect_assets(m);
  save_model(m, (folder / "m.ctn").string());
  const Model binary = load((folder / "m.ctn").string());
  expect_assets(binary);
  expect_skin(binary);

  Diagnostics diagnostics;
  write_archive(collect_assets(path, "m", diagnostics), (folder / "m.zip").string());
  EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.text();
  std::filesystem::remove_all(folder / "textures");
  const Model archived = load((folder / "m.zip").string());
  expect_assets(archived);
  expect_skin(archived);
}

TEST(TextureAssets, DiscardedWithVisuals) {
  std::string text = kTextureAssetsModel;
  text.replace(text.find("<compiler "), 10, "<compiler discardvisual='true' ");
  text.erase(text.find("<site"), text.find("<body name=\"b1\"") - text.find("<site"));
  const Model m = load_text(text, files());
  EXPECT_EQ(m.ntex, 0);
  EXPECT_EQ(m.nmat, 0);
  EXPECT_EQ(m.nskin, 1);
  EXPECT_EQ(m.skin_matid[0], -1);
  EXPECT_EQ(m.light_texid[0], -1);
}

// A model that is loaded again, from what the cache has, is the same bit by bit.
TEST(TextureAssets, TheSameBitsFromTheCache) {
  const auto load_it = [](const char* scale) {
    return load_text("<mujoco><asset><mesh name='m' builtin='sphere' params='3' scale='" + std::string(scale) +
                         "'/><texture type='2d' file='textures/a.png'/></asset><worldbody><geom type='mesh' mesh='m'/>"
                         "<body><freejoint/><geom type='mesh' mesh='m'/></body></worldbody></mujoco>",
                     files());
  };
  const auto same = [](const Model& a, const Model& b) { return std::ranges::equal(a.memory(), b.memory()); };
  set_asset_cache_limit(0);
  const Model plain = load_it("1 1 1"), other = load_it("1 1 2");
  set_asset_cache_limit(kDefaultAssetCacheLimit);
  EXPECT_EQ(asset_cache_use().entries, 0u);
  EXPECT_TRUE(same(load_it("1 1 1"), plain));
  const std::size_t hits = asset_cache_use().hits;
  EXPECT_TRUE(same(load_it("1 1 1"), plain));
  EXPECT_EQ(asset_cache_use().hits, hits + 2);
  EXPECT_TRUE(same(load_it("1 1 2"), other));
  EXPECT_EQ(asset_cache_use().hits, hits + 3);
  EXPECT_FALSE(same(plain, other));
  clear_asset_cache();
}

// Textures that differ in one setting are not taken for each other.
TEST(TextureAssets, EverySettingIsPartOfTheKey) {
  const auto load_it = [](const std::string& settings) {
    return load_text("<mujoco><asset><texture name='t' " + settings + "/></asset></mujoco>", files());
  };
  const auto same = [](const Model& a, const Model& b) { return std::ranges::equal(a.memory(), b.memory()); };
  const std::string file = "type='2d' file='textures/a.png' ", cube = "type='cube' file='textures/a.png' ";
  const std::string pattern = "type='2d' builtin='checker' width='6' height='8' ";
  const std::string marked = "type='2d' builtin='flat' mark='random' width='20' height='20' ";
  const std::string pairs[][2] = {
      {file, file + "hflip='true'"},
      {file, file + "vflip='true'"},
      {file, file + "nchannel='1'"},
      {file, file + "colorspace='sRGB'"},
      {file, cube},
      {cube + "gridsize='2 2' gridlayout='RLUD'", cube + "gridsize='2 2' gridlayout='LRUD'"},
      {cube, cube + "gridsize='2 2' gridlayout='RLUD'"},
      {pattern, pattern + "rgb1='.1 .2 .3'"},
      {pattern, pattern + "rgb2='.1 .2 .3'"},
      {pattern, pattern + "mark='edge' markrgb='1 0 0'"},
      {pattern + "mark='edge' markrgb='1 0 0'", pattern + "mark='cross' markrgb='1 0 0'"},
      {pattern + "mark='edge' markrgb='1 0 0'", pattern + "mark='edge' markrgb='0 1 0'"},
      {pattern, "type='2d' builtin='gradient' width='6' height='8'"},
      {pattern, "type='2d' builtin='checker' width='8' height='6'"},
      {pattern, "type='2d' builtin='checker' width='6' height='4'"},
      {marked + "markrgb='1 0 0' random='.2'", marked + "markrgb='1 0 0' random='.6'"}};
  for (const auto& [one, other] : pairs) {
    clear_asset_cache();
    load_it(one);
    const Model after = load_it(other);
    clear_asset_cache();
    EXPECT_TRUE(same(after, load_it(other))) << one << " and " << other;
    EXPECT_FALSE(same(after, load_it(one))) << one << " and " << other;
  }
  clear_asset_cache();
}

}  // namespace
}  // namespace corten
