// Data: one world. Its state and inputs, and everything the engine computes from them.
//
// A Data belongs to the Model it was made for. All arrays of data_fields.def lie in one buffer; copying a Data copies
// the world. Inputs and state may be written freely between steps.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "corten/grow_array.h"
#include "corten/model.h"
#include "corten/scratch.h"

namespace corten {

struct Hooks;
struct Physics;
class ThreadPool;

// One detected contact.
struct Contact {
  double dist = 0;           // distance between nearest points, negative: penetration
  Vec3 pos;                  // contact point, midway between the surfaces
  Mat3 frame;                // rows: normal from geom 0 to geom 1, two tangents
  double includemargin = 0;  // rows are made when dist is below
  Vec<5> friction;           // tangent 1, 2, spin, roll 1, 2
  Vec<2> solref;
  Vec<2> solreffriction;
  Vec<5> solimp;
  double mu = 0;  // friction of the regularised cone
  double adhesion = 0;
  int dim = 0;               // 1, 3, 4 or 6
  IntVec<2> geom{{-1, -1}};  // geoms, -1: flex
  IntVec<2> flex{{-1, -1}};  // flexes, -1: geom
  IntVec<2> elem{{-1, -1}};  // flex elements, -1: geom or vertex
  IntVec<2> vert{{-1, -1}};  // flex vertices, -1: geom or element
  int exclude = 0;           // 0: makes rows, 1: in gap, other values: no rows
  int efc_address = -1;      // first constraint row, -1: none
};

// How often something went wrong, and where it went wrong last. For a bad position, velocity or acceleration also the
// constraint row that pushed hardest on the dof at fault.
struct WarningStat {
  int number = 0;
  int lastinfo = 0;  // index of the dof, coordinate or control at fault
  int row_id = -1;   // efc_id of the row, -1: no row acted on the dof
  ConstraintType row_type = ConstraintType::kEquality;
  IntVec<2> row_geom{{-1, -1}};  // the geoms, if it is a contact
  double row_force = 0;          // efc_force of the row
};

// Which of the results that are computed on demand belong to the current pass.
struct OnDemand {
  bool potential_energy = false, kinetic_energy = false, subtree_velocity = false, body_forces = false;
};

// One iteration of the constraint solver.
struct SolverStat {
  int island = 0;
  double improvement = 0;  // decrease of the cost, scaled by 1 / trace(M)
  double gradient = 0;     // norm of the gradient, scaled likewise
  double lineslope = 0;    // remaining slope after the line search
  int nactive = 0;         // active rows
  int nchange = 0;         // rows that changed their state
  int neval = 0;           // evaluations of the line search
  int nupdate = 0;         // updates of the Hessian's factor
};

// What a Data holds besides the arrays of its one buffer.
struct DataValues {
  double time = 0;
  Vec<2> energy;  // potential, kinetic
  OnDemand has;
  std::array<WarningStat, kWarningCount> warning{};

  std::vector<Contact> contact;
  int ne = 0, nf = 0, nl = 0, nefc = 0, nJ = 0;  // constraint rows: equality, friction, limit, all; non-zeros of efc_J
  int nisland = 0, nidof = 0;                    // islands, dofs in them
  bool efm_active = false;                       // flexes are solved with the effective metric M + K
  int nefmK = 0, nefmdof = 0, nefmplace = 0;     // its non-zeros, 3 by 3 blocks, and blocks of all stencils
  bool efm_fixed = false;                        // the pattern of K is known
  int ntree_awake = 0, nbody_awake = 0, nparent_awake = 0, nv_awake = 0;  // lengths of the lists of what is awake
#define CORTEN_FIELD(type, name, count, writer, doc) GrowArray<type> name;
#include "corten/row_fields.def"
#undef CORTEN_FIELD

  std::vector<SolverStat> solver;  // all iterations of the last solve
  GrowArray<int> solver_niter;     // iterations of each island
  Vec<2> solver_fwdinv;  // forward minus inverse dynamics: norms of the differences of constraint and applied force
  Scratch scratch;
};

class Data : public DataValues {
 public:
  explicit Data(const Model& model);
  Data(const Data& other);
  Data(Data&& other) noexcept = default;
  Data& operator=(Data other) noexcept;

#define CORTEN_FIELD(type, name, count, writer, doc) Array<type> name;
#include "corten/data_fields.def"
#undef CORTEN_FIELD

  std::shared_ptr<const Hooks> hooks;      // the user's own code, see hooks.h; null: none
  std::shared_ptr<const Physics> physics;  // the user's own physics, see sim.h; null: the built-in one
  std::shared_ptr<ThreadPool> threads;     // solve islands at once, see thread_pool.h; null: one after another

  // Sets everything but the hooks and threads to zero, without contacts or warnings.
  void clear();

  // Gives each array its place in `buffer`, or counts the bytes when it is null.
  std::size_t bind(const Sizes& sizes, std::byte* buffer);

 private:
  Sizes sizes_;
  Buffer buffer_;
};

}  // namespace corten
