"""MjData: a corten.Data with MuJoCo's names and shapes; its contacts and warnings.

Arrays of fixed size are views. Contacts and constraint rows change their number in each step: they come as copies of
the moment, read-only. The constraint Jacobian is sparse in the core; MuJoCo keeps it dense, nefc x nv, in models of
less than 60 dofs, and so it is given here.
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from .. import _core
from . import enums, names
from .missing import Absent, Field, refuse
from .model import MjModel, inertia_places

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
threadpool timer
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
_MOMENT = _ROWS | _ISLANDS | _JACOBIAN | _INERTIA | _COUNTS | _GROWING | {"contact", "warning", "nplugin", "tree_awake", "solver_niter"}
_FIELDS = _FIXED | _MOMENT | _MISSING


class MjContact:
    """One contact."""

    def __init__(self, record: Any = None) -> None:
        if record is None:
            record = np.zeros(1, dtype=_core.Data(_core.load_text("<mujoco/>")).contact.dtype)[0]
        for name in record.dtype.names:
            value = record[name]
            self.__dict__[name] = np.array(value) if np.ndim(value) else value.item()

    @property
    def geom1(self) -> int:
        return int(self.geom[0])

    @property
    def geom2(self) -> int:
        return int(self.geom[1])

    @property
    def H(self) -> np.ndarray:
        refuse("MjContact.H")

    def __repr__(self) -> str:
        return "<MjContact\n" + "".join(f"  {n}: {v!r}\n" for n, v in sorted(self.__dict__.items())) + ">"


class ContactList:
    """The contacts of the moment: one by number, or an array over all by attribute."""

    def __init__(self, records: np.ndarray) -> None:
        self._records = records

    def __len__(self) -> int:
        return len(self._records)

    def __getitem__(self, index: Any) -> MjContact | ContactList:
        if isinstance(index, slice):
            return ContactList(self._records[index])
        return MjContact(self._records[index])

    def __iter__(self) -> Any:
        return (MjContact(record) for record in self._records)

    def __getattr__(self, name: str) -> np.ndarray:
        if name in ("geom1", "geom2"):
            return self._records["geom"][:, int(name[-1]) - 1]
        if name == "H":
            refuse("MjContact.H")
        if name.startswith("_") or name not in self._records.dtype.names:
            raise AttributeError(f"a list of contacts has no attribute '{name}'")
        return np.asarray(self._records[name])


class MjWarningStat:
    """How often something went wrong."""

    def __init__(self, number: int = 0) -> None:
        self.number = number

    @property
    def lastinfo(self) -> int:
        refuse("MjWarningStat.lastinfo")

    def __repr__(self) -> str:
        return f"<MjWarningStat\n  number: {self.number}\n>"


class WarningList:
    """How often what went wrong, in the order of mjtWarning."""

    def __init__(self, counts: dict[str, int]) -> None:
        self.number = np.array(list(counts.values()), dtype=np.int32)
        self.number.flags.writeable = False

    def __len__(self) -> int:
        return len(self.number)

    def __getitem__(self, index: Any) -> MjWarningStat:
        return MjWarningStat(int(self.number[index]))

    @property
    def lastinfo(self) -> np.ndarray:
        refuse("MjData.warning.lastinfo")


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
        """MuJoCo's binding of MjSpec elements."""
        raise NotImplementedError("corten.mujoco has no mujoco.MjData.bind")


def _of_the_moment(data: MjData, name: str) -> Any:
    core = data._core
    if name in _COUNTS:
        return int(getattr(core, name))
    if name == "contact":
        return ContactList(np.asarray(core.contact))
    if name == "warning":
        return WarningList(core.warnings)
    if name in _ROWS:
        return getattr(core, name)[: core.nefc]
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
