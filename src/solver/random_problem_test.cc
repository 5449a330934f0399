// See random_problem_test.h.
#include "solver/random_problem_test.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace corten {

namespace {

double uniform(std::mt19937& rng, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(rng);
}

}  // namespace

std::vector<int> RandomProblem::path(int dof) const {
  std::vector<int> dofs;
  for (; dof >= 0; dof = parent_[dof]) dofs.insert(dofs.begin(), dof);
  return dofs;
}

// M = L'DL with a random L on the pattern of random trees.
void RandomProblem::make_inertia(std::mt19937& rng, int trees) {
  for (int i = 0; i < nv; ++i) {
    const int root = i * trees / nv;  // tree of the dof; its dofs are consecutive
    const bool first = i == 0 || (i - 1) * trees / nv != root;
    int low = i;
    while (low > 0 && (low - 1) * trees / nv == root) --low;
    parent_.push_back(first ? -1 : std::uniform_int_distribution<int>(std::max(low, i - 3), i - 1)(rng));
  }
  std::vector<double> l(nv * nv), d(nv);
  for (int i = 0; i < nv; ++i) {
    const std::vector<int> columns = path(i);
    m_rownnz_.push_back(static_cast<int>(columns.size()));
    m_rowadr_.push_back(static_cast<int>(m_colind_.size()));
    m_colind_.insert(m_colind_.end(), columns.begin(), columns.end());
    m_colind_.resize(m_rowadr_.back() + padded_factor_row(m_rownnz_.back()));
    for (const int c : columns) l[i * nv + c] = c == i ? 1 : uniform(rng, -0.4, 0.4);
    d[i] = uniform(rng, 0.3, 2);
  }
  dense_M.assign(nv * nv, 0);
  for (int k = 0; k < nv; ++k) {
    for (int i = 0; i < nv; ++i) {
      for (int j = 0; j < nv; ++j) dense_M[i * nv + j] += l[k * nv + i] * d[k] * l[k * nv + j];
    }
  }
  m_.assign(m_colind_.size(), 0);
  for (int i = 0; i < nv; ++i) {
    for (int a = 0; a < m_rownnz_[i]; ++a) m_[m_rowadr_[i] + a] = dense_M[i * nv + m_colind_[m_rowadr_[i] + a]];
  }
  qld_ = m_;
  diag_inv_.resize(nv);
  factor_ldl({m_rownnz_, m_rowadr_, m_colind_}, qld_, diag_inv_);
}

void RandomProblem::add_row(const std::vector<int>& columns, std::mt19937& rng, double scale) {
  j_rownnz_.push_back(static_cast<int>(columns.size()));
  j_rowadr_.push_back(static_cast<int>(j_.size()));
  dense_J.resize(dense_J.size() + nv, 0);
  for (const int c : columns) {
    j_colind_.push_back(c);
    j_.push_back(uniform(rng, -1, 1) * scale);
    dense_J[nefc * nv + c] = j_.back();
  }
  r_.push_back(uniform(rng, 0.05, 0.5));
  aref_.push_back(uniform(rng, -3, 3));
  frictionloss_.push_back(uniform(rng, 0.2, 2));
  ++nefc;
}

RandomProblem::RandomProblem(const RandomShape& shape, unsigned seed)
    : nv(shape.nv), cone_(shape.cone), ne_(shape.ne), nf_(shape.nf) {
  std::mt19937 rng(seed);
  make_inertia(rng, shape.trees);
  const auto dof = [&] { return std::uniform_int_distribution<int>(0, nv - 1)(rng); };
  const auto columns = [&](double coupling) {
    std::vector<int> a = path(dof());
    if (uniform(rng, 0, 1) >= coupling) return a;
    const std::vector<int> b = path(dof());
    std::vector<int> both;
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    return both;
  };
  for (int i = 0; i < ne_; ++i) add_row(columns(shape.coupling), rng, 1);
  for (int i = 0; i < nf_ + shape.limits; ++i) add_row({dof()}, rng, 1);
  for (int i = 0; i < shape.contacts; ++i) {
    const int kind = std::uniform_int_distribution<int>(0, 3)(rng), dim = kind == 0   ? 1
                                                                          : kind == 1 ? 3
                                                                          : kind == 2 ? 4
                                                                                      : 6;
    const std::vector<int> dofs = columns(shape.coupling);
    if (dim == 1) {
      add_row(dofs, rng, 1);
      continue;
    }
    FrictionCone c{nefc, dim, 0, {}};
    for (int j = 0; j < dim - 1; ++j) c.friction[j] = uniform(rng, 0.25, 1) * shape.friction;
    c.mu = c.friction[0] / std::sqrt(uniform(rng, 0.5, 3));
    cones_.push_back(c);
    const int rows = cone_ == Cone::kElliptic ? dim : 2 * (dim - 1);
    for (int j = 0; j < rows; ++j) add_row(dofs, rng, 1);
    // Contacts are pressed together; at rest on the tip of an elliptic cone Gauss-Seidel sweeps would stall.
    if (cone_ == Cone::kElliptic) aref_[c.first] = uniform(rng, 8, 15);
    // An elliptic cone is consistent if R_j mu_j^2 = R_0 mu^2.
    for (int j = 1; j < dim && cone_ == Cone::kElliptic; ++j) {
      r_[c.first + j] = r_[c.first] * c.mu * c.mu / (c.friction[j - 1] * c.friction[j - 1]);
    }
  }
  for (const double r : r_) d_.push_back(1 / r);
  for (int i = 0; i < nv; ++i) qfrc_smooth_.push_back(uniform(rng, -5, 5));
  qacc_smooth_ = qfrc_smooth_;
  solve_ldl({m_rownnz_, m_rowadr_, m_colind_}, qld_, diag_inv_, qacc_smooth_);
  blocks_ = make_block_rows({j_rownnz_, j_rowadr_, j_colind_, j_, {}, {}}, frame_);
}

Problem RandomProblem::start() {
  Problem p;
  p.nv = nv, p.ne = ne_, p.nf = nf_, p.nefc = nefc;
  p.options.tolerance = 1e-20;
  p.options.iterations = 500;
  p.scale = p.dual_scale = 1.0 / nv;
  p.M_rows = {m_rownnz_, m_rowadr_, m_colind_};
  p.M = m_, p.qLD = qld_, p.qLDiagInv = diag_inv_;
  p.qfrc_smooth = qfrc_smooth_, p.qacc_smooth = qacc_smooth_;
  p.J = blocks_;
  p.D = d_, p.R = r_, p.aref = aref_, p.frictionloss = frictionloss_;
  p.cone = cone_;
  p.cones = cones_;
  p.scratch = &scratch_;
  qacc_ = qacc_smooth_;
  ma_ = qfrc_smooth_;
  b_.resize(nefc);
  p.b = b_;
  multiply_rows(p, qacc_smooth_, p.b);
  jar_ = b_;
  force_.assign(nefc, 0);
  qfrc_constraint_.assign(nv, 0);
  state_.assign(nefc, ConstraintState::kSatisfied);
  stats_.assign(200, {});
  p.qacc = qacc_, p.Ma = ma_, p.jar = jar_, p.force = force_, p.qfrc_constraint = qfrc_constraint_;
  p.state = state_;
  p.stats = stats_;
  return p;
}

}  // namespace corten
