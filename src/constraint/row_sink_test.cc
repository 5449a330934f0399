// Rows as they are appended: columns in order, memory kept.
#include "constraint/row_sink.h"

#include <gtest/gtest.h>

#include "constraint/rows_test.h"

namespace corten {
namespace {

struct Three {
  Three()
      : m(load_text("<mujoco><worldbody><body><joint type='ball'/><geom size='.1'/></body></worldbody></mujoco>")),
        d(m) {}
  Model m;
  Data d;
};

TEST(RowSinkTest, RowsOfABlockShareTheirDofs) {
  Three w;
  RowSink sink(w.m, w.d);
  const RowSink::Block block = sink.open(ConstraintType::kEquality, 5, 2, 2, 0.5);
  block.dofs[0] = 0, block.dofs[1] = 2;
  for (int i = 0; i < 4; ++i) block.J[i] = i + 1;
  block.pos[1] = 7;
  sink.close(block);
  sink.finish();
  EXPECT_EQ(w.d.nefc, 2);
  EXPECT_EQ(w.d.nJ, 4);
  EXPECT_EQ(dense_row(w.m, w.d, 0), (std::vector<double>{1, 0, 2}));
  EXPECT_EQ(dense_row(w.m, w.d, 1), (std::vector<double>{3, 0, 4}));
  EXPECT_EQ(w.d.efc_pos[0], 0);
  EXPECT_EQ(w.d.efc_pos[1], 7);
  EXPECT_EQ(w.d.efc_frictionloss[1], 0.5);
}

TEST(RowSinkTest, ArraysGrowAndKeepWhatWasWritten) {
  Three w;
  RowSink sink(w.m, w.d);
  for (int i = 0; i < 100; ++i) {
    const RowSink::Block row = sink.open(ConstraintType::kLimitJoint, i, 1, 1);
    row.dofs[0] = i % 3, row.J[0] = i + 1;
    sink.close(row);
  }
  sink.finish();
  ASSERT_EQ(w.d.nefc, 100);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(w.d.efc_id[i], i);
    EXPECT_EQ(dense_row(w.m, w.d, i)[static_cast<std::size_t>(i % 3)], i + 1);
  }
}

TEST(RowSinkTest, AOneRowBlockMayShrink) {
  Three w;
  RowSink sink(w.m, w.d);
  RowSink::Block row = sink.open(ConstraintType::kEquality, 0, 1, 3);
  row.dofs[0] = 1, row.J[0] = 9, row.nnz = 1;
  sink.close(row);
  sink.finish();
  EXPECT_EQ(w.d.nJ, 1);
  EXPECT_EQ(dense_row(w.m, w.d, 0), (std::vector<double>{0, 9, 0}));
}

}  // namespace
}  // namespace corten
