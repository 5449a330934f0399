// See line_search.h. MuJoCo: the order of trial points and all tolerances are its own, so that iterations agree.
#include "solver/line_search.h"

#include <cmath>
#include <initializer_list>
#include <utility>

#include "math/kernels/kernels.h"
#include "math/vec3.h"

namespace corten {

namespace {

enum Zone : int { kTop = 1, kBottom = 2, kMiddle = 3 };

// Zone of the circular cone at normal part n and squared tangential part; writes the tangential part.
int cone_zone(double n, double square, double mu, double& tangent) {
  tangent = 0;
  if (square <= 0) return n < 0 ? kBottom : kTop;
  tangent = std::sqrt(square);
  if (n >= mu * tangent) return kTop;
  return mu * n + tangent <= 0 ? kBottom : kMiddle;
}

}  // namespace

LineSearch::LineSearch(const Problem& p, Scratch::Frame& frame) : p_(p) {
  const auto take = [&frame](int rows, std::initializer_list<double**> arrays) {
    const int room = padded_row(rows);
    double* place = frame.take<double>(room * static_cast<int>(arrays.size())).data();
    for (double** array : arrays) *array = std::exchange(place, place + room);
  };
  take(p.nefc - p.ne - p.nf, {&rows_.x0, &rows_.dx, &rows_.q0, &rows_.q1, &rows_.q2, &rows_.cost0});
  take(p.nf, {&friction_.x0, &friction_.dx, &friction_.f, &friction_.bound, &friction_.D, &friction_.cost0});
  cones_ = frame.take<ConeLine>(p.elliptic_count());
}

void LineSearch::prepare_cone(const FrictionCone& c, const SearchLine& line, ConeLine& out) const {
  const double *x = &p_.jar[c.first], *v = &line.Jv[c.first], *d = &p_.D[c.first];
  out = {};
  for (int j = 0; j < c.dim; ++j) {
    out.q0 += x[j] * (d[j] * x[j]);
    out.q1 += v[j] * (d[j] * x[j]);
    out.q2 += v[j] * d[j] * v[j];
  }
  out.q0 *= 0.5;
  out.q2 *= 0.5;
  out.mu = c.mu;
  out.n0 = x[0] * c.mu;
  out.n1 = v[0] * c.mu;
  for (int j = 1; j < c.dim; ++j) {
    const double u = x[j] * c.friction[j - 1], w = v[j] * c.friction[j - 1];
    out.t0 += u * u;
    out.t1 += u * w;
    out.t2 += w * w;
  }
  out.dm = d[0] / ((c.mu * c.mu) * (1 + c.mu * c.mu));
  out.zone0 = cone_zone(out.n0, out.t0, out.mu, out.tangent0);
}

void LineSearch::prepare(const SearchLine& line, const kernels::FourDots& dots) {
  const auto equality = kernels::quadratic_sums(p_.D.data(), p_.jar.data(), line.Jv.data(), p_.ne);
  base1_ = dots.x_a - dots.x_b + equality.v_x;
  base2_ = 0.5 * (dots.x_c + equality.v_v);
  const auto friction = [this](std::span<const double> rows) { return rows.data() + p_.ne; };
  kernels::fill_friction_rows(friction_, friction(p_.jar), friction(line.Jv), friction(p_.D), friction(p_.R),
                              friction(p_.frictionloss), p_.nf);
  rows_.count = 0;
  for_each_contact_row(
      p_,
      [&](int begin, int end) {
        kernels::add_line_rows(rows_, &p_.jar[begin], &line.Jv[begin], &p_.D[begin], end - begin);
      },
      [&](int index, const FrictionCone& c) { prepare_cone(c, line, cones_[index]); });
  kernels::pad_line_rows(rows_);
}

// Cost differences avoid cancellation: where both ends are in the same zone they are formed from the step.
void LineSearch::add_cone(const ConeLine& c, double a, Point& point) {
  const double n = c.n0 + a * c.n1, step = a * (2 * c.t1 + a * c.t2), mu = c.mu;
  double tangent;
  const int zone = cone_zone(n, c.t0 + step, mu, tangent);
  const double quadratic = a * (a * c.q2 + c.q1), start = c.n0 - mu * c.tangent0;
  const auto half = [&c](double x) { return 0.5 * c.dm * x * x; };

  if (zone == kTop) {
    if (c.zone0 == kMiddle) point.cost -= half(start);
    if (c.zone0 == kBottom) point.cost -= c.q0;
    return;
  }
  if (zone == kBottom) {
    point.cost += quadratic;
    if (c.zone0 == kTop) point.cost += c.q0;
    if (c.zone0 == kMiddle) point.cost += half(mu * c.n0 + c.tangent0);
    point.d1 += 2 * a * c.q2 + c.q1;
    point.d2 += 2 * c.q2;
    return;
  }
  const double excess = n - mu * tangent;
  if (c.zone0 == kTop) {
    point.cost += half(excess);
  } else if (c.zone0 == kBottom) {
    point.cost += quadratic - half(mu * n + tangent);
  } else {
    const double change = a * c.n1 - mu * (step / (tangent + c.tangent0));
    point.cost += 0.5 * c.dm * change * (2 * start + change);
  }
  const double t1 = (c.t1 + a * c.t2) / tangent;
  const double t2 = c.t2 / tangent - (c.t1 + a * c.t2) * t1 / (tangent * tangent);
  const double slope = c.n1 - mu * t1;
  point.d1 += c.dm * excess * slope;
  point.d2 += c.dm * (slope * slope + excess * (-mu * t2));
}

LineSearch::Point LineSearch::evaluate(double alpha) {
  const kernels::FrictionSums friction = kernels::sum_friction(friction_, alpha);
  Point point{alpha, friction.cost, friction.d1, friction.d2};
  for (const ConeLine& c : cones_) add_cone(c, alpha, point);
  const kernels::LineSums sums = kernels::sum_active(rows_, alpha);
  const double q1 = base1_ + sums.q1, q2 = base2_ + sums.q2;
  point.cost += alpha * alpha * q2 + alpha * q1 + sums.q0;
  point.d1 += 2 * alpha * q2 + q1;
  point.d2 += 2 * q2;
  if (point.d2 <= 0) point.d2 = kMinVal;
  ++evaluations_;
  return point;
}

LineResult LineSearch::result(const Point& at) const {
  return {at.alpha, -at.cost, std::abs(at.d1) * slope_scale_, evaluations_};
}

// Moves an end inwards: to the flattest trial that is on its side of the minimum, if there is one flatter than itself.
bool LineSearch::tighten(End& end, const Point (&trials)[3]) {
  const auto side = [](const Point& p) { return (p.d1 > 0) - (p.d1 < 0); };
  const Point* flattest = &end.at;
  for (const Point& trial : trials) {
    if (side(trial) == side(*flattest) && std::abs(trial.d1) < std::abs(flattest->d1)) flattest = &trial;
  }
  if (flattest == &end.at) return false;
  end.at = *flattest;
  end.newton = newton_point(end.at);
  return true;
}

// Each round tries the Newton points of both ends, as known from the round before, and the middle between them.
LineResult LineSearch::search_between(End (&end)[2], double tolerance) {
  while (evaluations_ < p_.options.ls_iterations) {
    const Point middle = evaluate(0.5 * (end[0].at.alpha + end[1].at.alpha));
    const Point trials[3] = {end[0].newton, end[1].newton, middle};
    const Point* lowest = nullptr;
    for (const Point& trial : trials) {
      if (std::abs(trial.d1) < tolerance && (!lowest || trial.cost < lowest->cost)) lowest = &trial;
    }
    if (lowest) return result(*lowest);
    int moved = 0;
    for (End& e : end) moved += tighten(e, trials);
    if (moved == 0) return result(middle);  // numbers are not fine enough to come nearer
  }
  const Point& lower = end[1].at.cost < end[0].at.cost ? end[1].at : end[0].at;
  return lower.cost < 0 ? result(lower) : LineResult{0, 0, 1, evaluations_};
}

LineResult LineSearch::run(const SearchLine& line) {
  evaluations_ = 0;
  const kernels::FourDots dots =
      kernels::four_dots(line.v.data(), p_.Ma.data(), p_.qfrc_smooth.data(), line.Mv.data(), p_.nv);
  const double length = std::sqrt(dots.x_x);
  if (length < kMinVal) return {};
  const double tolerance = p_.options.tolerance * p_.options.ls_tolerance * length / p_.scale;
  slope_scale_ = p_.scale / length;

  prepare(line, dots);
  Point behind = evaluate(0), ahead = newton_point(behind);
  if (std::abs(ahead.d1) < tolerance && (ahead.alpha == 0 || ahead.cost < 0)) return result(ahead);

  // Newton steps, until one of them passes the minimum.
  const double towards = ahead.d1 < 0 ? 1 : -1;
  const auto may_go_on = [&] { return evaluations_ < p_.options.ls_iterations; };
  while (ahead.d1 * towards <= -tolerance && may_go_on()) {
    behind = std::exchange(ahead, newton_point(ahead));
    if (std::abs(ahead.d1) < tolerance && ahead.cost < 0) return result(ahead);
  }
  if (!may_go_on()) return result(ahead);
  End ends[2] = {{ahead, newton_point(ahead)}, {behind, ahead}};  // `ahead` is the Newton point of `behind`
  return search_between(ends, tolerance);
}

}  // namespace corten
