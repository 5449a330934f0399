// What must hold for the contacts of any scene: frames are rotations, nothing depends on the order of the geoms,
// touching, deep and coincident shapes are harmless, and the quick search finds what the search over all pairs finds.
#include <array>
#include <map>
#include <random>
#include <set>
#include <utility>

#include "pipeline/forward.h"
#include "world.h"

namespace corten {
namespace {

constexpr const char* kMesh =
    "<asset><mesh name='rock' vertex='0 0 .12 .1 0 -.05 -.05 .09 -.05 -.05 -.09 -.04 .06 .06 .06 -.07 .02 "
    ".06'/></asset>";
const std::vector<std::string> kShapes = {
    "type='sphere' size='.1'",        "type='capsule' size='.05 .1'", "type='ellipsoid' size='.1 .07 .05'",
    "type='cylinder' size='.07 .08'", "type='box' size='.1 .07 .05'", "type='mesh' mesh='rock'",
};

// Reproducible on every platform.
class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double in(double low, double high) { return low + (high - low) * static_cast<double>(engine_() >> 11) * 0x1p-53; }
  int below(int n) { return static_cast<int>(engine_() % static_cast<unsigned>(n)); }

 private:
  std::mt19937_64 engine_;
};

std::string numbers(std::initializer_list<double> values) {
  std::string text;
  for (const double v : values) text += std::to_string(v) + " ";
  return text;
}

std::string body(const std::string& geoms, const std::string& pose) {
  return "<body " + pose + "><freejoint/>" + geoms + "</body>";
}

// Numbers are drawn in statements of their own: compilers evaluate the operands of + in different orders.
std::string random_pose(Random& random, double size) {
  const std::string quat = numbers({random.in(.1, 1), random.in(-1, 1), random.in(-1, 1), random.in(-1, 1)});
  const std::string pos = numbers({random.in(-size, size), random.in(-size, size), random.in(-size, size)});
  return "pos='" + pos + "' quat='" + quat + "'";
}

std::string model(const std::string& bodies, const std::string& defaults = "") {
  return "<mujoco><default><geom " + defaults + "/></default>" + kMesh + "<worldbody>" + bodies +
         "</worldbody></mujoco>";
}

// A world with its contacts only: thousands of them are not for the solver.
struct Contacts {
  explicit Contacts(const std::string& text) : m(load_text(text)), d(m) { run_stages(position_stages(), m, d); }
  Model m;
  Data d;
};

void expect_sound(const World& w, const std::string& what) {
  for (const Contact& c : w.d.contact) {
    for (int i = 0; i < 3; ++i) {
      EXPECT_TRUE(std::isfinite(c.pos[i])) << what;
      for (int j = 0; j < 3; ++j) {
        double product = 0;
        for (int k = 0; k < 3; ++k) product += c.frame(i, k) * c.frame(j, k);
        EXPECT_NEAR(product, i == j, 1e-9) << what;
      }
    }
    const Mat3& f = c.frame;
    EXPECT_NEAR(f(0, 0) * (f(1, 1) * f(2, 2) - f(1, 2) * f(2, 1)) - f(0, 1) * (f(1, 0) * f(2, 2) - f(1, 2) * f(2, 0)) +
                    f(0, 2) * (f(1, 0) * f(2, 1) - f(1, 1) * f(2, 0)),
                1, 1e-9)
        << what;
    EXPECT_TRUE(std::isfinite(c.dist)) << what;
    EXPECT_LE(c.dist, c.includemargin + 1e-9) << what;
    EXPECT_GT(c.dist, -1) << what;
  }
}

TEST(CollisionInvariants, FramesAreRotations) {
  Random random(1);
  std::set<std::pair<int, int>> met;
  for (int trial = 0; trial < 12; ++trial) {
    std::string bodies = "<geom type='plane' size='2 2 1' pos='0 0 -.2'/>";
    for (int i = 0; i < 12; ++i) {
      bodies += body("<geom " + kShapes[static_cast<std::size_t>(i % 6)] + "/>", random_pose(random, 0.25));
    }
    World w(model(bodies, trial % 3 == 0 ? "" : trial % 3 == 1 ? "margin='.02'" : "margin='.5' gap='.4'"));
    EXPECT_GT(w.d.contact.size(), 10u);
    expect_sound(w, "trial " + std::to_string(trial));
    for (const Contact& c : w.d.contact) met.insert({int(w.m.geom_type[c.geom[0]]), int(w.m.geom_type[c.geom[1]])});
    w.step(5);
    EXPECT_TRUE(w.finite()) << trial;
  }
  EXPECT_GE(met.size(), 25u);  // of the 27 pairs of these shapes
}

// Contacts of geoms a and b, deepest first, with the normal from a to b.
struct Touch {
  double dist;
  Vec3 pos, normal;
};
std::vector<Touch> touches(const World& w, const std::string& a) {
  std::vector<Touch> result;
  for (const Contact& c : w.d.contact) {
    const double sign = w.m.name_of(Object::kGeom, c.geom[0]) == a ? 1 : -1;
    result.push_back({c.dist, c.pos, Vec3{sign * c.frame(0, 0), sign * c.frame(0, 1), sign * c.frame(0, 2)}});
  }
  std::sort(result.begin(), result.end(), [](const Touch& x, const Touch& y) { return x.dist < y.dist; });
  return result;
}

TEST(CollisionInvariants, TheOrderOfTheBodiesDoesNotMatter) {
  Random random(2);
  int touching = 0;
  for (std::size_t i = 0; i < kShapes.size(); ++i) {
    for (std::size_t j = i; j < kShapes.size(); ++j) {
      for (int trial = 0; trial < 4; ++trial) {
        const std::string a = body("<geom name='a' " + kShapes[i] + "/>", random_pose(random, 0.06));
        const std::string b = body("<geom name='b' " + kShapes[j] + "/>", random_pose(random, 0.06));
        const std::vector<Touch> ab = touches(World(model(a + b)), "a"), ba = touches(World(model(b + a)), "a");
        const std::string what = kShapes[i] + " and " + kShapes[j] + " trial " + std::to_string(trial);
        ASSERT_EQ(ab.empty(), ba.empty()) << what;
        if (ab.empty()) continue;
        ++touching;
        // Shapes of two types are always taken in the same order. Of one type, EPA starts elsewhere and stops
        // elsewhere.
        const bool exact = i != j || i < 2 || i == 4;
        EXPECT_NEAR(ab[0].dist, ba[0].dist, exact ? 1e-12 : 1e-3) << what;
        const double cosine =
            ab[0].normal.x * ba[0].normal.x + ab[0].normal.y * ba[0].normal.y + ab[0].normal.z * ba[0].normal.z;
        EXPECT_GT(cosine, exact ? 1 - 1e-12 : 0.99) << what;
        if (!exact) continue;
        ASSERT_EQ(ab.size(), ba.size()) << what;
        for (std::size_t k = 0; k < ab.size(); ++k) EXPECT_LT(distance(ab[k].pos, ba[k].pos), 1e-9) << what;
      }
    }
  }
  EXPECT_GT(touching, 50);
}

TEST(CollisionInvariants, DeepTouchingAndCoincidentShapesAreHarmless) {
  for (const std::string& a : kShapes) {
    for (const std::string& b : kShapes) {
      for (const char* margin : {"margin='0'", "margin='10'"}) {
        for (const double offset : {0.0, 1e-12, 0.01, 0.1, 0.2}) {
          World w(
              model(body("<geom " + a + "/>", "") + body("<geom " + b + "/>", "pos='" + numbers({offset, 0, 0}) + "'"),
                    margin));
          const std::string what = a + " " + b + " " + margin + " at " + std::to_string(offset);
          // MuJoCo: some shapes with the same centre have no direction to part in and no contact.
          if (offset == 0.01) {
            EXPECT_GE(w.d.contact.size(), 1u) << what;
          }
          for (const Contact& c : w.d.contact) EXPECT_TRUE(std::isfinite(c.dist)) << what;
          w.step(2);
          EXPECT_TRUE(w.finite()) << what;
        }
      }
    }
  }
}

TEST(CollisionInvariants, SpheresTouchAtTheMarginExactly) {
  const auto contacts = [](const std::string& x, const std::string& margin) {
    return World(model(body("<geom size='.1'/>", "") + body("<geom size='.1'/>", "pos='" + x + " 0 0'"),
                       "margin='" + margin + "'"))
        .d.contact.size();
  };
  EXPECT_EQ(contacts("0.19999", "0"), 1u);
  EXPECT_EQ(contacts("0.20001", "0"), 0u);
  EXPECT_EQ(contacts("0.29999", "0.05"), 1u);  // the margins of both add up
  EXPECT_EQ(contacts("0.30001", "0.05"), 0u);
  EXPECT_EQ(contacts("50", "100"), 1u);
}

// Meshes that have no inside, or hardly one: refused with a message, or simulated without harm.
TEST(CollisionInvariants, DegenerateMeshes) {
  struct Case {
    const char* name;
    const char* mesh;
    bool refused;
  };
  const Case cases[] = {
      {"coplanar", "vertex='0 0 0 1 0 0 0 1 0 1 1 0'", true},
      {"collinear", "vertex='0 0 0 1 0 0 2 0 0 3 0 0'", true},
      {"three points", "vertex='0 0 0 1 0 0 0 1 0'", true},
      {"one point four times", "vertex='1 1 1 1 1 1 1 1 1 1 1 1'", true},
      {"duplicate vertices", "vertex='0 0 0 .2 0 0 0 .2 0 0 0 .2 0 0 0 .2 0 0 0 .2 0 0 0 .2'", false},
      {"needles", "vertex='0 0 0 .5 0 0 .5 1e-3 0 .25 0 1e-3 .5 1e-3 1e-3'", false},
      {"duplicate faces", "vertex='0 0 0 .2 0 0 0 .2 0 0 0 .2' face='0 2 1 0 1 3 0 3 2 1 2 3 0 2 1 1 2 3'", false},
  };
  for (const Case& c : cases) {
    const std::string text = "<mujoco><asset><mesh name='m' " + std::string(c.mesh) +
                             "/></asset><worldbody><geom type='plane' size='1 1 1'/>"
                             "<body pos='0 0 .01'><freejoint/><geom type='mesh' mesh='m'/></body>"
                             "<body pos='.01 .01 .02'><freejoint/><geom type='mesh' mesh='m'/></body>"
                             "<body pos='.05 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
                             "</worldbody></mujoco>";
    try {
      World w(text);
      EXPECT_FALSE(c.refused) << c.name;
      EXPECT_FALSE(w.d.contact.empty()) << c.name;
      expect_sound(w, c.name);
      w.step(20);
      EXPECT_TRUE(w.finite()) << c.name;
    } catch (const LoadError& error) {
      EXPECT_TRUE(c.refused) << c.name << ": " << error.what();
    }
  }
}

// Spheres, so that which pairs touch is known: |x_a - x_b| < r_a + r_b + margins.
TEST(CollisionInvariants, BroadphaseFindsExactlyTheTouchingPairs) {
  Random random(3);
  for (const int count : {1, 10, 100, 1000}) {
    std::string bodies;
    const double size = 0.12 * std::cbrt(count);
    for (int i = 0; i < count; ++i) {
      const std::string pose = random_pose(random, size), margin = numbers({random.in(0, .01)});
      const std::string radius = numbers({random.in(.02, .1)});
      bodies += body("<geom size='" + radius + "' margin='" + margin + "'/>", pose);
    }
    Contacts w(model(bodies));
    std::set<std::pair<int, int>> found, expected;
    for (const Contact& c : w.d.contact) {
      EXPECT_TRUE(found.insert({std::min(c.geom[0], c.geom[1]), std::max(c.geom[0], c.geom[1])}).second);
    }
    for (int a = 0; a < count; ++a) {
      for (int b = a + 1; b < count; ++b) {
        const double reach = w.m.geom_size[a].x + w.m.geom_size[b].x + w.m.geom_margin[a] + w.m.geom_margin[b];
        if (distance(w.d.geom_xpos[a], w.d.geom_xpos[b]) < reach) expected.insert({a, b});
      }
    }
    EXPECT_EQ(found, expected) << count;
    if (count >= 100) {
      EXPECT_GT(expected.size(), static_cast<std::size_t>(count) / 4);
    }
  }
}

// Bodies of several geoms: the search in trees of boxes finds what all pairs of geoms give.
TEST(CollisionInvariants, MidphaseFindsWhatAllPairsGive) {
  Random random(4);
  for (const int count : {1, 10, 100, 1000}) {
    std::string bodies = "<geom type='plane' size='9 9 1' pos='0 0 -.3'/>";
    const double size = 0.18 * std::cbrt(count);
    for (int i = 0; i < count; ++i) {
      std::string geoms;
      for (int g = 0; g < (count < 1000 ? 6 : 3); ++g) {
        geoms += "<geom " + kShapes[static_cast<std::size_t>(random.below(count < 1000 ? 6 : 2))] + " " +
                 random_pose(random, 0.2) + "/>";
      }
      bodies += body(geoms, random_pose(random, size));
    }
    Contacts w(model(bodies));
    const std::vector<Contact> tree = w.d.contact;
    w.m.opt.disableflags |= kDisableMidphase;
    run_stages(position_stages(), w.m, w.d);
    ASSERT_EQ(tree.size(), w.d.contact.size()) << count;
    // The order within a pair of bodies may differ.
    const auto sorted = [](std::vector<Contact> list) {
      std::stable_sort(list.begin(), list.end(), [](const Contact& a, const Contact& b) {
        return std::pair(a.geom[0], a.geom[1]) < std::pair(b.geom[0], b.geom[1]);
      });
      return list;
    };
    const std::vector<Contact> a = sorted(tree), b = sorted(w.d.contact);
    for (std::size_t i = 0; i < a.size(); ++i) {
      ASSERT_EQ(a[i].geom, b[i].geom) << count;
      EXPECT_EQ(a[i].dist, b[i].dist) << count;
      EXPECT_EQ(a[i].pos, b[i].pos) << count;
      EXPECT_EQ(a[i].frame, b[i].frame) << count;
    }
    if (count >= 10) {
      EXPECT_GT(a.size(), static_cast<std::size_t>(count));
    }
  }
}

}  // namespace
}  // namespace corten
