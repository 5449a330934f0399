// Spec: an editable model, element by element, as MJCF describes it.
//
// A default-constructed element has MJCF's defaults. A default class is a set of fully built elements: a new element
// starts as a copy of its class's and the attributes given in the file are laid over it. Names refer to other elements
// and are resolved by compile(). Lengths, masses and times are in SI units; angles are as written, in the unit of the
// element's Compiler.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "corten/assets.h"
#include "corten/enums.h"
#include "corten/error.h"
#include "corten/option.h"
#include "corten/types.h"

namespace corten {

using Rgba = FloatVec<4>;
using Rgb = FloatVec<3>;

// What all elements have in common.
struct Element {
  std::string name;
  SourceLocation where;
  int compiler = 0;  // index into Spec::compilers: units and directories that apply to this element
};

// An orientation as written; resolved with the compiler's angle unit and Euler sequence.
struct Orientation {
  enum class Kind { kQuat, kAxisAngle, kXyAxes, kZAxis, kEuler };
  Kind kind = Kind::kQuat;
  Quat quat;
  Vec<4> axisangle;
  Vec<6> xyaxes;
  Vec3 zaxis;
  Vec3 euler;
};

// ---- settings

struct LengthRangeOptions {
  LengthRangeMode mode = LengthRangeMode::kMuscle;
  bool useexisting = true;
  bool uselimit = false;
  double accel = 20;
  double maxforce = 0;
  double timeconst = 1;
  double timestep = 0.01;
  double inttotal = 10;
  double interval = 2;
  double tolrange = 0.05;
};

struct Compiler {
  enum class Conflict { kWarning, kMerge, kError };

  bool autolimits = true;
  double boundmass = 0;
  double boundinertia = 0;
  double settotalmass = -1;
  bool balanceinertia = false;
  bool strippath = false;
  bool fitaabb = false;
  bool degree = true;
  std::string eulerseq = "xyz";
  std::string meshdir;
  std::string texturedir;
  bool discardvisual = false;
  bool usethread = true;
  bool fusestatic = false;
  Tristate inertiafromgeom = Tristate::kAuto;
  IntVec<2> inertiagrouprange{{0, 5}};
  bool saveinertial = false;
  bool alignfree = false;
  Conflict conflict = Conflict::kWarning;
  LengthRangeOptions lengthrange;
  std::string modeldir;                  // directory of the model file; relative asset paths start here
  std::shared_ptr<const Assets> assets;  // the files of the model; null: they are on the disk
};

struct SizeHints {
  std::string memory;
  int njmax = -1, nconmax = -1, nstack = -1;
  int nuserdata = 0, nkey = 0;
  int nuser_body = -1, nuser_jnt = -1, nuser_geom = -1, nuser_site = -1, nuser_cam = -1, nuser_tendon = -1;
  int nuser_actuator = -1, nuser_sensor = -1;
  SourceLocation where;  // of the last <size> that was read
};

// Values given by the user override computed statistics.
struct StatisticOverride {
  std::optional<double> meaninertia, meanmass, meansize, extent;
  std::optional<Vec3> center;
};

// Rendering settings: read, kept and written back, without effect on physics.
struct VisualSetting {
  std::string section, attribute, value;
};

// ---- assets

struct PluginRef {
  bool active = false;
  std::string plugin, instance;
  std::vector<std::pair<std::string, std::string>> config;
};

struct Mesh : Element {
  std::string classname;
  std::string content_type, file;
  std::vector<float> vertex, normal, texcoord;
  std::vector<int> face;
  Vec3 refpos;
  Quat refquat;
  Vec3 scale{1, 1, 1};
  bool smoothnormal = false;
  int maxhullvert = -1;
  MeshInertia inertia = MeshInertia::kLegacy;
  MeshBuiltin builtin = MeshBuiltin::kNone;
  std::vector<double> params;
  std::string material;
  // Extensions of MJCF: geoms of type mesh collide as convex parts, see compile/assets/convex_parts.cc.
  bool decompose = false;
  int maxparts = 16;
  double tolerance = 0.05;
  PluginRef plugin;
};

struct Hfield : Element {
  std::string content_type, file;
  int nrow = 0, ncol = 0;
  Vec<4> size;
  std::vector<double> elevation;  // as written: first row at the top
};

struct SkinBone {
  std::string body;
  Vec3 bindpos;
  Quat bindquat;
  std::vector<int> vertid;
  std::vector<float> vertweight;
};
struct Skin : Element {
  std::string file, material;
  Rgba rgba{{0.5f, 0.5f, 0.5f, 1}};
  double inflate = 0;
  std::vector<float> vertex, texcoord;
  std::vector<int> face;
  int group = 0;
  std::vector<SkinBone> bones;
};

struct Texture : Element {
  TextureType type = TextureType::kCube;
  ColorSpace colorspace = ColorSpace::kAuto;
  std::string content_type, file;
  IntVec<2> gridsize{{1, 1}};
  std::string gridlayout;
  std::string fileright, fileleft, fileup, filedown, filefront, fileback;
  TextureBuiltin builtin = TextureBuiltin::kNone;
  Vec3 rgb1{0.8, 0.8, 0.8}, rgb2{0.5, 0.5, 0.5};
  TextureMark mark = TextureMark::kNone;
  Vec3 markrgb;
  double random = 0.01;
  int width = 0, height = 0;
  bool hflip = false, vflip = false;
  int nchannel = 3;
};

struct Material : Element {
  std::string classname;
  std::string textures[kTextureRoleCount];
  FloatVec<2> texrepeat{{1, 1}};
  bool texuniform = false;
  float emission = 0, specular = 0.5f, shininess = 0.5f, reflectance = 0, metallic = -1, roughness = -1;
  Rgba rgba{{1, 1, 1, 1}};
};

// ---- kinematic tree

// A coordinate transform between a body and its elements; vanishes at compile time.
struct Frame : Element {
  std::string childclass;
  Vec3 pos;
  Orientation orientation;
  int parent = -1;  // enclosing frame in the same body, -1: the body itself
};

struct Joint : Element {
  std::string classname;
  int frame = -1;  // enclosing frame of the body, -1: none
  JointType type = JointType::kHinge;
  int group = 0;
  Vec3 pos;
  Vec3 axis{0, 0, 1};
  Vec<2> springdamper;
  Tristate limited = Tristate::kAuto;
  Tristate actfrclimited = Tristate::kAuto;
  Vec<2> solref_limit = kDefaultSolref;
  Vec<5> solimp_limit = kDefaultSolimp;
  Vec<2> solref_friction = kDefaultSolref;
  Vec<5> solimp_friction = kDefaultSolimp;
  Vec<3> stiffness;
  Vec<2> range;
  Vec<2> actfrcrange;
  bool actgravcomp = false;
  double margin = 0;
  double ref = 0;
  double springref = 0;
  double armature = 0;
  Vec<3> damping;
  double frictionloss = 0;
  Tristate align = Tristate::kAuto;  // freejoint only
  std::vector<double> user;
};

struct Geom : Element {
  std::string classname;
  int frame = -1;
  GeomType type = GeomType::kSphere;
  int contype = 1, conaffinity = 1, condim = 3, group = 0, priority = 0;
  Vec3 size;
  std::string material;
  Vec<3> friction{{1, 0.005, 0.0001}};
  std::optional<double> mass;
  double density = 1000;
  bool shellinertia = false;
  double solmix = 1;
  Vec<2> solref = kDefaultSolref;
  Vec<5> solimp = kDefaultSolimp;
  double margin = 0, gap = 0;
  Vec<6> surfacevel;
  double adhesion = 0;
  std::optional<Vec<6>> fromto;
  Vec3 pos;
  Orientation orientation;
  std::string hfield, mesh;
  double fitscale = 1;
  Rgba rgba{{0.5f, 0.5f, 0.5f, 1}};
  bool fluid_ellipsoid = false;
  Vec<5> fluid_coefs{{0.5, 0.25, 1.5, 1, 1}};
  std::vector<double> user;
  PluginRef plugin;
};

struct Site : Element {
  std::string classname;
  int frame = -1;
  GeomType type = GeomType::kSphere;
  int group = 0;
  Vec3 pos;
  Orientation orientation;
  std::string material;
  Vec3 size{0.005, 0.005, 0.005};
  std::optional<Vec<6>> fromto;
  Rgba rgba{{0.5f, 0.5f, 0.5f, 1}};
  std::vector<double> user;
};

struct Camera : Element {
  std::string classname;
  int frame = -1;
  Projection projection = Projection::kPerspective;
  double fovy = 45, ipd = 0.068;
  IntVec<2> resolution{{1, 1}};
  int output = 1;  // bits: rgb, depth, distance, normal, segmentation
  Vec3 pos;
  Orientation orientation;
  CamLightMode mode = CamLightMode::kFixed;
  std::string target;
  FloatVec<2> focal, focalpixel, principal, principalpixel, sensorsize;
  std::vector<double> user;
};

struct Light : Element {
  std::string classname;
  int frame = -1;
  LightType type = LightType::kSpot;
  bool castshadow = true, active = true;
  Vec3 pos;
  Vec3 dir{0, 0, -1};
  float bulbradius = 0.02f, intensity = 0, range = 10;
  FloatVec<3> attenuation{{1, 0, 0}};
  float cutoff = 45, softness = 0.2f, exponent = 10;
  Rgb ambient, diffuse{{0.7f, 0.7f, 0.7f}}, specular{{0.3f, 0.3f, 0.3f}};
  CamLightMode mode = CamLightMode::kFixed;
  std::string target, texture;
};

// Explicit mass properties of a body.
struct Inertial {
  Vec3 pos;
  Orientation orientation;
  double mass = 0;
  std::optional<Vec3> diaginertia;
  std::optional<Vec<6>> fullinertia;  // xx, yy, zz, xy, xz, yz
};

struct Body : Element {
  std::string childclass;
  int frame = -1;  // enclosing frame of the parent body, -1: none
  Vec3 pos;
  Orientation orientation;
  std::optional<Inertial> inertial;
  bool mocap = false;
  double gravcomp = 0;
  SleepPolicy sleep = SleepPolicy::kAuto;
  bool simple = true;  // false: never use the diagonal-inertia shortcut
  std::vector<double> user;
  PluginRef plugin;

  std::vector<Frame> frames;
  std::vector<Joint> joints;
  std::vector<Geom> geoms;
  std::vector<Site> sites;
  std::vector<Camera> cameras;
  std::vector<Light> lights;
  std::vector<Body> bodies;
};

// ---- deformables

// A flex and, for <flexcomp>, the recipe that generates its points, bodies and elements.
struct Flex : Element {
  std::string material;
  int group = 0, dim = 2;
  double radius = 0.005;
  Rgba rgba{{0.5f, 0.5f, 0.5f, 1}};
  bool flatskin = false;
  std::vector<std::string> vertbody, nodebody;
  std::vector<double> vertex, nodecoord;
  std::vector<int> element;
  std::vector<float> texcoord;
  std::vector<int> elemtexcoord;
  IntVec<3> cellcount{{1, 1, 1}};
  int dof = 0;                   // full, radial, trilinear, quadratic, 2d
  std::vector<bool> cell_empty;  // cells without elements, if a recipe has found them (spec/flexcomp/flex_cells.cc)
  // contact
  int contype = 1, conaffinity = 1, condim = 3, priority = 0;
  Vec<3> friction{{1, 0.005, 0.0001}};
  double solmix = 1;
  Vec<2> solref = kDefaultSolref;
  Vec<5> solimp = kDefaultSolimp;
  double margin = 0, gap = 0;
  bool internal = false;
  FlexSelf selfcollide = FlexSelf::kAuto;
  int activelayers = 1;
  bool passive = false;
  // edges
  int edgeequality = 0;  // none, edges, vertices, strain
  Vec<2> edgesolref = kDefaultSolref;
  Vec<5> edgesolimp = kDefaultSolimp;
  double edgestiffness = 0, edgedamping = 0;
  // elasticity
  double young = 0, poisson = 0, damping = 0, thickness = -1;
  int elastic2d = 0;  // none, bend, stretch, both
  BendingKind bending_model = BendingKind::kCotangent;
  ElasticityKind elasticity_model = ElasticityKind::kLinear;
  std::vector<double> elasticity_params;  // of mooney_rivlin and ogden
};

struct FlexPin {
  std::vector<double> id, range, grid, gridrange;
};
struct FlexComp : Element {
  std::string parent;            // name of the body that contains it, empty: world or unnamed
  std::vector<int> parent_path;  // child indices that lead from the world to that body
  int position = 0;              // how many child bodies of that body are written before it
  std::string classname;         // of the generated joints, empty: the childclass of their place
  int flexes = -1;               // how many flexes come before its own, -1: all
  int equalities = -1;           // how many equality constraints come before its own, -1: all
  int type = 0;                  // grid, box, cylinder, ellipsoid, square, disc, circle, mesh, gmsh, direct
  IntVec<3> count{{10, 10, 10}};
  Vec3 spacing{0.02, 0.02, 0.02};
  bool rigid = false;
  double mass = 1, inertiabox = 0.005;
  Vec3 scale{1, 1, 1};
  std::string file;
  std::vector<double> point, element, texcoord;
  Vec3 pos, origin;
  Orientation orientation;
  Flex flex;  // material, contact, edge and elasticity settings of the result
  std::vector<FlexPin> pins;
  PluginRef plugin;
};

// ---- contact, equality, tendons

struct Pair : Element {
  std::string classname;
  std::string geom1, geom2;
  int condim = 3;
  Vec<5> friction{{1, 1, 0.005, 0.0001, 0.0001}};
  Vec<2> solref = kDefaultSolref;
  Vec<2> solreffriction;
  Vec<5> solimp = kDefaultSolimp;
  double gap = 0, margin = 0, adhesion = 0;
};

struct Exclude : Element {
  std::string body1, body2;
};

struct Equality : Element {
  std::string classname;
  EqualityType type = EqualityType::kConnect;
  bool active = true;
  Vec<2> solref = kDefaultSolref;
  Vec<5> solimp = kDefaultSolimp;
  Object objtype = Object::kBody;  // body or site for connect and weld
  std::string name1, name2;        // bodies, sites, joints, tendons or a flex; an empty name2 is the world or none
  // connect and weld
  Vec3 anchor;
  Vec<7> relpose{{0, 1, 0, 0, 0, 0, 0}};  // an all-zero quaternion part means: as in qpos0
  double torquescale = 1;
  // joint and tendon: value1 = sum_k polycoef[k] value2^k, both relative to qpos0
  Vec<5> polycoef{{0, 1, 0, 0, 0}};
  // flexstrain
  Vec3 cell;
};

struct WrapObject {
  WrapType type = WrapType::kNone;  // joint, pulley, site; kSphere stands for "geom, sphere or cylinder" until compiled
  std::string name;                 // joint, site or geom
  std::string sidesite;             // geom only
  double prm = 0;                   // joint coefficient or pulley divisor
  SourceLocation where;
};
struct Tendon : Element {
  std::string classname;
  bool spatial = false;
  int group = 0;
  Tristate limited = Tristate::kAuto;
  Tristate actfrclimited = Tristate::kFalse;  // MuJoCo: not automatic, unlike a joint's
  Vec<2> range;
  Vec<2> actfrcrange;
  Vec<2> solref_limit = kDefaultSolref;
  Vec<5> solimp_limit = kDefaultSolimp;
  Vec<2> solref_friction = kDefaultSolref;
  Vec<5> solimp_friction = kDefaultSolimp;
  double frictionloss = 0;
  Vec<2> springlength{{-1, -1}};
  double width = 0.003;
  std::string material;
  double margin = 0;
  Vec<3> stiffness, damping;
  double armature = 0;
  Rgba rgba{{0.5f, 0.5f, 0.5f, 1}};
  std::vector<double> user;
  std::vector<WrapObject> path;
};

// ---- actuators and sensors

// Every shortcut element (motor, position, muscle, ...) writes the same general actuator.
struct Actuator : Element {
  std::string tag = "actuator";  // the element it was written as: general, motor, position, ...
  std::string classname;
  int group = 0;
  int nsample = 0;
  Interpolation interp = Interpolation::kZoh;
  double delay = 0;
  Tristate ctrllimited = Tristate::kAuto;
  Tristate forcelimited = Tristate::kAuto;
  Tristate actlimited = Tristate::kAuto;
  Vec<2> ctrlrange, forcerange, actrange, lengthrange;
  Vec<6> gear{{1, 0, 0, 0, 0, 0}};
  Vec<3> damping;
  double armature = 0;
  double cranklength = 0;
  double inheritrange = 0;
  TransmissionType trntype = TransmissionType::kUndefined;
  std::string target;      // joint, tendon, site, crank site or body
  std::string slidersite;  // slider-crank
  std::string refsite;     // site transmission
  int actdim = -1;
  int ctrlspec = 0;  // CtrlChart or CtrlInput bits, 0: the type's default
  Vec<2> velrange, ffrange;
  DynType dyntype = DynType::kNone;
  GainType gaintype = GainType::kFixed;
  BiasType biastype = BiasType::kNone;
  Vec<10> dynprm{{1}};
  Vec<10> gainprm{{1}};
  Vec<10> biasprm;
  std::string gain_model;  // of gaintype custom, see actuator.h
  std::vector<double> gain_params;
  bool actearly = false;
  std::vector<double> user;
  PluginRef plugin;
};

struct Sensor : Element {
  SensorType type = SensorType::kTouch;
  Object objtype = Object::kUnknown;
  std::string objname;
  Object reftype = Object::kUnknown;
  std::string refname;
  IntVec<3> intprm;  // contact: data bits, reduction, slots; rangefinder: data bits
  DataType datatype = DataType::kReal;
  Stage needstage = Stage::kAcc;
  int dim = 0;  // user sensors
  double cutoff = 0, noise = 0;
  int nsample = 0;
  Interpolation interp = Interpolation::kZoh;
  double delay = 0;
  Vec<2> interval;
  std::vector<double> user;
  PluginRef plugin;
};

// ---- custom data, keyframes

struct Numeric : Element {
  int size = 0;  // 0: as many as data has
  std::vector<double> data;
};
struct Text : Element {
  std::string data;
};
struct TupleItem {
  Object objtype = Object::kUnknown;
  std::string objname;
  double prm = 0;
};
struct Tuple : Element {
  std::vector<TupleItem> items;
};
struct Key : Element {
  double time = 0;
  std::vector<double> qpos, qvel, act, mpos, mquat, ctrl;  // empty, too short or NaN: the default of the model
  bool attached = false;  // came with an attached model: its values follow the elements they belong to
};
struct PluginInstance : Element {
  std::string plugin;
  std::vector<std::pair<std::string, std::string>> config;
};

// ---- defaults

// One default class: an example of every element that can have defaults.
struct DefaultClass {
  std::string name = "main";
  int parent = -1;  // index into Spec::defaults, -1 for the root class
  Mesh mesh;
  Material material;
  Joint joint;
  Geom geom;
  Site site;
  Camera camera;
  Light light;
  Pair pair;
  Equality equality;
  Tendon tendon;
  Actuator actuator;
};

// Which physics options a file gave, even if it gave them their default values. attach() takes them for set on purpose;
// where neither model's file gave an option, it does so with values other than the default.
struct WrittenOptions {
  SourceLocation where;                      // of the last <option>
  std::set<std::string, std::less<>> names;  // attributes of <option>
  int disableflags = 0, enableflags = 0;     // bits that <flag> switched on or off
};

struct Spec {
  std::string modelname = "MuJoCo Model";
  std::vector<Compiler> compilers = std::vector<Compiler>(1);  // [0]: of the model itself, others: of attached models
  Option option;
  WrittenOptions written;
  SizeHints size;
  StatisticOverride statistic;
  std::vector<VisualSetting> visual;
  std::vector<DefaultClass> defaults = std::vector<DefaultClass>(1);  // [0]: the root class
  Body world;

  std::vector<Mesh> meshes;
  std::vector<Hfield> hfields;
  std::vector<Skin> skins;
  std::vector<Texture> textures;
  std::vector<Material> materials;
  std::vector<Flex> flexes;
  std::vector<FlexComp> flexcomps;
  std::vector<Pair> pairs;
  std::vector<Exclude> excludes;
  std::vector<Equality> equalities;
  std::vector<Tendon> tendons;
  std::vector<Actuator> actuators;
  std::vector<Sensor> sensors;
  std::vector<Numeric> numerics;
  std::vector<Text> texts;
  std::vector<Tuple> tuples;
  std::vector<Key> keys;
  std::vector<PluginInstance> plugins;
};

}  // namespace corten
