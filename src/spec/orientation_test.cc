#include "spec/orientation.h"

#include <gtest/gtest.h>

namespace corten {
namespace {

// MuJoCo's body_quat for <body xyaxes>, bit for bit; each of the four components is the largest once. The last bit
// matters: rows of a weld that have no dof to act on push with 1e15 times the error of the orientation.
TEST(Orientation, AxesRoundLikeMujoco) {
  struct Case {
    Vec<6> axes;
    Quat expected;
  };
  const Case cases[] = {{{{0.71481, -0.93283, 0.45931, -0.64869, 0.72636, 0.082922}},
                         {0.6312225542236095, 0.6203325825769496, -0.4394392954227098, -0.15374875502333954}},
                        {{{0.21327, 0.45899, 0.08725, 0.87014, 0.63171, -0.99452}},
                         {-0.49208465005399965, 0.6822623017830033, 0.48990028705622596, -0.2288417739164296}},
                        {{{-0.81451, 0.15752, -0.60553, 0.61627, -0.022308, 0.97739}},
                         {0.29742654188394496, -0.12256614986600307, 0.7564074336426625, 0.5695285641827841}},
                        {{{-0.11925, 0.90918, -0.00020837, -0.14954, 0.24043, 0.99019}},
                         {0.4930147869716599, 0.43807794397212885, 0.49941812180689776, 0.5617879265731079}}};
  for (const Case& c : cases) {
    Orientation orientation;
    orientation.kind = Orientation::Kind::kXyAxes;
    orientation.xyaxes = c.axes;
    Quat q;
    ASSERT_TRUE(resolve_orientation(orientation, {}, q));
    for (int i = 0; i < 4; ++i) EXPECT_EQ(q[i], c.expected[i]) << i;
  }
}

}  // namespace
}  // namespace corten
