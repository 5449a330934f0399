// Curves in panels with axes: what is to be drawn, and where its strokes and words go.
#pragma once

#include <string>
#include <vector>

#include "cli/draw/picture.h"

namespace corten::draw {

// Points (x[i], y[i]) joined by lines. The line has a gap where a number is not finite.
struct Curve {
  std::string name;
  std::vector<double> x, y;
};

struct Panel {
  std::string x_label, y_label;
  std::vector<Curve> curves;
};

struct Chart {
  std::string title;
  std::vector<Panel> panels;  // one below the other
};

// Ticks at low, low + step, ..., high; the step is 1, 2 or 5 times a power of ten.
struct Axis {
  double low = 0, high = 1, step = 1;
};

// An axis for numbers from least to most with about so many steps.
Axis axis_of(double least, double most, int about);

// A tick in as few digits as tell it from its neighbours.
std::string tick_label(const Axis& axis, double value);

// The points without those that lie nearer than `tolerance` to the line between their neighbours.
std::vector<Point> simplified(const std::vector<Point>& points, double tolerance);

Picture layout(const Chart& chart);

}  // namespace corten::draw
