#include "cli/draw/chart.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace corten::draw {
namespace {

TEST(Chart, AxesEndAtRoundNumbers) {
  const auto expect = [](double least, double most, int about, double low, double high, double step) {
    const Axis axis = axis_of(least, most, about);
    EXPECT_NEAR(axis.low, low, 1e-12 * step) << least << " to " << most;
    EXPECT_NEAR(axis.high, high, 1e-12 * step) << least << " to " << most;
    EXPECT_NEAR(axis.step, step, 1e-12 * step) << least << " to " << most;
  };
  expect(0, 5, 7, 0, 5, 0.5);  // 0.71 is nearer to 0.5 than to 1
  expect(-3.3, 12.1, 6, -4, 14, 2);
  expect(0.1234, 0.1239, 5, 0.1234, 0.1239, 0.0001);
  expect(0, 1 + 1e-7, 5, 0, 1, 0.2);  // a hair beyond a tick
  expect(7, 7, 5, 6.2, 7.8, 0.2);     // a constant
  expect(0, 0, 4, -1, 1, 0.5);
  expect(9.81, 9.81 + 1e-14, 5, 8.5, 11, 0.5);  // noise
}

TEST(Chart, TicksCanBeToldApart) {
  for (const auto& [least, most] :
       {std::pair<double, double>{0, 5}, {-2e-9, 3e-9}, {1e7, 1e7 + 3}, {-1e250, 2e250}, {99.5, 100.5}}) {
    const Axis axis = axis_of(least, most, 6);
    std::set<std::string> labels;
    int ticks = 0;
    for (double value = axis.low; value < axis.high + axis.step / 2; value += axis.step, ++ticks) {
      const std::string label = tick_label(axis, value);
      labels.insert(label);
      EXPECT_NEAR(std::stod(label), value, axis.step / 100) << least;
      EXPECT_LE(label.size(), 15u) << label;
    }
    EXPECT_EQ(static_cast<int>(labels.size()), ticks) << least;
    EXPECT_GE(ticks, 3);
  }
  EXPECT_EQ(tick_label({0, 5, 0.5}, 1), "1.0");
  EXPECT_EQ(tick_label({-1, 1, 0.5}, 0), "0");
  EXPECT_EQ(tick_label({0, 3e9, 1e9}, 2e9), "2e+09");
}

// The distance of a point from a polyline.
double distance(const Point& p, const std::vector<Point>& line) {
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i + 1 < line.size(); ++i) best = std::min(best, distance(p, line[i], line[i + 1]));
  return best;
}

TEST(Chart, SimplifiedCurvesStayWithinTheTolerance) {
  std::vector<std::vector<Point>> curves(4);
  for (int i = 0; i <= 2000; ++i) {
    const double t = i / 2000.0;
    curves[0].push_back({600 * t, 150 + 140 * std::sin(40 * t) * std::exp(-2 * t)});
    curves[1].push_back({300 + 200 * std::cos(9 * t), 150 + 100 * std::sin(9 * t)});  // a curve that comes back
    curves[2].push_back({300 * std::sin(12 * t), 100});                               // to and fro on one line
    curves[3].push_back({600 * t, i == 777 ? 10.0 : 200.0});                          // a spike
  }
  for (const auto& curve : curves) {
    const auto few = simplified(curve, 0.05);
    EXPECT_LT(few.size(), 400u);
    for (const Point& p : curve) ASSERT_LT(distance(p, few), 0.051) << &curve - curves.data();
    EXPECT_EQ(few.front().x, curve.front().x);
    EXPECT_EQ(few.back().x, curve.back().x);
  }
  EXPECT_EQ(simplified({{0, 0}, {1, 1}, {2, 2}, {3, 3}}, 0.05).size(), 2u);
  EXPECT_TRUE(simplified({}, 0.05).empty());
}

std::vector<Stroke> curves_of(const Picture& picture) {
  std::vector<Stroke> curves;
  for (const Stroke& stroke : picture.strokes) {
    if (!stroke.name.empty()) curves.push_back(stroke);
  }
  return curves;
}

TEST(Chart, PointsStandWhereTheTicksSay) {
  const Picture picture = layout({"", {{"x", "y", {{"a", {0, 1, 2}, {0, 3, 6}}}}}});
  const auto place = [&](const std::string& label, Anchor anchor) {
    for (const Words& words : picture.words) {
      if (words.text == label && words.anchor == anchor && !words.upwards) return words.at;
    }
    ADD_FAILURE() << "no tick " << label;
    return Point();
  };
  const auto curves = curves_of(picture);
  ASSERT_EQ(curves.size(), 1u);
  EXPECT_NEAR(curves[0].points.back().x, place("2.0", Anchor::kMiddle).x, 1e-9);
  EXPECT_NEAR(curves[0].points.back().y, place("6", Anchor::kEnd).y - 4, 1e-9);
  EXPECT_NEAR(curves[0].points.front().x, place("0", Anchor::kMiddle).x, 1e-9);
}

TEST(Chart, NumbersThatAreNotFiniteAreGaps) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  const Picture picture = layout({"", {{"x", "y", {{"a", {0, 1, 2, 3, 4, 5}, {1, 2, nan, 3, inf, 4}}}}}});
  const auto curves = curves_of(picture);
  ASSERT_EQ(curves.size(), 3u);
  for (const Stroke& curve : curves) {
    EXPECT_EQ(curve.points.size(), 2u) << "the last two are dots";
    for (const Point& p : curve.points)
      EXPECT_TRUE(p.x >= 0 && p.x <= picture.width && p.y >= 0 && p.y <= picture.height);
  }
  EXPECT_TRUE(curves_of(layout({"", {{"x", "y", {{"a", {nan}, {1}}}}}})).empty());
}

TEST(Chart, LegendsFitAndCurvesDiffer) {
  Chart chart{"many", {{"x", "y", {}}}};
  for (int i = 0; i < 40; ++i)
    chart.panels[0].curves.push_back({"curve " + std::to_string(i) + std::string(60, 'x'), {0, 1}, {0, 1.0 * i}});
  const Picture picture = layout(chart);
  EXPECT_TRUE(std::any_of(picture.words.begin(), picture.words.end(),
                          [](const Words& w) { return w.text == "... and 25 more"; }));
  for (const Words& words : picture.words) {
    EXPECT_LT(words.at.y, picture.height) << words.text;
    EXPECT_LE(words.text.size(), 26u);
  }
  const auto curves = curves_of(picture);
  for (std::size_t i = 0; i < 12; ++i) {
    for (std::size_t k = 0; k < i; ++k)
      EXPECT_FALSE(curves[i].colour == curves[k].colour && curves[i].dashed == curves[k].dashed) << i << " " << k;
  }
}

}  // namespace
}  // namespace corten::draw
