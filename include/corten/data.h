// Data: one world. Its state and inputs, and everything the engine computes from them.
//
// A Data belongs to the Model it was made for; the functions of the library throw std::invalid_argument for another
// one. All arrays of data_fields.def lie in one buffer; copying a Data copies the world. Inputs and state may be
// written freely between steps.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "corten/export.h"
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
  int exclude = 0;           // 0: makes rows, else why it makes none, see ContactExclude
  int efc_address = -1;      // first constraint row, -1: none
};

// How often something went wrong, and where it went wrong last. For a bad position, velocity or acceleration also the
// constraint row that pushed hardest on the dof at fault.
struct WarningStat {
  int number = 0;
  int lastinfo = 0;  // index of the dof, coordinate or control at fault; contacts or rows that there was room for
  double time = 0;   // simulated time when it happened last
  int row_id = -1;   // efc_id of the row, -1: no row acted on the dof
  ConstraintType row_type = ConstraintType::kEquality;
  IntVec<2> row_geom{{-1, -1}};  // the geoms, if it is a contact
  double row_force = 0;          // efc_force of the row
};

// A position, velocity or acceleration that is not finite or above 1e10, since the user's last reset.
struct Divergence {
  int number = 0;   // how often
  double time = 0;  // simulated time of the first one
  Warning kind = Warning::kBadQpos;
};

// What was left out last, when there was no room for all contacts.
struct LeftOut {
  std::size_t room = ~std::size_t{0};  // bytes for contacts below which memory could be had
  IntVec<2> body{{-1, -1}};            // the first bodies whose contacts are missing, -1: a flex
  int pairs = 0;                       // further pairs of bodies that are near each other and were not looked at
  bool out_of_memory() const { return room != ~std::size_t{0}; }
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

// Impulses of a contact in the last step, where a contact formulation starts in the next one.
struct ContactImpulse {
  IntVec<2> geom, flex, elem, vert;  // as in Contact
  Vec<6> impulse;
};

// What a Data holds besides the arrays of its one buffer.
struct DataValues {
  double time = 0;
  Vec<2> energy;  // potential, kinetic
  OnDemand has;
  std::array<WarningStat, kWarningCount> warning{};
  Divergence divergence;
  LeftOut left_out;

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
  GrowArray<ContactImpulse> contact_warmstart;
  GrowArray<double> qpos_rate;  // what positions move with in this step, where it is not the new velocity
};

class CORTEN_API Data : public DataValues {
 public:
  explicit Data(const Model& model);
  Data(const Data& other);
  Data(Data&& other) noexcept = default;
  Data& operator=(Data other) noexcept;

#define CORTEN_FIELD(type, name, count, writer, doc) Field<type, per(#count)> name;
#include "corten/data_fields.def"
#undef CORTEN_FIELD

  std::shared_ptr<const Hooks> hooks;      // the user's own code, see hooks.h; null: none
  std::shared_ptr<const Physics> physics;  // the user's own physics, see sim.h; null: the built-in one
  std::shared_ptr<ThreadPool> threads;     // share the work of a step, see thread_pool.h; null: this thread does all

  // Most bytes for contacts with their constraint rows, and for a matrix of the solver; what happens beyond is said in
  // step.h. From <size memory>, or kDefaultMemory.
  std::size_t memory_limit = kDefaultMemory;

  // True since the world went bad, until the user's next reset: it has reset itself to time 0 or, with the flag
  // autoreset disabled, holds bad numbers. `divergence` says when and how often; explain() in warning.h says why.
  bool unstable() const { return divergence.number > 0; }

  // Tells which Models it can be used with, see Model::signature().
  std::uint64_t signature() const { return signature_.value(); }

  // Counts a warning, to be told to the user's handler (warning.h) at the end of the step if it is the first of its
  // kind in this Data.
  WarningStat& warn(Warning kind, int info) noexcept;

 private:
  friend class DataAccess;  // by which the engine reaches what follows

  // What means nothing between two steps.
  struct Work {
    Scratch scratch{};
    struct ContactRoom {
      std::size_t limit = 0, used = 0;  // bytes
      int safe = 0, counted = 0;        // so many contacts fit in any case; so many are counted in `used`
      bool full = false;
    } contact_room{};  // memory of the contacts of one pass
    struct WarningLog {
      unsigned pending = 0, told = 0;  // bit k: Warning k
    } warning_log{};
    struct PartResults {
      std::vector<Contact> contacts;
      std::vector<std::uint32_t> body_pairs;
    };
    std::vector<PartResults> parts{};  // what threads found, range by range (model/parallel.h)
#define CORTEN_FIELD(type, name, count, doc) Array<type> name{};
#include "corten/work_fields.def"
#undef CORTEN_FIELD
  };

  // Sets everything to zero but the hooks, threads, memory limit and the log of warnings.
  void clear();
  // Gives each array its place in `buffer`, or counts the bytes when it is null.
  std::size_t bind(const Sizes& sizes, std::byte* buffer);

  Work work_;
  Sizes sizes_;
  Signature signature_;
  Buffer buffer_;
};

}  // namespace corten
