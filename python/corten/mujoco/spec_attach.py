"""Parts of one MjSpec put into another: names get a prefix and suffix, references follow, options are reconciled.

What is attached belongs to both specs from then on: changes show in the model of the parent.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from . import enums
from .model import OPTION_FIELDS, MjOption
from .spec_table import IN_BODY, PLURAL

# Fields that name other elements, by kind, with the kind that they name; "?": said by another field.
REFERENCES: dict[str, dict[str, str]] = {
    "geom": {"material": "material", "meshname": "mesh", "hfieldname": "hfield"},
    "site": {"material": "material"},
    "camera": {"targetbody": "body"},
    "light": {"targetbody": "body", "texture": "texture"},
    "mesh": {"material": "material"},
    "material": {"textures": "texture"},
    "skin": {"material": "material", "bodyname": "body"},
    "flex": {"material": "material", "vertbody": "body", "nodebody": "body"},
    "pair": {"geomname1": "geom", "geomname2": "geom"},
    "exclude": {"bodyname1": "body", "bodyname2": "body"},
    "equality": {"name1": "?", "name2": "?"},
    "tendon": {"material": "material"},
    "actuator": {"target": "?", "slidersite": "site", "refsite": "site"},
    "sensor": {"objname": "?", "refname": "?"},
    "tuple": {"objname": "?"},
}
_ASSETS = ("texture", "material", "mesh", "hfield")
_USERS = ("pair", "exclude", "equality", "tendon", "actuator", "sensor")
_OBJECTS = {int(v): v.name[6:].lower() for v in enums.mjtObj if v.name.startswith("mjOBJ_")} | {2: "body"}
# Options of which the smaller, or the larger, value is taken; others must agree.
_SMALLER = {"timestep", "tolerance", "ls_tolerance", "noslip_tolerance", "ccd_tolerance"}
_LARGER = {"iterations", "ls_iterations", "noslip_iterations", "ccd_iterations", "sdf_initpoints", "sdf_iterations"}


def referred(element: Any) -> list[tuple[str, str]]:
    """Kinds and names of the elements that an element needs."""
    found = []
    for field, kind in REFERENCES.get(element._kind, {}).items():
        value = element._values[field]
        for i, name in enumerate(value if isinstance(value, list) else [value]):
            if name:
                found.append((_kind_of(element, field, i) if kind == "?" else kind, name))
    if element._kind == "tendon":
        for wrap in element.path:
            if wrap._what != "pulley":
                found.append((wrap._what, wrap._target))
            if wrap._side:
                found.append(("site", wrap._side))
    return found


def _kind_of(element: Any, field: str, i: int) -> str:
    if element._kind == "actuator":
        by_trn = ("joint", "joint", "site", "tendon", "site", "body")
        return by_trn[int(element.trntype)] if int(element.trntype) < len(by_trn) else "joint"
    if element._kind == "equality":
        by_type = {2: "joint", 3: "tendon", 4: "flex", 5: "flex", 6: "flex"}
        usual = "site" if element.objtype == enums.mjtObj.mjOBJ_SITE else "body"
        return by_type.get(int(element.type), usual)
    if element._kind == "tuple":
        return _OBJECTS.get(int(element.objtype[i]), "")
    return _OBJECTS.get(int(element.objtype if field == "objname" else element.reftype), "")


def rename(element: Any, new: Any) -> None:
    """Gives an element and what it refers to new names."""
    if element._name:
        element.__dict__["_name"] = new(element._name)

    def other(name: str) -> str:
        return name if not name or name == "world" else new(name)

    for field in REFERENCES.get(element._kind, {}):
        value = element._values[field]
        if isinstance(value, list):
            value[:] = [other(v) for v in value]
        else:
            element._values[field] = other(value)
    if element._kind == "tendon":
        for wrap in element.path:
            wrap._target, wrap._side = other(wrap._target), other(wrap._side)


def _agree(parent: Any, child: Any) -> None:
    """Reconciles options as compiler.conflict says. Nothing has changed if that is not possible."""
    how, usual = parent.compiler.conflict, MjOption()
    if how == enums.mjtConflict.mjCONFLICT_WARNING:
        return
    changes: dict[str, Any] = {}
    for name in OPTION_FIELDS:
        here, there, default = (getattr(o, name) for o in (parent.option, child.option, usual))
        if np.array_equal(here, there) or np.array_equal(there, default):
            continue
        if how == enums.mjtConflict.mjCONFLICT_MERGE and np.array_equal(here, default):
            changes[name] = there
        elif how == enums.mjtConflict.mjCONFLICT_MERGE and name in _SMALLER | _LARGER:
            changes[name] = min(here, there) if name in _SMALLER else max(here, there)
        else:
            raise ValueError(f"Error: conflicting option {name}: {here} here, {there} in the attached model")
    for name, value in changes.items():
        setattr(parent.option, name, value)


def _needed(child: Any, inside: list[Any]) -> list[Any]:
    """Elements outside of bodies that belong to some bodies: what these use, and what acts on them alone."""
    names = {(e._kind, e._name) for e in inside if e._name}
    chosen: list[Any] = []
    for kind in ("tendon", *(k for k in _USERS if k != "tendon")):  # others may act on tendons, sensors on actuators
        for element in getattr(child, PLURAL[kind]):
            used = [r for r in referred(element) if r[0] not in _ASSETS]
            if used and all(r in names or r == ("body", "world") for r in used):
                chosen.append(element)
                names.add((element._kind, element._name))
    wanted = [r for e in (*inside, *chosen) for r in referred(e) if r[0] in _ASSETS]
    assets: list[Any] = []
    while wanted:
        kind, name = wanted.pop()
        asset = child._find(kind, name)
        if asset is not None and asset not in assets:
            assets.append(asset)
            wanted += [r for r in referred(asset) if r[0] in _ASSETS]
    return sorted(assets, key=lambda a: getattr(child, PLURAL[a._kind]).index(a)) + chosen


def attach(frame: Any, child: Any, prefix: str, suffix: str, body: Any = None) -> None:
    """Puts a body of a spec, or all of its world, into a frame of another spec."""
    parent = frame._spec._top()
    if child._top() is parent:
        raise NotImplementedError("corten.mujoco: attaching a part of a spec to itself")
    if child.keys or child._raw or any(b._raw for b in child.bodies) or child.skins or child.flexes:
        raise NotImplementedError("corten.mujoco: attaching a spec with keyframes, skins or deformables")
    _agree(parent, child)
    world = child.worldbody
    if body is None:
        tops = [e for kind in IN_BODY for e in getattr(world, PLURAL[kind])]
        outside = [e for kind in child._KINDS if kind not in IN_BODY for e in getattr(child, PLURAL[kind])]
        inside = [e for kind in IN_BODY for e in (child.bodies[1:] if kind == "body" else getattr(child, PLURAL[kind]))]
    else:
        tops = [body]
        inside = [body, *(e for kind in IN_BODY for e in body.find_all(kind))]
        outside = _needed(child, inside)
    _refuse_repeated(parent, [*inside, *outside], prefix, suffix)
    _bring_defaults(parent, child, prefix, suffix)
    for element in (*inside, *outside):
        rename(element, lambda name: prefix + name + suffix)
    _bring_files(parent, child, outside, prefix, suffix)
    for element in tops:
        element.__dict__["_parent"] = frame._parent
        if body is not None or element._frame is None:
            element.__dict__["_frame"] = frame
        getattr(frame._parent, PLURAL[element._kind]).append(element)
    for element in outside:
        getattr(parent, "_" + PLURAL[element._kind]).append(element)
    child._attached = parent


def _refuse_repeated(parent: Any, elements: list[Any], prefix: str, suffix: str) -> None:
    for element in elements:
        if element._name and parent._find(element._kind, prefix + element._name + suffix) is not None:
            raise ValueError(f"Error: repeated name '{prefix + element._name + suffix}' in {element._kind}")


def _bring_defaults(parent: Any, child: Any, prefix: str, suffix: str) -> None:
    """The classes of the child, below the parent's main class."""
    if child._attached is parent:
        return
    known = {d.name for d in parent._all_defaults()}

    def free(name: str) -> str:
        name, number = prefix + name + suffix, 1
        while name in known:
            number += 1
            name = f"{name}_{number}"
        known.add(name)
        return name

    for default in child._all_defaults():
        default.name = free(default.name)
    parent._more_defaults.append(child.default)


def _bring_files(parent: Any, child: Any, elements: list[Any], prefix: str, suffix: str) -> None:
    """Files that are given in memory."""
    new: dict[str, str] = {}
    for name, content in child.assets.items():
        folder, base = os.path.split(name)
        stem, ending = os.path.splitext(base)
        new[name] = f"{folder}/{prefix}{stem}{suffix}{ending}" if folder else f"{prefix}{stem}{suffix}{ending}"
        parent.assets[new[name]] = content
    for element in elements:
        file = element._values.get("file")
        if file in new:
            element._values["file"] = new[file]
