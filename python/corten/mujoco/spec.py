"""MjSpec: a model as its file describes it, to be changed and compiled. Elements have the attributes of MJCF.

Elements are found by name each time they are used; one without a name can be read, but nothing can be added to it.
"""

from __future__ import annotations

import copy
import os
from typing import Any

from .. import _core
from .data import MjData
from .model import MjModel, MjOption, _load

_KINDS = "body joint geom site camera light mesh material tendon equality actuator sensor key".split()
_PLURAL = {"body": "bodies", "mesh": "meshes", "equality": "equalities"}
_ADD = ("body", "joint", "geom", "site")


class _Element:
    """One element of a MjSpec."""

    __slots__ = ("_spec", "_kind", "_core", "_world")

    def __init__(self, spec: MjSpec, kind: str, core: Any, world: bool = False) -> None:
        for name, value in (("_spec", spec), ("_kind", kind), ("_core", core), ("_world", world)):
            object.__setattr__(self, name, value)

    def __getattr__(self, name: str) -> Any:
        if self._world and name == "name":
            return "world"
        try:
            return getattr(self._core, name)
        except AttributeError as error:
            raise NotImplementedError(f"corten.mujoco: Mjs{self._kind.title()}.{name}: {error}") from error

    def __setattr__(self, name: str, value: Any) -> None:
        try:
            setattr(self._core, name, value)
        except AttributeError as error:
            raise NotImplementedError(f"corten.mujoco: Mjs{self._kind.title()}.{name}: {error}") from error

    def __dir__(self) -> list[str]:
        return dir(self._core)

    def _add(self, kind: str, name: str | None, attributes: dict[str, Any]) -> _Element:
        if self._kind != "body":
            raise AttributeError(f"nothing can be added to a {self._kind}")
        if not name:
            raise NotImplementedError(f"corten.mujoco: add_{kind} without a name")
        if not self.name:
            raise NotImplementedError(f"corten.mujoco: add_{kind} to a body without a name")
        add = getattr(self._spec._core, "add_" + kind)
        return _Element(self._spec, kind, add(self.name, name, **attributes))

    def add_body(self, default: Any = None, *, name: str | None = None, **attributes: Any) -> _Element:
        """Adds a body."""
        return self._add("body", name, _given(default, attributes))

    def add_geom(self, default: Any = None, *, name: str | None = None, **attributes: Any) -> _Element:
        """Adds a geom."""
        return self._add("geom", name, _given(default, attributes))

    def add_site(self, default: Any = None, *, name: str | None = None, **attributes: Any) -> _Element:
        """Adds a site."""
        return self._add("site", name, _given(default, attributes))

    def add_joint(self, default: Any = None, *, name: str | None = None, **attributes: Any) -> _Element:
        """Adds a joint."""
        return self._add("joint", name, _given(default, attributes))

    def add_freejoint(self, *, name: str | None = None, **attributes: Any) -> _Element:
        """Adds a free joint."""
        return self._add("joint", name, {"type": _core.JointType.FREE, **attributes})


def _given(default: Any, attributes: dict[str, Any]) -> dict[str, Any]:
    if default is not None:
        raise NotImplementedError("corten.mujoco: a default class for a new element")
    return attributes


class MjSpec:
    """A model as its file describes it."""

    def __init__(self) -> None:
        self._core = _core.Spec()

    @classmethod
    def _of(cls, core: Any) -> MjSpec:
        spec = object.__new__(cls)
        spec._core = core
        return spec

    @staticmethod
    def from_file(filename: str | os.PathLike, include: Any = None, assets: dict[str, bytes] | None = None) -> MjSpec:
        """Reads a MJCF or URDF file."""
        if assets or include:
            with open(filename) as file:
                return MjSpec.from_string(file.read(), include, assets)
        return MjSpec._of(_load(lambda: _core.Spec.from_file(filename)))

    @staticmethod
    def from_string(xml: str, include: dict[str, bytes] | None = None, assets: dict[str, bytes] | None = None) -> MjSpec:
        """Reads MJCF or URDF text."""
        files = {**(include or {}), **(assets or {})} or None
        return MjSpec._of(_load(lambda: _core.Spec.from_text(xml, files)))

    def compile(self) -> MjModel:
        """The model."""
        core, now = _load(self._core.compile), copy.copy(self._core)
        return MjModel._of(core, lambda: now)

    def recompile(self, model: MjModel, data: MjData) -> tuple[MjModel, MjData]:
        """The model and a world that goes on where `data` was."""
        core, world = _load(lambda: self._core.recompile(model._core, data._core))
        now = copy.copy(self._core)
        fresh = MjModel._of(core, lambda: now)
        made = MjData(fresh)
        _core.copy_state(core, world, made._core)
        _core.forward(fresh._core, made._core)
        return fresh, made

    def to_xml(self) -> str:
        """The model as MJCF text."""
        return self._core.to_xml()

    def to_file(self, filename: str | os.PathLike) -> None:
        """Writes a MJCF file."""
        self._core.save(filename)

    def copy(self) -> MjSpec:
        """Another spec with the same content."""
        return MjSpec._of(copy.copy(self._core))

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> MjSpec:
        return self.copy()

    @property
    def option(self) -> MjOption:
        """Physics options."""
        return MjOption._of(self._core.option)

    @property
    def modelname(self) -> str:
        """The name of the model."""
        return self._core.modelname

    @modelname.setter
    def modelname(self, name: str) -> None:
        self._core.modelname = name

    @property
    def worldbody(self) -> _Element:
        """The body that everything is in."""
        return _Element(self, "body", self._core.body("world"), True)

    def delete(self, element: _Element) -> None:
        """Removes a body with all below it."""
        if element._kind != "body":
            raise NotImplementedError(f"corten.mujoco: mujoco.MjSpec.delete of a {element._kind}")
        self._core.remove_body(element.name)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        raise NotImplementedError(f"corten.mujoco has no mujoco.MjSpec.{name}")


def _finder(kind: str) -> Any:
    def find(self: MjSpec, name: str) -> _Element | None:
        try:
            return _Element(self, kind, getattr(self._core, kind)(name), kind == "body" and name == "world")
        except KeyError:
            return None

    find.__doc__ = f"The {kind} of this name, None if there is none."
    return find


def _all(kind: str) -> property:
    def elements(self: MjSpec) -> list[_Element]:
        count = len(self._core.names(kind))
        return [_Element(self, kind, getattr(self._core, kind)(i), kind == "body" and i == 0) for i in range(count)]

    return property(elements, doc=f"All elements of the kind {kind}.")


for _kind in _KINDS:
    setattr(MjSpec, _kind, _finder(_kind))
    setattr(MjSpec, _PLURAL.get(_kind, _kind + "s"), _all(_kind))
__all__ = ["MjSpec"]
