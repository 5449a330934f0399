"""Settings of pictures as plain data: MjVisual (the <visual> element) and MjvCamera, MjvOption, MjvPerturb, MjvScene.

Nothing is drawn with them here.
"""

from __future__ import annotations

import copy
import operator
import xml.etree.ElementTree as ElementTree
from typing import Any

import numpy as np

from .. import _core
from . import enums

class Plain:
    """Numbers by name. Arrays are written into, unknown names refused, whole numbers stay whole."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, name: str, values: dict[str, Any]) -> None:
        self.__dict__["_name"] = name
        for key, value in values.items():
            self.__dict__[key] = value

    def __setattr__(self, name: str, value: Any) -> None:
        known = self.__dict__.get(name)
        if known is None or name == "_name":
            raise AttributeError(f"'{self._name}' object has no attribute '{name}'")
        if isinstance(known, np.ndarray):
            known[...] = value
        elif isinstance(known, int):
            self.__dict__[name] = value if isinstance(value, str) and type(self) is Plain else operator.index(value)
        elif isinstance(known, float):
            if isinstance(value, str) or not np.isscalar(value):
                raise TypeError(f"'{name}' of {self._name}: a number is needed")
            self.__dict__[name] = float(value)
        else:
            self.__dict__[name] = value

    def _fields(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_name"}

    def __eq__(self, other: Any) -> bool:
        if type(other) is not type(self) or self._name != other._name:
            return False
        mine, theirs = self._fields(), other._fields()
        return mine.keys() == theirs.keys() and all(np.array_equal(v, theirs[k]) for k, v in mine.items())

    def __copy__(self) -> Any:
        return copy.deepcopy(self)

    def __deepcopy__(self, memo: Any) -> Any:
        other = object.__new__(type(self))
        for name, value in self.__dict__.items():
            other.__dict__[name] = copy.deepcopy(value, memo)
        return other

    def __repr__(self) -> str:
        kind = type(self).__name__ if type(self) is not Plain else self._name
        return f"<{kind}\n" + "".join(f"  {k}: {v!r}\n" for k, v in sorted(self._fields().items())) + ">"


class VisualGroup:
    """Settings of one part of pictures; those of a model change the model."""

    __slots__ = ("_core", "_name")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, core: Any, name: str) -> None:
        object.__setattr__(self, "_core", core)
        object.__setattr__(self, "_name", name)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return getattr(self._core, name)
        except AttributeError:
            raise AttributeError(f"'{self._name}' object has no attribute '{name}'") from None

    def __setattr__(self, name: str, value: Any) -> None:
        known = getattr(self, name)
        setattr(self._core, name, operator.index(value) if isinstance(known, int) else value)

    def _fields(self) -> dict[str, Any]:
        return self._core.to_dict()

    def __dir__(self) -> list[str]:
        return list(self._fields())

    def __eq__(self, other: Any) -> bool:
        mine = self._fields()
        return isinstance(other, VisualGroup) and all(np.array_equal(v, getattr(other, k, None)) for k, v in mine.items())

    def __repr__(self) -> str:
        return f"<{self._name}\n" + "".join(f"  {k}: {v!r}\n" for k, v in sorted(self._fields().items())) + ">"


class MjVisual:
    """The settings of the <visual> element; those of a model change the model."""

    __hash__ = None  # type: ignore[assignment]
    _groups = ("global_", "quality", "headlight", "map", "scale", "rgba")

    def __init__(self, core: Any = None) -> None:
        core = core or _core.load_text("<mujoco/>").writable().vis
        for name in MjVisual._groups:
            self.__dict__[name] = VisualGroup(getattr(core, name), name.strip("_").title())

    def __getattr__(self, name: str) -> Any:
        if name == "global":  # a word of Python
            return self.__dict__["global_"]
        raise AttributeError(f"'MjVisual' object has no attribute '{name}'")

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in MjVisual._groups:
            raise AttributeError(f"'MjVisual' object has no attribute '{name}'")
        for key in self.__dict__[name]._fields():
            setattr(self.__dict__[name], key, getattr(value, key))

    def _fields(self) -> dict[str, VisualGroup]:
        return {name: self.__dict__[name] for name in MjVisual._groups}

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, MjVisual) and self._fields() == other._fields()

    def __copy__(self) -> MjVisual:
        other = MjVisual()
        for name, group in self._fields().items():
            setattr(other, name, group)
        return other

    def __deepcopy__(self, memo: Any) -> MjVisual:
        return self.__copy__()

    def __reduce__(self) -> Any:
        return _restore_visual, ({n: {k: _kept(v) for k, v in g._fields().items()} for n, g in self._fields().items()},)

    def __repr__(self) -> str:
        return "<MjVisual\n" + "".join(f"  {n}: {g!r}\n" for n, g in self._fields().items()) + ">"


def _kept(value: Any) -> Any:
    return np.array(value) if isinstance(value, np.ndarray) else value


def _restore_visual(groups: dict[str, dict[str, Any]]) -> MjVisual:
    visual = MjVisual()
    for name, values in groups.items():
        for key, value in values.items():
            setattr(getattr(visual, name), key, value)
    return visual


def visual_of(xml: str) -> MjVisual:
    """Defaults, and what the <visual> elements of a text say."""
    elements = ElementTree.fromstring(xml).iter("visual")
    text = "<mujoco>" + "".join(ElementTree.tostring(e, "unicode") for e in elements) + "</mujoco>"
    return MjVisual(_core.load_text(text).writable().vis)


class MjvCamera(Plain):
    """A camera of pictures."""

    def __init__(self) -> None:
        super().__init__(
            "MjvCamera",
            dict(
                type=int(enums.mjtCamera.mjCAMERA_FREE), fixedcamid=-1, trackbodyid=-1, lookat=np.zeros(3), distance=2.0,
                azimuth=90.0, elevation=-45.0, orthographic=0,
            ),
        )  # fmt: skip


class MjvOption(Plain):
    """What pictures show."""

    def __init__(self) -> None:
        groups = {
            name: np.array([1, 1, 1, 0, 0, 0], dtype=np.uint8)
            for name in "geomgroup sitegroup jointgroup tendongroup actuatorgroup flexgroup skingroup".split()
        }
        flags = np.zeros(int(enums.mjtVisFlag.mjNVISFLAG), dtype=np.uint8)
        shown = "TEXTURE TENDON RANGEFINDER PERTOBJ STATIC SKIN FLEXEDGE FLEXSKIN"
        for name in shown.split():
            flags[getattr(enums.mjtVisFlag, "mjVIS_" + name)] = 1
        super().__init__("MjvOption", dict(label=0, frame=0, flags=flags, bvh_depth=1, flex_layer=0, **groups))


class MjvPerturb(Plain):
    """What the mouse pulls at."""

    def __init__(self) -> None:
        ints = dict.fromkeys("flexselect skinselect".split(), -1)
        zeros = dict.fromkeys("select active active2".split(), 0)
        arrays = {"refpos": np.zeros(3), "refquat": np.array([1.0, 0, 0, 0]), "refselpos": np.zeros(3), "localpos": np.zeros(3)}
        super().__init__("MjvPerturb", dict(localmass=0.0, scale=1.0, **ints, **zeros, **arrays))


def _single(*numbers: float) -> np.ndarray:
    return np.array(numbers, dtype=np.float32)


class MjvGeom(Plain):
    """A shape of a picture."""

    def __init__(self) -> None:
        whole = dict.fromkeys("category objid objtype segid texcoord texuniform transparent".split(), 0)
        real = dict.fromkeys("camdist emission modelrbound reflectance".split(), 0.0)
        super().__init__(
            "MjvGeom",
            dict(
                type=int(enums.mjtGeom.mjGEOM_NONE), dataid=-1, matid=-1, texid=-1, shininess=0.5, specular=0.5, label="",
                pos=_single(0, 0, 0), mat=np.eye(3, dtype=np.float32), size=_single(0.1, 0.1, 0.1), texrepeat=_single(0, 0),
                rgba=_single(0.5, 0.5, 0.5, 1), **whole, **real,
            ),
        )  # fmt: skip


class MjvLight(Plain):
    """A light of a picture."""

    def __init__(self) -> None:
        vectors = {name: _single(0, 0, 0) for name in "ambient attenuation diffuse dir pos specular".split()}
        real = dict.fromkeys("bulbradius cutoff exponent intensity range softness".split(), 0.0)
        whole = dict.fromkeys("castshadow headlight id texid type".split(), 0)
        super().__init__("MjvLight", {**vectors, **real, **whole})


class MjvGLCamera(Plain):
    """A camera as OpenGL needs it."""

    def __init__(self) -> None:
        vectors = {name: _single(0, 0, 0) for name in "forward pos up".split()}
        real = dict.fromkeys([f"frustum_{n}" for n in "bottom center far near top width".split()], 0.0)
        super().__init__("MjvGLCamera", dict(orthographic=0, **vectors, **real))


class MjvFigure(Plain):
    """Curves to be drawn over a picture."""

    def __init__(self) -> None:
        lines = int(enums.mjMAXLINE)
        whole = dict.fromkeys("flg_barplot flg_selection flg_symmetric legendoffset subplot".split(), 0)
        pairs = {name: np.zeros(2, dtype=np.int32) for name in "highlight xaxispixel yaxispixel".split()}
        super().__init__(
            "MjvFigure",
            dict(
                flg_extend=1, flg_legend=1, flg_ticklabel=np.ones(2, dtype=np.int32), gridsize=np.full(2, 2, dtype=np.int32),
                gridwidth=1.0, linewidth=3.0, selection=0.0, highlightid=-1, title="", xlabel="", xformat="%.0f", yformat="%.2g",
                minwidth="X" * 3, figurergba=_single(0, 0, 0, 1), panergba=_single(0, 0, 0, 1), legendrgba=_single(0, 0, 0, 0.3),
                gridrgb=_single(0.4, 0.4, 0.4), textrgb=_single(1, 1, 1), range=np.tile(_single(0, 1), (2, 1)),
                xaxisdata=_single(0, 0), yaxisdata=_single(0, 0), linename=np.zeros(lines, dtype="S100"),
                linepnt=np.zeros(lines, dtype=np.int32), linergb=np.zeros((lines, 3), dtype=np.float32),
                linedata=np.zeros((lines, 2 * int(enums.mjMAXLINEPNT)), dtype=np.float32), **whole, **pairs,
            ),
        )  # fmt: skip


class MjvScene(Plain):
    """What a picture shows. mjv_updateScene fills it, mjr_render draws it."""

    def __init__(self, model: Any = None, maxgeom: int = 0) -> None:
        flags = np.array([1, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1], dtype=np.uint8)
        whole = dict.fromkeys("nlight nskin nflex enabletransform framewidth stereo status".split(), 0)
        super().__init__(
            "MjvScene",
            dict(
                maxgeom=maxgeom, lights=tuple(MjvLight() for _ in range(100)), camera=(MjvGLCamera(), MjvGLCamera()), scale=1.0,
                flags=flags, framergb=_single(0, 0, 0), translate=_single(0, 0, 0), rotate=_single(1, 0, 0, 0), **whole,
            ),
        )  # fmt: skip
        self.__dict__["_geoms"], self.__dict__["_ngeom"] = SceneGeoms(maxgeom), 0

    def _fields(self) -> dict[str, Any]:
        plain = {name: value for name, value in super()._fields().items() if not name.startswith("_")}
        return {**plain, "ngeom": self._ngeom}

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "ngeom":
            self.__dict__["_ngeom"] = operator.index(value)
        else:
            super().__setattr__(name, value)

    @property
    def ngeom(self) -> int:
        """How many shapes are shown."""
        return self._ngeom

    @property
    def geoms(self) -> SceneGeoms:
        """Shapes; the first ngeom are shown."""
        return self._geoms


class SceneGeoms:
    """The shapes of a scene, each made when it is asked for."""

    def __init__(self, count: int) -> None:
        self.core = _core.Scene()
        self.data: Any = None  # whose vertices flexes and skins have
        self._count, self._known = count, dict[int, MjvGeom]()

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self._count))]
        index = operator.index(index)
        index += self._count if index < 0 else 0
        if not 0 <= index < self._count:
            raise IndexError("no such geom in the scene")
        if index not in self._known:
            geom = self._known[index] = MjvGeom()
            if index < len(self.core):
                for name, value in self.core.geom(index).items():
                    setattr(geom, name, np.reshape(value, (3, 3)) if name == "mat" else value)
        return self._known[index]

    def __copy__(self) -> SceneGeoms:
        return self.__deepcopy__({})

    def __deepcopy__(self, memo: Any) -> SceneGeoms:
        other = SceneGeoms(self._count)
        other.data = self.data
        for index in range(self._count if self._known else 0):
            if index < len(self.core) or index in self._known:
                other._known[index] = copy.copy(self[index])
        return other

    def update(self, model: Any, data: Any, camera: Any, option: Any) -> int:
        """Fills the scene anew; returns how many shapes there are."""
        self._known.clear()
        self.core.update(model, data, camera, option)
        self.data = data
        return len(self.core)

    def drawn(self, count: int) -> Any:
        """The scene with what was changed here."""
        for index in sorted(self._known):
            if index < count:
                geom = self._known[index]
                values = {n: getattr(geom, n) for n in _DRAWN}
                arrays = {n: np.ravel(getattr(geom, n)).tolist() for n in ("size", "pos", "mat", "rgba")}
                self.core.set_geom(min(index, len(self.core)), {**values, **arrays})
        return self.core


_DRAWN = "type dataid objtype objid category matid texcoord segid emission specular shininess reflectance".split()


class MjLROpt(Plain):
    """Options of length ranges of actuators."""

    def __init__(self) -> None:
        real = dict.fromkeys("accel interval inttotal maxforce timeconst timestep tolrange".split(), 0.0)
        super().__init__("MjLROpt", {**real, **dict.fromkeys("mode useexisting uselimit".split(), 0)})


class MjSolverStat(Plain):
    """What an iteration of the solver did."""

    def __init__(self) -> None:
        real = dict.fromkeys("gradient improvement lineslope".split(), 0.0)
        super().__init__("MjSolverStat", {**real, **dict.fromkeys("nactive nchange neval nupdate".split(), 0)})


class MjTimerStat(Plain):
    """How often and how long something was computed."""

    def __init__(self, number: int = 0, duration: float = 0.0) -> None:
        super().__init__("MjTimerStat", dict(number=number, duration=duration))


class MjWarningStat(Plain):
    """How often something went wrong, and where the last time."""

    def __init__(self, number: int = 0, lastinfo: int = 0) -> None:
        super().__init__("MjWarningStat", dict(number=number, lastinfo=lastinfo))


class MjrRect(Plain):
    """A rectangle of a picture."""

    def __init__(self, left: int, bottom: int, width: int, height: int) -> None:
        super().__init__("MjrRect", dict(left=left, bottom=bottom, width=width, height=height))


def mjv_defaultCamera(cam: MjvCamera) -> None:
    """Resets a camera."""
    cam.__dict__.update(MjvCamera().__dict__)


def mjv_defaultOption(opt: MjvOption) -> None:
    """Resets what pictures show."""
    opt.__dict__.update(MjvOption().__dict__)


def mjv_defaultPerturb(pert: MjvPerturb) -> None:
    """Resets what the mouse pulls at."""
    pert.__dict__.update(MjvPerturb().__dict__)


def mjv_defaultFreeCamera(m: Any, cam: MjvCamera) -> None:
    """A free camera that sees the model."""
    mjv_defaultCamera(cam)
    cam.lookat[...] = m.stat.center
    cam.distance = 1.5 * m.stat.extent
    cam.azimuth, cam.elevation = m.vis.global_.azimuth, m.vis.global_.elevation
    cam.orthographic = m.vis.global_.orthographic
