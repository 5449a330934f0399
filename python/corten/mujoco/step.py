"""Stepping, stages of a step, states and derivatives: mj_step, mj_forward, mj_getState, mjd_transitionFD, ...

A stage is a part of a forward pass. Stages that write arrays of fixed size are computed in a second world with the same
state, from which their results are copied. They start from the state: what was computed before and then overwritten by
hand is not seen, except where said.
"""

from __future__ import annotations

import ctypes
import numbers
import sys
import time
import warnings
import weakref
from typing import Any

import numpy as np

from .. import SimulationWarning, _core
from . import enums
from .data import MjData
from .errors import FatalError
from .dynamics import mj_integratePos
from .model import MjModel, inertia_places

_FULL = int(enums.mjtState.mjSTATE_INTEGRATION)

# ---- callbacks

_CALLBACKS: dict[str, Any] = {"control": None, "passive": None, "sensor": None}
_HOOKS = {"control": "control", "passive": "passive", "sensor": "sensor_hook"}
_NONE = (None, None, None)
_HOOKED: weakref.WeakSet[Any] = weakref.WeakSet()  # worlds that have callbacks
_OTHER: dict[str, Any] = {"time": None, "warning": None}


def _hooked(name: str, data: MjData) -> Any:
    function, model, world = _CALLBACKS[name], data.model, weakref.ref(data)  # a world does not keep itself alive
    if function is None:
        return None
    if name == "sensor":
        return lambda m, d, stage: function(model, world(), int(stage))
    return lambda m, d: function(model, world())


def _ready(data: MjData) -> Any:
    """The world of a MjData, about to be computed anew, with the functions that set_mjcb_* chose."""
    state = data.__dict__
    state.pop("_seen", None)
    chosen = tuple(_CALLBACKS.values())
    if state.get("_callbacks", _NONE) != chosen:
        _hook(data, chosen)
    return data._core


def _hook(data: MjData, chosen: tuple[Any, ...]) -> None:
    for name, attribute in _HOOKS.items():
        setattr(data._core, attribute, _hooked(name, data) if chosen is not _NONE else None)
    data.__dict__["_callbacks"] = chosen
    if chosen == _NONE:
        _HOOKED.discard(data)
    else:
        _HOOKED.add(data)


def _checked(function: Any) -> Any:
    if function is not None and not callable(function):
        raise TypeError("callback is not an Optional[Callable]")
    return function


def _setter(name: str) -> Any:
    def choose(function: Any) -> None:
        _CALLBACKS[name] = _checked(function)
        for data in list(_HOOKED):  # what was chosen before is let go of at once
            _hook(data, _NONE)

    return choose


set_mjcb_control, set_mjcb_passive, set_mjcb_sensor = (_setter(name) for name in _CALLBACKS)


def get_mjcb_control() -> Any:
    """The function that sets controls inside each step."""
    return _CALLBACKS["control"]


def get_mjcb_passive() -> Any:
    """The function that adds passive forces inside each step."""
    return _CALLBACKS["passive"]


def get_mjcb_sensor() -> Any:
    """The function that computes user sensors inside each step."""
    return _CALLBACKS["sensor"]


def set_mjcb_time(function: Any) -> None:
    """The clock of MjData.timer; without one that of the machine."""
    _OTHER["time"] = _checked(function)


def get_mjcb_time() -> Any:
    """The clock that set_mjcb_time was given."""
    return _OTHER["time"]


def _now() -> float:
    clock = _OTHER["time"]
    if clock is None:
        return time.perf_counter() * 1e3
    value = clock()
    if not isinstance(value, numbers.Number):
        raise TypeError("mjcb_time callback did not return a number")
    return float(value)  # type: ignore[arg-type]


def set_mju_user_warning(function: Any) -> None:
    """A function that is told the text of warnings while stepping."""
    _OTHER["warning"] = _checked(function)


def get_mju_user_warning() -> Any:
    """What set_mju_user_warning was given."""
    return _OTHER["warning"]


def _tell(text: str) -> None:
    """Tells a warning; functions of ctypes take bytes."""
    function = _OTHER["warning"]
    function(text.encode() if isinstance(function, ctypes._CFuncPtr) else text)  # type: ignore[attr-defined]


def _compute(d: MjData, function: Any, model: Any, *arguments: Any) -> None:
    """Calls a function of the core; tells new warnings to the one who wants to know, besides Python's `warnings`."""
    core = _ready(d)
    if _OTHER["warning"] is None:
        function(model, core, *arguments)
        return
    before = core.warnings
    function(model, core, *arguments)
    after = core.warnings
    if after == before:
        return
    for kind, number in after.items():
        if number > before[kind]:
            _tell(f"{kind}, time = {core.time:.4f}")


def mj_resetCallbacks() -> None:
    """Removes all callbacks."""
    for name in _CALLBACKS:
        _setter(name)(None)
    _OTHER["time"] = None


# ---- stepping


def mj_step(m: MjModel, d: MjData, nstep: int = 1) -> None:
    """Advance by a time step. Optionally, repeat nstep times."""
    if nstep > 0:
        start = _now()
        _compute(d, _core.step, m._core, nstep)
        number, duration = d.__dict__.get("_timer", (0, 0.0))
        d.__dict__["_timer"] = (number + nstep, duration + _now() - start)


def mj_step1(m: MjModel, d: MjData) -> None:
    """First half of a step: everything that depends on positions and velocities."""
    _compute(d, _core.step1, m._core)


def mj_step2(m: MjModel, d: MjData) -> None:
    """Second half of a step: controls may be set in between."""
    _compute(d, _core.step2, m._core)


def mj_forward(m: MjModel, d: MjData) -> None:
    """Everything that follows from the state and inputs, without moving."""
    if _OTHER["time"] is not None:
        _now()
    _compute(d, _core.forward, m._core)


def mj_forwardSkip(m: MjModel, d: MjData, skipstage: int, skipsensor: int) -> None:
    """mj_forward, without sensors if so wished. All stages are computed: with a state that did not change, the same."""
    core = _ready(d)
    sensors = np.array(core.sensordata) if skipsensor else None
    _core.forward(m._core, core)
    if sensors is not None:
        core.sensordata[...] = sensors


def mj_inverse(m: MjModel, d: MjData) -> None:
    """Writes qfrc_inverse: the force that causes qacc."""
    _core.inverse(m._core, _ready(d))


def mj_compareFwdInv(m: MjModel, d: MjData) -> None:
    """Writes solver_fwdinv: how far forward and inverse dynamics differ."""
    _core.compare_forward_inverse(m._core, d._core)


def mj_resetData(m: MjModel, d: MjData) -> None:
    """Resets to qpos0 at rest."""
    _reset(m, d, None)


def _reset(m: MjModel, d: MjData, key: int | None) -> None:
    for name in ("_seen", "_checked", "_timer"):
        d.__dict__.pop(name, None)
    _core.reset(m._core, d._core, key)


def mj_resetDataKeyframe(m: MjModel, d: MjData, key: int) -> None:
    """Resets to a keyframe; to qpos0 if there is no such keyframe."""
    _reset(m, d, key if 0 <= key < m.nkey else None)


def mj_resetCtrl(m: MjModel, d: MjData) -> None:
    """Sets the controls to those of a reset."""
    fresh = _core.Data(m._core)
    d.ctrl[...] = fresh.ctrl


def mj_setKeyframe(m: MjModel, d: MjData, k: int) -> None:
    """Writes the state into keyframe `k`."""
    if not 0 <= k < m.nkey:
        limit = "negative" if k < 0 else f"smaller than {m.nkey} (keyframes allocated in model)"
        raise FatalError(f"mj_setKeyframe: index must {'not be ' if k < 0 else 'be '}{limit}")
    m.key_time[k] = d.time
    for name, source in (("qpos", d.qpos), ("qvel", d.qvel), ("act", d.act), ("ctrl", d.ctrl)):
        getattr(m, "key_" + name)[k] = source
    m.key_mpos[k], m.key_mquat[k] = d.mocap_pos.reshape(-1), d.mocap_quat.reshape(-1)


def mj_setConst(m: MjModel, d: MjData) -> None:
    """Brings fields of the model that follow from others up to date."""
    m._core.recompute_constants()


def mj_copyData(dest: MjData, m: MjModel, src: MjData) -> MjData:
    """Makes `dest` a copy of `src`. Arrays of `dest` that someone holds would stay behind: that is refused."""
    state = dest.__dict__
    state.pop("_parts", None)
    arrays = [name for name in state if isinstance(state[name], np.ndarray)]
    held = [name for name in arrays if sys.getrefcount(state[name]) > 3]  # here, in the core, in the argument
    if held:
        raise NotImplementedError(
            f"corten.mujoco: mj_copyData into a MjData whose {', '.join(sorted(held))} is in use; use mj_copyState"
        )
    model, core = dest.model, src.__copy__()._core
    state.clear()
    state.update(model=model, _core=core)
    return dest


# ---- checks


def _check(m: MjModel, d: MjData, field: str, kind: enums.mjtWarning) -> None:
    """Counts a number that is not finite or beyond 1e10, and resets the world unless the flag autoreset is disabled."""
    values = getattr(d, field)
    bad = np.flatnonzero(~(np.abs(values) <= enums.mjMAXVAL))
    if not len(bad):
        return
    number = d.__dict__.get("_checked", {}).get(int(kind), (0, 0))[0]
    if _OTHER["warning"] is not None:
        _tell(f"Nan, Inf or huge value in {field.upper()} at {bad[0]}. Time = {d.time:.4f}.")
    else:
        warnings.warn(f"{field}[{bad[0]}] is not finite or too large", SimulationWarning, stacklevel=3)
    if not m.opt.disableflags & enums.mjtDisableBit.mjDSBL_AUTORESET:
        mj_resetData(m, d)
    d.__dict__.setdefault("_checked", {})[int(kind)] = (number + 1, int(bad[0]))
    if kind == enums.mjtWarning.mjWARN_BADQACC:
        mj_forward(m, d)


def mj_checkPos(m: MjModel, d: MjData) -> None:
    """Resets the world if qpos is bad."""
    _check(m, d, "qpos", enums.mjtWarning.mjWARN_BADQPOS)


def mj_checkVel(m: MjModel, d: MjData) -> None:
    """Resets the world if qvel is bad."""
    _check(m, d, "qvel", enums.mjtWarning.mjWARN_BADQVEL)


def mj_checkAcc(m: MjModel, d: MjData) -> None:
    """Resets the world if qacc is bad."""
    _check(m, d, "qacc", enums.mjtWarning.mjWARN_BADQACC)


# ---- states


def mj_stateSize(m: MjModel, sig: int) -> int:
    """Numbers in a state vector."""
    if not 0 <= int(sig) < 1 << int(enums.mjtState.mjNSTATE):
        low = f"{int(sig)} < 0" if int(sig) < 0 else f"{int(sig)} >= 2^mjNSTATE"
        raise FatalError(f"mj_stateSize: invalid state signature {low}")
    return _core.state_size(m._core, int(sig))


def mj_getState(m: MjModel, d: MjData, state: np.ndarray, sig: int) -> None:
    """Writes the parts `sig` of the state."""
    if np.size(state) != mj_stateSize(m, sig):
        raise TypeError("state size should equal mj_stateSize(m, sig)")
    values = _core.get_state(m._core, d._core, int(sig))
    state.reshape(-1)[...] = values


def mj_setState(m: MjModel, d: MjData, state: np.ndarray, sig: int) -> None:
    """Puts a state vector back."""
    if np.size(state) != mj_stateSize(m, sig):
        raise TypeError("state size should equal mj_stateSize(m, sig)")
    _core.set_state(m._core, d._core, np.ravel(state), int(sig))


def mj_copyState(m: MjModel, src: MjData, dst: MjData, sig: int) -> None:
    """Copies the parts `sig` of the state."""
    _core.copy_state(m._core, src._core, dst._core, int(sig))


def mj_extractState(m: MjModel, src: np.ndarray, srcsig: int, dst: np.ndarray, dstsig: int) -> None:
    """Takes the parts `dstsig` out of a state vector of the parts `srcsig`."""
    if int(dstsig) & ~int(srcsig):
        raise ValueError("dstsig is not a subset of srcsig")
    if np.size(src) != mj_stateSize(m, srcsig) or np.size(dst) != mj_stateSize(m, dstsig):
        raise TypeError("state size should equal mj_stateSize(m, sig)")
    at = to = 0
    for bit in (1 << i for i in range(int(srcsig).bit_length()) if int(srcsig) >> i & 1):
        size = mj_stateSize(m, bit)
        if int(dstsig) & bit:
            dst[to : to + size] = src[at : at + size]
            to += size
        at += size


# ---- stages

_KINEMATICS = "xpos xquat xmat xipos ximat xanchor xaxis geom_xpos geom_xmat site_xpos site_xmat".split()
_COM = "subtree_com cinert cdof".split()
_CAMLIGHT = "cam_xpos cam_xmat light_xpos light_xdir".split()
_FLEX = "flexvert_xpos flexvert_J flexvert_length flexedge_J flexedge_length flexelem_aabb".split()
_TENDON = "ten_length ten_J wrap_xpos".split()
_TRANSMISSION = "actuator_length actuator_moment".split()
_INERTIA = "crb M".split()
_FACTOR = "qLD qLDiagInv".split()
_PASSIVE = "qfrc_spring qfrc_damper qfrc_gravcomp qfrc_fluid qfrc_passive".split()
_VELOCITY = ["cvel", "cdof_dot", *_PASSIVE, "qfrc_bias", "ten_velocity", "actuator_velocity", "flexedge_velocity"]
_ACTUATION = "actuator_force qfrc_actuator act_dot".split()


def _second(m: MjModel, d: MjData) -> Any:
    """A world with the same state as `d`, in which a stage can be computed."""
    world = d.__dict__.get("_second")
    if world is None:
        world = d.__dict__["_second"] = _core.Data(m._core)
    _core.copy_state(m._core, d._core, world, _FULL)
    return world


def _stage(function: Any, fields: list[str], doc: str) -> Any:
    def stage(m: MjModel, d: MjData) -> None:
        world = _second(m, d)
        function(m._core, world)
        for name in fields:
            getattr(d._core, name)[...] = getattr(world, name)

    stage.__doc__ = doc
    return stage


mj_kinematics = _stage(_core.step1, _KINEMATICS, "Poses of bodies, geoms and sites, axes of joints.")
mj_comPos = _stage(_core.step1, _COM, "Centres of mass, inertias and motion axes about them.")
mj_camlight = _stage(_core.step1, _CAMLIGHT, "Poses of cameras and lights.")
mj_fwdKinematics = _stage(
    _core.step1, [*_KINEMATICS, *_COM, *_CAMLIGHT, *_FLEX, *_TENDON], "Poses, centres of mass, flexes, tendons."
)
mj_flex = _stage(_core.step1, _FLEX, "Vertices and edges of flexes.")
mj_tendon = _stage(_core.step1, _TENDON, "Lengths of tendons and their derivatives.")
mj_transmission = _stage(_core.step1, _TRANSMISSION, "Lengths of actuators and their derivatives.")
mj_makeM = _stage(_core.step1, _INERTIA, "The inertia matrix.")
mj_crb = mj_makeM
mj_factorM = _stage(_core.step1, _FACTOR, "The factor of the inertia matrix.")
mj_comVel = _stage(_core.step1, ["cvel", "cdof_dot"], "Velocities of bodies.")
mj_passive = _stage(_core.step1, _PASSIVE, "Forces of springs, dampers, gravity compensation and fluid.")
mj_fwdActuation = _stage(_core.forward, _ACTUATION, "Forces of actuators, change of activations.")


def _without_callbacks(d: MjData) -> Any:
    """Stages before the forces do not ask the control callback."""
    d.__dict__.pop("_seen", None)
    _hook(d, _NONE)
    return d._core


_AFTER_POSITION = [*_VELOCITY, "sensordata", "energy", "subtree_linvel", "subtree_angmom", "plugin_state", "history"]


def mj_fwdPosition(m: MjModel, d: MjData) -> None:
    """Everything that depends on positions: poses, contacts, constraint rows."""
    core = _without_callbacks(d)
    kept = {name: np.array(getattr(core, name)) for name in _AFTER_POSITION}
    _core.step1(m._core, core)
    for name, value in kept.items():
        getattr(core, name)[...] = value


def mj_fwdVelocity(m: MjModel, d: MjData) -> None:
    """Everything that depends on positions and velocities, but sensors and energies."""
    core = _without_callbacks(d)
    kept = {name: np.array(getattr(core, name)) for name in _AFTER_POSITION if name not in _VELOCITY}
    _core.step1(m._core, core)
    for name, value in kept.items():
        getattr(core, name)[...] = value


def mj_fwdConstraint(m: MjModel, d: MjData) -> None:
    """Constraint forces and qacc. The forces in qfrc_smooth must be those of the state and inputs."""
    world = _second(m, d)
    _core.forward(m._core, world)
    if not np.allclose(world.qfrc_smooth, d.qfrc_smooth, rtol=1e-9, atol=1e-9):
        raise NotImplementedError("corten.mujoco: mujoco.mj_fwdConstraint with a qfrc_smooth that was set by hand")
    core = _without_callbacks(d)
    kept = {name: np.array(getattr(core, name)) for name in ("sensordata", "energy", "plugin_state", "history")}
    _core.forward(m._core, core)
    for name, value in kept.items():
        getattr(core, name)[...] = value


def _sensors(m: MjModel, d: MjData, stage: int) -> None:
    world = _second(m, d)
    _core.forward(m._core, world)
    for i in np.flatnonzero(m.sensor_needstage == stage):
        part = slice(m.sensor_adr[i], m.sensor_adr[i] + m.sensor_dim[i])
        d.sensordata[part] = world.sensordata[part]


def mj_sensorPos(m: MjModel, d: MjData) -> None:
    """Sensors that depend on positions."""
    _sensors(m, d, enums.mjtStage.mjSTAGE_POS)


def mj_sensorVel(m: MjModel, d: MjData) -> None:
    """Sensors that depend on velocities."""
    _sensors(m, d, enums.mjtStage.mjSTAGE_VEL)


def mj_sensorAcc(m: MjModel, d: MjData) -> None:
    """Sensors that depend on accelerations and forces."""
    _sensors(m, d, enums.mjtStage.mjSTAGE_ACC)


def _energy(m: MjModel, d: MjData, which: int) -> None:
    world, flags = _second(m, d), m.opt.enableflags
    m.opt.enableflags = flags | int(enums.mjtEnableBit.mjENBL_ENERGY)
    try:
        _core.step1(m._core, world)
    finally:
        m.opt.enableflags = flags
    d.energy[which] = world.energy[which]


def mj_energyPos(m: MjModel, d: MjData) -> None:
    """Potential energy, in energy[0]."""
    _energy(m, d, 0)


def mj_energyVel(m: MjModel, d: MjData) -> None:
    """Kinetic energy, in energy[1]."""
    _energy(m, d, 1)


# ---- derivatives


def _fill(name: str, target: np.ndarray | None, value: np.ndarray) -> None:
    if target is None:
        return
    if target.shape != value.shape:
        raise TypeError(f"{name} should be of shape {value.shape}")
    target[...] = value


def mjd_transitionFD(
    m: MjModel,
    d: MjData,
    eps: float,
    flg_centered: bool,
    A: np.ndarray | None,
    B: np.ndarray | None,
    C: np.ndarray | None,
    D: np.ndarray | None,
) -> None:
    """Matrices of a step about the present state, by differences."""
    _ready(d)
    values = _core.transition_derivative(
        m._core, d._core, method="differences", eps=eps, centered=bool(flg_centered), sensors=C is not None or D is not None
    )
    for name, target, value in zip("ABCD", (A, B, C, D), values):
        _fill(name, target, value)


def _inertia_differences(m: MjModel, d: MjData, eps: float) -> np.ndarray:
    """Rates of the inertia matrix along each dof, nv x nC."""
    places, world, start = inertia_places(m), _second(m, d), np.array(d.qpos)
    rates = np.zeros((m.nv, len(places)))

    def inertia(qpos: np.ndarray) -> np.ndarray:
        world.qpos[...] = qpos
        _core.step1(m._core, world)
        return world.M[places]

    here = inertia(start)
    for i in range(m.nv):
        beside, along = start.copy(), np.zeros(m.nv)
        along[i] = 1
        mj_integratePos(m, beside, along, eps)
        rates[i] = (inertia(beside) - here) / eps
    return rates


def mjd_inverseFD(
    m: MjModel,
    d: MjData,
    eps: float,
    flg_actuation: bool,
    DfDq: np.ndarray | None,
    DfDv: np.ndarray | None,
    DfDa: np.ndarray | None,
    DsDq: np.ndarray | None,
    DsDv: np.ndarray | None,
    DsDa: np.ndarray | None,
    DmDq: np.ndarray | None,
) -> None:
    """Derivatives of inverse dynamics by differences."""
    if DmDq is not None:
        _fill("DmDq", DmDq, _inertia_differences(m, d, eps))
    values = _core.inverse_derivative(m._core, d._core, eps=eps, actuation=bool(flg_actuation))
    for name, target in dict(DfDq=DfDq, DfDv=DfDv, DfDa=DfDa, DsDq=DsDq, DsDv=DsDv, DsDa=DsDa).items():
        _fill(name, target, values[name])


__all__ = [name for name in globals() if name.startswith(("mj_", "mju_", "mjd_", "set_mj", "get_mj"))]
