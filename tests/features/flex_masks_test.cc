// Item 30: which geoms a flex collides with, and whether it collides with itself, by contype and conaffinity.
//
// Numbers of contacts are MuJoCo's for the same models. Corrected: two things meet when either one's contype shares a
// bit with the other's conaffinity, so that one mask of zero leaves the other direction (AC2, AC3).
#include <vector>

#include "flex_scenes.h"

namespace corten {
namespace flex_masks_test {

std::string masks(int contype, int conaffinity) {
  return "contype='" + std::to_string(contype) + "' conaffinity='" + std::to_string(conaffinity) + "'";
}

struct Shape {
  const char* geom;
  std::size_t contacts;
};
const Shape kShapes[] = {
    {"type='sphere' size='.04'", 12}, {"type='box' size='.03 .02 .02'", 20}, {"type='capsule' size='.02 .03'", 13}};

// A free geom in a sheet of 4 x 4 vertices.
std::string sheet_and_geom(const char* geom, const std::string& flex_masks, const std::string& geom_masks,
                           const std::string& flags = "") {
  return "<mujoco><option><flag " + flags + "/></option><worldbody><body pos='.01 .02 .03'><freejoint/><geom " + geom +
         " " + geom_masks + "/></body><flexcomp name='f' type='grid' count='4 4 1' spacing='.04 .04 .04' dim='2' " +
         "radius='.005' pos='0 0 .05'><contact selfcollide='none' internal='false' " + flex_masks +
         "/><edge equality='true'/></flexcomp></worldbody></mujoco>";
}
std::size_t contacts(const Shape& shape, const std::string& flex_masks, const std::string& geom_masks,
                     const std::string& flags = "") {
  return World(sheet_and_geom(shape.geom, flex_masks, geom_masks, flags)).contacts();
}

// All combinations, with trees and without.
TEST(FlexMasks, MasksDecideAsBetweenGeoms) {
  for (const char* flags : {"", "midphase='disable'"}) {
    World w(sheet_and_geom(kShapes[0].geom, "", "", flags));
    for (int bits = 0; bits < 256; ++bits) {
      constexpr int kMask[] = {0, 1, 2, 6};
      const int type1 = kMask[bits % 4], affinity1 = kMask[bits / 4 % 4], type2 = kMask[bits / 16 % 4],
                affinity2 = kMask[bits / 64];
      w.m.flex_contype[0] = type1, w.m.flex_conaffinity[0] = affinity1;
      w.m.geom_contype[0] = w.m.body_contype[1] = type2, w.m.geom_conaffinity[0] = w.m.body_conaffinity[1] = affinity2;
      forward(w.m, w.d);
      const bool meet = (type1 & affinity2) != 0 || (type2 & affinity1) != 0;
      EXPECT_EQ(w.contacts(), meet ? kShapes[0].contacts : 0u) << masks(type1, affinity1) << masks(type2, affinity2);
    }
  }
}

TEST(FlexMasks, AFlexWithoutContypeMeetsOnlyByItsAffinity) {
  for (const Shape& shape : kShapes) {
    EXPECT_EQ(contacts(shape, masks(0, 0), masks(1, 1)), 0u);
    EXPECT_EQ(contacts(shape, masks(0, 1), masks(0, 1)), 0u);
    EXPECT_EQ(contacts(shape, masks(0, 1), masks(1, 1)), shape.contacts);  // corrected
  }
}

TEST(FlexMasks, AGeomWithoutConaffinityMeetsOnlyByItsType) {
  for (const Shape& shape : kShapes) {
    EXPECT_EQ(contacts(shape, masks(1, 0), masks(1, 0)), 0u);
    EXPECT_EQ(contacts(shape, masks(1, 1), masks(0, 0)), 0u);
    EXPECT_EQ(contacts(shape, masks(1, 1), masks(1, 0)), shape.contacts);  // corrected
  }
}

TEST(FlexMasks, GroupsMeetOnlyTheirOwn) {
  for (const Shape& shape : kShapes) {
    EXPECT_EQ(contacts(shape, masks(2, 0), masks(0, 2)), shape.contacts);
    EXPECT_EQ(contacts(shape, masks(2, 0), masks(0, 4)), 0u);
    EXPECT_EQ(contacts(shape, masks(2, 0), masks(0, 4), "midphase='disable'"), 0u);
    EXPECT_EQ(contacts(shape, masks(2, 8), masks(4, 4)), 0u);
    EXPECT_EQ(contacts(shape, masks(2, 8), masks(12, 4)), shape.contacts);
  }
}

// One body, whose two geoms are of different groups: only one of them touches.
TEST(FlexMasks, EachGeomOfABodyDecidesByItself) {
  const std::string text = replaced(sheet_and_geom(kShapes[0].geom, masks(2, 0), masks(0, 2)), "</body>",
                                    "<geom type='box' size='.03 .02 .02' contype='0' conaffinity='4'/></body>");
  for (const char* flag : {"", "midphase='disable'"}) {
    const World w(replaced(text, "<flag ", "<flag " + std::string(flag)));
    EXPECT_EQ(w.contacts(), kShapes[0].contacts);
    for (const Contact& c : w.d.contact) EXPECT_EQ(c.geom[0], 0);
  }
}

TEST(FlexMasks, DefaultsCollide) {
  for (const Shape& shape : kShapes) EXPECT_EQ(contacts(shape, "", ""), shape.contacts);
}

// A folded sheet: 2 internal contacts and 17 between its elements. Also criterion 1 of item 42A-iv.
TEST(FlexMasks, SelfCollisionNeedsACommonBit) {
  const auto folded = [](const std::string& contact) {
    World w(flexcomp_model("count='4 3 1' dim='2'", "<contact " + contact + "/><edge equality='true'/>"));
    EXPECT_EQ(w.contacts(), 0u);
    fold(w, .0095);
    return w.contacts();
  };
  for (const char* how : {"narrow", "bvh", "sap", "auto"}) {
    const std::string both = "internal='true' selfcollide='" + std::string(how) + "' ";
    EXPECT_EQ(folded(both), 19u) << how;
    EXPECT_EQ(folded(both + masks(2, 6)), 19u) << how;
    EXPECT_EQ(folded(both + masks(2, 1)), 0u) << how;
    EXPECT_EQ(folded(both + masks(1, 0)), 0u) << how;
    EXPECT_EQ(folded("internal='false' selfcollide='" + std::string(how) + "'"), 17u) << how;
  }
  EXPECT_EQ(folded("internal='true' selfcollide='none'"), 2u);
  EXPECT_EQ(folded("internal='false' selfcollide='none'"), 0u);
}

// Two triangles through each other, and a tetrahedron inside out: on bodies of their own, and on one body.
// Also criterion 2 of item 42A-iv.
TEST(FlexMasks, RigidFlexesDoNotMeetThemselves) {
  const auto crossed = [](const std::string& how, bool rigid) {
    const char* const vertex[] = {"-.1 -.1 0", ".1 -.1 0", "0 .1 0", "0 0 -.1", ".02 -.03 .1", "-.03 .05 .1"};
    std::string bodies, names, places;
    for (int i = 0; i < 6; ++i) {
      bodies += "<body name='b" + std::to_string(i) + "' pos='" + (rigid ? "0 0 0" : vertex[i]) +
                "'><joint type='slide'/><geom size='.01' mass='1' contype='0' conaffinity='0'/></body>";
      names += "b" + std::to_string(rigid ? 0 : i) + " ";
      places += std::string(rigid ? vertex[i] : "0 0 0") + " ";
    }
    const World w("<mujoco><worldbody>" + bodies +
                  "</worldbody><deformable><flex name='f' dim='2' radius='.005' body='" + names + "' vertex='" +
                  places + "' element='0 1 2 3 4 5'><contact internal='true' selfcollide='" + how +
                  "'/></flex></deformable></mujoco>");
    EXPECT_EQ(w.m.flex_rigid[0] != 0, rigid);
    return w.contacts();
  };
  for (const char* how : {"narrow", "bvh", "sap", "auto"}) {
    EXPECT_EQ(crossed(how, false), 1u) << how;
    EXPECT_EQ(crossed(how, true), 0u) << how;
  }
}

TEST(FlexMasks, RigidTetrahedraHaveNoInternalContacts) {
  // radius .1 in a tetrahedron of size .1: each vertex is too near to its opposite side
  const auto swollen = [](const std::string& rigid) {
    return World("<mujoco><worldbody><body name='p'><freejoint/><geom size='.01' contype='0' conaffinity='0'/>" +
                 std::string("<flexcomp name='f' type='direct' dim='3' radius='.1' rigid='") + rigid +
                 "' point='0 0 0 .1 0 0 0 .1 0 0 0 .1' element='0 1 2 3'><contact internal='true' "
                 "selfcollide='none'/></flexcomp></body></worldbody></mujoco>");
  };
  const World soft = swollen("false"), rigid = swollen("true");
  EXPECT_EQ(soft.contacts(), 4u);
  EXPECT_TRUE(rigid.m.flex_rigid[0]);
  EXPECT_EQ(rigid.contacts(), 0u);
}

TEST(FlexMasks, MasksAreRead) {
  const World bare(flexcomp_model("count='2 2 1' dim='2'", ""));
  EXPECT_EQ(bare.m.flex_contype[0], 1);
  EXPECT_EQ(bare.m.flex_conaffinity[0], 1);
  const World given(flexcomp_model("count='2 2 1' dim='2'", "<contact contype='5' conaffinity='6'/>"));
  EXPECT_EQ(given.m.flex_contype[0], 5);
  EXPECT_EQ(given.m.flex_conaffinity[0], 6);
  EXPECT_THROW(load_text(flexcomp_model("count='2 2 1' dim='2'", "<contact contype='x'/>")), LoadError);
}

}  // namespace flex_masks_test
}  // namespace corten
