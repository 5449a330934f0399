"""MjSpec: a model as its file describes it, to be made, changed, compiled and written.

The elements are Python objects (spec_element, spec_body). To compile, they are written as MJCF (spec_write), which the core
loads; a file or text is read by the core, written by it in one piece, and read from that (spec_read).
"""

from __future__ import annotations

import copy
import hashlib
import os
import time
import typing
import xml.etree.ElementTree as ElementTree
import zipfile
from typing import Any

import numpy as np

from .. import LoadError, _core
from . import enums
from .data import MjData
from .errors import FatalError
from .model import MjModel, MjOption, MjStatistic, _load
from .spec_attach import attach, referred
from .spec_body import BODY_CLASSES, MjsBody, MjsFrame
from .spec_check import check
from . import spec_element as _elements
from .spec_element import CLASSES, Element, MjsDefault, MjsOrientation, Texts, resolve
from .spec_read import Reader
from .spec_table import CLASSED, IN_BODY, PLURAL, TABLE
from .spec_write import Writer
from .visual import MjLROpt, MjVisual, Plain

_OUTSIDE = tuple(kind for kind in TABLE if kind not in IN_BODY)


class MjsCompiler:
    """Units, folders and habits of compilation."""

    _defaults: dict[str, Any] = dict(
        alignfree=False, authored=0, autolimits=True, balanceinertia=False, boundinertia=0.0, boundmass=0.0,
        conflict=enums.mjtConflict.mjCONFLICT_WARNING, degree=True, discardvisual=False, eulerseq=["x", "y", "z"], fitaabb=False,
        fusestatic=False, inertiafromgeom=enums.mjtInertiaFromGeom.mjINERTIAFROMGEOM_AUTO,
        inertiagrouprange=np.array([0, 5], dtype=np.int32), meshdir="", saveinertial=False, settotalmass=-1.0, texturedir="",
        usethread=True,
    )  # fmt: skip

    def __init__(self) -> None:
        self.__dict__.update(copy.deepcopy(self._defaults))

    @property
    def LRopt(self) -> MjLROpt:  # noqa: N802
        """Options of length ranges."""
        raise NotImplementedError("corten.mujoco has no mujoco.MjsCompiler.LRopt")

    def __getattribute__(self, name: str) -> Any:
        value = object.__getattribute__(self, name)
        return Texts(value, True, True) if name == "eulerseq" else value

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self._defaults:
            raise AttributeError(f"'MjsCompiler' object has no attribute '{name}'")
        known = self._defaults[name]
        if name == "eulerseq":
            letters = list(value)
            if len(letters) != 3 or any(c not in "xyzXYZ" for c in letters):
                raise ValueError("eulerseq: three of the letters xyzXYZ")
            self.__dict__[name] = letters
        elif isinstance(known, np.ndarray):
            self.__dict__[name][...] = value
        else:
            self.__dict__[name] = type(known)(value)


class MjSpec:
    """A model as its file describes it."""

    _KINDS = tuple(TABLE)
    _SIZES: dict[str, Any] = dict(nconmax=-1, njmax=-1, nstack=-1, nkey=0, nuserdata=0, memory=None)
    _USER = dict(body="body", joint="jnt", geom="geom", site="site", camera="cam", tendon="tendon", actuator="actuator", sensor="sensor")

    def __init__(self) -> None:
        state = self.__dict__
        state.update(modelname="MuJoCo Model", comment="", strippath=False, modelfiledir="", override_assets=True)
        state.update(_options=_core.Spec(), stat=MjStatistic(), _visual=MjVisual(), compiler=MjsCompiler(), assets={})
        state.update(_sizes=dict(self._SIZES, **{f"nuser_{n}": -1 for n in self._USER.values()}), _raw=[], _plugins_active=[])
        state.update(_attached=None, _more_defaults=[], _compiled=None, timer=np.zeros(int(enums.mjtCTimer.mjNCTIMER)))
        for name in ("meaninertia", "meanmass", "meansize", "extent"):
            setattr(self.stat, name, np.nan)
        self.stat.center[0] = np.nan
        for kind in _OUTSIDE:
            state["_" + PLURAL[kind]] = []
        state["default"] = MjsDefault(self, "main", None)
        state["worldbody"] = MjsBody(self)
        self.worldbody.__dict__.update(_name="world", _id=0)

    # ---- files and texts

    @staticmethod
    def _read(core: Any, folder: str, assets: dict[str, Any]) -> MjSpec:
        spec = MjSpec()
        Reader(spec, core.to_xml(), core.to_xml(flat=True)).read()
        spec.__dict__.update(_options=core, modelfiledir=folder, assets=assets)
        return spec

    @staticmethod
    def from_file(
        filename: str | os.PathLike, include: dict[str, bytes] | None = None, assets: dict[str, Any] | None = None, vfs: Any = None
    ) -> MjSpec:
        """Reads a MJCF or URDF file."""
        if vfs is not None:
            raise NotImplementedError("corten.mujoco: mujoco.MjSpec.from_file with a vfs")
        path = os.fspath(filename)
        if include or assets:
            with open(path) as file:
                return MjSpec.from_string(file.read(), include, assets)
        return MjSpec._read(_load(lambda: _core.Spec.from_file(path)), os.path.dirname(os.path.abspath(path)), {})

    @staticmethod
    def from_string(
        xml: str, include: dict[str, bytes] | None = None, assets: dict[str, Any] | None = None, vfs: Any = None
    ) -> MjSpec:
        """Reads MJCF or URDF text."""
        if vfs is not None:
            raise NotImplementedError("corten.mujoco: mujoco.MjSpec.from_string with a vfs")
        files = {**(include or {}), **(assets or {})} or None
        core = _load(lambda: _core.Spec.from_text(xml, files))
        return MjSpec._read(core, "", dict(assets or {}))

    @staticmethod
    def from_zip(file: Any) -> MjSpec:
        """Reads the model of a zip archive."""
        with zipfile.ZipFile(file) as archive:
            content = {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}
        models = sorted((n for n in content if n.endswith(".xml")), key=lambda n: (n.count("/"), n))
        if not models:
            raise ValueError("the archive has no XML file")
        folder = os.path.dirname(models[0])
        inside = {os.path.relpath(n, folder or ".") if folder else n: c for n, c in content.items()}
        text = inside.pop(os.path.basename(models[0])).decode()
        return MjSpec.from_string(text, None, inside)

    def to_zip(self, file: Any) -> None:
        """Writes the model with its files as a zip archive."""
        text, files = self._written()
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr(f"{self.modelname}.xml", text)
            for name, content in {**files, **self.assets}.items():
                archive.writestr(name, content)

    def to_xml(self) -> str:
        """The model as MJCF text."""
        return Writer(self).write()

    def to_file(self, filename: str | os.PathLike) -> None:
        """Writes a MJCF file."""
        text, files = self._written()
        if files:
            raise NotImplementedError("corten.mujoco: mujoco.MjSpec.to_file of a spec with textures in memory")
        with open(filename, "w") as file:
            file.write(text)

    def encode(self, filename: str, model: MjModel | None = None, content_type: str | None = None) -> int:
        """Writes a file whose kind its name tells; returns its size."""
        if not filename.endswith(".xml"):
            raise FatalError(f"mj_encode: no encoder for '{filename}'")
        self.to_file(filename)
        return os.path.getsize(filename)

    def _written(self) -> tuple[str, dict[str, bytes]]:
        writer = Writer(self)
        return writer.write(), writer.files

    # ---- compiling

    def compile(self) -> MjModel:
        """The model."""
        return self._build(lambda text, files: _core.load_text(text, *files))

    def _build(self, load: Any) -> MjModel:
        if self._attached is not None:
            raise NotImplementedError("corten.mujoco: compiling a mujoco.MjSpec that is attached to another one")
        start = time.perf_counter()
        check(self)
        writer = Writer(self)
        text = writer.write()
        place = self._files(text, writer.files)
        try:
            core = load(text, place)
        except (LoadError, OSError) as error:
            raise ValueError(f"Error: {error}") from error
        model = MjModel._of(core, lambda: _core.Spec.from_text(text, *place))
        self._number(writer, model)
        spent = time.perf_counter() - start
        self.timer[:] = 0
        self.timer[int(enums.mjtCTimer.mjCTIMER_TOTAL)] = spent  # its parts are not measured
        return model

    def _files(self, text: str, made: dict[str, bytes]) -> tuple[Any, ...]:
        """Where the files of the model are: in memory, or a folder on the disk."""
        folder = self.modelfiledir or "."
        if not self.assets and not made:
            return None, folder
        files = {**{n: c for n, c in self.assets.items()}, **made}
        for kind in ("mesh", "texture", "hfield", "skin"):
            for element in self._list(kind):
                name = element._values["file"]
                own = element._compiler.texturedir if kind == "texture" else element._compiler.meshdir
                path = os.path.join(folder, own, name)
                if name and name not in files and os.path.exists(path):
                    with open(path, "rb") as file:
                        files[os.path.join(own, name)] = file.read()
        return files, folder

    def _number(self, writer: Writer, model: MjModel) -> None:
        """Tells the elements their numbers in the model."""
        sizes = dict(body="nbody", joint="njnt", camera="ncam", equality="neq", texture="ntex", material="nmat")
        for kind, elements in writer.order.items():
            if kind == "frame":
                continue
            whole = len(elements) == getattr(model, sizes.get(kind, "n" + kind))
            for i, element in enumerate(elements):
                number = i
                if not whole:
                    number = model._names.ids[kind].get(element._name, -1) if element._name else -1
                element.__dict__["_id"] = number
        model.__dict__["signature"] = self._signature()

    def recompile(self, model: MjModel, data: MjData) -> tuple[MjModel, MjData]:
        """The model and a world that goes on where `data` was, for what exists before and after."""
        before = {kind: {id(e): e._id for e in self._list(kind)} for kind in ("joint", "body", "actuator")}
        fresh = self.compile()
        made = MjData(fresh)
        made.time = data.time
        for joint in self._list("joint"):
            old, new = before["joint"].get(id(joint), -1), joint._id
            if old >= 0 and new >= 0 and old < model.njnt and model.jnt_type[old] == fresh.jnt_type[new]:
                nq, nv = ((7, 6), (4, 3), (1, 1), (1, 1))[fresh.jnt_type[new]]
                a, b = model.jnt_qposadr[old], fresh.jnt_qposadr[new]
                made.qpos[b : b + nq] = data.qpos[a : a + nq]
                a, b = model.jnt_dofadr[old], fresh.jnt_dofadr[new]
                for name in ("qvel", "qacc_warmstart", "qfrc_applied"):
                    getattr(made, name)[b : b + nv] = getattr(data, name)[a : a + nv]
        self._carry_bodies_and_actuators(model, data, fresh, made, before)
        _core.forward(fresh._core, made._core)
        return fresh, made

    def _carry_bodies_and_actuators(self, model: Any, data: Any, fresh: Any, made: Any, before: Any) -> None:
        for body in self._list("body"):
            old, new = before["body"].get(id(body), -1), body._id
            if 0 <= old < model.nbody and new >= 0:
                made.xfrc_applied[new] = data.xfrc_applied[old]
                if model.body_mocapid[old] >= 0 and fresh.body_mocapid[new] >= 0:
                    made.mocap_pos[fresh.body_mocapid[new]] = data.mocap_pos[model.body_mocapid[old]]
                    made.mocap_quat[fresh.body_mocapid[new]] = data.mocap_quat[model.body_mocapid[old]]
        for actuator in self._list("actuator"):
            old, new = before["actuator"].get(id(actuator), -1), actuator._id
            if 0 <= old < model.nactuator and new >= 0:
                for field in ("ctrl", "act"):
                    n = getattr(model, f"actuator_{field}num")[old]
                    if n == getattr(fresh, f"actuator_{field}num")[new] and n > 0:
                        a, b = getattr(model, f"actuator_{field}adr")[old], getattr(fresh, f"actuator_{field}adr")[new]
                        getattr(made, field)[b : b + n] = getattr(data, field)[a : a + n]

    def _signature(self) -> int:
        """A number that says which elements there are, and their names."""
        text = repr([(kind, [e._name for e in self._list(kind)]) for kind in TABLE])
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little") >> 1

    # ---- elements

    def _top(self) -> MjSpec:
        return self if self._attached is None else self._attached._top()

    def _list(self, kind: str) -> list[Any]:
        if kind == "body":
            return [self.worldbody, *self.worldbody._below()]
        return self.worldbody.find_all(kind) if kind in IN_BODY else self.__dict__["_" + PLURAL[kind]]

    def _example(self, kind: str) -> Element:
        """An element with the defaults of MJCF."""
        return BODY_CLASSES[kind](self)

    def _find(self, kind: str, name: str) -> Any:
        if not name:
            return None
        found = next((e for e in self._list(kind) if e._name == name), None)
        if found is None and kind in ("mesh", "texture", "hfield", "skin"):  # without a name that of the file counts
            stem = (e for e in self._list(kind) if not e._name and os.path.splitext(os.path.basename(e._values["file"]))[0] == name)
            found = next(stem, None)
        return found

    def _add(self, kind: str, default: Any, given: dict[str, Any]) -> Any:
        base = default or self.default
        element = CLASSES[kind](self, getattr(base, kind) if kind in CLASSED or kind == "flex" else None)
        element.__dict__["_class"] = base if kind in CLASSED else None
        elements = self.__dict__["_" + PLURAL[kind]]
        elements.append(element)
        element.__dict__["_id"] = len(elements) - 1
        try:
            element._assign(given)
        except BaseException:
            elements.remove(element)
            raise
        return element

    def add_plugin(self, config: dict[str, str] | None = None, **given: Any) -> Any:
        """Adds an instance of a plugin."""
        plugin = self._add("plugin", None, given)
        if config:
            plugin.config = config
        return plugin

    def activate_plugin(self, name: str) -> None:
        """Makes a plugin usable."""
        if name not in self._plugins_active:
            self._plugins_active.append(name)

    def add_default(self, name: str, parent: MjsDefault | None = None) -> MjsDefault:
        """Adds a default class."""
        if self.find_default(name) is not None:
            raise ValueError(f"Error: repeated default class '{name}'")
        return MjsDefault(self, name, parent or self.default)

    def _all_defaults(self) -> list[MjsDefault]:
        found, open_ = [], [self.default, *self._more_defaults]
        while open_:
            found.append(open_.pop(0))
            open_ += found[-1]._children
        return found

    def find_default(self, name: str) -> MjsDefault | None:
        """The default class of this name, None if there is none."""
        return next((d for d in self._all_defaults() if d.name == name), None)

    def delete(self, element: Any) -> None:
        """Removes an element; a body with all in it and below, and what refers to them."""
        if self._attached is not None:
            raise ValueError("Cannot delete element from an attached mjSpec.")
        if isinstance(element, MjsDefault):
            self._delete_class(element)
            return
        gone = [element]
        if isinstance(element, MjsBody):
            if element is self.worldbody:
                raise ValueError("the world cannot be deleted")
            gone += [e for kind in IN_BODY for e in element.find_all(kind)]
        if isinstance(element, MjsFrame) and any(e._frame is element for k in IN_BODY for e in getattr(element._parent, PLURAL[k])):
            raise NotImplementedError("corten.mujoco: mujoco.MjSpec.delete of a frame with elements in it")
        place = getattr(element._parent, PLURAL[element._kind]) if element._kind in IN_BODY else self._list(element._kind)
        place.remove(element)
        names = {(e._kind, e._name) for e in gone if e._name} if isinstance(element, MjsBody) else set()
        while names:
            users = [u for kind in ("pair", "exclude", "equality", "tendon", "actuator", "sensor") for u in self._list(kind)]
            lost = [u for u in users if any(r in names for r in referred(u))]
            for user in lost:
                self._list(user._kind).remove(user)
            names = {(u._kind, u._name) for u in lost if u._name}

    def _delete_class(self, default: MjsDefault) -> None:
        parent = default._parent
        if parent is None:
            raise ValueError("the main default class cannot be deleted")
        parent._children.remove(default)
        inside = [default]
        for d in inside:
            inside += d._children
        for element in (e for kind in CLASSED for e in self._list(kind)):
            if element._class in inside:
                element.__dict__["_class"] = parent

    def attach(self, child: MjSpec, prefix: str | None = None, suffix: str | None = None, site: Any = None, frame: Any = None) -> Any:
        """Puts all of another spec into a frame or to a site of this one."""
        if (site is None) == (frame is None):
            raise ValueError("Exactly one of site or frame must be specified.")
        kind, target = ("site", site) if site is not None else ("frame", frame)
        if isinstance(target, str):
            target = self._find(kind, target)
            if target is None:
                raise ValueError(f"{kind.title()} not found.")
        if kind == "site":
            place = target._parent.add_frame(target._frame, pos=target.pos, quat=target._quaternion())
        else:
            place = target._parent.add_frame(target)
        attach(place, child, "/" if prefix is None else prefix, suffix or "")
        return place

    @property
    def parent(self) -> MjSpec | None:
        """The spec that this one is attached to."""
        return self._attached

    @staticmethod
    def resolve_orientation(degree: bool, sequence: Any, orientation: MjsOrientation) -> np.ndarray:
        """The quaternion of an orientation."""
        return resolve(orientation, np.array([1.0, 0, 0, 0]), degree, "".join(sequence))

    # ---- settings

    @property
    def option(self) -> MjOption:
        """Physics options."""
        return MjOption._of(self._options.option)

    @option.setter
    def option(self, value: MjOption) -> None:
        for name in MjOption._all_fields:
            setattr(self.option, name, getattr(value, name))

    @property
    def visual(self) -> MjVisual:
        """Settings of pictures."""
        return self._visual

    @property
    def authored(self) -> Plain:
        """Which settings the file gave."""
        names = "disableactuator disableflags enableflags option".split()
        names += [f"visual_{n}" for n in "global headlight map quality rgba scale".split()]
        found = Plain("MjsAuthored", dict.fromkeys(names, 0))
        option = ElementTree.fromstring(self._options.to_xml()).find("option")
        if option is not None:
            found.option = sum(1 << i for i in range(len(option.attrib)))
            for flag in option.iter("flag"):
                for name in flag.attrib:
                    for field, words in (("disableflags", enums.mjtDisableBit), ("enableflags", enums.mjtEnableBit)):
                        bits = [int(b) for b in words if b.name.partition("_")[2].lower() == name]
                        setattr(found, field, getattr(found, field) | sum(bits))
        for group in ElementTree.fromstring(self._options.to_xml()).iterfind("visual/*"):
            setattr(found, f"visual_{group.tag}", sum(1 << i for i in range(len(group.attrib))))
        return found

    def __getattr__(self, name: str) -> Any:
        if name in ("meshdir", "texturedir"):
            return getattr(self.compiler, name)
        sizes = self.__dict__.get("_sizes", {})
        if name in sizes:
            return -1 if sizes[name] is None else sizes[name]
        if name.startswith("__"):
            raise AttributeError(name)
        raise NotImplementedError(f"corten.mujoco has no mujoco.MjSpec.{name}")

    def __setattr__(self, name: str, value: Any) -> None:
        if name in ("meshdir", "texturedir"):
            setattr(self.compiler, name, value)
        elif name in self._sizes:
            self._sizes[name] = value
        elif name in self.__dict__ or isinstance(getattr(type(self), name, None), property):
            object.__setattr__(self, name, value)
        else:
            raise AttributeError(f"'MjSpec' object has no attribute '{name}'")

    # ---- copies

    def copy(self) -> MjSpec:
        """Another spec with the same content."""
        if self._attached is not None:
            raise NotImplementedError("corten.mujoco: copying a mujoco.MjSpec that is attached to another one")
        options, assets = self._options, self.assets
        self.__dict__.update(_options=None, assets={})  # not copied in depth
        try:
            other = object.__new__(MjSpec)
            state = copy.deepcopy(self.__dict__, {id(self): other})
        finally:
            self.__dict__.update(_options=options, assets=assets)
        other.__dict__.update(state)
        other.__dict__.update(_options=copy.copy(options), assets=dict(assets))
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> MjSpec:
        return self.copy()

    @property
    def _address(self) -> int:
        return id(self)


def _finder(kind: str) -> Any:
    def find(self: MjSpec, name: str) -> Any:
        return self._find(kind, name)

    find.__doc__ = f"The {kind} of this name, None if there is none."
    return find


def _lister(kind: str) -> property:
    return property(lambda self: self._list(kind), doc=f"All elements of the kind {kind}.")


def _adder(kind: str) -> Any:
    def add(self: MjSpec, default: Any = None, **given: Any) -> Any:
        return self._add(kind, default, given)

    add.__doc__ = f"Adds a {kind}."
    return add


for _kind in TABLE:
    setattr(MjSpec, _kind, _finder(_kind))
    setattr(MjSpec, PLURAL[_kind], _lister(_kind))
    if _kind in _OUTSIDE and _kind != "plugin":
        setattr(MjSpec, "add_" + _kind, _adder(_kind))
MjStruct = typing.Union[tuple(c for k, c in BODY_CLASSES.items())]  # noqa: UP007
from_zip, to_zip = MjSpec.from_zip, MjSpec.to_zip
globals().update({name: getattr(_elements, name) for name in _elements.__all__})
__all__ = ["MjSpec", "MjStruct", "MjsBody", "MjsCompiler", "MjsFrame", "from_zip", "to_zip", *_elements.__all__]
