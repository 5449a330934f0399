"""mujoco.Renderer, MjrContext and the functions mjv_ and mjr_ that pictures without a window need, on corten.Renderer.

Pictures need no context of OpenGL of the caller: GLContext is there for programs that make one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _core
from . import enums
from .missing import refuse
from .visual import MjrRect, MjvCamera, MjvOption, MjvScene, mjv_defaultFreeCamera

_SHOWN = "geomgroup sitegroup tendongroup actuatorgroup flexgroup skingroup".split()
_USUAL = MjvOption().flags.copy()
_FLAGS = {"TEXTURE": "textures", "TENDON": "tendons", "RANGEFINDER": "rangefinders", "STATIC": "statics", "SKIN": "skins",
          "TRANSPARENT": "transparent"}  # fmt: skip
_IGNORED = {"PERTFORCE", "PERTOBJ", "SELECT", "AUTOCONNECT"}  # nothing is selected or pulled at


class GLContext:
    """Does nothing: a renderer has a context of its own."""

    def __init__(self, max_width: int = 0, max_height: int = 0) -> None:
        pass

    def make_current(self) -> None:
        """Does nothing."""

    def free(self) -> None:
        """Does nothing."""


def _scene_option(opt: Any, catmask: int) -> Any:
    """The option of the core; what it cannot show is refused by name."""
    found = _core.SceneOption()
    opt = MjvOption() if opt is None else opt
    for name in _SHOWN:
        setattr(found, name, [int(v) for v in getattr(opt, name)])
    for flag in enums.mjtVisFlag:
        name, index = flag.name.removeprefix("mjVIS_"), int(flag)
        if index >= len(opt.flags):
            continue
        if name in _FLAGS:
            setattr(found, _FLAGS[name], bool(opt.flags[index]))
        elif opt.flags[index] and not _USUAL[index] and name not in _IGNORED:
            refuse(f"{flag.name} in pictures")
    if opt.label or opt.frame:
        refuse("labels and frames in pictures")
    found.categories = int(catmask)
    return found


def _view(m: Any, cam: Any) -> Any:
    if int(cam.type) == int(enums.mjtCamera.mjCAMERA_USER):
        refuse("mjCAMERA_USER")
    return _core.ViewCamera(
        int(cam.type), int(cam.fixedcamid), int(cam.trackbodyid), [float(v) for v in cam.lookat], float(cam.distance),
        float(cam.azimuth), float(cam.elevation),
    )  # fmt: skip


def mjv_updateScene(m: Any, d: Any, opt: Any, pert: Any, cam: Any, catmask: int, scn: Any) -> None:
    """Fills the scene with what a world shows."""
    count = scn._geoms.update(m._core, d._core, _view(m, cam), _scene_option(opt, catmask))
    scn.ngeom, scn.nflex, scn.nskin = min(count, scn.maxgeom), m.nflex, m.nskin
    if int(cam.type) == int(enums.mjtCamera.mjCAMERA_TRACKING):
        cam.lookat[...] = d.subtree_com[cam.trackbodyid]
    _copy_view(m, cam, scn)


def _copy_view(m: Any, cam: Any, scn: Any) -> None:
    lights = scn._geoms.core.lights()
    scn.nlight = len(lights)
    for light, values in zip(scn.lights, lights):
        for name, value in values.items():
            setattr(light, name, value)
    values = scn._geoms.core.camera()
    fixed = int(cam.type) == int(enums.mjtCamera.mjCAMERA_FIXED)
    apart = float(m.cam_ipd[cam.fixedcamid] if fixed else m.vis.global_.ipd) / 2
    aside = np.cross(values["forward"], values["up"])
    for eye, sign in zip(scn.camera, (-1, 1)):
        for name, value in values.items():
            setattr(eye, name, value)
        eye.pos[...] += (sign * apart * aside).astype(np.float32)


def mjv_initGeom(geom: Any, type: int, size: Any, pos: Any, mat: Any, rgba: Any) -> None:  # noqa: A002
    """A shape of one's own; what is None stays as it is in a new shape."""
    geom.type = int(type)
    usual = dict(size=(0.1, 0.1, 0.1), pos=(0, 0, 0), mat=np.eye(3), rgba=(0.5, 0.5, 0.5, 1))
    for name, value in dict(size=size, pos=pos, mat=mat, rgba=rgba).items():
        array = getattr(geom, name)
        array[...] = np.reshape(usual[name] if value is None else value, array.shape)
    if int(type) in (int(enums.mjtGeom.mjGEOM_SPHERE),):
        geom.size[1:] = geom.size[0]
    elif int(type) in (int(enums.mjtGeom.mjGEOM_CAPSULE), int(enums.mjtGeom.mjGEOM_CYLINDER)):
        geom.size[...] = geom.size[[0, 0, 1]]
    geom.dataid = geom.objid = geom.matid = geom.segid = -1
    geom.objtype, geom.category = 0, int(enums.mjtCatBit.mjCAT_DECOR)
    geom.texcoord, geom.emission, geom.specular, geom.shininess, geom.reflectance = 0, 0.0, 0.5, 0.5, 0.0


def mjv_connector(geom: Any, type: int, width: float, from_: Any, to: Any) -> None:  # noqa: A002
    """Lays a capsule, cylinder, arrow or line from one point to another."""
    start, end = np.asarray(from_, float), np.asarray(to, float)
    axis = end - start
    length = float(np.linalg.norm(axis))
    z = axis / length if length > 0 else np.array([0.0, 0, 1])
    y = np.cross(z, [1, 0, 0] if abs(z[0]) < 0.9 else [0, 1, 0])
    y /= np.linalg.norm(y)
    geom.type = int(type)
    geom.mat[...] = np.stack([np.cross(y, z), y, z], axis=1)
    middle = geom.type in (int(enums.mjtGeom.mjGEOM_CAPSULE), int(enums.mjtGeom.mjGEOM_CYLINDER))
    geom.pos[...] = (start + end) / 2 if middle else start
    geom.size[...] = (width, width, length / 2 if middle else length)


class MjrContext:
    """What pictures of a model are drawn with."""

    def __init__(self, model: Any = None, fontscale: int = 150) -> None:
        if model is None:
            refuse("MjrContext without a model")
        self.readDepthMap = enums.mjtDepthMap.mjDEPTH_ZERONEAR
        self.offWidth, self.offHeight = model.vis.global_.offwidth, model.vis.global_.offheight
        self.offFBO, self.windowAvailable, self.currentBuffer = 1, 0, int(enums.mjtFramebuffer.mjFB_OFFSCREEN)
        self._model, self._renderer, self._scene = model, None, None
        self._segmented: np.ndarray | None = None

    def _draw(self, rect: Any, scn: Any) -> None:
        if self._model is None:
            raise RuntimeError("the MjrContext was freed")
        width, height = int(rect.width), int(rect.height)
        if self._renderer is None:
            self._renderer = _core.Renderer(self._model._core, width, height)
        self._renderer.resize(width, height)
        flags = {f.name.removeprefix("mjRND_"): bool(scn.flags[int(f)]) for f in enums.mjtRndFlag if int(f) < len(scn.flags)}
        for name in ("WIREFRAME", "ADDITIVE", "DEPTH"):
            if flags.get(name):
                refuse(f"mjRND_{name}")
        core = scn._geoms.drawn(scn.ngeom)
        core.shadows, core.reflections, core.skybox = flags["SHADOW"], flags["REFLECTION"], flags["SKYBOX"]
        core.fog, core.haze, core.cull_face = flags["FOG"], flags["HAZE"], flags["CULL_FACE"]
        self._scene = core
        self._renderer.use_scene(core, scn._geoms.data)
        self._segmented = _id_colours(self._renderer, core, flags) if flags["SEGMENT"] else None

    def free(self) -> None:
        """Frees the memory of the graphics card."""
        if self._renderer is not None:
            self._renderer.close()
        self._renderer = self._model = None


def _id_colours(renderer: Any, core: Any, flags: dict[str, bool]) -> np.ndarray:
    """The number of each shape plus one, as a colour."""
    if not flags["IDCOLOR"]:
        refuse("mjRND_SEGMENT without mjRND_IDCOLOR")
    numbers = np.array([core.geom(i)["segid"] + 1 for i in range(len(core))] + [0], dtype=np.int64)[renderer.geoms()]
    return np.stack([numbers % 256, numbers // 256 % 256, numbers // 65536 % 256], axis=-1).astype(np.uint8)


def mjr_setBuffer(framebuffer: int, con: MjrContext) -> None:
    """Pictures are drawn without a window always."""
    con.currentBuffer = int(framebuffer)


def mjr_render(viewport: MjrRect, scn: MjvScene, con: MjrContext) -> None:
    """Draws a scene."""
    con._draw(viewport, scn)


def mjr_readPixels(rgb: Any, depth: Any, viewport: MjrRect, con: MjrContext) -> None:
    """The picture that was drawn last, bottom row first; depth from 0 to 1 as OpenGL has it."""
    if con._renderer is None:
        raise RuntimeError("mjr_readPixels: nothing was drawn yet")
    if rgb is not None:
        pixels = con._renderer.rgb() if con._segmented is None else con._segmented
        np.reshape(rgb, pixels.shape)[...] = pixels[::-1]
    if depth is not None:
        camera = con._scene.camera()
        near, far = camera["frustum_near"], camera["frustum_far"]
        distance = con._renderer.depth()[::-1].astype(np.float64)
        if camera["orthographic"]:
            part = (distance - near) / (far - near)
        else:
            part = (1 - near / distance) / (1 - near / far)
        near_is_zero = int(con.readDepthMap) == int(enums.mjtDepthMap.mjDEPTH_ZERONEAR)
        np.reshape(depth, part.shape)[...] = part if near_is_zero else 1 - part


def mjr_maxViewport(con: MjrContext) -> MjrRect:
    """The largest picture."""
    return MjrRect(0, 0, con.offWidth, con.offHeight)


def mjr_resizeOffscreen(width: int, height: int, con: MjrContext) -> None:
    """Pictures have the size of the viewport that they are drawn in."""
    con.offWidth, con.offHeight = int(width), int(height)


class Renderer:
    """Draws pictures of worlds of a model: colours, distances, or which object each pixel shows."""

    def __init__(
        self, model: Any, height: int = 240, width: int = 320, max_geom: int = 10000,
        font_scale: Any = enums.mjtFontScale.mjFONTSCALE_150,
    ) -> None:  # fmt: skip
        self._mjr_context: MjrContext | None = None
        for name, size in (("width", width), ("height", height)):
            most = getattr(model.vis.global_, "off" + name)
            if size > most:
                raise ValueError(
                    f"Image {name} {size} > framebuffer {name} {most}: reduce it, or write "
                    f'<visual><global off{name}="{size}"/></visual> in the model'
                )
        self._model, self._width, self._height = model, width, height
        self._scene, self._scene_option = MjvScene(model, max_geom), MjvOption()
        self._rect = MjrRect(0, 0, width, height)
        self._mjr_context = MjrContext(model, int(font_scale))
        self._depth_rendering = self._segmentation_rendering = False

    @property
    def model(self) -> Any:
        """The model."""
        return self._model

    @property
    def scene(self) -> MjvScene:
        """What is drawn."""
        return self._scene

    @property
    def height(self) -> int:
        """Pixels."""
        return self._height

    @property
    def width(self) -> int:
        """Pixels."""
        return self._width

    def enable_depth_rendering(self) -> None:
        """Distances from now on."""
        self._depth_rendering, self._segmentation_rendering = True, False

    def disable_depth_rendering(self) -> None:
        """Colours from now on."""
        self._depth_rendering = False

    def enable_segmentation_rendering(self) -> None:
        """Objects from now on."""
        self._depth_rendering, self._segmentation_rendering = False, True

    def disable_segmentation_rendering(self) -> None:
        """Colours from now on."""
        self._segmentation_rendering = False

    def update_scene(self, data: Any, camera: Any = -1, scene_option: Any = None) -> None:
        """What pictures show from now on: a camera by number, by name or as MjvCamera; -1 is the free one."""
        if not isinstance(camera, MjvCamera):
            number = camera
            if isinstance(camera, str):
                number = self._model._core.names("camera").index(camera) if camera in self._model._core.names("camera") else -2
                if number == -2:
                    raise ValueError(f'The camera "{camera}" does not exist.')
            if number < -1 or number >= self._model.ncam:
                raise ValueError(f"The camera id {number} is out of range [-1, {self._model.ncam}).")
            camera = MjvCamera()
            camera.fixedcamid = number
            if number == -1:
                mjv_defaultFreeCamera(self._model, camera)
            else:
                camera.type = int(enums.mjtCamera.mjCAMERA_FIXED)
        everything = int(enums.mjtCatBit.mjCAT_ALL)
        mjv_updateScene(self._model, data, scene_option or self._scene_option, None, camera, everything, self._scene)

    def render(self, *, out: np.ndarray | None = None) -> np.ndarray:
        """The picture: height x width x 3 bytes, height x width distances, or height x width x 2 objects."""
        if self._mjr_context is None:
            raise RuntimeError("render cannot be called after close.")
        mjr_render(self._rect, self._scene, self._mjr_context)
        core = self._mjr_context._renderer
        if self._segmentation_rendering:
            return core.segmentation()
        pixels = core.depth() if self._depth_rendering else core.rgb()
        if out is None:
            return pixels
        if out.shape != pixels.shape:
            raise ValueError(f"Expected `out.shape == {pixels.shape}`. Got `out.shape={out.shape}` instead.")
        out[...] = pixels
        return out

    def close(self) -> None:
        """Frees the memory of the graphics card."""
        if self._mjr_context is not None:
            self._mjr_context.free()
        self._mjr_context = None

    def __enter__(self) -> Renderer:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()
