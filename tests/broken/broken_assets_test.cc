// Files that are missing, broken or something else than their name says: the message must name the line, the element
// and what to do. The files are in memory.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "corten/corten.h"

namespace corten {
namespace {

using namespace std::string_view_literals;

Assets files() {
  Assets assets;
  const auto add = [&](const char* name, std::string_view bytes) { ASSERT_TRUE(assets.add(name, bytes)); };
  add("pointer.obj", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n");
  add("pointer.png", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n");
  add("page.obj", "<!DOCTYPE html>\n<html>404</html>");
  add("step.stl",
      "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION(('a'),'2;1'); and so on, longer than the header of an STL file");
  add("scene.dae", "<?xml version='1.0'?>\n<COLLADA/>");
  add("text.stl", "solid x\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n   vertex 1 0 0\n   vertex 0 1 0\n");
  add("packed.obj", "PK\x03\x04 and more");
  add("high.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 9\n");
  add("zero.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n\nf 0 1 2\n");
  add("low.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf -1 -2 -9\n");
  add("photo.jpg", "\xff\xd8\xff\xe0 and more");
  add("photo.png", "\xff\xd8\xff\xe0 and more");
  add("short.png", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"sv);
  add("other.bin", "anything");
  add("short.skn", "12345678");
  add("a.ktx", "not decoded here");
  return assets;
}

struct Row {
  const char* what;
  int line;
  const char* element;
  std::vector<const char*> says;
  const char* text;
};

const Row kRows[] = {
    {"texture missing",
     3,
     "texture",
     {"none.png"},
     "<mujoco>\n<asset>\n<texture name='t' type='2d' file='none.png'/></asset></mujoco>"},
    {"side missing",
     3,
     "texture",
     {"none.png"},
     "<mujoco>\n<asset>\n<texture name='t' fileup='none.png'/></asset></mujoco>"},
    {"jpeg",
     3,
     "texture",
     {"photo.jpg", "JPEG", "PNG"},
     "<mujoco>\n<asset>\n<texture name='t' type='2d' file='photo.jpg'/></asset></mujoco>"},
    {"jpeg called png",
     3,
     "texture",
     {"photo.png", "JPEG"},
     "<mujoco>\n<asset>\n<texture name='t' type='2d' file='photo.png'/></asset></mujoco>"},
    {"pointer called png",
     3,
     "texture",
     {"git lfs pull"},
     "<mujoco>\n<asset>\n<texture name='t' type='2d' file='pointer.png'/></asset></mujoco>"},
    {"short png",
     3,
     "texture",
     {"short.png", "ends too early"},
     "<mujoco>\n<asset>\n<texture name='t' type='2d' file='short.png'/></asset></mujoco>"},
    {"unknown image",
     3,
     "texture",
     {"other.bin", "unknown kind"},
     "<mujoco>\n<asset>\n<texture name='t' type='2d' file='other.bin'/></asset></mujoco>"},
    {"declared type",
     3,
     "texture",
     {"image/jpeg"},
     "<mujoco>\n<asset>\n<texture name='t' type='2d' file='a.ktx' content_type='image/jpeg'/></asset></mujoco>"},
    {"flipped ktx",
     3,
     "texture",
     {"KTX", "hflip"},
     "<mujoco>\n<asset>\n<texture name='t' type='2d' file='a.ktx' hflip='true'/></asset></mujoco>"},
    {"ktx as cube",
     3,
     "texture",
     {"square"},
     "<mujoco>\n<asset>\n<texture name='t' type='cube' file='a.ktx'/></asset></mujoco>"},
    {"no width",
     3,
     "texture",
     {"width must be positive"},
     "<mujoco>\n<asset>\n<texture name='t' builtin='flat'/></asset></mujoco>"},
    {"no source", 3, "texture", {"builtin", "fileright"}, "<mujoco>\n<asset>\n<texture name='t'/></asset></mujoco>"},
    {"no name",
     3,
     "texture",
     {"name is missing"},
     "<mujoco>\n<asset>\n<texture builtin='flat' width='2'/></asset></mujoco>"},
    {"channels",
     3,
     "texture",
     {"nchannel"},
     "<mujoco>\n<asset>\n<texture name='t' type='2d' file='short.png' nchannel='2'/></asset></mujoco>"},
    {"texture of a material",
     3,
     "material",
     {"texture", "wood"},
     "<mujoco>\n<asset>\n<material name='m' texture='wood'/></asset></mujoco>"},
    {"skin missing", 3, "skin", {"none.skn"}, "<mujoco>\n<asset>\n<skin name='s' file='none.skn'/></asset></mujoco>"},
    {"skin of another type",
     3,
     "skin",
     {"other.bin", ".skn"},
     "<mujoco>\n<asset>\n<skin name='s' file='other.bin'/></asset></mujoco>"},
    {"short skin",
     3,
     "skin",
     {"SKN", "header"},
     "<mujoco>\n<asset>\n<skin name='s' file='short.skn'/></asset></mujoco>"},
    {"skin without bones",
     3,
     "skin",
     {"bone"},
     "<mujoco>\n<asset>\n<skin name='s' vertex='0 0 0 1 0 0 0 1 0' face='0 1 2'/></asset></mujoco>"},
    {"skin vertex without bone",
     3,
     "skin",
     {"vertex 2"},
     "<mujoco>\n<asset>\n<skin name='s' vertex='0 0 0 1 0 0 0 1 0' face='0 1 2'><bone body='world' bindpos='0 0 0' "
     "bindquat='1 0 0 0' vertid='0 1' vertweight='1 1'/></skin></asset></mujoco>"},
    {"bone of no body",
     3,
     "skin",
     {"body", "wing"},
     "<mujoco>\n<asset>\n<skin name='s' vertex='0 0 0 1 0 0 0 1 0' face='0 1 2'><bone body='wing' bindpos='0 0 0' "
     "bindquat='1 0 0 0' vertid='0 1 2' vertweight='1 1 1'/></skin></asset></mujoco>"},
    {"pointer",
     3,
     "mesh",
     {"pointer.obj", "git lfs pull"},
     "<mujoco>\n<asset>\n<mesh file='pointer.obj'/></asset></mujoco>"},
    {"page", 3, "mesh", {"page.obj", "HTML"}, "<mujoco>\n<asset>\n<mesh file='page.obj'/></asset></mujoco>"},
    {"step", 3, "mesh", {"step.stl", "STEP"}, "<mujoco>\n<asset>\n<mesh file='step.stl'/></asset></mujoco>"},
    {"collada", 3, "mesh", {"scene.dae", "DAE"}, "<mujoco>\n<asset>\n<mesh file='scene.dae'/></asset></mujoco>"},
    {"ascii stl", 3, "mesh", {"text.stl", "ASCII"}, "<mujoco>\n<asset>\n<mesh file='text.stl'/></asset></mujoco>"},
    {"zip", 3, "mesh", {"packed.obj", "zip"}, "<mujoco>\n<asset>\n<mesh file='packed.obj'/></asset></mujoco>"},
    {"obj index",
     3,
     "mesh",
     {"high.obj", "line 6", "vertex 9", "1 to 4"},
     "<mujoco>\n<asset>\n<mesh file='high.obj'/></asset></mujoco>"},
    {"obj index zero",
     3,
     "mesh",
     {"zero.obj", "line 6", "vertex 0"},
     "<mujoco>\n<asset>\n<mesh file='zero.obj'/></asset></mujoco>"},
    {"obj relative index",
     3,
     "mesh",
     {"low.obj", "line 5", "vertex -9"},
     "<mujoco>\n<asset>\n<mesh file='low.obj'/></asset></mujoco>"},
    {"elements of a grid",
     3,
     "flexcomp",
     {"2 point ids", "dim + 1"},
     "<mujoco>\n<worldbody>\n<flexcomp name='f' type='grid' count='3 3 1' spacing='.1 .1 .1' element='0 "
     "1'/></worldbody></mujoco>"},
    {"many keyframes",
     2,
     "size",
     {"nkey=\"2000000000\""},
     "<mujoco>\n<size nkey='2000000000'/><worldbody><body><joint/><geom size='1'/></body></worldbody></mujoco>"},
    {"much user data", 2, "size", {"nuserdata", "2000000000"}, "<mujoco>\n<size nuserdata='2000000000'/></mujoco>"},
    {"user numbers",
     2,
     "size",
     {"nuser_geom"},
     "<mujoco>\n<size nuser_geom='2000000000'/><worldbody><geom size='1'/></worldbody></mujoco>"},
    {"unclosed", 4, "mujoco", {"<worldbody>", "line 2"}, "<mujoco>\n<worldbody>\n<geom size='1'/>\n</mujoco>"},
    {"comma", 3, "geom", {"pos", "commas"}, "<mujoco>\n<worldbody>\n<geom size='1' pos='1,2,3'/></worldbody></mujoco>"},
    {"no size", 3, "geom", {"size is missing", "radius"}, "<mujoco>\n<worldbody>\n<geom/></worldbody></mujoco>"},
    {"other model", 1, "COLLADA", {"DAE"}, "<COLLADA/>"},
    {"sensor",
     2,
     "gyro",
     {"site: there is no site named 'imu'"},
     "<mujoco><sensor>\n<gyro site='imu'/></sensor></mujoco>"},
};

TEST(BrokenAssets, AreExplained) {
  for (const Row& row : kRows) {
    try {
      load_text(row.text, files());
      ADD_FAILURE() << row.what << " is accepted";
    } catch (const LoadError& error) {
      const auto& list = error.diagnostics().list();
      ASSERT_EQ(error.diagnostics().error_count(), 1) << row.what << "\n" << error.what();
      const Diagnostic& d = list.back();
      EXPECT_EQ(d.where.line, row.line) << error.what();
      EXPECT_EQ(d.element, row.element) << error.what();
      for (const char* part : row.says)
        EXPECT_NE(d.text().find(part), std::string::npos) << part << "\n" << error.what();
    }
  }
}

TEST(BrokenAssets, TouchingAttributesAreAWarning) {
  Diagnostics diagnostics;
  const Spec spec = read_mjcf_text("<mujoco>\n<worldbody>\n<geom size='1'pos='1 2 3'\nname='a'/></worldbody></mujoco>",
                                   ".", diagnostics);
  ASSERT_EQ(diagnostics.list().size(), 1u) << diagnostics.text();
  ASSERT_EQ(diagnostics.list()[0].severity, Severity::kWarning) << diagnostics.text();
  EXPECT_EQ(diagnostics.list()[0].where.line, 3);
  EXPECT_EQ(compile(spec, diagnostics).geom_pos[0], (Vec3{1, 2, 3}));
}

TEST(BrokenAssets, TextInUtf16) {
  try {
    load_text("<\0m\0u\0j\0o\0c\0o\0/\0>\0"sv);
    FAIL() << "accepted";
  } catch (const LoadError& error) {
    EXPECT_NE(std::string(error.what()).find("UTF-16"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace corten
