"""Delay buffers of actuators and sensors: mj_readCtrl, mj_initCtrlHistory, mj_readSensor, mj_initSensorHistory.

A buffer of n samples of dim numbers is (user value, cursor, n times, n x dim values) in MjData.history. Times and values
form a ring in which the cursor marks the newest sample. Between samples the value is held (interp 0), interpolated
linearly (1) or by a cubic spline (2) whose slope at a sample is that between its neighbours, zero at both ends.
"""

from __future__ import annotations

import numpy as np

from .algebra import _out
from .data import MjData
from .enums import mjMINVAL
from .errors import FatalError
from .model import MjModel

Array = np.ndarray


class _Buffer:
    """One delay buffer."""

    def __init__(self, d: MjData, start: int, samples: int, dim: int) -> None:
        self.memory = d.history[start : start + 2 + samples * (1 + dim)]
        self.times = self.memory[2 : 2 + samples]
        self.values = self.memory[2 + samples :].reshape(samples, dim)
        given = self.memory[1]
        self.cursor = int(given) if 0 <= given < samples else samples - 1

    def order(self) -> Array:
        """Samples from the oldest to the newest."""
        n = len(self.times)
        return (self.cursor + 1 + np.arange(n)) % n

    def read(self, time: float, interp: int) -> Array:
        order = self.order()
        times, values = self.times[order], self.values[order]
        last = len(times) - 1
        if time <= times[0] + mjMINVAL:
            return values[0]
        if time >= times[last] - mjMINVAL:
            return values[last]
        i = int(np.searchsorted(times, time))
        if abs(time - times[i]) < mjMINVAL:
            return values[i]
        if interp == 0:
            return values[i - 1]
        dt = times[i] - times[i - 1]
        s = (time - times[i - 1]) / dt
        if interp == 1:
            return values[i - 1] + s * (values[i] - values[i - 1])
        left = (values[i] - values[i - 2]) / (times[i] - times[i - 2]) if i > 1 else 0.0
        right = (values[i + 1] - values[i - 1]) / (times[i + 1] - times[i - 1]) if i < last else 0.0
        s2, s3 = s * s, s * s * s
        return (
            (2 * s3 - 3 * s2 + 1) * values[i - 1]
            + (s3 - 2 * s2 + s) * dt * left
            + (-2 * s3 + 3 * s2) * values[i]
            + (s3 - s2) * dt * right
        )

    def fill(self, times: Array | None, values: Array) -> None:
        """Samples from the oldest to the newest; without times those that stand in the memory are kept."""
        when = self.times if times is None else times
        late = np.flatnonzero(np.diff(when) <= 0)
        if len(late):
            i = late[0]
            raise FatalError(
                f"mju_historyInit: times must be strictly increasing, got times[{i}]={when[i]:g} >= times[{i + 1}]={when[i + 1]:g}"
            )
        self.times[...], self.values[...] = when, values
        self.memory[1] = len(when) - 1


def _buffer(m: MjModel, d: MjData, kind: str, id: int, function: str) -> tuple[_Buffer | None, int]:
    count = getattr(m, "n" + kind)
    if not 0 <= id < count:
        raise FatalError(f"{function}: invalid {kind} id {id}")
    samples, interp = getattr(m, kind + "_history")[id]
    dim = int(m.sensor_dim[id]) if kind == "sensor" else 1
    start = int(getattr(m, kind + "_historyadr")[id])
    return (_Buffer(d, start, int(samples), dim) if samples > 0 else None), int(interp)


def mj_readCtrl(m: MjModel, d: MjData, id: int, time: float, interp: int) -> float:
    """The control of an actuator as it acts at a time: `delay` before. interp -1: as the model says."""
    buffer, own = _buffer(m, d, "actuator", id, "mj_readCtrl")
    if buffer is None:
        return float(d.ctrl[m.actuator_ctrladr[id]])
    return float(buffer.read(time - m.actuator_delay[id], own if interp < 0 else interp)[0])


def mj_initCtrlHistory(m: MjModel, d: MjData, id: int, times: Array | None, values: Array) -> None:
    """Fills the delay buffer of an actuator, from the oldest to the newest sample."""
    buffer, _ = _buffer(m, d, "actuator", id, "mj_initCtrlHistory")
    if buffer is None:
        raise TypeError(f"mj_initCtrlHistory: actuator {id} has no history buffer")
    when, what = _samples(buffer, times, values, ())
    buffer.fill(when, what.reshape(-1, 1))


def mj_readSensor(m: MjModel, d: MjData, id: int, time: float, result: Array, interp: int) -> None:
    """The reading of a sensor as it is shown at a time: `delay` before. interp -1: as the model says."""
    buffer, own = _buffer(m, d, "sensor", id, "mj_readSensor")
    out = _out(result, int(m.sensor_dim[id]))
    if buffer is None:
        out[...] = d.sensordata[m.sensor_adr[id] : m.sensor_adr[id] + m.sensor_dim[id]]
    else:
        out[...] = buffer.read(time - m.sensor_delay[id], own if interp < 0 else interp)


def mj_initSensorHistory(m: MjModel, d: MjData, id: int, times: Array | None, values: Array, phase: float) -> None:
    """Fills the delay buffer of a sensor, from the oldest to the newest sample. phase: time of the last sampling."""
    buffer, _ = _buffer(m, d, "sensor", id, "mj_initSensorHistory")
    if buffer is None:
        raise TypeError(f"mj_initSensorHistory: sensor {id} has no history buffer")
    buffer.fill(*_samples(buffer, times, values, (int(m.sensor_dim[id]),)))
    buffer.memory[0] = phase


def _samples(buffer: _Buffer, times: Array | None, values: Array, shape: tuple[int, ...]) -> tuple[Array | None, Array]:
    n = len(buffer.times)
    what = np.asarray(values, dtype=np.float64)
    when = None if times is None else np.asarray(times, dtype=np.float64)
    if when is not None and when.shape != (n,):
        raise TypeError(f"times should be of size {n}")
    if what.shape != (n, *shape):
        raise TypeError(f"values should be of shape {(n, *shape)}")
    return when, what


__all__ = [name for name in globals() if name.startswith("mj_")]
