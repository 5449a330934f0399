// The inner loops of the engine, over vector lanes; each in the file of its name.
#pragma once

#include "math/block_rows.h"
#include "math/vec3.h"

namespace corten::kernels {

// ---- block_product
//
// Products with the blocks of block_rows.h.

// y <- A x
void multiply_blocks(const BlockRows& a, const double* x, double* y, double* work);

// y <- y + A' f
void add_transposed_blocks(const BlockRows& a, const double* f, double* y, double* work);
// The columns of the result from `first` to before `end` alone, with the same bits.
void add_transposed_columns(const BlockRows& a, const double* f, int first, int end, double* y, double* work);

double dot(const double* a, const double* b, int n);

// The numbers of a short row; with zeros behind them up to `stride`, whole vectors.
void copy_row(const double* from, double* to, int n);
void copy_padded_row(const double* from, double* to, int n, int stride);

// y <- y + scale x, for n numbers, a multiple of four.
void add_scaled(double* y, const double* x, double scale, int n);

// y <- y + the sum of the rows of a square matrix, row after row of `stride` numbers, times their scales, in their order.
// Rows with a scale of zero are left out; whole vectors are written.
void add_scaled_rows(double* y, const double* matrix, int stride, const double* scale, int n);

// Rows of the same columns, one after the other or not, and the same rows times their weights, one after the other. Both
// are padded with zeros to `stride` numbers, whole vectors.
struct WeightedRows {
  const double* const* value;
  const double* weighted;
  int count, stride;
};

// weighted(r, :) <- weight(r) value(r, :), so that the rows are those of D J.
void weigh_rows(const double* const* value, const double* weight, int count, int stride, double* weighted);

// H(j, 0 ... j) += sum over the rows r of weighted(r, j) * value(r, 0 ... j) for the columns j of a block from `first` to
// before `end`. row_start[j] is where H(j, 0) stands. Whole vectors are written: up to three numbers behind the diagonal
// are spoiled.
void add_outer(double* matrix, const int* row_start, int first, int end, const WeightedRows& rows);

// The same with scattered places: H(j, i) is matrix[place[j (j + 1) / 2 + i]].
void add_outer_scattered(double* matrix, const int* place, int first, int end, const WeightedRows& rows);

// The same for rows of edges (block_rows.h), one after the other with kEdgePlaces places each; the threes of an edge stand
// next to each other in each row of H.
inline constexpr int kEdgePlaces = kEdgeColumns * (kEdgeColumns + 1) / 2;
void add_edges(double* matrix, const int* place, const double* row, const double* weight, int count);

// ---- boxes
//
// Boxes around the elements of a flex: the centre and half the size, six numbers.

// The box of element e holds its vertices, which are points of x, and is enlarged by the radius. Behind the last point
// one more number is read.
void bound_elements(const double* x, const int* vertex, int vertices, int count, double radius, double* box);

// Boxes of a tree whose leaves are elements: a leaf has the box of its element, the others hold those of their children.
// Children come after their parent. leaf[i] is -1 or the element of node i, child[2 i] and child[2 i + 1] its children.
void bound_tree(const double* element, const int* leaf, const int* child, int count, double* box);

// ---- dense_product
//
// Products of a dense square matrix, row after row, with one or two vectors; n is a multiple of 3.

// y = A x
void multiply_dense(const double* a, int n, const double* x, double* y);

// y1 = A x1 and y2 = A x2, reading A once.
void multiply_dense_pair(const double* a, int n, const double* x1, const double* x2, double* y1, double* y2);

// ---- interpolate
//
// Points between the nodes of a grid of cells, by polynomials of order 1 or 2 along each axis.

struct NodeGrid {
  int order;
  double cells[3];
  int stride[2];  // from a node to the next along the first and the second axis; along the third they are neighbours
};

// The points have coordinates from 0 to 1 in the whole grid. Points, nodes and results are threes of numbers; behind the
// last node one more number is read.
void interpolate(const NodeGrid& grid, const double* node, const double* coordinates, int count, double* out);

// ---- point_product
//
// Products with a sparse symmetric matrix of 3 by 3 blocks, one block row and column per point of a flex.
//
// The three rows of a point lie one after the other and have the same columns, in increasing order and in threes.

struct PointRows {
  const int* first;                     // first row of each point
  int count;                            // points
  const int *rownnz, *rowadr, *colind;  // of all rows
  const double* value;
};

// y <- y + A x
void add_point_product(const PointRows& a, const double* x, double* y);

// The same, number by number: the reference for the test.
void add_point_product_scalar(const PointRows& a, const double* x, double* y);

// ---- hinge_product
//
// Products with the 4 by 4 matrices of hinges, which couple the same coordinate of four points.

inline constexpr int kPointLanes = 4;  // numbers of a point in a vector: three, and one that means nothing

// Of each hinge: two points in `edge`, two in `flap`, the second -1: no hinge; `stride` numbers in `value`, first the
// matrix.
struct Hinges {
  const int *edge, *flap;
  const double* value;
  int stride, count;
};

// y += scale times the sum of all B x
void add_hinge_product(const Hinges& hinges, double scale, const double* x, double* y);

// force -= the sum of all B x, and of c dV/dx with the number c behind the matrix and six times the volume V of the points.
void add_hinge_forces(const Hinges& hinges, const double* x, double* force);

// ---- point_factor
//
// Solving with a sparse factor L' L over points, the same for each of their three coordinates.

struct PointFactor {
  const int* start;  // of each row in `place` and `value`, and the end of the last; the diagonal comes last in a row
  const int* place;  // kPointLanes times the column
  const double* value;
  int count;  // rows
};

// x <- (L' L)^-1 x, kPointLanes numbers for each point.
void solve_point_factor(const PointFactor& factor, double* x);

// ---- factor_tree
//
// L'DL factorisation on the tree pattern of ldl.h.
//
// Eliminating dof k, from the leaves to the root, changes the rows of its ancestors i:
//   M(i, :) -= M(k, i) / D(k) * M(k, :)
// The columns of row i are the first columns of row k, so each update is one scaled addition of neighbouring numbers.

// For the dofs from `first` to before `end`, which are whole trees. In: the lower triangle. Out: L below the diagonal,
// D on it, 1/D in diag_inv. Pivots below min_pivot are raised to it, and their row is cleared.
void factor_tree(const int* rownnz, const int* rowadr, const int* colind, int first, int end, double* matrix,
                 double* diag_inv, double min_pivot);

// The same for n dofs, number by number and with the pivots as they are: the reference for the test.
void factor_tree_scalar(const int* rownnz, const int* rowadr, const int* colind, int n, double* matrix,
                        double* diag_inv);

// ---- tree_columns
//
// Many right-hand sides at once, with the factor or the matrix of ldl.h. x and y have n rows of `width` numbers, a
// multiple of four.

// x <- M^-1 x
void solve_tree_columns(const int* rownnz, const int* rowadr, const int* colind, int n, const double* factor,
                        const double* diag_inv, double* x, int width);

// y += M x
void add_tree_product_columns(const int* rownnz, const int* rowadr, const int* colind, int n, const double* matrix,
                              const double* x, double* y, int width);

// x <- D^-1/2 L'^-1 x on the given dofs, which hold all their ancestors and come in increasing order; root(i) is the root
// of 1/D(i). The numbers of dof i stand in row local(i) of x.
void half_solve_tree_columns(const int* rownnz, const int* rowadr, const int* colind, const int* dofs, int n,
                             const double* factor, const double* root, double* x, const int* local, int width);

// product(r, :) <- sum over the n dofs i of y(i, r) x(local(dof(i)), :), for the first `count` columns of y, which has
// `y_width` of them, a multiple of four too.
void multiply_columns(const double* y, int y_width, int count, const int* dofs, int n, const double* x,
                      const int* local, int width, double* product);

// ---- row_products
//
// Rows minus multiples of other rows, the innermost loop of factorisations on a pattern with gaps (fill_factor.cc).

inline constexpr int kMostProductRows = 6;

struct RowProducts {
  const double* const* rows;  // that are subtracted
  const double* scale;        // row c times scale[c * targets + k] from target k
  int count, targets;         // of rows and of those they are subtracted from, at most kMostProductRows
};

// out[k][i] <- out[k][i] - sum over c of scale rows[c][i], for i from `begin` to before `end`, in this order.
void subtract_products(const RowProducts& p, double* const* out, int begin, int end);

// The same to other places, out[k][to[i]], which increase with i; the sum of the products comes first. Row k goes on to
// before `end` + k. Behind the last of these numbers three more are read.
void subtract_spread_products(const RowProducts& p, double* const* out, const int* to, int begin, int end);

// The even and the odd terms of products of rows with x: sums[2 k] -= rows[k][i] x[i] for even i below n, sums[2 k + 1] for
// odd ones, in this order. n is even.
void subtract_pair_products(const double* const* rows, int count, const double* x, int n, double* sums);

// ---- group_factor
//
// The rows of one group of a factor (fill_factor.cc), free of all others: row k has `before` columns that all of them have,
// then one for each of the group's rows 0 ... k.

inline constexpr int kMostGroupRows = 48;

struct GroupRows {
  double* const* row;
  int count, before;
  double* inv;  // 1/D of each row, zero: its pivot was lost
};

// The columns of the group's own rows, from the last row to the first:
//   row r  -=  L(c, r) D(c) row c   for c = last ... r + 1,   row r  /=  D(r)
// In: the lower triangle. Out: L, D on the diagonal, 1/D. Pivots below min_pivot are raised to it and their row is cleared.
void factor_square(const GroupRows& group, double min_pivot);

// The columns from `begin` to before `end` of those before, of `count` rows from `first` on, at most kMostProductRows, free
// of those below:
//   row r  -=  L(c, r) D(c) row c   for c = r + 1 ... first + count - 1,   row r  *=  inv(r)
void finish_rows(const GroupRows& group, int first, int count, int begin, int end);

// ---- line_sum
//
// Sums along a search line over rows that push only (limits, contacts without cone).
//
// Row i has cost q0 + a q1 + a^2 q2 at step a while x0 + a dx < 0, else none. Costs are counted from a = 0 on: a row
// that is active at both ends contributes exactly zero to the constant, so small improvements are not lost in rounding.

struct LineRows {
  double *x0, *dx, *q0, *q1, *q2;
  double* cost0;  // cost at a = 0
  int count;      // a multiple of 4 when sums are formed; rows that do not exist are all zeros
};

struct LineSums {
  double q0 = 0, q1 = 0, q2 = 0;
};

// Appends n rows of cost D x^2 / 2 at x + a v while that is negative; pads the rows with zeros to whole vectors.
void add_line_rows(LineRows& rows, const double* x, const double* v, const double* D, int n);
void pad_line_rows(LineRows& rows);

LineSums sum_active(const LineRows& rows, double a);

// The same, number by number: the reference for the test.
LineSums sum_active_scalar(const LineRows& rows, double a);

// Rows of friction loss: cost D x^2 / 2 while |x| < bound = f / D, f (|x| - bound / 2) beyond, at x = x0 + a dx.
struct FrictionRows {
  double *x0, *dx, *f, *bound, *D;
  double* cost0;  // cost at a = 0
  int count;      // a multiple of 4; rows that do not exist are all zeros
};

void fill_friction_rows(FrictionRows& rows, const double* x, const double* v, const double* D, const double* R,
                        const double* frictionloss, int n);

// Change of the cost from a = 0 on, without cancellation inside one piece, and its two derivatives.
struct FrictionSums {
  double cost, d1, d2;
};
FrictionSums sum_friction(const FrictionRows& rows, double a);

// ---- search_sums
//
// Sums over long vectors that the primal solvers form in every iteration, several at once and four numbers at a time.

// What conjugate gradients needs of the gradient g, the preconditioned gradient p, their previous values and the
// direction d; y = g - g_old.
struct ConjugateSums {
  double d_y, y_my, y_mg, d_g, d_d, g_g;  // d'y, y'(p - p_old), y'p, d'g, d'd, g'g
};
ConjugateSums conjugate_sums(const double* g, const double* g_old, const double* p, const double* p_old,
                             const double* d, int n);

// x'x, x'a, x'b and x'c, each as dot() forms it.
struct FourDots {
  double x_x, x_a, x_b, x_c;
};
FourDots four_dots(const double* x, const double* a, const double* b, const double* c, int n);

// out <- a - b - c; returns out'out as dot() forms it.
double form_gradient(const double* a, const double* b, const double* c, double* out, int n);

// Quadratic cost of rows along a line: sum v D x and sum v D v.
struct QuadraticSums {
  double v_x, v_v;
};
QuadraticSums quadratic_sums(const double* D, const double* x, const double* v, int n);

// force <- -D x; returns sum x D x / 2.
double quadratic_force(const double* D, const double* x, double* force, int n);

// The same without the sum.
void linear_force(const double* D, const double* x, double* force, int n);

// The same for rows that only push: force <- -D x where x < 0, else none; active <- 0 where x >= 0, else 1. Returns the
// number of active rows.
int pushing_force(const double* D, const double* x, double* force, int* active, int n);

// ---- sin_cos
//
// Sine and cosine of many angles at once.
//
// x = k pi/2 + r with |r| <= pi/4: r is found by subtracting pi/2 in three pieces (Cody and Waite), sin r and cos r
// come from their minimax polynomials, and k mod 4 says which of them, with which sign, is the answer. The error is
// below one unit in the last place for |x| < 1e5; larger angles, infinities and NaN go to the standard library.

void sin_cos(const double* angle, int count, double* sine, double* cosine);
// The same of half the differences of numbers x[at] - y[at].
void sin_cos_half(const double* x, const double* y, const int* at, int count, double* sine, double* cosine);

// ---- turned_extent
//
// How far boxes reach along the axes of a frame that is turned against theirs.

// The axes, rows of a rotation, as columns of four.
struct ExtentAxes {
  explicit ExtentAxes(const Mat3& rows);
  double column[3][4] = {};
};

// An extent along each of the three axes; the fourth number means nothing.
struct Extent {
  double min[4], max[4];
};

// Extends it by what a box (centre, half sizes) and a sphere about its origin have in common, and by a margin. The box
// has the frame (pos, mat).
void add_turned_box(const ExtentAxes& axes, const Vec<6>& box, double radius, const Vec3& pos, const Mat3& mat,
                    double margin, Extent& extent);

// The same along the axes of the world.
void add_world_box(const Vec<6>& box, double radius, const Vec3& pos, const Mat3& mat, double margin, Extent& extent);

// Extends it by `count` points, threes of numbers.
void add_turned_points(const ExtentAxes& axes, const double* point, int count, Extent& extent);

// ---- turned_boxes
//
// Boxes in two frames that are turned against each other, along the six normals of their faces; see
// collide/convex/turned_boxes.h.

struct FramePair {
  double axes2[3][4];                                                     // axes of frame 2 in frame 1
  double axes1[3][4];                                                     // axes of frame 1 in frame 2
  double origin1_on1[4], origin2_on1[4], origin1_on2[4], origin2_on2[4];  // the origins, in the axes of either frame
};

void relate_frames(const Vec3& pos1, const Mat3& mat1, const Vec3& pos2, const Mat3& mat2, FramePair& out);

// Whether a normal separates two boxes (centre, half sizes) by more than a margin; half sizes from `unbounded` on reach
// everywhere.
bool turned_boxes_apart(const FramePair& frames, const Vec<6>& box1, const Vec<6>& box2, double margin,
                        double unbounded);

// ---- triangle_sides
//
// Directions that may separate a triangle from something else: its normal, and across its edges in its plane.

struct TriangleSides {
  double x[4], y[4], z[4];  // the directions, of any length
  double min[4], max[4];    // extent of the triangle along them
  double square[4];         // of their length
};

void set_triangle_sides(const Vec3& p, const Vec3& q, const Vec3& r, TriangleSides& out);

// Whether some direction separates the triangle from the convex hull of three or four points by more than `reach`.
bool separate(const TriangleSides& sides, const Vec3* const (&point)[4], double reach);

// ---- box_axes
//
// Two boxes along the directions that can separate them: their face normals, and the cross products of their edges.
// The fourth number of four means nothing.

struct BoxAxes {
  double axes2[3][4];  // row i: axis i of box 1 times the axes of box 2
  double center2[4];   // of box 2 in the frame of box 1
  double center1[4];   // of box 1 in the frame of box 2
  double gap1[4];      // along the normals of box 1, negative: overlap
  double gap2[4];      // along those of box 2
};
void relate_boxes(const Vec3& pos1, const Mat3& mat1, const Vec3& half1, const Vec3& pos2, const Mat3& mat2,
                  const Vec3& half2, BoxAxes& out);

// Bit 3 i + j: the boxes may overlap less than `overlap` along the cross product n of axis i of box 1 and axis j of box 2.
// The components of n in either box are entries of axes2, so that this needs no root; but rounding, `tolerance`, shows
// where n is short. Axes that are parallel, |n|^2 below `parallel`, have no such direction.
int edges_to_try(const BoxAxes& boxes, const Vec3& half1, const Vec3& half2, double overlap, double tolerance,
                 double parallel);

// ---- near_boxes
//
// Which boxes overlap a box, many at a time. They are stored array by array; behind the last are kBoxPadding more, and
// there is room for so many in the answers too.

inline constexpr int kBoxPadding = 4;

// The step of a sweep: of boxes by increasing begin along its axis, those after box i that begin before `end` and overlap
// it across; the padding begins at the largest number. Writes their numbers, returns how many.
struct SweptBoxes {
  const std::uint64_t* begin;
  const double *y_min, *y_max, *z_min, *z_max;
};
int near_boxes(const SweptBoxes& boxes, int i, std::uint64_t end, int* near);

// Of `count` boxes those after box i that overlap it.
struct AlignedBoxes {
  const double *min[3], *max[3];
};
int near_boxes(const AlignedBoxes& boxes, int i, int count, int* near);

// ---- farthest_point
//
// The step of a farthest point sampling.

struct SpreadPoints {
  const double *x, *y, *z;
  int count;  // a multiple of four
};

// nearest[i] <- the smaller of itself and the squared distance of point i from `center`; returns the first of those where
// it is largest now, which must not be below -1.
int farthest_point(const SpreadPoints& points, int center, double* nearest);

// ---- face_cut
//
// A parallelogram of corners c + u + v, c - u + v, c - u - v, c + u - v, cut by the rectangle |x| <= half_x,
// |y| <= half_y: a convex polygon.

struct FaceCut {
  Vec3 c, u, v;           // x, y and height above the rectangle
  double half_x, half_y;  // of the rectangle
  double max_height;      // vertices above are not wanted
  double
      duplicate_square;  // squared distance in the plane below which two vertices are one, of which the first is kept
};
inline constexpr int kFaceVertices = 8;  // four, and one more for each cut

// Writes the vertices, and a number that means nothing behind each; returns how many.
int cut_face(const FaceCut& face, double (*vertex)[4]);

}  // namespace corten::kernels
