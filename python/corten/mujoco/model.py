"""MjModel, MjOption, MjStatistic: a corten.Model that can be written, with MuJoCo's names and shapes.

The inertia matrix is stored in rows of nnz numbers one after the other here, and in padded rows in the core:
compact[k] = padded[place[k]], place = rowadr_core[i] + (0 .. rownnz[i] - 1) for the rows i in order.
"""

from __future__ import annotations

import operator
import os
from typing import Any

import numpy as np

from .. import LoadError, _core
from . import names
from .missing import Absent, Field, refuse
from .visual import MjVisual

# Fields of MuJoCo's MjModel that are not here: how MuJoCo stores things that the engine stores otherwise.
_MISSING = frozenset(
    """
B_colind B_rowadr B_rownnz nB mapD2M mapM2D mapM2M hfield_pathadr mesh_bvhadr mesh_bvhnum mesh_pathadr names_map narena
nbuffer nconmax nemax njmax nmeshdegmax nnames_map npaths npolygonmax paths plugin signature skin_pathadr tex_pathadr
""".split()
)
# These count the trees of meshes too in MuJoCo, which stand elsewhere in the core.
_TREES = frozenset("bvh_aabb bvh_child bvh_depth bvh_nodeid nbvh nbvhstatic body_bvhadr flex_bvhadr".split())
_OWN = frozenset("opt stat vis name is_writable writable recompute_constants save to_bytes names".split())
_CORE_FIELDS = frozenset(n for n in dir(_core.Model) if not n.startswith("_")) - _OWN - names.METHODS.keys() - {"flex", "text"}
_DERIVED = frozenset(
    "names nnames M_rowadr M_colind nC nM dof_Madr flg_adhesion flg_gravcomp flg_surfacevel tex_adr text_data".split()
) | {f"name_{names._ADDRESS.get(kind, kind)}adr" for kind in names.KINDS}
_FLAGS = frozenset("flg_adhesion flg_gravcomp flg_surfacevel".split())
_FIELDS = _CORE_FIELDS | _DERIVED | _MISSING | _TREES

OPTION_FIELDS = (
    "timestep impratio tolerance ls_tolerance noslip_tolerance ccd_tolerance sleep_tolerance gravity wind magnetic density "
    "viscosity o_margin o_solref o_solimp o_friction integrator cone jacobian solver iterations ls_iterations "
    "noslip_iterations ccd_iterations disableflags enableflags disableactuator sdf_initpoints sdf_iterations"
).split()


class MjOption:
    """Physics options; those of a model change the model."""

    _all_fields = tuple(OPTION_FIELDS)
    __slots__ = ("_core",)

    def __init__(self) -> None:
        object.__setattr__(self, "_core", _core.Spec().option)

    @classmethod
    def _of(cls, core: Any) -> MjOption:
        option = object.__new__(cls)
        object.__setattr__(option, "_core", core)
        return option

    def __getattr__(self, name: str) -> Any:
        if name not in MjOption._all_fields:
            raise AttributeError(f"'MjOption' object has no attribute '{name}'")
        value = getattr(self._core, name)
        return value if isinstance(value, (np.ndarray, float)) else int(value)

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in MjOption._all_fields:
            raise AttributeError(f"'MjOption' object has no attribute '{name}'")
        if not isinstance(getattr(self._core, name), (np.ndarray, float)):
            value = operator.index(value)
        setattr(self._core, name, value)

    def __dir__(self) -> list[str]:
        return list(MjOption._all_fields)

    def __copy__(self) -> MjOption:
        other = MjOption()
        for name in OPTION_FIELDS:
            setattr(other, name, getattr(self, name))
        return other

    def __deepcopy__(self, memo: Any) -> MjOption:
        return self.__copy__()

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, MjOption) and all(
            np.array_equal(getattr(self, n), getattr(other, n)) for n in OPTION_FIELDS
        )

    def __repr__(self) -> str:
        return "<MjOption\n" + "".join(f"  {n}: {getattr(self, n)!r}\n" for n in sorted(OPTION_FIELDS)) + ">"


class _Loose:
    """Statistics that belong to no model."""

    def __init__(self) -> None:
        self.meaninertia = self.meanmass = self.meansize = self.extent = 0.0
        self.center = np.zeros(3)


class MjStatistic:
    """Statistics of a model; those of a model change the model."""

    __slots__ = ("_core",)
    __hash__ = None  # type: ignore[assignment]
    _all_fields = ("meaninertia", "meanmass", "meansize", "extent", "center")

    def __init__(self, core: Any = None) -> None:
        object.__setattr__(self, "_core", _Loose() if core is None else core)

    def __getattr__(self, name: str) -> Any:
        if name not in MjStatistic._all_fields:
            raise AttributeError(f"'MjStatistic' object has no attribute '{name}'")
        return getattr(self._core, name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "center":
            self._core.center[...] = value
        elif name in MjStatistic._all_fields:
            setattr(self._core, name, float(value))
        else:
            raise AttributeError(f"'MjStatistic' object has no attribute '{name}'")

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, MjStatistic) and all(
            np.array_equal(getattr(self, n), getattr(other, n)) for n in self._all_fields
        )

    def __copy__(self) -> MjStatistic:
        other = MjStatistic()
        for name in self._all_fields:
            setattr(other, name, getattr(self, name))
        return other

    def __deepcopy__(self, memo: Any) -> MjStatistic:
        return self.__copy__()

    def __repr__(self) -> str:
        return "<MjStatistic\n" + "".join(f"  {n}: {getattr(self, n)!r}\n" for n in sorted(self._all_fields)) + ">"


def _load(load: Any) -> Any:
    """MuJoCo tells all trouble with a file as ValueError."""
    try:
        return load()
    except (LoadError, OSError) as error:
        raise ValueError(str(error)) from error


class MjModel:
    """A model. Arrays are numpy views: what is written changes the model. What the engine uses as an index is read-only."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise TypeError("mujoco.MjModel: No constructor defined!")

    @classmethod
    def _of(cls, core: Any, source: Any = None) -> MjModel:
        model = object.__new__(cls)
        state = model.__dict__
        state["_core"] = core if core.is_writable else core.writable()
        state["_source"] = source  # returns the corten.Spec that the model was made from
        state["_names"] = names.Table(core)
        state["opt"] = MjOption._of(state["_core"].opt)
        state["stat"] = MjStatistic(state["_core"].stat)
        state["vis"] = MjVisual(state["_core"].vis)
        return model

    @staticmethod
    def from_xml_path(filename: str | os.PathLike, assets: dict[str, bytes] | None = None) -> MjModel:
        """Reads a MJCF or URDF file. `assets`: files by name, before those on disk."""
        path = os.fspath(filename)
        if assets:
            with open(path) as file:
                return MjModel.from_xml_string(file.read(), {**_beside(path), **assets})
        return MjModel._of(_load(lambda: _core.load(path)), lambda: _core.Spec.from_file(path))

    @staticmethod
    def from_xml_string(xml: str | bytes, assets: dict[str, bytes] | None = None) -> MjModel:
        """Reads MJCF or URDF text. `assets`: files by name."""
        text = xml.decode() if isinstance(xml, bytes) else xml
        files = dict(assets) if assets else None
        refuse_repeated(files)
        core = _load(lambda: _core.load_text(text, files))
        return MjModel._of(core, lambda: _core.Spec.from_text(text, files))

    @staticmethod
    def from_binary_path(filename: str | os.PathLike, assets: dict[str, bytes] | None = None) -> MjModel:
        """Reads a compiled model that mj_saveModel wrote here."""
        name = os.fspath(filename)
        if assets and name in assets:
            return MjModel._of(_load(lambda: _core.load_bytes(assets[name])))
        return MjModel._of(_load(lambda: _core.load(name)))

    def _model_of(self) -> MjModel:
        return self

    def _has(self, name: str) -> bool:
        return name in _CORE_FIELDS or name in _DERIVED

    def _fields(self) -> set[str]:
        return set(_CORE_FIELDS | _DERIVED)

    def _read(self, name: str) -> Any:
        if name in _DERIVED:
            value: Any = _derive(self, name)
        elif name in _MISSING or (name in _TREES and self._core.nmesh > 0):
            if name.startswith("n") and name != "names_map" or name == "signature":
                refuse(f"MjModel.{name}")
            value = Absent(f"MjModel.{name}")
        else:
            value = getattr(self._core, name)
        self.__dict__[name] = value  # the memory of a field stays where it is
        return value

    def __getattr__(self, name: str) -> Any:
        if name in _FIELDS:  # Field has raised
            return self._read(name)
        raise AttributeError(f"'MjModel' object has no attribute '{name}'")

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "opt":
            for field in OPTION_FIELDS:
                setattr(self.opt, field, getattr(value, field))
            return
        if name in _FLAGS:
            self._set_flag(name, bool(value))
            return
        array = getattr(self, name)
        if isinstance(array, Absent):
            array._raise()
        if not isinstance(array, np.ndarray):
            raise AttributeError(f"'{name}' of a MjModel cannot be set")
        array[...] = value

    @property
    def ngravcomp(self) -> int:
        """1 if bodies are held against gravity."""
        return int(self.flg_gravcomp)

    @property
    def _address(self) -> int:
        return id(self._core)

    def _set_flag(self, name: str, value: bool) -> None:
        """Whether a kind of force is computed. It is computed wherever its numbers are not zero."""
        self.__dict__.pop(name, None)
        if not value and _derive(self, name):
            raise NotImplementedError(f"corten.mujoco: MjModel.{name} = False in a model with such forces; set them to zero")
        self.__dict__[name] = value

    def __dir__(self) -> list[str]:
        return sorted(self._fields() | names.METHODS.keys() | {"opt", "stat", "vis"} | set(object.__dir__(self)))

    def __copy__(self) -> MjModel:
        import copy

        return MjModel._of(copy.copy(self._core), self._source)

    def __deepcopy__(self, memo: Any) -> MjModel:
        return self.__copy__()

    def __reduce__(self) -> Any:
        return MjModel._of, (self._core,)

    def bind(self, elements: Any) -> Any:
        """The arrays of elements of the MjSpec that the model was compiled from."""
        return names.bind(self, elements)


def refuse_repeated(files: dict[str, Any] | None) -> None:
    """MuJoCo finds files given in memory by their last part: it must be there once."""
    last: set[str] = set()
    for name in (os.path.basename(n) for n in files or ()):
        if name in last:
            raise ValueError(f"Repeated file name in assets dict: {name}")
        last.add(name)


def _beside(path: str) -> dict[str, bytes]:
    """Files in the folder of a model, for a load in which some are given in memory."""
    root, found = os.path.dirname(os.path.abspath(path)), {}
    for folder, _, files in os.walk(root):
        for name in files:
            full = os.path.join(folder, name)
            with open(full, "rb") as file:
                found[os.path.relpath(full, root)] = file.read()
    return found


def inertia_places(model: MjModel) -> np.ndarray:
    """Where the numbers of the compact inertia matrix stand in the padded one."""
    core = model._core
    known = model.__dict__.get("_places")
    if known is None:
        rows = [np.arange(n) + a for a, n in zip(core.M_rowadr, core.M_rownnz)]
        known = np.concatenate(rows).astype(np.int64) if rows else np.zeros(0, np.int64)
        model.__dict__["_places"] = known
    return known


def _frozen(array: np.ndarray) -> np.ndarray:
    array.flags.writeable = False
    return array


def _derive(model: MjModel, name: str) -> Any:
    core = model._core
    if name in ("names", "nnames") or name.startswith("name_"):
        if core.nplugin > 0:
            return Absent(f"MjModel.{name} of a model with plugins")
        buffer, start = model._names.buffer(core.name)
        if name.startswith("name_"):
            return _frozen(start[name[5:-3]])
        return buffer if name == "names" else len(buffer)
    nnz = np.asarray(core.M_rownnz)
    if name == "M_rowadr":
        return _frozen((np.cumsum(nnz) - nnz).astype(np.int32))
    if name == "M_colind":
        return _frozen(np.asarray(core.M_colind)[inertia_places(model)])
    if name == "nC":
        return int(nnz.sum())
    if name in ("nM", "dof_Madr"):
        return _legacy_inertia(core, name)
    if name == "tex_adr":
        return _frozen(np.asarray(core.tex_adr).astype(np.int64))
    if name == "text_data":
        return bytes(np.asarray(core.text_data))
    if name == "flg_gravcomp":
        return bool(np.any(core.body_gravcomp))
    if name == "flg_adhesion":
        return bool(np.any(core.geom_adhesion) or np.any(core.pair_adhesion))
    return bool(np.any(core.geom_surfacevel))  # flg_surfacevel


def _legacy_inertia(core: Any, name: str) -> Any:
    """Each dof with all dofs that move it, one after the other."""
    depth = np.zeros(core.nv, dtype=np.int64)
    for i, parent in enumerate(core.dof_parentid):
        depth[i] = 1 + (depth[parent] if parent >= 0 else 0)
    return int(depth.sum()) if name == "nM" else _frozen((np.cumsum(depth) - depth).astype(np.int32))


for _name, _kind in names.METHODS.items():
    setattr(MjModel, _name, names.method(_kind))
for _name in _FIELDS - {"ngravcomp"} | {"opt", "stat", "vis"}:
    setattr(MjModel, _name, Field(_name))
