// See rows_test.h.
#include "constraint/rows_test.h"

#include <gtest/gtest.h>

#include <cmath>

#include "pipeline/integrate/integrate.h"

namespace corten {

void expect_rows(const Model& m, const Data& d, const std::vector<ExpectedRow>& wanted, double tolerance) {
  ASSERT_EQ(d.nefc, static_cast<int>(wanted.size()));
  for (int r = 0; r < d.nefc; ++r) {
    const ExpectedRow& row = wanted[static_cast<std::size_t>(r)];
    EXPECT_EQ(static_cast<int>(d.efc_type[r]), row.type) << "row " << r;
    EXPECT_EQ(d.efc_id[r], row.id) << "row " << r;
    double along = 0;
    const std::vector<double> J = dense_row(m, d, r);
    for (std::size_t i = 0; i < J.size(); ++i) along += J[i] * std::cos(static_cast<double>(i));
    const Vec<4>& kbip = d.efc_KBIP[r];
    const double got[] = {along,   d.efc_pos[r], d.efc_margin[r], d.efc_frictionloss[r], d.efc_R[r], kbip[0],
                          kbip[1], kbip[2],      kbip[3],         d.efc_aref[r]};
    const char* names[] = {"J", "pos", "margin", "frictionloss", "R", "K", "B", "impedance", "derivative", "aref"};
    for (int i = 0; i < 10; ++i) {
      EXPECT_NEAR(got[i], row.value[i], tolerance * (1 + std::abs(row.value[i]))) << names[i] << " of row " << r;
    }
    EXPECT_NEAR(d.efc_D[r] * d.efc_R[r], 1, 1e-12);
    EXPECT_NEAR(d.efc_diagA[r] * (1 - kbip[2]) / kbip[2], d.efc_R[r], 1e-9 * d.efc_R[r]);
  }
}

std::vector<double> dense_row(const Model& m, const Data& d, int row) {
  std::vector<double> dense(static_cast<std::size_t>(m.nv));
  for (int k = 0; k < d.efc_J_rownnz[row]; ++k) {
    const int adr = d.efc_J_rowadr[row] + k;
    dense[static_cast<std::size_t>(d.efc_J_colind[adr])] = d.efc_J[adr];
  }
  return dense;
}

MovingWorld::MovingWorld(const std::string& text) : m(load_text(text)), d(m) {
  reset(m, d);
  for (int i = 0; i < m.nv; ++i) d.qvel[i] = 0.3 * std::cos(static_cast<double>(i));
  move(1);
  for (int i = 0; i < m.nv; ++i) d.qvel[i] = std::sin(i + 1.0);
  forward(m, d);
}

void MovingWorld::move(double dt) {
  integrate_position(m, d.qpos, d.qvel, dt);
  forward(m, d);
}

}  // namespace corten
