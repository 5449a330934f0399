"""What MuJoCo says of wrong elements of a MjSpec when it is compiled. All else that is wrong the core finds."""

from __future__ import annotations

from typing import Any

from . import enums

_SIZES = {"SPHERE": 1, "CAPSULE": 2, "ELLIPSOID": 3, "CYLINDER": 2, "BOX": 3}


def _refuse(element: Any, what: str, number: int) -> None:
    info = f", {element.info}" if element.info else ""
    raise ValueError(f"Error: {what}\nElement name '{element.name}', id {number}{info}")


def check(spec: Any) -> None:
    """Raises ValueError if an element is wrong."""
    for i, field in enumerate(spec.hfields):
        if len(field.userdata) and len(field.userdata) != field.nrow * field.ncol:
            _refuse(field, "elevation data length must match nrow*ncol", i)
    for i, geom in enumerate(spec.geoms):
        needed = _SIZES.get(geom.type.name.partition("_")[2], 0)
        if not geom.fromto[0] == geom.fromto[0] and not geom.meshname:  # without end points
            for k in range(needed):
                if geom.size[k] <= 0:
                    _refuse(geom, f"size {k} must be positive in geom", i)
    for i, sensor in enumerate(spec.sensors):
        if sensor.type == enums.mjtSensor.mjSENS_CONTACT:
            _contact(sensor, i)
        elif sensor.type == enums.mjtSensor.mjSENS_RANGEFINDER and sensor.intprm[0] <= 0:
            _refuse(sensor, "data spec (intprm[0]) must be positive, got 0 in sensor", i)


def _contact(sensor: Any, i: int) -> None:
    obj, bits = enums.mjtObj, int(enums.mjtConDataField.mjNCONDATA)
    data, reduce, count = (int(n) for n in sensor.intprm)
    if sensor.objtype not in (obj.mjOBJ_UNKNOWN, obj.mjOBJ_BODY, obj.mjOBJ_XBODY, obj.mjOBJ_GEOM, obj.mjOBJ_SITE):
        _refuse(sensor, "first matching criterion: if set, must be (x)body, geom or site in sensor", i)
    if sensor.reftype not in (obj.mjOBJ_UNKNOWN, obj.mjOBJ_BODY, obj.mjOBJ_XBODY, obj.mjOBJ_GEOM):
        _refuse(sensor, "second matching criterion: if set, must be (x)body or geom in sensor", i)
    if data <= 0:
        _refuse(sensor, f"data spec (intprm[0]) must be positive, got {data} in sensor", i)
    if not data & ((1 << bits) - 1):
        _refuse(sensor, f"data spec intprm[0]={data} must have at least one bit set of the first mjNCONDATA bits in sensor", i)
    if data >> bits:
        _refuse(sensor, f"data spec intprm[0]={data} has bits set beyond the first mjNCONDATA bits in sensor", i)
    if not 0 <= reduce <= 3:
        _refuse(sensor, f"unknown reduction criterion. got {reduce} in sensor", i)
    if count <= 0:
        _refuse(sensor, "num (intprm[2]) must be positive in sensor", i)
