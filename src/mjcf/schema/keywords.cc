// Words of MJCF and the values they stand for, in the order in which a writer and the reference page list them.
#include "mjcf/schema/keywords.h"

#include "corten/enums.h"
#include "corten/spec.h"

namespace corten::mjcf::keywords {

namespace {

template <class Enum>
constexpr int value_of(Enum value) {
  return static_cast<int>(value);
}

}  // namespace

// clang-format off
const Keywords coordinate = {{"local", 0}, {"global", 1}};
const Keywords angle = {{"radian", 0}, {"degree", 1}};
const Keywords fluidshape = {{"none", 0}, {"ellipsoid", 1}};
const Keywords enable = {{"disable", 0}, {"enable", 1}};
const Keywords tristate = {{"false", 0}, {"true", 1}, {"auto", 2}};
const Keywords false_auto = {{"false", 0}, {"auto", 1}};
const Keywords sleep = {{"auto", value_of(SleepPolicy::kAuto)}, {"never", value_of(SleepPolicy::kNever)},
  {"allowed", value_of(SleepPolicy::kAllowed)}, {"init", value_of(SleepPolicy::kInit)}};
const Keywords joint_type = {{"free", value_of(JointType::kFree)}, {"ball", value_of(JointType::kBall)},
  {"slide", value_of(JointType::kSlide)}, {"hinge", value_of(JointType::kHinge)}};
const Keywords geom_type = {{"plane", value_of(GeomType::kPlane)}, {"hfield", value_of(GeomType::kHfield)},
  {"sphere", value_of(GeomType::kSphere)}, {"capsule", value_of(GeomType::kCapsule)},
  {"ellipsoid", value_of(GeomType::kEllipsoid)}, {"cylinder", value_of(GeomType::kCylinder)},
  {"box", value_of(GeomType::kBox)}, {"mesh", value_of(GeomType::kMesh)}, {"sdf", value_of(GeomType::kSdf)}};
const Keywords projection = {{"perspective", value_of(Projection::kPerspective)},
  {"orthographic", value_of(Projection::kOrthographic)}};
const Keywords camlight = {{"fixed", value_of(CamLightMode::kFixed)}, {"track", value_of(CamLightMode::kTrack)},
  {"trackcom", value_of(CamLightMode::kTrackCom)}, {"targetbody", value_of(CamLightMode::kTargetBody)},
  {"targetbodycom", value_of(CamLightMode::kTargetBodyCom)}};
const Keywords light_type = {{"spot", value_of(LightType::kSpot)}, {"directional", value_of(LightType::kDirectional)},
  {"point", value_of(LightType::kPoint)}, {"image", value_of(LightType::kImage)}};
const Keywords texture_role = {{"rgb", value_of(TextureRole::kRgb)}, {"occlusion", value_of(TextureRole::kOcclusion)},
  {"roughness", value_of(TextureRole::kRoughness)}, {"metallic", value_of(TextureRole::kMetallic)},
  {"normal", value_of(TextureRole::kNormal)}, {"opacity", value_of(TextureRole::kOpacity)},
  {"emissive", value_of(TextureRole::kEmissive)}, {"rgba", value_of(TextureRole::kRgba)},
  {"orm", value_of(TextureRole::kOrm)}};
const Keywords integrator = {{"Euler", value_of(Integrator::kEuler)}, {"RK4", value_of(Integrator::kRk4)},
  {"implicit", value_of(Integrator::kImplicit)}, {"implicitfast", value_of(Integrator::kImplicitFast)}};
const Keywords cone = {{"pyramidal", value_of(Cone::kPyramidal)}, {"elliptic", value_of(Cone::kElliptic)}};
const Keywords jacobian = {{"dense", value_of(Jacobian::kDense)}, {"sparse", value_of(Jacobian::kSparse)},
  {"auto", value_of(Jacobian::kAuto)}};
const Keywords solver = {{"PGS", value_of(Solver::kPgs)}, {"CG", value_of(Solver::kCg)},
  {"Newton", value_of(Solver::kNewton)}};
const Keywords formulation = {{"convex", value_of(Formulation::kConvex)}, {"xpbd", value_of(Formulation::kXpbd)},
  {"impulse", value_of(Formulation::kImpulse)}, {"compliant", value_of(Formulation::kCompliant)}};
const Keywords restitution_law = {{"newton", value_of(RestitutionLaw::kNewton)},
  {"poisson", value_of(RestitutionLaw::kPoisson)}};
const Keywords texture = {{"2d", value_of(TextureType::k2d)}, {"cube", value_of(TextureType::kCube)},
  {"skybox", value_of(TextureType::kSkybox)}};
const Keywords colorspace = {{"auto", value_of(ColorSpace::kAuto)}, {"linear", value_of(ColorSpace::kLinear)},
  {"sRGB", value_of(ColorSpace::kSrgb)}};
const Keywords builtin = {{"none", value_of(TextureBuiltin::kNone)}, {"gradient", value_of(TextureBuiltin::kGradient)},
  {"checker", value_of(TextureBuiltin::kChecker)}, {"flat", value_of(TextureBuiltin::kFlat)}};
const Keywords mark = {{"none", value_of(TextureMark::kNone)}, {"edge", value_of(TextureMark::kEdge)},
  {"cross", value_of(TextureMark::kCross)}, {"random", value_of(TextureMark::kRandom)}};
const Keywords dyn = {{"none", value_of(DynType::kNone)}, {"integrator", value_of(DynType::kIntegrator)},
  {"filter", value_of(DynType::kFilter)}, {"filterexact", value_of(DynType::kFilterExact)},
  {"muscle", value_of(DynType::kMuscle)}, {"dcmotor", value_of(DynType::kDcMotor)}, {"pid", value_of(DynType::kPid)},
  {"user", value_of(DynType::kUser)}};
const Keywords gain = {{"fixed", value_of(GainType::kFixed)}, {"affine", value_of(GainType::kAffine)},
  {"muscle", value_of(GainType::kMuscle)}, {"dcmotor", value_of(GainType::kDcMotor)},
  {"so3", value_of(GainType::kSo3)}, {"pid", value_of(GainType::kPid)}, {"user", value_of(GainType::kUser)},
  {"custom", value_of(GainType::kCustom)}};
const Keywords bias = {{"none", value_of(BiasType::kNone)}, {"affine", value_of(BiasType::kAffine)},
  {"muscle", value_of(BiasType::kMuscle)}, {"dcmotor", value_of(BiasType::kDcMotor)},
  {"so3", value_of(BiasType::kSo3)}, {"user", value_of(BiasType::kUser)}};
const Keywords input_chart = {{"expmap", kChartExpmap}, {"quat", kChartQuat}};
const Keywords input_bits = {{"pos", kInputPos}, {"vel", kInputVel}, {"ff", kInputFf}, {"voltage", kInputVoltage}};
const Keywords input = {{"expmap", kChartExpmap}, {"quat", kChartQuat}, {"none", kInputNone}, {"pos", kInputPos},
  {"vel", kInputVel}, {"ff", kInputFf}, {"voltage", kInputVoltage}};
const Keywords interp = {{"zoh", value_of(Interpolation::kZoh)}, {"linear", value_of(Interpolation::kLinear)},
  {"cubic", value_of(Interpolation::kCubic)}};
const Keywords stage = {{"none", value_of(Stage::kNone)}, {"pos", value_of(Stage::kPos)},
  {"vel", value_of(Stage::kVel)}, {"acc", value_of(Stage::kAcc)}};
const Keywords datatype = {{"real", value_of(DataType::kReal)}, {"positive", value_of(DataType::kPositive)},
  {"axis", value_of(DataType::kAxis)}, {"quaternion", value_of(DataType::kQuaternion)}};
const Keywords frame_object = {{"body", value_of(Object::kBody)}, {"xbody", value_of(Object::kXBody)},
  {"geom", value_of(Object::kGeom)}, {"site", value_of(Object::kSite)}, {"camera", value_of(Object::kCamera)}};
const Keywords contact_data = {{"found", 1}, {"force", 2}, {"torque", 4}, {"dist", 8}, {"pos", 16}, {"normal", 32},
  {"tangent", 64}};
const Keywords ray_data = {{"dist", 1}, {"dir", 2}, {"origin", 4}, {"point", 8}, {"normal", 16}, {"depth", 32}};
const Keywords camera_output = {{"rgb", 1}, {"depth", 2}, {"distance", 4}, {"normal", 8}, {"segmentation", 16}};
const Keywords reduce = {{"none", value_of(ContactReduce::kNone)}, {"mindist", value_of(ContactReduce::kMinDist)},
  {"maxforce", value_of(ContactReduce::kMaxForce)}, {"netforce", value_of(ContactReduce::kNetForce)}};
const Keywords conflict = {{"warning", value_of(Compiler::Conflict::kWarning)},
  {"merge", value_of(Compiler::Conflict::kMerge)}, {"error", value_of(Compiler::Conflict::kError)}};
const Keywords lengthrange_mode = {{"none", value_of(LengthRangeMode::kNone)},
  {"muscle", value_of(LengthRangeMode::kMuscle)}, {"muscleuser", value_of(LengthRangeMode::kMuscleUser)},
  {"all", value_of(LengthRangeMode::kAll)}};
const Keywords composite_type = {{"particle", 0}, {"grid", 1}, {"cable", 2}, {"rope", 3}, {"loop", 4}, {"cloth", 5}};
const Keywords composite_kind = {{"main", 0}};
const Keywords mesh_inertia = {{"convex", value_of(MeshInertia::kConvex)}, {"legacy", value_of(MeshInertia::kLegacy)},
  {"exact", value_of(MeshInertia::kExact)}, {"shell", value_of(MeshInertia::kShell)}};
const Keywords mesh_builtin = {{"none", value_of(MeshBuiltin::kNone)}, {"sphere", value_of(MeshBuiltin::kSphere)},
  {"hemisphere", value_of(MeshBuiltin::kHemisphere)}, {"cone", value_of(MeshBuiltin::kCone)},
  {"supertorus", value_of(MeshBuiltin::kSuperTorus)}, {"supersphere", value_of(MeshBuiltin::kSuperSphere)},
  {"wedge", value_of(MeshBuiltin::kWedge)}, {"plate", value_of(MeshBuiltin::kPlate)}};
const Keywords flexcomp_type = {{"grid", 0}, {"box", 1}, {"cylinder", 2}, {"ellipsoid", 3}, {"square", 4}, {"disc", 5},
  {"circle", 6}, {"mesh", 7}, {"gmsh", 8}, {"direct", 9}};
const Keywords flex_dof = {{"full", 0}, {"radial", 1}, {"trilinear", 2}, {"quadratic", 3}, {"2d", 4}};
const Keywords flex_self = {{"none", value_of(FlexSelf::kNone)}, {"narrow", value_of(FlexSelf::kNarrow)},
  {"bvh", value_of(FlexSelf::kBvh)}, {"sap", value_of(FlexSelf::kSap)}, {"auto", value_of(FlexSelf::kAuto)}};
const Keywords elastic2d = {{"none", kElastic2dNone}, {"bend", kElastic2dBend}, {"stretch", kElastic2dStretch},
  {"both", kElastic2dBoth}};
const Keywords flex_bending = {{"cotangent", value_of(BendingKind::kCotangent)},
  {"bridson", value_of(BendingKind::kBridson)}, {"discrete_shell", value_of(BendingKind::kDiscreteShell)}};
const Keywords flex_elasticity = {{"linear", value_of(ElasticityKind::kLinear)},
  {"neo_hookean", value_of(ElasticityKind::kNeoHookean)},
  {"stable_neo_hookean", value_of(ElasticityKind::kStableNeoHookean)},
  {"mooney_rivlin", value_of(ElasticityKind::kMooneyRivlin)}, {"ogden", value_of(ElasticityKind::kOgden)},
  {"corotated", value_of(ElasticityKind::kCorotated)}};
const Keywords flex_equality = {{"false", kFlexHoldsNothing}, {"true", kFlexHoldsEdges}, {"vert", kFlexHoldsVertices},
  {"strain", kFlexHoldsStrain}};
const Keywords object_type = {{"body", value_of(Object::kBody)}, {"xbody", value_of(Object::kXBody)},
  {"joint", value_of(Object::kJoint)}, {"dof", value_of(Object::kDof)}, {"geom", value_of(Object::kGeom)},
  {"site", value_of(Object::kSite)}, {"camera", value_of(Object::kCamera)}, {"light", value_of(Object::kLight)},
  {"flex", value_of(Object::kFlex)}, {"mesh", value_of(Object::kMesh)}, {"skin", value_of(Object::kSkin)},
  {"hfield", value_of(Object::kHfield)}, {"texture", value_of(Object::kTexture)},
  {"material", value_of(Object::kMaterial)}, {"pair", value_of(Object::kPair)},
  {"exclude", value_of(Object::kExclude)}, {"equality", value_of(Object::kEquality)},
  {"tendon", value_of(Object::kTendon)}, {"actuator", value_of(Object::kActuator)},
  {"sensor", value_of(Object::kSensor)}, {"numeric", value_of(Object::kNumeric)}, {"text", value_of(Object::kText)},
  {"tuple", value_of(Object::kTuple)}, {"key", value_of(Object::kKey)}, {"plugin", value_of(Object::kPlugin)}};
// clang-format on

}  // namespace corten::mjcf::keywords
