// Searches in a small tree, and copies of parts of it.
#include "spec/query.h"

#include <gtest/gtest.h>

#include "spec/attach/attach.h"
#include "spec/spec_builder_test.h"

namespace corten {
namespace {

Spec make_spec() {
  Spec spec;
  spec.world.geoms.push_back(named<Geom>("floor"));
  Body a = make_body("a", "ja", "ga"), b = make_body("b", "jb", "gb");
  b.sites.push_back(named<Site>("s"));
  b.frames.push_back(named<Frame>("f"));
  a.bodies.push_back(b);
  spec.world.bodies = {a, make_body("c")};
  return spec;
}

TEST(QueryTest, Find) {
  Spec spec = make_spec();
  EXPECT_EQ(find_body(spec, "world"), &spec.world);
  EXPECT_EQ(find_body(spec, "b"), &spec.world.bodies[0].bodies[0]);
  EXPECT_EQ(find_joint(spec.world, "jb"), &spec.world.bodies[0].bodies[0].joints[0]);
  EXPECT_EQ(find_geom(spec.world, "floor"), &spec.world.geoms[0]);
  EXPECT_EQ(find_site(spec.world.bodies[1], "s"), nullptr);
  EXPECT_EQ(find_site(spec.world, "s")->name, "s");
  EXPECT_EQ(find_frame(spec.world, "f").body, find_body(spec, "b"));
  EXPECT_EQ(find_frame(spec.world, "f").index, 0);
  EXPECT_EQ(find_frame(spec.world, "g").body, nullptr);
  EXPECT_EQ(parent_of(spec.world, *find_body(spec, "b")), find_body(spec, "a"));
  EXPECT_EQ(parent_of(spec.world, spec.world), nullptr);
}

TEST(QueryTest, CountAndNames) {
  const Spec spec = make_spec();
  EXPECT_EQ(count_elements(spec.world), 12u);
  EXPECT_EQ(tree_depth(spec.world), 3);
  EXPECT_EQ(body_names(spec.world), (Names{"a", "b", "c"}));
  EXPECT_EQ(frame_names(spec.world), (Names{"f"}));
}

TEST(PartTest, FrameWithItsContent) {
  Body owner;
  owner.frames = {named<Frame>("f0"), named<Frame>("f1"), named<Frame>("f2"), named<Frame>("f3")};
  owner.frames[2].parent = 1;
  owner.frames[3].parent = 0;
  for (int frame : {-1, 0, 1, 2, 3}) {
    owner.sites.push_back(named<Site>("s" + std::to_string(frame)));
    owner.sites.back().frame = frame;
  }
  const Body copy = copy_part(part_of_frame(owner, 1));
  EXPECT_EQ(names(copy.frames), (Names{"f1", "f2"}));
  EXPECT_EQ(copy.frames[0].parent, -1);
  EXPECT_EQ(copy.frames[1].parent, 0);
  EXPECT_EQ(names(copy.sites), (Names{"s1", "s2"}));
  EXPECT_EQ(copy.sites[1].frame, 1);

  Body parent;
  parent.frames.resize(3);
  graft(parent, 2, copy);
  EXPECT_EQ(parent.frames[3].parent, 2);
  EXPECT_EQ(parent.frames[4].parent, 3);
  EXPECT_EQ(parent.sites[0].frame, 3);
}

}  // namespace
}  // namespace corten
