// Rows of flexes against numbers from MuJoCo.
#include "constraint/rows_test.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "constraint/kinds/kinds.h"
#include "math/vec3.h"

namespace corten {
namespace {

// A model in the state qpos0 + 0.005 cos(i), qvel = sin(i + 1), after a forward pass.
struct DeformedWorld {
  explicit DeformedWorld(const std::string& text) : m(load_text(text)), d(m) {
    reset(m, d);
    for (int i = 0; i < m.nq; ++i) d.qpos[i] += 0.005 * std::cos(static_cast<double>(i));
    for (int i = 0; i < m.nv; ++i) d.qvel[i] = std::sin(i + 1.0);
    forward(m, d);
  }

  Model m;
  Data d;
};

// Two triangles.
std::string cloth(const std::string& option, int condim, const std::string& edge) {
  return "<mujoco><option " + option + R"(/><worldbody><geom size=".1" pos=".03 .02 -.11"/>
    <flexcomp name="f" type="grid" dim="2" count="2 2 1" spacing=".2 .2 .2" radius=".02" mass="1">
      <contact condim=")" +
         std::to_string(condim) + R"(" friction=".8 .1 .05" selfcollide="none"/>)" + edge +
         "</flexcomp></worldbody></mujoco>";
}

TEST(FlexRows, EdgesAndContactsOfTriangles) {
  const DeformedWorld w(cloth("cone='pyramidal'", 3, "<edge equality='true'/>"));
  expect_rows(w.m, w.d,
              {
                  {0,
                   0,
                   {-1.4994232899431439, -0.00773560481272903, 0, 0, 0.2105263157894739, 2770.083102493075,
                    105.26315789473685, 0.95, 0, 223.74931826804192}},
                  {0,
                   0,
                   {-2.3207447443726035, -0.011619020452476314, 0, 0, 0.2105263157894739, 2770.083102493075,
                    105.26315789473685, 0.95, 0, 276.62445046576704}},
                  {0,
                   0,
                   {-0.0368535136893616, -0.0001917116353831183, 0, 0, 0.4263684584185667, 2770.083102493075,
                    105.26315789473685, 0.903675335114127, -38.34232707662361, 19.660345736374484}},
                  {0,
                   0,
                   {0.08166276483801074, 0.00040131951626515283, 0, 0, 0.3663082168068759, 2770.083102493075,
                    105.26315789473685, 0.9161057354135296, 80.26390325303045, -23.624269338682318}},
                  {0,
                   0,
                   {-1.0776871286566017, -0.005683271722348088, 0, 0, 0.2105263157894739, 2770.083102493075,
                    105.26315789473685, 0.95, 0, 203.50342772905643}},
                  {6,
                   0,
                   {-0.13661393542481645, -0.010743950388321124, 0, 0, 0.8421052631578956, 2770.083102493075,
                    105.26315789473685, 0.95, 0, 23.145766416958644}},
                  {6,
                   0,
                   {-0.16653923996379927, -0.010743950388321124, 0, 0, 0.8421052631578956, 2770.083102493075,
                    105.26315789473685, 0.95, 0, 47.319865344819775}},
                  {6,
                   0,
                   {-0.317805832755081, -0.010743950388321124, 0, 0, 0.8421052631578956, 2770.083102493075,
                    105.26315789473685, 0.95, 0, 55.05376154773566}},
                  {6,
                   0,
                   {0.014652657366465328, -0.010743950388321124, 0, 0, 0.8421052631578956, 2770.083102493075,
                    105.26315789473685, 0.95, 0, 15.411870214042745}},
                  {6,
                   1,
                   {-0.43920043354709176, -0.010554730286389657, 0, 0, 0.8421052631578956, 2770.083102493075,
                    105.26315789473685, 0.95, 0, 108.32963190825353}},
                  {6,
                   1,
                   {0.40500146101953244, -0.010554730286389657, 0, 0, 0.8421052631578956, 2770.083102493075,
                    105.26315789473685, 0.95, 0, 7.868202419462278}},
                  {6,
                   1,
                   {0.4174068510353256, -0.010554730286389657, 0, 0, 0.8421052631578956, 2770.083102493075,
                    105.26315789473685, 0.95, 0, 30.955331349021094}},
                  {6,
                   1,
                   {-0.45160582356288476, -0.010554730286389657, 0, 0, 0.8421052631578956, 2770.083102493075,
                    105.26315789473685, 0.95, 0, 85.24250297869474}},
              });
}

TEST(FlexRows, ContactsThatResistTurning) {
  const DeformedWorld w(cloth("cone='elliptic' jacobian='sparse'", 6, ""));
  expect_rows(
      w.m, w.d,
      {
          {7,
           0,
           {-0.15157658769430785, -0.010743950388321124, 0, 0, 0.2105263157894739, 2770.083102493075,
            105.26315789473685, 0.95, 0, 35.232815880889206}},
          {7,
           0,
           {0.014962652269491396, 0, 0, 0, 0.2105263157894739, 0, 105.26315789473685, 0.95, 0, -12.087049463930565}},
          {7,
           0,
           {-0.1662292450607732, 0, 0, 0, 0.2105263157894739, 0, 105.26315789473685, 0.95, 0, 19.820945666846455}},
          {7, 0, {0, 0, 0, 0, 21.052631578947384, 0, 105.26315789473685, 0.95, 0, 0}},
          {7, 0, {0, 0, 0, 0, 84.21052631578954, 0, 105.26315789473685, 0.95, 0, 0}},
          {7, 0, {0, 0, 0, 0, 84.21052631578954, 0, 105.26315789473685, 0.95, 0, 0}},
          {7,
           1,
           {-0.017099486263779613, -0.010554730286389657, 0, 0, 0.2105263157894739, 2770.083102493075,
            105.26315789473685, 0.95, 0, 58.09891716385791}},
          {7, 1, {-0.4221009472833121, 0, 0, 0, 0.2105263157894739, 0, 105.26315789473685, 0.95, 0, 50.23071474439561}},
          {7,
           1,
           {0.43450633729910515, 0, 0, 0, 0.2105263157894739, 0, 105.26315789473685, 0.95, 0, -27.14358581483683}},
          {7, 1, {0, 0, 0, 0, 21.052631578947384, 0, 105.26315789473685, 0.95, 0, 0}},
          {7, 1, {0, 0, 0, 0, 84.21052631578954, 0, 105.26315789473685, 0.95, 0, 0}},
          {7, 1, {0, 0, 0, 0, 84.21052631578954, 0, 105.26315789473685, 0.95, 0, 0}},
      });
}

TEST(FlexRows, StrainAtVertices) {
  const DeformedWorld w(cloth("", 3, "<edge equality='vert'/>"));
  ASSERT_EQ(w.d.ne, 8);
  const double along[] = {-5.905367938581139, -6.343480924916234, -4.826182777965096, -5.464366204187628,
                          -7.391233736527996, -7.710461633857448, -6.364902202779152, -6.873962327227966};
  const double pos[] = {-0.03135368163339802, -0.0324479253892061,  -0.026004003095112305, -0.0275998825151908,
                        -0.03888812805093744, -0.03968002925717801, -0.03367058357982067,  -0.034944436504896204};
  for (int r = 0; r < 8; ++r) {
    double sum = 0;
    const std::vector<double> J = dense_row(w.m, w.d, r);
    for (std::size_t i = 0; i < J.size(); ++i) sum += J[i] * std::cos(static_cast<double>(i));
    EXPECT_NEAR(sum, along[r], 1e-9);
    EXPECT_NEAR(w.d.efc_pos[r], pos[r], 1e-12);
    EXPECT_NEAR(w.d.efc_diagA[r], 4, 1e-9);
  }
}

TEST(FlexRows, ContactsOfInterpolatedElements) {
  const DeformedWorld w(R"(
  <mujoco><option cone="elliptic"/><worldbody><geom size=".1" pos=".06 .05 -.21"/>
      <flexcomp name="f" type="grid" dim="3" count="2 2 2" spacing=".2 .2 .2" radius=".02" mass="1" dof="trilinear">
        <contact selfcollide="none" internal="false"/>
      </flexcomp></worldbody></mujoco>)");
  expect_rows(
      w.m, w.d,
      {
          {7,
           0,
           {0.09844529678467631, -0.00895042458599317, 0, 0, 0.4210526315789478, 2770.083102493075, 105.26315789473685,
            0.95, 0, -26.170146749433773}},
          {7, 0, {0.6646429048360807, 0, 0, 0, 0.4210526315789478, 0, 105.26315789473685, 0.95, 0, -75.86764789334819}},
          {7, 0, {-0.607542378870891, 0, 0, 0, 0.4210526315789478, 0, 105.26315789473685, 0.95, 0, 31.639286615430255}},
          {7,
           1,
           {0.24546887900042427, -0.0001400308418903068, 0, 0, 0.869564437048839, 2770.083102493075, 105.26315789473685,
            0.9019608636680508, -28.006168378061318, -40.547002947806824}},
          {7,
           1,
           {0.4671179937885129, 0, 0, 0, 0.869564437048839, 0, 105.26315789473685, 0.9019608636680508,
            -28.006168378061318, -50.79074498278519}},
          {7,
           1,
           {-0.3217607919348644, 0, 0, 0, 0.869564437048839, 0, 105.26315789473685, 0.9019608636680508,
            -28.006168378061318, 2.4839325369829695}},
      });
}

struct StrainCase {
  const char* dof;
  int rows;
  double J2, pos2, pos_J, A;  // sums over the rows, which do not depend on the choice among equal eigenvalues
};

TEST(FlexRows, StrainOfCells) {
  const StrainCase cases[] = {
      {"trilinear", 18, 3.037077901167733, 7.59886712069243e-05, 0.015184199431159505, 8},
      {"quadratic", 75, 1310.8831043883577, 0.03277247239304981, 6.554454868741213, 91.125},
  };
  for (const StrainCase& wanted : cases) {
    const DeformedWorld w(std::string(R"(<mujoco><worldbody>
      <flexcomp name="f" type="grid" dim="3" count="3 2 2" spacing=".1 .15 .12" radius=".01" mass="1" dof=")") +
                          wanted.dof + R"(">
        <contact selfcollide="none" internal="false"/><edge equality="strain"/>
      </flexcomp></worldbody></mujoco>)");
    ASSERT_EQ(w.d.ne, wanted.rows);
    double J2 = 0, pos2 = 0, pos_J = 0;
    for (int r = 0; r < w.d.ne; ++r) {
      double along = 0;
      const std::vector<double> J = dense_row(w.m, w.d, r);
      for (std::size_t i = 0; i < J.size(); ++i) along += J[i] * std::cos(static_cast<double>(i));
      J2 += along * along;
      pos2 += w.d.efc_pos[r] * w.d.efc_pos[r];
      pos_J += w.d.efc_pos[r] * along;
    }
    EXPECT_NEAR(J2, wanted.J2, 1e-9 * wanted.J2);
    EXPECT_NEAR(pos2, wanted.pos2, 1e-9 * wanted.pos2);
    EXPECT_NEAR(pos_J, wanted.pos_J, 1e-9 * wanted.pos_J);
    EXPECT_NEAR(w.d.efc_diagA[0], wanted.A, 1e-6);
  }
}

TEST(FlexRows, RowsOfOneEqualityHaveDofsOfTheirOwn) {
  const DeformedWorld w(cloth("jacobian='sparse'", 3, "<edge equality='true'/>"));
  for (int edge = 0; edge < 5; ++edge) {
    EXPECT_EQ(w.d.efc_J_rownnz[edge], 6);
    const std::vector<double> J = dense_row(w.m, w.d, edge);
    double velocity = 0;
    for (std::size_t i = 0; i < J.size(); ++i) velocity += J[i] * w.d.qvel[static_cast<int>(i)];
    EXPECT_NEAR(w.d.efc_vel[edge], velocity, 1e-12);
  }
}

TEST(ContactSide, WeightsOfAnElementAddUp) {
  const DeformedWorld w(cloth("", 3, "<edge equality='true'/>"));
  ASSERT_FALSE(w.d.contact.empty());
  const Contact& contact = w.d.contact[0];
  EXPECT_EQ(body_of_side(w.m, contact, 0), 0);
  EXPECT_EQ(body_of_side(w.m, contact, 1), -1);
  Carriers carriers;
  add_carriers(w.m, w.d, contact, 1, 1, carriers);
  ASSERT_EQ(carriers.count, 3);
  EXPECT_EQ(carriers.body[0], representative_body(w.m, contact, 1));
  EXPECT_NEAR(carriers.weight[0] + carriers.weight[1] + carriers.weight[2], 1, 1e-15);
  // the weights are as the inverse distances
  const auto distance = [&](int k) { return norm(contact.pos - w.d.xpos[carriers.body[k]]); };
  EXPECT_NEAR(carriers.weight[0] * distance(0), carriers.weight[1] * distance(1), 1e-15);
}

TEST(ContactSide, NothingBelongsToTheWorld) {
  const DeformedWorld w(cloth("", 3, ""));
  EXPECT_EQ(body_of_side(w.m, Contact{}, 0), 0);
}

}  // namespace
}  // namespace corten
