"""Names of elements: mj_name2id, mj_id2name, `model.body("torso")`, and the buffer in which MuJoCo keeps them.

A view such as model.body("torso") has one attribute for each array of the element, without the prefix; arrays over
single numbers give arrays of length 1. It looks into the array: what is assigned changes the model.
"""

from __future__ import annotations

import weakref
from typing import Any

import numpy as np

from . import enums
from .missing import refuse

# kind in the core, mjtObj, size, other names of the method, prefixes of arrays in MjModel and MjData. In MuJoCo's order
# of names.
KINDS: dict[str, tuple[str, str, tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    "body": ("mjOBJ_BODY", "nbody", (), ("body_",), ()),
    "joint": ("mjOBJ_JOINT", "njnt", ("jnt",), ("jnt_", "dof_"), ()),
    "geom": ("mjOBJ_GEOM", "ngeom", (), ("geom_",), ("geom_",)),
    "site": ("mjOBJ_SITE", "nsite", (), ("site_",), ("site_",)),
    "camera": ("mjOBJ_CAMERA", "ncam", ("cam",), ("cam_",), ("cam_",)),
    "light": ("mjOBJ_LIGHT", "nlight", (), ("light_",), ("light_",)),
    "flex": ("mjOBJ_FLEX", "nflex", (), (), ()),
    "mesh": ("mjOBJ_MESH", "nmesh", (), ("mesh_",), ()),
    "skin": ("mjOBJ_SKIN", "nskin", (), ("skin_",), ()),
    "hfield": ("mjOBJ_HFIELD", "nhfield", (), ("hfield_",), ()),
    "texture": ("mjOBJ_TEXTURE", "ntex", ("tex",), ("tex_",), ()),
    "material": ("mjOBJ_MATERIAL", "nmat", ("mat",), ("mat_",), ()),
    "pair": ("mjOBJ_PAIR", "npair", (), ("pair_",), ()),
    "exclude": ("mjOBJ_EXCLUDE", "nexclude", (), ("exclude_",), ()),
    "equality": ("mjOBJ_EQUALITY", "neq", ("eq",), ("eq_",), ()),
    "tendon": ("mjOBJ_TENDON", "ntendon", ("ten",), ("tendon_", "ten_"), ("ten_",)),
    "actuator": ("mjOBJ_ACTUATOR", "nactuator", (), ("actuator_",), ("actuator_",)),
    "sensor": ("mjOBJ_SENSOR", "nsensor", (), ("sensor_",), ()),
    "numeric": ("mjOBJ_NUMERIC", "nnumeric", (), ("numeric_",), ()),
    "text": ("mjOBJ_TEXT", "ntext", (), ("text_",), ()),
    "tuple": ("mjOBJ_TUPLE", "ntuple", (), ("tuple_",), ()),
    "key": ("mjOBJ_KEY", "nkey", ("keyframe",), ("key_",), ()),
    "plugin": ("mjOBJ_PLUGIN", "nplugin", (), (), ()),
}
METHODS = {method: kind for kind, row in KINDS.items() for method in (kind, *row[2]) if kind not in ("flex", "plugin", "text")}
_OF_DATA = ("body", "joint", "geom", "site", "camera", "light", "tendon", "actuator", "sensor")
DATA_METHODS = {method: kind for method, kind in METHODS.items() if kind in _OF_DATA}
BY_OBJECT = {int(getattr(enums.mjtObj, row[0])): kind for kind, row in KINDS.items()}
BY_OBJECT[int(enums.mjtObj.mjOBJ_XBODY)] = "body"

# MjData fields of a body and of the dofs of a joint; the others are found by prefix.
_BODY = (
    "xfrc_applied xpos xquat xmat xipos ximat subtree_com cinert crb cvel subtree_linvel subtree_angmom cacc cfrc_int "
    "cfrc_ext"
).split()
_DOF = (
    "qvel qacc qacc_warmstart qfrc_applied qfrc_bias qfrc_passive qfrc_actuator qfrc_smooth qacc_smooth qfrc_constraint "
    "qfrc_inverse cdof cdof_dot qLDiagInv"
).split()
_ROW = {"xanchor", "xaxis"}


class Table:
    """Names of a Model by kind, and back."""

    def __init__(self, core: Any) -> None:
        self.names: dict[str, list[str]] = {}
        self.ids: dict[str, dict[str, int]] = {}
        for kind, row in KINDS.items():
            try:
                self.names[kind] = list(core.names(kind))
            except ValueError:
                self.names[kind] = [""] * int(getattr(core, row[1]))
            self.ids[kind] = {name: i for i, name in enumerate(self.names[kind]) if name}

    def find(self, kind: str, key: Any) -> int:
        """The number of an element, with MuJoCo's exceptions."""
        if isinstance(key, str):
            if key in self.ids[kind]:
                return self.ids[kind][key]
            raise KeyError(f"Invalid name '{key}'. Valid names: {sorted(self.ids[kind])}")
        index, count = key.__index__(), len(self.names[kind])
        if not 0 <= index < count:
            raise IndexError(f"Invalid index {index}. Valid indices from 0 to {count - 1}")
        return index

    def buffer(self, modelname: str) -> tuple[bytes, dict[str, np.ndarray]]:
        """All names one after the other, each closed by a zero, and where those of each kind begin."""
        parts, size, start = [modelname.encode()], len(modelname.encode()) + 1, {}
        for kind, row in KINDS.items():
            addresses = []
            for name in self.names[kind]:
                addresses.append(size)
                parts.append(name.encode())
                size += len(parts[-1]) + 1
            start[_ADDRESS.get(kind, kind)] = np.array(addresses, dtype=np.int32)
        return b"\0".join(parts) + b"\0", start


_ADDRESS = {"joint": "jnt", "camera": "cam", "texture": "tex", "material": "mat", "equality": "eq"}


class View:
    """One element of a MjModel or MjData; its arrays are attributes."""

    __slots__ = ("_owner", "_model", "_kind", "id", "name", "__weakref__")

    def __init__(self, owner: Any, model: Any, kind: str, index: int) -> None:
        set_ = object.__setattr__
        set_(self, "_owner", owner)
        set_(self, "_model", model)
        set_(self, "_kind", kind)
        set_(self, "id", index)
        set_(self, "name", model._names.names[kind][index])

    def __getattr__(self, name: str) -> np.ndarray:
        if name.startswith("__"):
            raise AttributeError(name)
        parts, key = self._owner.__dict__.setdefault("_parts", {}), (self._kind, self.id, name)
        known = parts.get(key)
        if known is not None:
            return known
        part = self._part(name)
        if part is None:
            title = f"_{type(self._owner).__name__}{self._kind.title()}Views"
            raise AttributeError(f"'{title}' object has no attribute '{name}'")
        if part.dtype == np.bool_:
            part = part.view(np.uint8)
        parts[key] = part  # a view of memory that stays
        return part

    def __setattr__(self, name: str, value: Any) -> None:
        if name in View.__slots__:
            raise AttributeError(f"'{name}' of a {self._kind} cannot be set")
        self.__getattr__(name)[...] = value

    def _part(self, name: str) -> np.ndarray | None:
        model, i = self._model, self.id
        if self._owner is not model:
            return self._data_part(name)
        if self._kind == "joint" and name in ("qpos0", "qpos_spring"):
            return getattr(model, name)[_qpos_of(model, i)]
        if self._kind == "texture" and name == "data":
            shape = model.tex_height[i], model.tex_width[i], model.tex_nchannel[i]
            return model.tex_data[model.tex_adr[i] : model.tex_adr[i] + int(np.prod(shape))].reshape(shape)
        if self._kind == "numeric" and name == "data":
            return model.numeric_data[model.numeric_adr[i] : model.numeric_adr[i] + model.numeric_size[i]]
        for prefix in ("dof_",) if (self._kind, name) == ("joint", "bodyid") else KINDS[self._kind][3]:
            if not model._has(prefix + name):
                continue
            array = getattr(model, prefix + name)
            if prefix == "dof_":
                return array[_dofs_of(model, i)]
            if len(array) == len(model._names.names[self._kind]):
                return array[i] if array.ndim > 1 else array[i : i + 1]
        return None

    def _data_part(self, name: str) -> np.ndarray | None:
        data, model, i = self._owner, self._model, self.id
        if self._kind == "body" and name in _BODY:
            return getattr(data, name)[i]
        if self._kind == "joint":
            if name == "qpos":
                return data.qpos[_qpos_of(model, i)]
            if name in _DOF:
                return getattr(data, name)[_dofs_of(model, i)]
            return getattr(data, name)[i] if name in _ROW else None
        if self._kind == "sensor" and name == "data":
            return data.sensordata[model.sensor_adr[i] : model.sensor_adr[i] + model.sensor_dim[i]]
        if self._kind == "actuator" and name in ("ctrl", "act", "moment"):
            return _actuator_part(data, model, i, name)
        for prefix in KINDS[self._kind][4]:
            if data._has(prefix + name):
                array = getattr(data, prefix + name)
                return array[i] if array.ndim > 1 else array[i : i + 1]
        return None

    def __dir__(self) -> list[str]:
        names, fields = {"id", "name"}, self._owner._fields()
        prefixes = KINDS[self._kind][3] if self._owner is self._model else KINDS[self._kind][4]
        names.update(f[len(p) :] for f in fields for p in prefixes if f.startswith(p))
        names.update(_BODY, _DOF, _ROW, ("qpos", "qpos0", "qpos_spring", "data", "ctrl"))
        return sorted(n for n in names if n in ("id", "name") or self._part(n) is not None)

    def __repr__(self) -> str:
        lines = "".join(f"  {name}: {getattr(self, name)!r}\n" for name in dir(self))
        return f"<_{type(self._owner).__name__}{self._kind.title()}Views\n{lines}>"


def _dofs_of(model: Any, joint: int) -> slice:
    start = model.jnt_dofadr[joint]
    return slice(start, start + (6, 3, 1, 1)[model.jnt_type[joint]])


def _qpos_of(model: Any, joint: int) -> slice:
    start = model.jnt_qposadr[joint]
    return slice(start, start + (7, 4, 1, 1)[model.jnt_type[joint]])


def _actuator_part(data: Any, model: Any, i: int, name: str) -> np.ndarray:
    if name == "ctrl":
        return data.ctrl[model.actuator_ctrladr[i] : model.actuator_ctrladr[i] + model.actuator_ctrlnum[i]]
    if name == "act":
        return data.act[model.actuator_actadr[i] : model.actuator_actadr[i] + model.actuator_actnum[i]]
    refuse("MjData.actuator(...).moment; actuator_moment with moment_rownnz, moment_rowadr and moment_colind has it")


def method(kind: str) -> Any:
    def element(self: Any, name: Any = "") -> View:
        model = self._model_of()
        index, views = model._names.find(kind, name), self.__dict__.get("_views")
        if views is None:
            views = self.__dict__["_views"] = weakref.WeakValueDictionary()  # a view keeps its owner alive, not the reverse
        view = views.get((kind, index))
        if view is None:
            view = views[kind, index] = View(self, model, kind, index)
        return view

    element.__doc__ = f"The {kind} of this name or number."
    return element


class Bound:
    """Some elements of a MjModel or MjData: what they have, one after the other."""

    __slots__ = ("_views", "_title")

    def __init__(self, views: list[View], title: str) -> None:
        object.__setattr__(self, "_views", views)
        object.__setattr__(self, "_title", title)

    def _parts(self, name: str) -> list[np.ndarray]:
        try:
            return [np.reshape(getattr(view, name), -1) for view in self._views]
        except AttributeError:
            raise AttributeError(f"'{self._title}' object has no attribute '{name}'") from None

    def __getattr__(self, name: str) -> list[Any]:
        if name.startswith("__"):
            raise AttributeError(name)
        return [number for part in self._parts(name) for number in part]

    def __setattr__(self, name: str, value: Any) -> None:
        parts = self._parts(name)
        given = np.broadcast_to(np.reshape(value, -1) if np.size(value) > 1 else value, sum(map(len, parts)))
        for part, numbers in zip(parts, np.split(given, np.cumsum([len(p) for p in parts])[:-1])):
            part[...] = numbers


def bind(owner: Any, elements: Any) -> Any:
    """The arrays of elements of the MjSpec that a model was compiled from."""
    model = owner._model_of()
    many = list(elements) if isinstance(elements, (list, tuple)) else [elements]
    signature = model.__dict__.get("signature")
    for element in many:
        if signature is None or element.signature != signature:
            raise ValueError("The mjSpec does not match mjModel. Please recompile the mjSpec.")
        if element._kind not in METHODS.values() or element._id < 0:
            raise NotImplementedError(f"corten.mujoco: bind of a {element._kind} whose number in the model is not known")
    views = [getattr(owner, element._kind)(element._id) for element in many]
    if many and not isinstance(elements, (list, tuple)):
        return views[0]
    return Bound(views, f"_{type(owner).__name__}{many[0]._kind.title() if many else ''}Views")


def mj_name2id(m: Any, type: int, name: str) -> int:
    """The number of an element, -1 if there is none of this name."""
    kind = BY_OBJECT.get(int(type))
    return m._names.ids[kind].get(name, -1) if kind else -1


def mj_id2name(m: Any, type: int, id: int) -> str | None:
    """The name of an element, None if it has none or does not exist."""
    kind = BY_OBJECT.get(int(type))
    if kind is None or not 0 <= id < len(m._names.names[kind]):
        return None
    return m._names.names[kind][id] or None


_TYPES = {**{number: kind for number, kind in BY_OBJECT.items()}, 2: "xbody", 4: "dof", 100: "frame"}


def mju_type2Str(type: int) -> str | None:
    """The name of a kind of objects, None if there is none."""
    return _TYPES.get(int(type))


def mju_str2Type(str: str | bytes) -> int:
    """The number of a kind of objects, 0 if there is none of this name."""
    text = str.decode() if isinstance(str, bytes) else str
    return next((number for number, kind in _TYPES.items() if kind == text), 0)
