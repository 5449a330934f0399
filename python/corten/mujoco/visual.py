"""Settings of pictures as plain data: MjVisual (the <visual> element) and MjvCamera, MjvOption, MjvPerturb, MjvScene.

Nothing is drawn with them here.
"""

from __future__ import annotations

import copy
import xml.etree.ElementTree as ElementTree
from typing import Any

import numpy as np

from . import enums

_GROUPS: dict[str, dict[str, Any]] = {
    "global_": dict(
        cameraid=-1, orthographic=0, fovy=45.0, ipd=0.068, azimuth=90.0, elevation=-45.0, linewidth=1.0, glow=0.3,
        realtime=1.0, offwidth=640, offheight=480, ellipsoidinertia=0, bvactive=0,
    ),
    "quality": dict(shadowsize=4096, offsamples=4, numslices=28, numstacks=16, numquads=4),
    "headlight": dict(ambient=(0.1, 0.1, 0.1), diffuse=(0.4, 0.4, 0.4), specular=(0.5, 0.5, 0.5), active=1),
    "map": dict(
        stiffness=100.0, stiffnessrot=500.0, force=0.005, torque=0.1, alpha=0.3, fogstart=3.0, fogend=10.0, znear=0.01,
        zfar=50.0, haze=0.3, shadowclip=1.0, shadowscale=0.6, actuatortendon=2.0,
    ),
    "scale": dict(
        forcewidth=0.1, contactwidth=0.3, contactheight=0.1, connect=0.2, com=0.4, camera=0.3, light=0.3, selectpoint=0.2,
        jointlength=1.0, jointwidth=0.1, actuatorlength=0.7, actuatorwidth=0.2, framelength=1.0, framewidth=0.1,
        constraint=0.1, slidercrank=0.2, frustum=10.0,
    ),
    "rgba": dict(
        fog=(0, 0, 0, 1), haze=(1, 1, 1, 1), force=(1, 0.5, 0.5, 1), inertia=(0.8, 0.2, 0.2, 0.6), joint=(0.2, 0.6, 0.8, 1),
        actuator=(0.2, 0.25, 0.2, 1), actuatornegative=(0.2, 0.6, 0.9, 1), actuatorpositive=(0.9, 0.4, 0.2, 1),
        com=(0.9, 0.9, 0.9, 1), camera=(0.6, 0.9, 0.6, 1), light=(0.6, 0.6, 0.9, 1), selectpoint=(0.9, 0.9, 0.1, 1),
        connect=(0.2, 0.2, 0.8, 1), contactpoint=(0.9, 0.6, 0.2, 1), contactforce=(0.7, 0.9, 0.9, 1),
        contactfriction=(0.9, 0.8, 0.4, 1), contacttorque=(0.9, 0.7, 0.9, 1), contactgap=(0.5, 0.8, 0.9, 1),
        rangefinder=(1, 1, 0.1, 1), constraint=(0.9, 0, 0, 1), slidercrank=(0.5, 0.3, 0.8, 1), crankbroken=(0.9, 0, 0, 1),
        frustum=(1, 1, 0, 0.2),
    ),
}  # fmt: skip


def _plain(value: Any) -> Any:
    """As MuJoCo keeps it: single precision."""
    if isinstance(value, tuple):
        return np.array(value, dtype=np.float32)
    return float(np.float32(value)) if isinstance(value, float) else value


class Plain:
    """Numbers by name. Arrays are written into, unknown names refused."""

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
        else:
            self.__dict__[name] = value

    def __repr__(self) -> str:
        lines = "".join(f"  {k}: {v!r}\n" for k, v in sorted(self.__dict__.items()) if k != "_name")
        return f"<{self._name}\n{lines}>"


class MjVisual(Plain):
    """The settings of the <visual> element."""

    def __init__(self) -> None:
        groups = {n: Plain(n.strip("_").title(), {k: _plain(v) for k, v in g.items()}) for n, g in _GROUPS.items()}
        super().__init__("MjVisual", groups)


def visual_of(xml: str) -> MjVisual:
    """Defaults, and what the model's <visual> says."""
    visual = MjVisual()
    for group in (g for element in ElementTree.fromstring(xml).iter("visual") for g in element):
        target = getattr(visual, "global_" if group.tag == "global" else group.tag)
        for name, text in group.attrib.items():
            if name not in target.__dict__:
                continue
            known = target.__dict__[name]
            if isinstance(known, np.ndarray):
                setattr(target, name, [float(word) for word in text.split()])
            elif isinstance(known, int):
                setattr(target, name, {"true": 1, "false": 0}.get(text) if text in ("true", "false") else _whole(text))
            else:
                setattr(target, name, _plain(float(text)))
    return visual


def _whole(text: str) -> int | str:
    """A number; the name of a camera stays a name."""
    try:
        return int(text)
    except ValueError:
        return text


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


class MjvScene(Plain):
    """An empty scene: what a renderer would fill."""

    def __init__(self, model: Any = None, maxgeom: int = 0) -> None:
        super().__init__("MjvScene", dict(maxgeom=maxgeom, ngeom=0, geoms=(), nlight=0, lights=(), enabletransform=0, scale=1.0))

    def __deepcopy__(self, memo: Any) -> MjvScene:
        other = MjvScene()
        other.__dict__.update(copy.copy(self.__dict__))
        return other


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
