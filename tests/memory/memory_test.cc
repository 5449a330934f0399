// Piles that need more memory than a world may have, or than there is: contacts are left out, and nothing else happens.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "collide/phases.h"
#include "corten/corten.h"

namespace corten {
namespace {

// Boxes at one spot: every pair touches in four points.
std::string pile(int boxes, const std::string& settings = "") {
  std::string text = "<mujoco>" + settings + "<worldbody>";
  for (int i = 0; i < boxes; ++i) {
    const std::string id = std::to_string(i);
    text += "<body name='b" + id + "'><freejoint/><geom type='box' size='.1 .1 .1'/></body>";
  }
  return text + "</worldbody></mujoco>";
}

// Bytes that one of its contacts counts: four rows on twelve dofs.
constexpr std::size_t kContactBytes = sizeof(Contact) + 4 * (128 + 12 * 12);

const WarningStat& warnings(const Data& d, Warning kind) { return d.warning[static_cast<std::size_t>(kind)]; }

class Memory : public ::testing::Test {
 protected:
  Memory() {
    before_ = set_warning_handler([this](const WarningMessage& w) { told.push_back(w.text); });
  }
  ~Memory() override { set_warning_handler(before_); }
  std::vector<std::string> told;

 private:
  WarningHandler before_;
};

void expect_same(const Data& a, const Data& b) {
  for (int i = 0; i < a.qpos.size(); ++i) ASSERT_EQ(a.qpos[i], b.qpos[i]) << i;
  for (int i = 0; i < a.qvel.size(); ++i) ASSERT_EQ(a.qvel[i], b.qvel[i]) << i;
}

TEST_F(Memory, ContactsBeyondTheLimitAreLeftOut) {
  const Model m = load_text(pile(12, "<size memory='256K'/>"));
  EXPECT_EQ(m.narena, 256u << 10);
  Data d(m), all(m), again(m);
  all.memory_limit = kDefaultMemory;
  forward(m, all);
  EXPECT_EQ(all.contact.size(), 4u * 66);
  EXPECT_EQ(contact_bytes(m, all), 4 * 66 * kContactBytes);
  EXPECT_TRUE(told.empty());

  step(m, d);
  const std::size_t kept = (256u << 10) / kContactBytes;
  ASSERT_EQ(d.contact.size(), kept);
  for (std::size_t i = 0; i < kept; ++i) EXPECT_EQ(d.contact[i].pos, all.contact[i].pos);
  EXPECT_EQ(d.nefc, static_cast<int>(4 * kept));
  EXPECT_EQ(warnings(d, Warning::kContactFull).number, 1);
  EXPECT_EQ(warnings(d, Warning::kContactFull).lastinfo, static_cast<int>(kept));
  ASSERT_EQ(told.size(), 1u);
  // pairs come in the order b0 b1, b0 b2, ...
  const Contact& first = all.contact[kept];
  const std::string names = "the first between body '" + m.name_of(Object::kBody, m.geom_bodyid[first.geom[0]]) +
                            "' and body '" + m.name_of(Object::kBody, m.geom_bodyid[first.geom[1]]) + "', and " +
                            std::to_string(66 - 1 - kept / 4) + " pairs";
  EXPECT_NE(told[0].find(names), std::string::npos) << told[0] << "\nhas not: " << names;
  EXPECT_NE(told[0].find("the memory limit of 0.25 MB is reached: there are " + std::to_string(kept) + " contacts"),
            std::string::npos)
      << told[0];

  for (int i = 0; i < 5; ++i) step(m, d);
  for (int i = 0; i < 6; ++i) step(m, again);
  expect_same(d, again);
}

TEST_F(Memory, ALimitThatSufficesChangesNothing) {
  const Model m = load_text(pile(12));
  EXPECT_EQ(m.narena, kDefaultMemory);
  Data d(m), exact(m);
  exact.memory_limit = 4 * 66 * kContactBytes;
  for (int i = 0; i < 3; ++i) step(m, d), step(m, exact);
  EXPECT_EQ(warnings(exact, Warning::kContactFull).number, 0);
  expect_same(d, exact);
  exact.memory_limit -= 1;
  reset(m, exact);
  step(m, exact);
  EXPECT_EQ(warnings(exact, Warning::kContactFull).number, 1);
  EXPECT_EQ(exact.contact.size(), 4u * 66 - 1);
}

TEST_F(Memory, ALimitSurvivesBinaryFilesAndCopies) {
  const Model m = load_text(pile(2, "<size memory='3M'/>"));
  EXPECT_EQ(load_model(save_model(m)).narena, 3u << 20);
  Data d(m);
  EXPECT_EQ(d.memory_limit, 3u << 20);
  d.memory_limit = 5000;
  reset(m, d);
  const Data copy = d;
  EXPECT_EQ(copy.memory_limit, 5000u);
  EXPECT_EQ(load_text(pile(2, "<size memory='-1'/>")).narena, kDefaultMemory);
}

// Chains of dofs make large rows and a large Hessian: few contacts fit, the matrix does not.
TEST_F(Memory, NewtonDoesWithoutAHessianThatIsTooLarge) {
  std::string text =
      "<mujoco><option iterations='1000' tolerance='1e-10'/><worldbody>"
      "<geom type='plane' size='9 9 9' pos='0 0 -.04'/>";
  for (int i = 0; i < 60; ++i) {
    text +=
        "<body pos='.1 0 0'><joint axis='0 1 0' damping='1' armature='.1'/>"
        "<geom type='capsule' fromto='0 0 0 .1 0 0' size='.02' contype='" +
        std::string(i == 59 ? "1" : "0") + "' conaffinity='0'/>";
  }
  for (int i = 0; i < 60; ++i) text += "</body>";
  const Model m = load_text(text + "</worldbody></mujoco>");
  Data newton(m), without(m);
  newton.qpos[0] = without.qpos[0] = 0.01;
  without.memory_limit = 16000;
  forward(m, newton);
  forward(m, without);
  ASSERT_GT(newton.contact.size(), 0u);
  ASSERT_EQ(without.contact.size(), newton.contact.size());
  EXPECT_EQ(warnings(newton, Warning::kConstraintFull).number, 0);
  EXPECT_EQ(warnings(without, Warning::kConstraintFull).number, 1);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_NE(told[0].find("conjugate gradients took its place"), std::string::npos) << told[0];
  for (int i = 0; i < m.nv; ++i) EXPECT_NEAR(without.qacc[i], newton.qacc[i], 1e-3 * (1 + std::abs(newton.qacc[i])));
}

TEST_F(Memory, PgsAndNoslipDoWithoutAMatrixThatIsTooLarge) {
  const Model newton = load_text(pile(8));
  Data reference(newton);
  forward(newton, reference);
  for (const char* option :
       {"<option solver='PGS'/>", "<option solver='PGS' noslip_iterations='5'/>", "<option noslip_iterations='5'/>"}) {
    const Model m = load_text(pile(8, option));
    Data d(m);
    d.memory_limit = 300000;  // 112 contacts with 448 rows take half of it, 448 x 448 numbers five times as much
    forward(m, d);
    EXPECT_EQ(d.contact.size(), 112u);
    EXPECT_EQ(warnings(d, Warning::kConstraintFull).number, 1) << option;
    EXPECT_EQ(warnings(d, Warning::kConstraintFull).lastinfo, 448) << option;
    for (int i = 0; i < m.nv; ++i) EXPECT_NEAR(d.qacc[i], reference.qacc[i], 1e-2 * (1 + std::abs(reference.qacc[i])));
  }
}

// ---- no memory

#ifdef CORTEN_SANITIZED
constexpr bool kLimitsWork = false;
#else
constexpr bool kLimitsWork = true;
#endif

// From here on this process gets only so many bytes more.
void limit_memory(std::size_t bytes) {
  long pages = 0;
  std::FILE* const file = std::fopen("/proc/self/statm", "r");
  if (!file || std::fscanf(file, "%ld", &pages) != 1) std::_Exit(90);
  std::fclose(file);
  const rlim_t limit = static_cast<rlim_t>(pages) * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + bytes;
  const rlimit both{limit, limit};
  if (setrlimit(RLIMIT_AS, &both) != 0) std::_Exit(91);
}

// Steps a pile in a child process with little memory; its exit code, 0: all is well.
template <class Child>
int exit_code_of(const Child& child) {
  const pid_t id = fork();
  if (id == 0) {
    try {
      std::_Exit(child());
    } catch (...) {
      std::_Exit(99);
    }
  }
  int status = 0;
  waitpid(id, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 100 + WTERMSIG(status);
}

int step_in_little_memory(const Model& m, Data& d, std::size_t bytes, std::size_t all) {
  limit_memory(bytes);
  for (int i = 0; i < 2; ++i) step(m, d);
  if (d.contact.size() >= all) return 1;
  if (d.contact.empty() || d.nefc < static_cast<int>(3 * d.contact.size())) return 2;
  if (!d.left_out.out_of_memory() || warnings(d, Warning::kContactFull).number == 0) return 3;
  for (const double v : d.qvel) {
    if (!std::isfinite(v)) return 4;
  }
  return std::abs(d.time - 0.004) < 1e-12 ? 0 : 5;
}

TEST_F(Memory, WithoutMemoryContactsAreLeftOut) {
  if (!kLimitsWork) GTEST_SKIP() << "sanitizers need address space without limits";
  for (const char* option : {"", "<option integrator='RK4'/>", "<option solver='CG' cone='elliptic'/>"}) {
    const Model m = load_text(pile(60, option));  // 7080 contacts take 10 MB, and as much again for the solver
    Data d(m);
    EXPECT_EQ(exit_code_of([&] { return step_in_little_memory(m, d, 6 << 20, 7080); }), 0) << option;
  }
}

TEST_F(Memory, WithoutMemoryOnThreadsContactsAreLeftOut) {
  if (!kLimitsWork) GTEST_SKIP() << "sanitizers need address space without limits";
  const Model m = load_text(pile(60));
  EXPECT_EQ(exit_code_of([&] {
              Data d(m);
              d.threads = std::make_shared<ThreadPool>(2);
              return step_in_little_memory(m, d, 6 << 20, 7080);
            }),
            0);
}

}  // namespace
}  // namespace corten
