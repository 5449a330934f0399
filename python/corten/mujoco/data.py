"""MjData: a corten.Data with MuJoCo's names and shapes; its contacts and warnings.

Arrays of fixed size are views. Contacts and constraint rows change their number in each step: they come as copies of
the moment, read-only. The constraint Jacobian is sparse in the core; MuJoCo keeps it dense, nefc x nv, in models of
less than 60 dofs, and so it is given here.
"""

from __future__ import annotations

import copy
import functools
from typing import Any

import numpy as np

from .. import _core
from . import enums, names
from .missing import Absent, Field, refuse
from .model import MjModel, inertia_places
from .visual import MjTimerStat, MjWarningStat

# Fields of MuJoCo's MjData that are not here: arrays, and the rest.
_ABSENT = frozenset(
    """
bvh_active efc_AR efc_AR_colind efc_AR_rowadr efc_AR_rownnz efc_J_rowsuper efc_Y efc_Y_colind efc_Y_rowadr efc_Y_rownnz
iacc iacc_smooth iefc_D iefc_R iefc_aref iefc_force iefc_frictionloss iefc_id iefc_state iefc_type ifrc_constraint
ifrc_smooth island_dofadr island_itreeadr island_ntree map_itree2tree plugin plugin_data solver_nnz tendon_efcadr qLU
""".split()
)
_MISSING = _ABSENT | frozenset(
    """
efm_active flg_energypos flg_energyvel flg_rnepost flg_subtreevel maxuse_arena maxuse_con maxuse_efc maxuse_stack nA nY
narena nbody_awake nbuffer nefmK nefmL nefmdof nparent_awake ntree_awake nv_awake parena pbase pstack signature solver
threadpool
""".split()
)
_ROWS = frozenset(
    """
efc_type efc_id efc_pos efc_margin efc_frictionloss efc_diagA efc_KBIP efc_D efc_R efc_island efc_vel efc_aref efc_b
efc_state efc_force map_iefc2efc map_efc2iefc
""".split()
)
_ISLANDS = frozenset("island_nv island_idofadr island_nefc island_iefcadr island_ne island_nf".split())
_JACOBIAN = frozenset("efc_J efc_J_rownnz efc_J_rowadr efc_J_colind nJ".split())
_INERTIA = frozenset("M qLD qH".split())
_COUNTS = frozenset("ncon nefc ne nf nl nisland nidof".split())
_GROWING = frozenset("efm_K_colind efm_K_val efm_dofid efm_L".split())
_OWN = frozenset(
    """model contact warnings unstable explain memory_limit threads control passive sensor_hook time efm_place""".split()
)
_FIXED = (
    frozenset(n for n in dir(_core.Data) if not n.startswith("_"))
    - _MISSING - _ROWS - _ISLANDS - _JACOBIAN - _INERTIA - _COUNTS - _GROWING - _OWN - names.KINDS.keys()
)  # fmt: skip
_MOMENT = _ROWS | _ISLANDS | _JACOBIAN | _INERTIA | _COUNTS | _GROWING | {"contact", "timer", "warning", "nplugin", "tree_awake", "solver_niter"}
_FIELDS = _FIXED | _MOMENT | _MISSING


@functools.cache
def _contact_type() -> np.dtype:
    return _core.Data(_core.load_text("<mujoco/>")).contact.dtype


class _Contacts:
    """The contacts of a moment. What is written into them is seen until the world is computed anew."""

    def __init__(self, records: np.ndarray) -> None:
        self.records = np.array(records)
        self.H: dict[int, np.ndarray] = {}  # those that were given; the engine does not keep them


class MjContact:
    """One contact."""

    __slots__ = ("_all", "_index")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self) -> None:
        alone = _Contacts(np.zeros(1, dtype=_contact_type()))
        alone.H[0] = np.zeros(36)
        self._place(alone, 0)

    def _place(self, contacts: _Contacts, index: int) -> None:
        object.__setattr__(self, "_all", contacts)
        object.__setattr__(self, "_index", index)

    @classmethod
    def _at(cls, contacts: _Contacts, index: int) -> MjContact:
        contact = object.__new__(cls)
        contact._place(contacts, index)
        return contact

    def __getattr__(self, name: str) -> Any:
        record, i = self._all.records, self._index
        if name in ("geom1", "geom2"):
            return int(record["geom"][i, int(name[-1]) - 1])
        if name == "H":
            if i not in self._all.H:
                refuse("MjContact.H")
            return self._all.H[i]
        if name not in record.dtype.names:
            raise AttributeError(f"'MjContact' object has no attribute '{name}'")
        value = record[name][i]
        return value if np.ndim(value) else value.item()

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "H":
            self._all.H.setdefault(self._index, np.zeros(36))[...] = value
        elif name in ("geom1", "geom2"):
            self._all.records["geom"][self._index, int(name[-1]) - 1] = value
        elif name in self._all.records.dtype.names:
            self._all.records[name][self._index] = value
        else:
            raise AttributeError(f"'MjContact' object has no attribute '{name}'")

    def __copy__(self) -> MjContact:
        i = self._index
        alone = _Contacts(self._all.records[i : i + 1])
        if i in self._all.H:
            alone.H[0] = self._all.H[i].copy()
        return MjContact._at(alone, 0)

    def __deepcopy__(self, memo: Any) -> MjContact:
        return self.__copy__()

    def _fields(self) -> dict[str, Any]:
        known = {name: getattr(self, name) for name in self._all.records.dtype.names}
        return {**known, "H": self.H} if self._index in self._all.H else known

    def __eq__(self, other: Any) -> bool:
        if not isinstance(other, MjContact):
            return False
        mine, theirs = self._fields(), other._fields()
        return mine.keys() == theirs.keys() and all(np.array_equal(mine[n], theirs[n]) for n in mine)

    def __dir__(self) -> list[str]:
        return sorted([*self._all.records.dtype.names, "geom1", "geom2", "H"])

    def __repr__(self) -> str:
        return "<MjContact\n" + "".join(f"  {n}: {v!r}\n" for n, v in sorted(self._fields().items())) + ">"


class ContactList:
    """The contacts of a world, as they are now: one by number, or an array over all by attribute."""

    __slots__ = ("_source", "_part")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, source: Any, part: slice | None = None) -> None:
        self._source = source  # a function that gives the contacts
        self._part = part

    def _rows(self) -> range:
        rows = range(len(self._source().records))
        return rows if self._part is None else rows[self._part]

    def __len__(self) -> int:
        return len(self._rows())

    def __getitem__(self, index: Any) -> MjContact | ContactList:
        if isinstance(index, slice):
            rows, contacts = self._rows()[index], self._source()
            return ContactList(lambda: contacts, slice(rows.start, rows.stop if rows.stop >= 0 else None, rows.step))
        return MjContact._at(self._source(), self._rows()[index])

    def __iter__(self) -> Any:
        contacts = self._source()
        return (MjContact._at(contacts, i) for i in self._rows())

    def __getattr__(self, name: str) -> np.ndarray:
        contacts, rows = self._source(), self._rows()
        part = slice(rows.start, rows.stop if rows.stop >= 0 else None, rows.step)
        if name in ("geom1", "geom2"):
            return contacts.records["geom"][part, int(name[-1]) - 1]
        if name == "H":
            if any(i not in contacts.H for i in rows):
                refuse("MjContact.H")
            return np.array([contacts.H[i] for i in rows]).reshape(-1, 36)
        if name.startswith("_") or name not in contacts.records.dtype.names:
            raise AttributeError(f"a list of contacts has no attribute '{name}'")
        return contacts.records[name][part]

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, ContactList) and len(self) == len(other) and all(a == b for a, b in zip(self, other))


class WarningList:
    """How often what went wrong, in the order of mjtWarning."""

    __slots__ = ("_data",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, data: MjData) -> None:
        self._data = data

    @property
    def number(self) -> np.ndarray:
        """How often."""
        counts = np.array(list(self._data._core.warnings.values()), dtype=np.int32)
        for kind, (number, _) in self._data.__dict__.get("_checked", {}).items():
            counts[kind] += number
        counts.flags.writeable = False
        return counts

    @property
    def lastinfo(self) -> np.ndarray:
        """Where the last time."""
        return np.array([stat.lastinfo for stat in self], dtype=np.int32)

    def __len__(self) -> int:
        return len(self._data._core.warnings)

    def __getitem__(self, index: Any) -> MjWarningStat:
        number = int(self.number[index])
        checked = self._data.__dict__.get("_checked", {}).get(range(len(self))[int(index)])
        if number and checked is None:
            return _CountedWarning(number)
        return MjWarningStat(number, checked[1] if checked else 0)

    def __iter__(self) -> Any:
        return (self[i] for i in range(len(self)))

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, WarningList) and np.array_equal(self.number, other.number)


class _CountedWarning(MjWarningStat):
    """A warning of the engine, which counts but does not keep where."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        del self.__dict__["lastinfo"]

    def __getattr__(self, name: str) -> Any:
        if name == "lastinfo":
            refuse("MjWarningStat.lastinfo")
        raise AttributeError(name)


class TimerList:
    """How long steps took. Parts of a step are not measured."""

    __slots__ = ("_data",)

    def __init__(self, data: MjData) -> None:
        self._data = data

    def __len__(self) -> int:
        return int(enums.mjtTimer.mjNTIMER)

    def __getitem__(self, index: Any) -> MjTimerStat:
        timer = enums.mjtTimer(range(len(self))[int(index)])
        if timer != enums.mjtTimer.mjTIMER_STEP:
            refuse(f"MjData.timer[{timer.name}]")
        return MjTimerStat(*self._data.__dict__.get("_timer", (0, 0.0)))


def is_sparse(model: MjModel) -> bool:
    """Whether MuJoCo stores the constraint Jacobian sparse."""
    kind = model.opt.jacobian
    return kind == enums.mjtJacobian.mjJAC_SPARSE or (kind == enums.mjtJacobian.mjJAC_AUTO and model.nv >= 60)


def dense_jacobian(data: MjData) -> np.ndarray:
    """efc_J, nefc x nv."""
    core = data._core
    full = np.zeros((core.nefc, data.model.nv))
    values, columns, start, count = core.efc_J, core.efc_J_colind, core.efc_J_rowadr, core.efc_J_rownnz
    for row in range(core.nefc):
        part = slice(start[row], start[row] + count[row])
        full[row, columns[part]] = values[part]
    return full


class MjData:
    """One world of a model: its state and inputs, and everything computed from them."""

    def __init__(self, model: MjModel) -> None:
        if not isinstance(model, MjModel):
            raise TypeError("MjModel cannot be None" if model is None else "MjData(model): model must be a MjModel")
        self.__dict__["model"] = model
        self.__dict__["_core"] = _core.Data(model._core)

    @classmethod
    def _of(cls, model: MjModel, core: Any) -> MjData:
        data = object.__new__(cls)
        data.__dict__["model"] = model
        data.__dict__["_core"] = core
        return data

    def _model_of(self) -> MjModel:
        return self.model

    def _has(self, name: str) -> bool:
        return name in _FIXED or name in _MOMENT

    def _contacts(self) -> _Contacts:
        known = self.__dict__.get("_seen")
        if known is None:
            known = self.__dict__["_seen"] = _Contacts(self._core.contact)
        return known

    @property
    def _address(self) -> int:
        return id(self._core)

    def _fields(self) -> set[str]:
        return set(_FIXED | _MOMENT)

    @property
    def time(self) -> float:
        return self._core.time

    @time.setter
    def time(self, value: float) -> None:
        self._core.time = float(value)

    def _read(self, name: str) -> Any:
        if name in _MOMENT:
            return _of_the_moment(self, name)
        if name in _ABSENT:
            return Absent(f"MjData.{name}")
        if name in _MISSING:
            refuse(f"MjData.{name}")
        value = getattr(self._core, name)
        self.__dict__[name] = value  # the memory of a field stays where it is
        return value

    def __getattr__(self, name: str) -> Any:
        if name in _FIELDS:  # Field has raised
            return self._read(name)
        raise AttributeError(f"'MjData' object has no attribute '{name}'")

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "time":
            self._core.time = float(value)
            return
        array = getattr(self, name)
        if isinstance(array, Absent):
            array._raise()
        if not isinstance(array, np.ndarray):
            raise AttributeError(f"'{name}' of a MjData cannot be set")
        array[...] = value

    def __dir__(self) -> list[str]:
        return sorted(self._fields() | names.DATA_METHODS.keys() | {"model", "time"} | set(object.__dir__(self)))

    def __copy__(self) -> MjData:
        return MjData._of(self.model, copy.copy(self._core))

    def __deepcopy__(self, memo: Any) -> MjData:
        return MjData._of(copy.deepcopy(self.model, memo), copy.copy(self._core))

    def __reduce__(self) -> Any:
        return MjData._of, (self.model, self._core)

    def bind(self, elements: Any) -> Any:
        """The arrays of elements of the MjSpec that the model was compiled from."""
        return names.bind(self, elements)


def _of_the_moment(data: MjData, name: str) -> Any:
    core = data._core
    if name in _COUNTS:
        return int(getattr(core, name))
    if name == "contact":
        return ContactList(data._contacts)
    if name == "warning":
        return WarningList(data)
    if name == "timer":
        return TimerList(data)
    if name in _ROWS:
        rows = getattr(core, name)[: core.nefc]
        return rows if core.nefc else rows.copy()
    if name in _ISLANDS:
        return getattr(core, name)[: core.nisland]
    if name in _JACOBIAN:
        return _jacobian(data, name)
    if name in _INERTIA:
        values = getattr(core, name)[inertia_places(data.model)]
        values.flags.writeable = False
        return values
    if name == "nplugin":
        return data.model.nplugin
    if name == "solver_niter":
        return _iterations(core)
    if name == "efm_L":
        return core.efm_L.reshape(-1)
    if name == "tree_awake":
        return core.tree_awake.astype(np.int32)
    return getattr(core, name)


def _iterations(core: Any) -> np.ndarray:
    """Iterations of the solver: MuJoCo has room for so many islands."""
    counts, known = np.zeros(enums.mjNISLAND, dtype=np.int32), core.solver_niter[: enums.mjNISLAND]
    counts[: len(known)] = known
    counts.flags.writeable = False
    return counts


def _jacobian(data: MjData, name: str) -> Any:
    core, nefc, nv = data._core, data._core.nefc, data.model.nv
    if is_sparse(data.model):
        return getattr(core, name)
    if name == "nJ":
        return nefc * nv
    if name == "efc_J":
        return dense_jacobian(data).reshape(-1)
    return np.zeros(nefc * nv if name == "efc_J_colind" else nefc, dtype=np.int32)  # a dense matrix has no pattern


for _name, _kind in names.DATA_METHODS.items():
    setattr(MjData, _name, names.method(_kind))
for _name in _FIELDS | {"model"}:
    setattr(MjData, _name, Field(_name))
