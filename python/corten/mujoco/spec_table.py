"""The fields of each kind of MjSpec element: name, attribute in MJCF, kind of value, default.

A row is `field[=attribute] kind default...`; "-" in the place of the attribute: written in a way of its own. Kinds of values:
int, float, bool, str; a number n: array of n doubles, fn: of n singles, in: of n integers; `opt` before a number: not given
if its first number is not a number; doubles, singles, ints: arrays of any length; names n: n strings (0: any number);
letters n: n letters; any other word: an enum of WORDS.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import enums

_SOL = "0.9 0.95 0.001 0.5 2"
_CONTACT = f"solmix float 1\nsolref 2 0.02 1\nsolimp 5 {_SOL}\nmargin float 0\ngap float 0"
_LIMIT = f"""solref_limit=solreflimit 2 0.02 1\nsolimp_limit=solimplimit 5 {_SOL}\nsolref_friction=solreffriction 2 0.02 1
solimp_friction=solimpfriction 5 {_SOL}"""

_ROWS = {
    "body": """
        pos 3\n mocap bool\n gravcomp float 0\n sleep sleep\n userdata=user doubles\n ipos=- opt 3\n iquat=- 4 1 0 0 0\n mass=- float 0
        inertia=- 3\n fullinertia=- opt 6\n explicitinertial=- bool\n simple=- int 1\n quat=- 4 1 0 0 0\n childclass=- str""",
    "frame": "pos=- 3\n quat=- 4 1 0 0 0\n childclass=- str",
    "geom": f"""
        type geom sphere\n pos 3\n quat=- 4 1 0 0 0\n fromto opt 6\n size 3\n contype int 1\n conaffinity int 1\n condim int 3
        group int 0\n priority int 0\n friction 3 1 0.005 0.0001\n mass opt\n density float 1000
        typeinertia=- geominertia volume\n {_CONTACT}\n surfacevel 6\n adhesion float 0\n material str\n hfieldname=hfield str
        meshname=mesh str\n fitscale float 1\n rgba f4 0.5 0.5 0.5 1\n fluid_ellipsoid=- float 0
        fluid_coefs=fluidcoef 5 0.5 0.25 1.5 1 1\n userdata=user doubles""",
    "joint": f"""
        type joint hinge\n group int 0\n pos 3\n axis 3 0 0 1\n springdamper 2\n limited limited auto
        actfrclimited=actuatorfrclimited limited auto\n {_LIMIT}\n stiffness 3\n range=- 2\n actfrcrange=actuatorfrcrange 2
        actgravcomp=actuatorgravcomp bool\n margin float 0\n ref=- float 0\n springref=- float 0\n armature float 0\n damping 3
        frictionloss float 0\n align=- align auto\n userdata=user doubles""",
    "site": """
        type geom sphere\n group int 0\n pos 3\n quat=- 4 1 0 0 0\n fromto opt 6\n material str\n size 3 0.005 0.005 0.005
        rgba f4 0.5 0.5 0.5 1\n userdata=user doubles""",
    "camera": """
        proj=projection projection perspective\n fovy float 45\n ipd float 0.068\n resolution i2 1 1\n output=- int 1\n pos 3
        quat=- 4 1 0 0 0\n mode camlight fixed\n targetbody=target str\n focal_length=focal f2\n focal_pixel=focalpixel f2
        principal_length=principal f2\n principal_pixel=principalpixel f2\n sensor_size=sensorsize f2\n intrinsic=- f4
        userdata=user doubles""",
    "light": """
        type light spot\n castshadow bool 1\n active bool 1\n pos 3\n dir 3 0 0 -1\n bulbradius float 0.02\n intensity float 0
        range float 10\n attenuation f3 1 0 0\n cutoff float 45\n softness float 0.2\n exponent float 10\n ambient f3
        diffuse f3 0.7 0.7 0.7\n specular f3 0.3 0.3 0.3\n mode camlight fixed\n targetbody=target str\n texture str""",
    "mesh": """
        content_type str\n file str\n uservert=vertex singles\n usernormal=normal singles\n usertexcoord=texcoord singles
        userface=face ints\n userfacenormal=- ints\n userfacetexcoord=- ints\n refpos 3\n refquat 4 1 0 0 0\n scale 3 1 1 1
        smoothnormal bool\n maxhullvert int -1\n inertia meshinertia legacy\n material str\n needsdf=- bool
        octree_maxdepth=- int 6""",
    "hfield": "content_type str\n file str\n nrow int 0\n ncol int 0\n size 4\n userdata=- singles",
    "texture": """
        type texture cube\n colorspace colorspace auto\n content_type str\n file str\n gridsize i2 1 1
        gridlayout=- letters 12\n cubefiles=- names 6\n builtin builtin none\n rgb1 3 0.8 0.8 0.8\n rgb2 3 0.5 0.5 0.5
        mark mark none\n markrgb 3\n random float 0.01\n width int 0\n height int 0\n hflip bool\n vflip bool\n nchannel int 3
        data=- bytes""",
    "material": """
        textures=- names 10\n texrepeat f2 1 1\n texuniform bool\n emission float 0\n specular float 0.5\n shininess float 0.5
        reflectance float 0\n metallic float -1\n roughness float -1\n rgba f4 1 1 1 1""",
    "skin": """
        file str\n material str\n rgba f4 0.5 0.5 0.5 1\n inflate float 0\n group int 0\n vert=vertex singles\n texcoord singles
        face ints\n bodyname=- names 0\n bindpos=- singles\n bindquat=- singles\n vertid=- lists\n vertweight=- lists""",
    "flex": f"""
        material str\n group int 0\n dim int 2\n radius float 0.005\n rgba f4 0.5 0.5 0.5 1\n flatskin bool
        vertbody=- names 0\n nodebody=- names 0\n vert=vertex doubles\n node=- doubles\n elem=element ints\n texcoord singles
        elemtexcoord ints\n cellcount=- i3 1 1 1\n order=- int 0\n size=- 3\n contype=- int 1\n conaffinity=- int 1\n condim=- int 3
        priority=- int 0\n friction=- 3 1 0.005 0.0001\n solmix=- float 1\n solref=- 2 0.02 1\n solimp=- 5 {_SOL}\n margin=- float 0
        gap=- float 0\n internal=- bool\n selfcollide=- flexself auto\n activelayers=- int 1\n passive=- int 0
        edgestiffness=- float 0\n edgedamping=- float 0\n young=- float 0\n poisson=- float 0\n damping=- float 0
        thickness=- float -1\n elastic2d=- int 0""",
    "pair": f"""
        geomname1=geom1 str\n geomname2=geom2 str\n condim int 3\n friction 5 1 1 0.005 0.0001 0.0001\n solref 2 0.02 1
        solreffriction 2\n solimp 5 {_SOL}\n gap float 0\n margin float 0\n adhesion float 0""",
    "exclude": "bodyname1=body1 str\n bodyname2=body2 str",
    "equality": f"""
        type=- equality connect\n active bool 1\n solref 2 0.02 1\n solimp 5 {_SOL}\n objtype=- object unknown\n name1=- str
        name2=- str\n data=- 11 0 1 0 0 0 0 0 0 0 0 1""",
    "tendon": f"""
        group int 0\n limited limited auto\n actfrclimited=actuatorfrclimited limited false\n range 2
        actfrcrange=actuatorfrcrange 2\n {_LIMIT}\n frictionloss float 0\n springlength 2 -1 -1\n width float 0.003\n material str
        margin float 0\n stiffness 3\n damping 3\n armature float 0\n rgba f4 0.5 0.5 0.5 1\n userdata=user doubles""",
    "actuator": """
        group int 0\n nsample int 0\n interp interp\n delay float 0\n ctrllimited limited auto\n forcelimited limited auto
        actlimited limited auto\n ctrlrange 2\n forcerange 2\n actrange 2\n lengthrange 2\n gear 6 1\n damping 3\n armature float 0
        cranklength float 0\n inheritrange=- float 0\n trntype=- trn undefined\n target=- str\n slidersite=- str\n refsite=- str
        actdim int -1\n ctrlspec=- int 0\n velrange 2\n ffrange 2\n dyntype dyn none\n gaintype gain fixed\n biastype bias none
        dynprm 10 1\n gainprm 10 1\n biasprm 10\n actearly bool\n userdata=user doubles""",
    "sensor": """
        type=- sensor touch\n objtype=- object unknown\n objname=- str\n reftype=- object unknown\n refname=- str\n intprm=- i3
        datatype=- datatype real\n needstage=- stage acc\n dim=- int 0\n cutoff float 0\n noise float 0\n nsample int 0
        interp interp\n delay float 0\n interval 2\n userdata=user doubles""",
    "key": "time float 0\n qpos doubles\n qvel doubles\n act doubles\n mpos doubles\n mquat doubles\n ctrl doubles",
    "numeric": "data doubles\n size=- int 0",
    "text": "data str",
    "tuple": "objtype=- ints\n objname=- names 0\n objprm=- doubles",
    "plugin": "plugin_name=- str\n active=- bool",
}

# Words of MJCF for the values of an enum, from 0 on; the enum and what its names begin with.
_SENSORS = """touch accelerometer velocimeter gyro force torque magnetometer rangefinder camprojection jointpos jointvel
tendonpos tendonvel actuatorpos actuatorvel actuatorfrc jointactuatorfrc tendonactuatorfrc ballquat ballangvel jointlimitpos
jointlimitvel jointlimitfrc tendonlimitpos tendonlimitvel tendonlimitfrc framepos framequat framexaxis frameyaxis framezaxis
framelinvel frameangvel framelinacc frameangacc subtreecom subtreelinvel subtreeangmom insidesite distance normal fromto contact
e_potential e_kinetic clock tactile plugin user"""
_WORDS = {
    "geom": ("mjtGeom", "plane hfield sphere capsule ellipsoid cylinder box mesh sdf"),
    "joint": ("mjtJoint", "free ball slide hinge"),
    "limited": ("mjtLimited", "false true auto"),
    "align": ("mjtAlignFree", "false true auto"),
    "geominertia": ("mjtGeomInertia", "volume shell"),
    "sleep": ("mjtSleepPolicy", "auto - - never allowed init"),
    "projection": ("mjtProjection", "perspective orthographic"),
    "camlight": ("mjtCamLight", "fixed track trackcom targetbody targetbodycom"),
    "light": ("mjtLightType", "spot directional point image"),
    "meshinertia": ("mjtMeshInertia", "convex exact legacy shell"),
    "texture": ("mjtTexture", "2d cube skybox"),
    "colorspace": ("mjtColorSpace", "auto linear sRGB"),
    "builtin": ("mjtBuiltin", "none gradient checker flat"),
    "mark": ("mjtMark", "none edge cross random"),
    "flexself": ("mjtFlexSelf", "none narrow bvh sap auto"),
    "equality": ("mjtEq", "connect weld joint tendon flex flexvert flexstrain"),
    "dyn": ("mjtDyn", "none integrator filter filterexact muscle dcmotor pid user"),
    "gain": ("mjtGain", "fixed affine muscle dcmotor so3 pid user"),
    "bias": ("mjtBias", "none affine muscle dcmotor so3 user"),
    "interp": ("", "zoh linear cubic"),
    "datatype": ("mjtDataType", "real positive axis quaternion"),
    "stage": ("mjtStage", "none pos vel acc"),
    "sensor": ("mjtSensor", _SENSORS),
    "object": (
        "mjtObj",
        "unknown body xbody joint dof geom site camera light flex mesh skin hfield texture material pair exclude equality tendon "
        "actuator sensor numeric text tuple key plugin",
    ),
    "trn": ("mjtTrn", "joint jointinparent slidercrank tendon site body"),
}


@dataclass(frozen=True)
class Words:
    """An enum, or whole numbers, with words of MJCF."""

    values: type[enum.IntEnum] | None
    words: tuple[str, ...]

    def make(self, value: Any) -> Any:
        return int(value) if self.values is None else self.values(int(value))

    def read(self, word: str) -> Any:
        return self.make(self.words.index(word))


WORDS = {k: Words(getattr(enums, name) if name else None, tuple(w.split())) for k, (name, w) in _WORDS.items()}
_UNDEFINED = {"undefined": 1000}


@dataclass(frozen=True)
class Row:
    """A field of an element."""

    name: str
    attribute: str | None
    kind: str
    size: int
    optional: bool
    default: Any
    dtype: Any = None

    def fresh(self) -> Any:
        value = self.default
        return value.copy() if isinstance(value, (np.ndarray, list)) else value


_ARRAYS = {"doubles": np.float64, "singles": np.float32, "ints": np.int32}


def _row(text: str) -> Row:
    head, *rest = text.split()
    name, _, attribute = head.partition("=")
    attribute_or_none = None if attribute == "-" else attribute or name
    optional = rest[0] == "opt"
    if optional:
        rest = rest[1:] or ["float"]
    kind, values = rest[0], rest[1:]
    if kind == "float":
        return Row(name, attribute_or_none, kind, 1, optional, np.nan if optional else float(values[0] if values else 0))
    if kind == "int":
        return Row(name, attribute_or_none, kind, 1, False, int(values[0]))
    if kind == "bool":
        return Row(name, attribute_or_none, kind, 1, False, values == ["1"])
    if kind in ("str", "bytes"):
        return Row(name, attribute_or_none, kind, 0, False, "" if kind == "str" else b"")
    if kind in _ARRAYS:
        return Row(name, attribute_or_none, "vector", 0, False, np.zeros(0, _ARRAYS[kind]), _ARRAYS[kind])
    if kind in ("names", "letters"):
        n = int(values[0])
        return Row(name, attribute_or_none, kind, n, False, ["." if kind == "letters" else ""] * n)
    if kind == "lists":
        return Row(name, attribute_or_none, kind, 0, False, [])
    if kind in WORDS:
        word = values[0] if values else WORDS[kind].words[0]
        default = WORDS[kind].make(1000 if word in _UNDEFINED else WORDS[kind].words.index(word))
        return Row(name, attribute_or_none, kind, 1, False, default)
    dtype = {"f": np.float32, "i": np.int32}.get(kind[0], np.float64)
    size = int(kind.lstrip("fi"))
    array = np.zeros(size, dtype)
    array[: len(values)] = [float(v) for v in values]
    if optional:
        array[0] = np.nan
    return Row(name, attribute_or_none, "array", size, optional, array, dtype)


TABLE: dict[str, dict[str, Row]] = {}
for _kind, _text in _ROWS.items():
    _rows = [_row(line) for line in _text.splitlines() if line.strip()]
    TABLE[_kind] = {row.name: row for row in _rows}

ORIENTED = frozenset("body frame geom site camera".split())
CLASSED = frozenset("geom joint site camera light mesh material pair equality tendon actuator".split())
IN_BODY = "body frame geom joint site camera light".split()
WITH_PLUGIN = frozenset("body geom mesh actuator sensor".split())
PLURAL = {"body": "bodies", "mesh": "meshes", "flex": "flexes", "equality": "equalities", "key": "keys"}
PLURAL.update({kind: kind + "s" for kind in TABLE if kind not in PLURAL})
