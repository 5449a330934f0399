"""Elements of a MjSpec: objects whose fields are those of spec_table. They belong to a spec, most to a body and a frame.

An element is fully built: it starts as a copy of its default class, and what is assigned stays. Angles are in the unit of the
compiler of the spec that made it.
"""

from __future__ import annotations

import copy
import math
import operator
from typing import Any

import numpy as np

from . import enums
from .algebra import _normalize, about, mju_mat2Quat, mju_quatZ2Vec, product
from .spec_table import CLASSED, IN_BODY, ORIENTED, TABLE, WITH_PLUGIN, WORDS, Row

Kind = enums.mjtOrientation
_ANGLES = {"axisangle": (4, Kind.mjORIENTATION_AXISANGLE), "xyaxes": (6, Kind.mjORIENTATION_XYAXES)}
_ANGLES |= {"zaxis": (3, Kind.mjORIENTATION_ZAXIS), "euler": (3, Kind.mjORIENTATION_EULER)}


class MjsOrientation:
    """Another way to give an orientation than a quaternion; `type` says which counts."""

    def __init__(self) -> None:
        self.__dict__.update({name: np.zeros(size) for name, (size, _) in _ANGLES.items()})
        self.__dict__["type"] = Kind.mjORIENTATION_QUAT

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "type":
            self.__dict__["type"] = Kind(int(value))
        elif name in _ANGLES:
            getattr(self, name)[...] = value
        else:
            raise AttributeError(f"'MjsOrientation' object has no attribute '{name}'")


def resolve(alt: MjsOrientation, quat: np.ndarray, degree: bool, sequence: str) -> np.ndarray:
    """The quaternion of an orientation."""
    unit = math.pi / 180 if degree else 1.0
    if alt.type == Kind.mjORIENTATION_QUAT:
        value = np.array(quat, dtype=np.float64)
        _normalize(value)
        return value
    if alt.type == Kind.mjORIENTATION_AXISANGLE:
        axis = alt.axisangle[:3].copy()
        if _normalize(axis) < enums.mjMINVAL:
            raise ValueError("Error: axisangle too small")
        return about(axis, unit * alt.axisangle[3])
    value = np.zeros(4)
    if alt.type == Kind.mjORIENTATION_XYAXES:
        x, y = alt.xyaxes[:3].copy(), alt.xyaxes[3:].copy()
        _normalize(x)
        y -= (x @ y) * x
        if _normalize(y) < enums.mjMINVAL:
            raise ValueError("Error: yaxis too small")
        mju_mat2Quat(value, np.stack((x, y, np.cross(x, y)), axis=1).reshape(-1))
        return value
    if alt.type == Kind.mjORIENTATION_ZAXIS:
        mju_quatZ2Vec(value, alt.zaxis)
        return value
    value[0] = 1
    for angle, c in zip(alt.euler, sequence):
        step = about(np.eye(3)["xyz".index(c.lower())], unit * float(angle))
        value = product(value, step) if c.islower() else product(step, value)
    return value


class Texts:
    """A list of texts of a length of its own; letters are texts of one letter."""

    def __init__(self, values: list[str], letters: bool, fixed: bool) -> None:
        self._values, self._letters, self._fixed = values, letters, fixed

    def _place(self, index: int) -> int:
        if not 0 <= index < len(self._values):
            raise IndexError(f"index {index} of {len(self._values)}")
        return index

    def __getitem__(self, index: int) -> str:
        return self._values[self._place(operator.index(index))]

    def __setitem__(self, index: int, value: str) -> None:
        if not isinstance(value, str) or (self._letters and len(value) != 1):
            raise TypeError("a letter is needed" if self._letters else "a text is needed")
        self._values[self._place(operator.index(index))] = value

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Any:
        return iter(self._values)

    def append(self, value: str) -> None:
        """Adds a text at the end."""
        if self._fixed:
            raise ValueError("the number of texts is fixed")
        self._values.append(value)

    def __eq__(self, other: Any) -> bool:
        return list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]


def _numbers(row: Row, value: Any, exact: bool) -> np.ndarray:
    """Numbers for an array of fixed size. With `exact` there must be as many; else fewer or one are enough for some."""
    if isinstance(value, (str, bytes)) or value is None:
        raise TypeError(f"{row.name} should be a list/array of numbers")
    given = np.asarray(value, dtype=row.dtype)
    some, few = row.name == "size", row.name in ("stiffness", "damping")
    if given.ndim == 0 and (few or not exact):
        array = np.zeros(row.size, row.dtype)
        array[0 if few else slice(None)] = given
        return array
    given = given.reshape(-1)
    if len(given) == row.size:
        return given
    if some and exact and 0 < len(given) < row.size:
        array = np.zeros(row.size, row.dtype)
        array[: len(given)] = given
        return array
    wanted = f"1 to {row.size}" if row.name == "size" else f"{row.size}"
    raise ValueError(f"{row.name} should be a list/array of size {wanted}.")


def _texts(row: Row, value: Any) -> list[str]:
    if row.kind == "letters":
        letters = list(value)
        if any(not isinstance(c, str) or len(c) != 1 for c in letters):
            raise ValueError(f"{row.name}: list elements must be single characters")
        if len(letters) != row.size:
            raise ValueError(f"{row.name} should have length {row.size}, not {len(letters)}")
        return letters
    texts = [str(v) for v in value]
    if row.size and len(texts) != row.size:
        raise ValueError(f"{row.name} must have exactly {row.size} elements, got {len(texts)}")
    return texts


def convert(row: Row, value: Any, exact: bool = False) -> Any:
    """A value as a field keeps it."""
    kind = row.kind
    if kind == "array":
        return _numbers(row, value, exact)
    if kind == "vector":
        if isinstance(value, (str, bytes)):
            raise TypeError(f"{row.name} should be a list/array of numbers")
        return np.array(value, dtype=row.dtype).reshape(-1)
    if kind in ("names", "letters"):
        return _texts(row, value)
    if kind in WORDS:
        if isinstance(value, str):
            raise TypeError(f"{row.name}: a value of its enum is needed")
        return WORDS[kind].make(operator.index(value))
    if kind == "str":
        if not isinstance(value, str):
            raise TypeError(f"{row.name}: a text is needed")
        return value
    if kind == "bytes":
        return bytes(value)
    if kind == "lists":
        return [list(v) for v in value]
    if isinstance(value, (str, bytes)) or not np.isscalar(value):
        raise TypeError(f"{row.name}: a number is needed")
    if kind == "bool":
        return bool(value)
    return operator.index(value) if kind == "int" else float(value)


class Element:
    """One element of a MjSpec."""

    _kind = ""

    def __init__(self, spec: Any, like: Element | None = None) -> None:
        state = self.__dict__
        state.update(_spec=spec, _compiler=spec.compiler, _parent=None, _frame=None, _class=None, _id=-1, _name="", info="")
        source = like._values if like is not None else {}
        state["_values"] = {n: copy.deepcopy(source[n]) if n in source else row.fresh() for n, row in TABLE[self._kind].items()}
        if self._kind in ORIENTED:
            state["alt"] = copy.deepcopy(like.alt) if like is not None else MjsOrientation()
        if self._kind == "body":
            state["ialt"] = MjsOrientation()
        if self._kind in WITH_PLUGIN:
            state["_plugin"] = None

    # ---- fields

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        row = TABLE[self._kind].get(name)
        if row is None:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        value = self._values[name]
        if row.kind in ("names", "letters"):
            return Texts(value, row.kind == "letters", row.size > 0)
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        row = TABLE[self._kind].get(name)
        if row is None:
            if not isinstance(getattr(type(self), name, None), property) and name != "info":
                raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
            object.__setattr__(self, name, value)
        elif row.kind == "array":
            self._values[name][...] = convert(row, value)
        elif row.kind in ("names", "letters"):
            self._values[name][:] = _texts(row, value)
        else:
            self._values[name] = convert(row, value)

    def __dir__(self) -> list[str]:
        return sorted({*TABLE[self._kind], "name", "info", "id", *(n for n in dir(type(self)) if not n.startswith("__"))})

    def _assign(self, given: dict[str, Any]) -> None:
        """Keyword arguments of a new element."""
        for prefix, alt in (("", "alt"), ("i", "ialt")):
            ways = [prefix + w for w in _ANGLES if prefix + w in given] if alt in self.__dict__ else []
            if len(ways) > 1:
                every = [prefix + w for w in _ANGLES]
                raise ValueError(f"Only one of: {', '.join(every[:-1])}, or {every[-1]} can be set.")
            for way in ways:
                size, kind = _ANGLES[way[len(prefix) :]]
                numbers = np.asarray(given.pop(way), dtype=np.float64).reshape(-1)
                if len(numbers) != size:
                    raise ValueError(f"{way} should be a list/array of size {size}.")
                setattr(getattr(self, alt), way[len(prefix) :], numbers)
                getattr(self, alt).type = kind
        for name, value in given.items():
            row = TABLE[self._kind].get(name)
            if row is not None and row.kind == "array":
                self._values[name][...] = convert(row, value, True)
            elif row is not None or name in ("name", "info", "plugin", "classname"):
                setattr(self, name, value)
            else:
                raise TypeError(f"add_{self._kind}(): there is no keyword argument '{name}'")

    # ---- what all have

    @property
    def name(self) -> str:
        """The name, empty if there is none."""
        return self._name

    @name.setter
    def name(self, value: str) -> None:
        if not isinstance(value, str):
            raise TypeError("a name is a text")
        if value and value != self._name and self._spec._find(self._kind, value) is not None:
            raise ValueError(f"Error: repeated name '{value}' in {self._kind}")
        self.__dict__["_name"] = value

    @property
    def id(self) -> int:
        """The number in the compiled model."""
        return self._id

    @property
    def signature(self) -> int:
        """A number that differs where the structure of specs differs."""
        return self._spec._top()._signature()

    @property
    def compiler(self) -> Any:
        """Units and folders that this element was made with."""
        return self._compiler

    @property
    def parent(self) -> Any:
        """The body, or for elements outside of bodies the spec, that it belongs to."""
        return self._parent if self._kind in IN_BODY else self._spec

    @property
    def frame(self) -> Any:
        """The frame that it is in, None: the body itself."""
        return self._frame

    def set_frame(self, frame: Any) -> None:
        """Puts the element into a frame of its body."""
        if frame is not None and frame._parent is not self._parent:
            raise ValueError("a frame of another body")
        self.__dict__["_frame"] = frame

    @property
    def classname(self) -> Any:
        """The default class."""
        return self._class or self._spec.default

    @classname.setter
    def classname(self, value: Any) -> None:
        self.__dict__["_class"] = value

    @property
    def plugin(self) -> Any:
        """The plugin that computes this element."""
        if self._kind not in WITH_PLUGIN:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute 'plugin'")
        if self._plugin is None:
            self.__dict__["_plugin"] = MjsPlugin(self._spec)
        return self._plugin

    @plugin.setter
    def plugin(self, value: Any) -> None:
        mine = self.plugin
        mine.__dict__["_name"] = value.name
        mine._values.update(copy.deepcopy(value._values))
        mine.__dict__["config"], mine.__dict__["info"] = dict(value.config), value.info

    def _quaternion(self) -> np.ndarray:
        """Its orientation."""
        return resolve(self.alt, self._values["quat"], self._compiler.degree, "".join(self._compiler.eulerseq))


class MjsGeom(Element):
    """A shape."""

    _kind = "geom"


class MjsJoint(Element):
    """Degrees of freedom of a body."""

    _kind = "joint"


class MjsCamera(Element):
    """A camera."""

    _kind = "camera"


class MjsLight(Element):
    """A light."""

    _kind = "light"


class MjsHField(Element):
    """A height field."""

    _kind = "hfield"


class MjsTexture(Element):
    """A picture on surfaces."""

    _kind = "texture"


class MjsMaterial(Element):
    """How a surface looks."""

    _kind = "material"


class MjsSkin(Element):
    """A surface that bodies carry."""

    _kind = "skin"


class MjsFlex(Element):
    """A deformable. One that make_flex made has a recipe of its points and elements."""

    _kind = "flex"

    def __init__(self, spec: Any, like: Element | None = None) -> None:
        super().__init__(spec, like)
        self.__dict__["_recipe"] = None


class MjsPair(Element):
    """Two geoms that collide."""

    _kind = "pair"


class MjsExclude(Element):
    """Two bodies that do not collide."""

    _kind = "exclude"


class MjsEquality(Element):
    """A constraint that always holds."""

    _kind = "equality"


class MjsKey(Element):
    """A state to start from."""

    _kind = "key"


class MjsNumeric(Element):
    """Numbers of the user."""

    _kind = "numeric"


class MjsText(Element):
    """A text of the user."""

    _kind = "text"


class MjsTuple(Element):
    """A group of elements."""

    _kind = "tuple"


class MjsPlugin(Element):
    """An instance of a plugin."""

    _kind = "plugin"

    def __init__(self, spec: Any, like: Element | None = None) -> None:
        super().__init__(spec, like)
        self.__dict__["config"] = {}

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "config":
            self.__dict__["config"] = {str(k): str(v) for k, v in value.items()}
        else:
            super().__setattr__(name, value)


class MjsSensor(Element):
    """What is measured."""

    _kind = "sensor"

    def get_data_size(self) -> int:
        """Numbers that the sensor gives."""
        word = WORDS["sensor"].words[int(self.type)]
        if word in ("rangefinder", "contact", "user", "plugin", "tactile"):
            raise NotImplementedError(f"corten.mujoco: mujoco.MjsSensor.get_data_size of the type {word}")
        if word in ("framequat", "ballquat"):
            return 4
        if word == "fromto":
            return 6
        if word == "camprojection":
            return 2
        three = ("accelerometer", "velocimeter", "gyro", "force", "torque", "magnetometer", "ballangvel", "normal")
        return 3 if word in three or word.startswith(("frame", "subtree")) else 1


class MjsMesh(Element):
    """A surface of triangles."""

    _kind = "mesh"

    def __init__(self, spec: Any, like: Element | None = None) -> None:
        super().__init__(spec, like)
        self.__dict__["_builtin"] = None

    def _make(self, shape: str, *numbers: float) -> None:
        self.__dict__["_builtin"] = (shape, [float(n) for n in numbers])

    def make_sphere(self, subdivision: int) -> None:
        """A sphere from an icosahedron."""
        self._make("sphere", subdivision)

    def make_hemisphere(self, resolution: int) -> None:
        """Half a sphere."""
        self._make("hemisphere", resolution)

    def make_cone(self, nedge: int, radius: float) -> None:
        """A cone, or with a radius a frustum or prism."""
        self._make("cone", nedge, radius)

    def make_supersphere(self, resolution: int, e: float, n: float) -> None:
        """A superellipsoid."""
        self._make("supersphere", resolution, e, n)

    def make_supertorus(self, resolution: int, radius: float, s: float, t: float) -> None:
        """A supertoroid."""
        self._make("supertorus", resolution, radius, s, t)

    def make_wedge(self, resolution: Any = (0, 0), fov: Any = (0.0, 0.0), gamma: float = 0) -> None:
        """A part of a sphere."""
        self._make("wedge", *resolution, *fov, gamma)

    def make_plate(self, resolution: Any = (0, 0)) -> None:
        """A flat plate."""
        self._make("plate", *resolution)


class MjsWrap:
    """A part of the path of a tendon."""

    def __init__(self, tendon: MjsTendon, kind: str, name: str = "", sidesite: str = "", number: float = 0.0) -> None:
        self._tendon, self._what, self._target, self._side, self._number = tendon, kind, name, sidesite, number

    @property
    def type(self) -> enums.mjtWrap:
        """What kind of part it is; of a geom only after compiling."""
        kinds = {"joint": "JOINT", "site": "SITE", "pulley": "PULLEY"}
        if self._what in kinds:
            return getattr(enums.mjtWrap, "mjWRAP_" + kinds[self._what])
        cylinder = self.target is not None and self.target.type == enums.mjtGeom.mjGEOM_CYLINDER
        return enums.mjtWrap.mjWRAP_CYLINDER if cylinder else enums.mjtWrap.mjWRAP_SPHERE

    @property
    def target(self) -> Any:
        """The site, geom or joint; None for a pulley."""
        return None if self._what == "pulley" else self._tendon._spec._top()._find(self._what, self._target)

    @property
    def sidesite(self) -> Any:
        """The site that tells on which side of a geom the tendon passes."""
        return self._tendon._spec._top()._find("site", self._side) if self._side else None

    @property
    def coef(self) -> float:
        """Coefficient of a joint."""
        return self._number

    @property
    def divisor(self) -> float:
        """Divisor of a pulley."""
        return self._number


class MjsTendon(Element):
    """A length that depends on the configuration."""

    _kind = "tendon"

    def __init__(self, spec: Any, like: Element | None = None) -> None:
        super().__init__(spec, like)
        self.__dict__["path"] = []

    def _wrap(self, *arguments: Any) -> MjsWrap:
        self.path.append(MjsWrap(self, *arguments))
        return self.path[-1]

    def wrap_site(self, name: str) -> MjsWrap:
        """Through a site."""
        return self._wrap("site", name)

    def wrap_geom(self, name: str, sidesite: str) -> MjsWrap:
        """Around a sphere or cylinder."""
        return self._wrap("geom", name, sidesite)

    def wrap_joint(self, name: str, coef: float) -> MjsWrap:
        """A joint times a coefficient."""
        return self._wrap("joint", name, "", float(coef))

    def wrap_pulley(self, divisor: float) -> MjsWrap:
        """A new branch."""
        return self._wrap("pulley", "", "", float(divisor))

    def default(self) -> Any:
        """The default class."""
        return self.classname


class MjsActuator(Element):
    """What makes a model move. set_to_* give it the parameters of one of MJCF's kinds."""

    _kind = "actuator"

    def _types(self, dyn: str, gain: str, bias: str) -> None:
        self.dyntype = getattr(enums.mjtDyn, "mjDYN_" + dyn)
        self.gaintype = getattr(enums.mjtGain, "mjGAIN_" + gain)
        self.biastype = getattr(enums.mjtBias, "mjBIAS_" + bias)

    def _parameters(self, gain: Any = None, bias: Any = None, dyn: Any = None) -> None:
        for name, numbers in (("gainprm", gain), ("biasprm", bias), ("dynprm", dyn)):
            if numbers is not None:
                self._values[name][:] = 0
                self._values[name][: len(numbers)] = numbers

    def set_to_motor(self) -> None:
        """Force is the control."""
        self._parameters([1], [], [1])
        self._types("NONE", "FIXED", "NONE")

    def set_to_position(
        self, kp: float, kv: float = -1, dampratio: float = -1, timeconst: float = -1, inheritrange: float = False
    ) -> None:
        """A spring to the control."""
        self._servo(kp, kv, dampratio, inheritrange)
        self._types("NONE", "FIXED", "AFFINE")
        if timeconst >= 0:
            self._values["dynprm"][0] = timeconst
            self.dyntype = enums.mjtDyn.mjDYN_FILTEREXACT if timeconst > 0 else enums.mjtDyn.mjDYN_NONE

    def _servo(self, kp: float, kv: float, dampratio: float, inheritrange: float) -> None:
        if kv >= 0 and dampratio >= 0:
            raise ValueError("kv and dampratio cannot both be defined")
        if kv < 0 and dampratio < 0:
            damping = 0.0
        else:
            damping = -kv if kv >= 0 else dampratio
        self._parameters([kp], [0, -kp, damping])
        self.inheritrange = float(inheritrange)

    def set_to_intvelocity(
        self, kp: float, kv: float = -1, dampratio: float = -1, timeconst: float = -1, inheritrange: float = False
    ) -> None:
        """A spring to the integral of the control."""
        self.set_to_position(kp, kv, dampratio, timeconst, inheritrange)
        self.dyntype = enums.mjtDyn.mjDYN_INTEGRATOR

    def set_to_velocity(self, kv: float) -> None:
        """A damper relative to the control."""
        self._parameters([kv], [0, 0, -kv])
        self._types("NONE", "FIXED", "AFFINE")

    def set_to_damper(self, kv: float) -> None:
        """A damper whose strength is the control."""
        if kv < 0:
            raise ValueError("damping coefficient cannot be negative")
        self._parameters([0, 0, -kv], [])
        self._types("NONE", "AFFINE", "NONE")
        self.ctrllimited = enums.mjtLimited.mjLIMITED_TRUE

    def set_to_cylinder(self, timeconst: float, bias: float, area: float, diameter: float = -1) -> None:
        """A pneumatic or hydraulic cylinder."""
        self._parameters([area if diameter < 0 else math.pi / 4 * diameter**2])
        self._values["dynprm"][0], self._values["biasprm"][0] = timeconst, bias
        self._types("FILTER", "FIXED", "AFFINE")

    def set_to_adhesion(self, gain: float) -> None:
        """An attracting force at contacts."""
        if gain < 0:
            raise ValueError("adhesion gain cannot be negative")
        self._parameters([gain])
        self._types("NONE", "FIXED", "NONE")
        self.ctrllimited = enums.mjtLimited.mjLIMITED_TRUE

    def set_to_orientation(self, kp: float, kv: float = -1, dampratio: float = -1, ctrlspec: int = 0) -> None:
        """A spring of orientations."""
        self._servo(kp, kv, dampratio, 0)
        self._types("NONE", "SO3", "SO3")
        self.ctrlspec = ctrlspec

    def set_to_pid(
        self, kp: float, kv: float = -1, dampratio: float = -1, ki: float = -1, imax: float = -1, slewmax: float = -1,
        inheritrange: float = 0, ctrlspec: int = 0,
    ) -> None:  # fmt: skip
        """A PID controller."""
        self._servo(kp, kv, dampratio, inheritrange)
        self._parameters([max(0.0, ki)])
        for i, value in enumerate((imax, slewmax)):
            if value >= 0:
                self._values["dynprm"][i] = value
        self._types("PID" if ki > 0 or slewmax > 0 else "NONE", "PID", "AFFINE")
        self.ctrlspec = ctrlspec

    def set_to_muscle(
        self, timeconst: Any = (-1, -1), tausmooth: float = 0.0, range: Any = (-1, -1), force: float = -1, scale: float = -1,
        lmin: float = -1, lmax: float = -1, vmax: float = -1, fpmax: float = -1, fvmax: float = -1,
    ) -> None:  # fmt: skip
        """A muscle. What is not given has MJCF's default."""
        times, given = list(timeconst), [*range, force, scale, lmin, lmax, vmax, fpmax, fvmax]
        usual = [0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2]
        numbers = [g if g >= 0 else u for g, u in zip(given, usual)]
        self._parameters(numbers, numbers, [t if t >= 0 else u for t, u in zip(times, (0.01, 0.04))] + [tausmooth])
        self._types("MUSCLE", "MUSCLE", "MUSCLE")

    def set_to_dcmotor(self, motorconst: Any, resistance: float, **more: Any) -> None:
        """An electric motor, without what `more` would say of it."""
        if more:
            raise NotImplementedError(f"corten.mujoco: mujoco.MjsActuator.set_to_dcmotor with {', '.join(sorted(more))}")
        constant = math.sqrt(motorconst[0] * motorconst[1]) if min(motorconst) > 0 else max(motorconst)
        self._parameters([resistance, constant], [], [])
        self._types("DCMOTOR", "DCMOTOR", "DCMOTOR")
        self.actdim, self.actlimited = 0, enums.mjtLimited.mjLIMITED_FALSE


class MjsSite(Element):
    """A point and frame of interest."""

    _kind = "site"

    def attach_body(self, body: Any, prefix: str | None = None, suffix: str | None = None) -> Any:
        """Puts a body of another spec here."""
        frame = self._parent.add_frame(self._frame, pos=self.pos, quat=self._quaternion())
        return frame.attach_body(body, prefix, suffix)


CLASSES: dict[str, type[Element]] = {
    c._kind: c
    for c in (
        MjsGeom, MjsJoint, MjsSite, MjsCamera, MjsLight, MjsMesh, MjsHField, MjsTexture, MjsMaterial, MjsSkin, MjsFlex,
        MjsPair, MjsExclude, MjsEquality, MjsTendon, MjsActuator, MjsSensor, MjsKey, MjsNumeric, MjsText, MjsTuple, MjsPlugin,
    )
}  # fmt: skip


class MjsDefault:
    """A default class: an example of every kind of element that can have defaults."""

    def __init__(self, spec: Any, name: str, parent: MjsDefault | None) -> None:
        self._spec, self._parent, self._children, self.name = spec, parent, [], name  # type: ignore[var-annotated]
        if parent is not None:
            parent._children.append(self)
        for kind in (*sorted(CLASSED), "flex"):
            example = CLASSES[kind](spec, getattr(parent, kind) if parent is not None else None)
            example.__dict__["_class"] = self
            setattr(self, kind, example)


__all__ = ["MjsDefault", "MjsOrientation", "MjsWrap", *(c.__name__ for c in CLASSES.values())]
