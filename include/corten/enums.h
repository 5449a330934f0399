// Closed sets of choices in a model. The numeric values are MuJoCo's, since models, dumps and users exchange them.
#pragma once

namespace corten {

enum class JointType : int { kFree, kBall, kSlide, kHinge };

enum class GeomType : int { kPlane, kHfield, kSphere, kCapsule, kEllipsoid, kCylinder, kBox, kMesh, kSdf };

enum class Projection : int { kPerspective, kOrthographic };
enum class CamLightMode : int { kFixed, kTrack, kTrackCom, kTargetBody, kTargetBodyCom };
enum class LightType : int { kSpot, kDirectional, kPoint, kImage };

enum class TextureType : int { k2d, kCube, kSkybox };
enum class ColorSpace : int { kAuto, kLinear, kSrgb };
enum class TextureBuiltin : int { kNone, kGradient, kChecker, kFlat };
enum class TextureMark : int { kNone, kEdge, kCross, kRandom };
enum class TextureRole : int {
  kUser,
  kRgb,
  kOcclusion,
  kRoughness,
  kMetallic,
  kNormal,
  kOpacity,
  kEmissive,
  kRgba,
  kOrm
};
inline constexpr int kTextureRoleCount = 10;

enum class Integrator : int { kEuler, kRk4, kImplicit, kImplicitFast };
enum class Cone : int { kPyramidal, kElliptic };
enum class Jacobian : int { kDense, kSparse, kAuto };
enum class Solver : int { kPgs, kCg, kNewton };
enum class Formulation : int { kConvex, kXpbd, kImpulse, kCompliant };  // not in MuJoCo, see contact_solver.h
enum class RestitutionLaw : int { kNewton, kPoisson };

// What a constraint row comes from; the state says which piece of its cost holds at the solution.
enum class ConstraintType : int {
  kEquality,
  kFrictionDof,
  kFrictionTendon,
  kLimitJoint,
  kLimitTendon,
  kContactFrictionless,
  kContactPyramidal,
  kContactElliptic
};
enum class ConstraintState : int { kSatisfied, kQuadratic, kLinearNeg, kLinearPos, kCone };

enum class EqualityType : int { kConnect, kWeld, kJoint, kTendon, kFlex, kFlexVert, kFlexStrain, kDistance };
enum class WrapType : int { kNone, kJoint, kPulley, kSite, kSphere, kCylinder };

enum class TransmissionType : int {
  kJoint,
  kJointInParent,
  kSliderCrank,
  kTendon,
  kSite,
  kBody,
  kSo3,
  kUndefined = 1000
};
enum class DynType : int { kNone, kIntegrator, kFilter, kFilterExact, kMuscle, kDcMotor, kPid, kUser };
enum class GainType : int { kFixed, kAffine, kMuscle, kDcMotor, kSo3, kPid, kUser, kCustom };
enum class BiasType : int { kNone, kAffine, kMuscle, kDcMotor, kSo3, kUser };

// Models of actuators of gaintype custom; kRegistered: one that a user made available, see actuator.h.
enum class ActuatorKind : int {
  kNone,
  kSeriesElastic,
  kDcMotorEnvelope,
  kBacklash,
  kPneumaticCylinder,
  kHydraulicValve,
  kElasticCable,
  kRegistered
};

// Coordinates of an orientation servo's control.
enum CtrlChart : int { kChartExpmap = 1, kChartQuat = 2 };
// Inputs of a servo, combined bitwise; kInputNone: no input at all.
enum CtrlInput : int { kInputPos = 1, kInputVel = 2, kInputFf = 4, kInputVoltage = 8, kInputNone = 16 };

// Kinds of named things.
enum class Object : int {
  kUnknown,
  kBody,
  kXBody,
  kJoint,
  kDof,
  kGeom,
  kSite,
  kCamera,
  kLight,
  kFlex,
  kMesh,
  kSkin,
  kHfield,
  kTexture,
  kMaterial,
  kPair,
  kExclude,
  kEquality,
  kTendon,
  kActuator,
  kSensor,
  kNumeric,
  kText,
  kTuple,
  kKey,
  kPlugin,
  kFrame = 100,
  kDefault,
  kModel
};
inline constexpr int kObjectCount = 26;  // kinds that a Model holds: kUnknown to kPlugin

// The kinds of sensors, from sensor_types.def.
enum class SensorType : int {
#define CORTEN_SENSOR(type, ...) type,
#include "corten/sensor_types.def"
#undef CORTEN_SENSOR
};
enum class Stage : int { kNone, kPos, kVel, kAcc };
enum class PluginKind : int { kActuator, kPassive, kSensor, kSdf };
enum class DataType : int { kReal, kPositive, kAxis, kQuaternion };
enum class ContactReduce : int { kNone, kMinDist, kMaxForce, kNetForce };

// What a frame shares with its body, so that kinematics can copy instead of multiply.
enum class SameFrame : unsigned char { kNone, kBody, kInertia, kBodyRot, kInertiaRot };

enum class SleepPolicy : int { kAuto, kAutoNever, kAutoAllowed, kNever, kAllowed, kInit };
enum class SleepState : int { kStatic = -1, kAsleep, kAwake };
enum class LengthRangeMode : int { kNone, kMuscle, kMuscleUser, kAll };
enum class FlexSelf : int { kNone, kNarrow, kBvh, kSap, kAuto };

// How a flex resists bending and stretching: see bending.h and elasticity.h.
enum class BendingKind : int { kCotangent, kBridson, kDiscreteShell };
enum class ElasticityKind : int { kLinear, kNeoHookean, kStableNeoHookean, kMooneyRivlin, kOgden, kCorotated };
// What an equality of a flex holds, and which stiffness its triangles have; shells of a grid have one that is not none.
enum FlexEquality : int { kFlexHoldsNothing, kFlexHoldsEdges, kFlexHoldsVertices, kFlexHoldsStrain };
enum Elastic2d : int { kElastic2dNone, kElastic2dBend, kElastic2dStretch, kElastic2dBoth };

// Why a contact makes no constraint rows.
enum ContactExclude : int {
  kContactMakesRows,
  kContactInGap,   // farther than the margin, nearer than margin + gap
  kContactFused,   // of bodies that are welded together
  kContactNoDofs,  // nothing that touches can move
  kContactPassive  // of a flex whose contacts are springs
};
enum class MeshInertia : int { kConvex, kExact, kLegacy, kShell };
enum class MeshBuiltin : int { kNone, kSphere, kHemisphere, kCone, kSuperSphere, kSuperTorus, kWedge, kPlate };
enum class Tristate : int { kFalse, kTrue, kAuto };
enum class Interpolation : int { kZoh, kLinear, kCubic };

// Bits of Option::disableflags: a set bit switches the feature off.
enum DisableBit : int {
  kDisableConstraint = 1 << 0,
  kDisableEquality = 1 << 1,
  kDisableFrictionLoss = 1 << 2,
  kDisableLimit = 1 << 3,
  kDisableContact = 1 << 4,
  kDisableSpring = 1 << 5,
  kDisableDamper = 1 << 6,
  kDisableGravity = 1 << 7,
  kDisableClampCtrl = 1 << 8,
  kDisableWarmstart = 1 << 9,
  kDisableFilterParent = 1 << 10,
  kDisableActuation = 1 << 11,
  kDisableRefSafe = 1 << 12,
  kDisableSensor = 1 << 13,
  kDisableMidphase = 1 << 14,
  kDisableEulerDamp = 1 << 15,
  kDisableAutoReset = 1 << 16,
  kDisableNativeCcd = 1 << 17,
  kDisableIsland = 1 << 18,
  kDisableMultiCcd = 1 << 19
};

// Bits of Option::enableflags: a set bit switches the feature on.
enum EnableBit : int {
  kEnableOverride = 1 << 0,
  kEnableEnergy = 1 << 1,
  kEnableFwdInv = 1 << 2,
  kEnableInvDiscrete = 1 << 3,
  kEnableSleep = 1 << 4,
  kEnableDiagExact = 1 << 5
};

// Numerical trouble that is counted while stepping.
enum class Warning : int { kInertia, kContactFull, kConstraintFull, kBadQpos, kBadQvel, kBadQacc, kBadCtrl };
inline constexpr int kWarningCount = 7;

}  // namespace corten
