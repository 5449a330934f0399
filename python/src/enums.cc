// Closed sets of choices as Python enums; values are MuJoCo's. Arrays hold the numbers, options take names too.
#include "corten/enums.h"

#include <nanobind/nanobind.h>

#include "corten/state.h"
#include "objects.h"

namespace corten::python {

namespace {

template <class T>
struct Name {
  const char* name;
  T value;
};

template <class T>
void bind(nb::module_& m, const char* name, const char* doc, std::initializer_list<Name<T>> names) {
  nb::enum_<T> type(m, name, doc, nb::is_arithmetic());
  for (const Name<T>& n : names) type.value(n.name, n.value);
}

template <class T>
void bind_bits(nb::module_& m, const char* name, const char* doc, std::initializer_list<Name<T>> names) {
  nb::enum_<T> type(m, name, doc, nb::is_flag(), nb::is_arithmetic());
  for (const Name<T>& n : names) type.value(n.name, n.value);
}

void bind_option_enums(nb::module_& m) {
  using I = Integrator;
  bind<I>(m, "Integrator", "Numerical integrator",
          {{"EULER", I::kEuler}, {"RK4", I::kRk4}, {"IMPLICIT", I::kImplicit}, {"IMPLICITFAST", I::kImplicitFast}});
  bind<Cone>(m, "Cone", "Friction cone", {{"PYRAMIDAL", Cone::kPyramidal}, {"ELLIPTIC", Cone::kElliptic}});
  bind<Jacobian>(m, "Jacobian", "Storage of the constraint Jacobian",
                 {{"DENSE", Jacobian::kDense}, {"SPARSE", Jacobian::kSparse}, {"AUTO", Jacobian::kAuto}});
  bind<Solver>(m, "Solver", "Constraint solver",
               {{"PGS", Solver::kPgs}, {"CG", Solver::kCg}, {"NEWTON", Solver::kNewton}});
  using F = Formulation;
  bind<F>(m, "Formulation", "How contacts push",
          {{"CONVEX", F::kConvex}, {"XPBD", F::kXpbd}, {"IMPULSE", F::kImpulse}, {"COMPLIANT", F::kCompliant}});
  bind<RestitutionLaw>(m, "RestitutionLaw", "What an impact gives back",
                       {{"NEWTON", RestitutionLaw::kNewton}, {"POISSON", RestitutionLaw::kPoisson}});
  bind_bits<DisableBit>(m, "DisableBit", "Bits of opt.disableflags",
                        {{"CONSTRAINT", kDisableConstraint},
                         {"EQUALITY", kDisableEquality},
                         {"FRICTIONLOSS", kDisableFrictionLoss},
                         {"LIMIT", kDisableLimit},
                         {"CONTACT", kDisableContact},
                         {"SPRING", kDisableSpring},
                         {"DAMPER", kDisableDamper},
                         {"GRAVITY", kDisableGravity},
                         {"CLAMPCTRL", kDisableClampCtrl},
                         {"WARMSTART", kDisableWarmstart},
                         {"FILTERPARENT", kDisableFilterParent},
                         {"ACTUATION", kDisableActuation},
                         {"REFSAFE", kDisableRefSafe},
                         {"SENSOR", kDisableSensor},
                         {"MIDPHASE", kDisableMidphase},
                         {"EULERDAMP", kDisableEulerDamp},
                         {"AUTORESET", kDisableAutoReset},
                         {"NATIVECCD", kDisableNativeCcd},
                         {"ISLAND", kDisableIsland},
                         {"MULTICCD", kDisableMultiCcd}});
  bind_bits<EnableBit>(m, "EnableBit", "Bits of opt.enableflags",
                       {{"OVERRIDE", kEnableOverride},
                        {"ENERGY", kEnableEnergy},
                        {"FWDINV", kEnableFwdInv},
                        {"INVDISCRETE", kEnableInvDiscrete},
                        {"SLEEP", kEnableSleep},
                        {"DIAGEXACT", kEnableDiagExact}});
}

void bind_model_enums(nb::module_& m) {
  using J = JointType;
  bind<J>(m, "JointType", "Kinds of joints",
          {{"FREE", J::kFree}, {"BALL", J::kBall}, {"SLIDE", J::kSlide}, {"HINGE", J::kHinge}});
  using G = GeomType;
  bind<G>(m, "GeomType", "Kinds of geoms",
          {{"PLANE", G::kPlane},
           {"HFIELD", G::kHfield},
           {"SPHERE", G::kSphere},
           {"CAPSULE", G::kCapsule},
           {"ELLIPSOID", G::kEllipsoid},
           {"CYLINDER", G::kCylinder},
           {"BOX", G::kBox},
           {"MESH", G::kMesh},
           {"SDF", G::kSdf}});
  using E = EqualityType;
  bind<E>(m, "EqualityType", "Kinds of equality constraints",
          {{"CONNECT", E::kConnect},
           {"WELD", E::kWeld},
           {"JOINT", E::kJoint},
           {"TENDON", E::kTendon},
           {"FLEX", E::kFlex},
           {"FLEXVERT", E::kFlexVert},
           {"FLEXSTRAIN", E::kFlexStrain},
           {"DISTANCE", E::kDistance}});
  using C = ConstraintType;
  bind<C>(m, "ConstraintType", "What a constraint row comes from",
          {{"EQUALITY", C::kEquality},
           {"FRICTION_DOF", C::kFrictionDof},
           {"FRICTION_TENDON", C::kFrictionTendon},
           {"LIMIT_JOINT", C::kLimitJoint},
           {"LIMIT_TENDON", C::kLimitTendon},
           {"CONTACT_FRICTIONLESS", C::kContactFrictionless},
           {"CONTACT_PYRAMIDAL", C::kContactPyramidal},
           {"CONTACT_ELLIPTIC", C::kContactElliptic}});
  using T = TransmissionType;
  bind<T>(m, "TransmissionType", "What an actuator acts on",
          {{"JOINT", T::kJoint},
           {"JOINTINPARENT", T::kJointInParent},
           {"SLIDERCRANK", T::kSliderCrank},
           {"TENDON", T::kTendon},
           {"SITE", T::kSite},
           {"BODY", T::kBody},
           {"SO3", T::kSo3},
           {"UNDEFINED", T::kUndefined}});
  bind<Stage>(m, "Stage", "Stages of a forward pass",
              {{"NONE", Stage::kNone}, {"POS", Stage::kPos}, {"VEL", Stage::kVel}, {"ACC", Stage::kAcc}});
  using W = Warning;
  bind<W>(m, "Warning", "Numerical trouble that is counted while stepping",
          {{"INERTIA", W::kInertia},
           {"CONTACTFULL", W::kContactFull},
           {"CNSTRFULL", W::kConstraintFull},
           {"BADQPOS", W::kBadQpos},
           {"BADQVEL", W::kBadQvel},
           {"BADQACC", W::kBadQacc},
           {"BADCTRL", W::kBadCtrl}});
}

void bind_sensor_enum(nb::module_& m) {
  using S = SensorType;
  bind<S>(m, "SensorType", "Kinds of sensors",
          {{"TOUCH", S::kTouch},
           {"ACCELEROMETER", S::kAccelerometer},
           {"VELOCIMETER", S::kVelocimeter},
           {"GYRO", S::kGyro},
           {"FORCE", S::kForce},
           {"TORQUE", S::kTorque},
           {"MAGNETOMETER", S::kMagnetometer},
           {"RANGEFINDER", S::kRangefinder},
           {"CAMPROJECTION", S::kCamProjection},
           {"JOINTPOS", S::kJointPos},
           {"JOINTVEL", S::kJointVel},
           {"TENDONPOS", S::kTendonPos},
           {"TENDONVEL", S::kTendonVel},
           {"ACTUATORPOS", S::kActuatorPos},
           {"ACTUATORVEL", S::kActuatorVel},
           {"ACTUATORFRC", S::kActuatorFrc},
           {"JOINTACTFRC", S::kJointActFrc},
           {"TENDONACTFRC", S::kTendonActFrc},
           {"BALLQUAT", S::kBallQuat},
           {"BALLANGVEL", S::kBallAngVel},
           {"JOINTLIMITPOS", S::kJointLimitPos},
           {"JOINTLIMITVEL", S::kJointLimitVel},
           {"JOINTLIMITFRC", S::kJointLimitFrc},
           {"TENDONLIMITPOS", S::kTendonLimitPos},
           {"TENDONLIMITVEL", S::kTendonLimitVel},
           {"TENDONLIMITFRC", S::kTendonLimitFrc},
           {"FRAMEPOS", S::kFramePos},
           {"FRAMEQUAT", S::kFrameQuat},
           {"FRAMEXAXIS", S::kFrameXAxis},
           {"FRAMEYAXIS", S::kFrameYAxis},
           {"FRAMEZAXIS", S::kFrameZAxis},
           {"FRAMELINVEL", S::kFrameLinVel},
           {"FRAMEANGVEL", S::kFrameAngVel},
           {"FRAMELINACC", S::kFrameLinAcc},
           {"FRAMEANGACC", S::kFrameAngAcc},
           {"SUBTREECOM", S::kSubtreeCom},
           {"SUBTREELINVEL", S::kSubtreeLinVel},
           {"SUBTREEANGMOM", S::kSubtreeAngMom},
           {"INSIDESITE", S::kInsideSite},
           {"GEOMDIST", S::kGeomDist},
           {"GEOMNORMAL", S::kGeomNormal},
           {"GEOMFROMTO", S::kGeomFromTo},
           {"CONTACT", S::kContact},
           {"E_POTENTIAL", S::kEPotential},
           {"E_KINETIC", S::kEKinetic},
           {"CLOCK", S::kClock},
           {"TACTILE", S::kTactile},
           {"PLUGIN", S::kPlugin},
           {"USER", S::kUser}});
}

}  // namespace

void bind_enums(nb::module_& m) {
  bind_option_enums(m);
  bind_model_enums(m);
  bind_sensor_enum(m);
  bind_bits<StateBit>(m, "State", "Parts of a state vector",
                      {{"TIME", kStateTime},
                       {"QPOS", kStateQpos},
                       {"QVEL", kStateQvel},
                       {"ACT", kStateAct},
                       {"HISTORY", kStateHistory},
                       {"WARMSTART", kStateWarmstart},
                       {"CTRL", kStateCtrl},
                       {"QFRC_APPLIED", kStateQfrcApplied},
                       {"XFRC_APPLIED", kStateXfrcApplied},
                       {"EQ_ACTIVE", kStateEqActive},
                       {"MOCAP_POS", kStateMocapPos},
                       {"MOCAP_QUAT", kStateMocapQuat},
                       {"USERDATA", kStateUserdata},
                       {"PLUGIN", kStatePlugin},
                       {"PHYSICS", kStatePhysics},
                       {"FULLPHYSICS", kStateFullPhysics},
                       {"USER", kStateUser},
                       {"INTEGRATION", kStateIntegration}});
}

}  // namespace corten::python
