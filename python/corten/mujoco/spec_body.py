"""MjsBody and MjsFrame: the tree of bodies, what is in them, and parts of other specs that are put into them."""

from __future__ import annotations

from typing import Any


from . import enums
from .spec_attach import attach
from .spec_element import CLASSES, Element, MjsDefault, MjsFlex
from .spec_table import IN_BODY, PLURAL

_FREE = ("align", "group", "name")


class MjsFrame(Element):
    """A coordinate frame of a body, for what is in it."""

    _kind = "frame"

    def attach_body(self, body: MjsBody, prefix: str | None = None, suffix: str | None = None) -> MjsBody:
        """Puts a body of another spec here, with what belongs to it."""
        attach(self, body._spec, prefix or "", suffix or "", body)
        return body


class MjsBody(Element):
    """A body with what is in it and the bodies below it."""

    _kind = "body"

    def __init__(self, spec: Any, like: Element | None = None) -> None:
        super().__init__(spec, like)
        for kind in IN_BODY:
            self.__dict__[PLURAL[kind]] = []
        self.__dict__["_raw"] = []  # <flexcomp> and the like, as they were read

    @property
    def parent(self) -> Any:
        """The body above; that of the world is the world."""
        return self if self._parent is None else self._parent

    def _add(self, kind: str, frame: Any, default: Any, given: dict[str, Any]) -> Any:
        if default is not None and not isinstance(default, MjsDefault):
            raise TypeError(f"add_{kind}(): the first argument is a default class")
        spec = self._spec
        base = default or (frame or self)._usual()
        like = getattr(base, kind) if hasattr(base, kind) and kind not in ("body", "frame") else None
        element = BODY_CLASSES[kind](spec, like)
        element.__dict__.update(_parent=self, _frame=frame, _class=base if like is not None else None)
        element.__dict__["_compiler"] = self._compiler if spec._attached is not None else spec.compiler
        getattr(self, PLURAL[kind]).append(element)
        try:
            element._assign(given)
        except BaseException:
            getattr(self, PLURAL[kind]).remove(element)
            raise
        return element

    def add_freejoint(self, **given: Any) -> Any:
        """Adds a free joint."""
        for name in given:
            if name not in _FREE:
                raise TypeError(f"Invalid {name} keyword argument. Valid options are: {', '.join(_FREE)}.")
        if "align" in given:
            given["align"] = int(given["align"])
        joint = self._add("joint", None, self._spec.default, {})
        joint.__dict__["_values"] = self._spec._example("joint")._values  # default classes do not count
        joint.type = enums.mjtJoint.mjJNT_FREE
        joint._assign(given)
        return joint

    def add_frame(self, frame: MjsFrame | None = None, **given: Any) -> MjsFrame:
        """Adds a frame, in another one if it is given."""
        return self._add("frame", frame, None, given)

    def _below(self) -> list[MjsBody]:
        """All bodies below, from the first to the last."""
        return [b for child in self.bodies for b in (child, *child._below())]

    def find_all(self, kind: Any) -> list[Any]:
        """All elements of a kind in this body and below."""
        names = {int(getattr(enums.mjtObj, "mjOBJ_" + k.upper())): k for k in IN_BODY}
        word = kind if isinstance(kind, str) else names.get(int(kind))
        if word not in IN_BODY:
            raise ValueError("body.find_all supports the types: body, frame, geom, site, joint, light, camera.")
        if word == "body":
            return self._below()
        return [e for body in (self, *self._below()) for e in getattr(body, PLURAL[word])]

    def find_child(self, name: str) -> MjsBody | None:
        """The body of this name below, None if there is none."""
        return next((b for b in self._below() if b.name == name), None)

    def attach_frame(self, frame: MjsFrame, prefix: str | None = None, suffix: str | None = None) -> MjsFrame:
        """MuJoCo's attachment of a frame with what is in it."""
        raise NotImplementedError("corten.mujoco has no mujoco.MjsBody.attach_frame; attach a body or a whole spec")

    def to_frame(self) -> MjsFrame:
        """Turns the body into a frame of its parent; what was in it is in the parent then."""
        if self._parent is None:
            raise ValueError("the world cannot become a frame")
        if self.joints:
            raise NotImplementedError("corten.mujoco: mujoco.MjsBody.to_frame of a body with joints")
        above = self._parent
        frame = above.add_frame(self._frame, pos=self.pos, quat=self._quaternion())
        for kind in IN_BODY:
            for element in getattr(self, PLURAL[kind]):
                element.__dict__.update(_parent=above, _frame=element._frame or frame)
                getattr(above, PLURAL[kind]).append(element)
        above.bodies.remove(self)
        return frame

    def make_flex(
        self, name: str, type: str | None = None, dim: int = 3, dof: str | None = None, count: Any = None, cellcount: Any = None,
        spacing: Any = None, scale: Any = None, radius: float = 0.0, mass: float = 1.0, inertiabox: float = 0.005,
        equality: int = 0, rigid: int = 0, flatskin: int = 0, elastic2d: int = 0, pos: Any = None, quat: Any = None,
        origin: Any = None, file: str | None = None, vfs: Any = None,
    ) -> MjsFlex:  # fmt: skip
        """Adds a deformable made by a recipe, as <flexcomp> does."""
        if vfs is not None:
            raise NotImplementedError("corten.mujoco: mujoco.MjsBody.make_flex with a vfs")
        flex = self._spec.add_flex(name=name, dim=dim, flatskin=bool(flatskin), elastic2d=elastic2d)
        if radius > 0:
            flex.radius = radius
        recipe = dict(type=type, dof=dof, count=count, cellcount=cellcount, spacing=spacing, scale=scale, mass=mass)
        recipe.update(inertiabox=inertiabox, rigid="true" if rigid else None, pos=pos, quat=quat, origin=origin, file=file)
        words = ("false", "true", "vert", "strain")
        flex.__dict__["_recipe"] = (self, {k: v for k, v in recipe.items() if v is not None}, words[equality])
        return flex

    def _usual(self) -> Any:
        """The default class of elements that name none."""
        if self.childclass:
            found = self._spec.find_default(self.childclass)
            if found is not None:
                return found
        if self._frame is not None:
            return self._frame._usual()
        return self._parent._usual() if self._parent is not None else self._spec.default


def _frame_usual(self: MjsFrame) -> Any:
    if self.childclass:
        found = self._spec.find_default(self.childclass)
        if found is not None:
            return found
    return self._frame._usual() if self._frame is not None else self._parent._usual()


def _adder(kind: str) -> Any:
    def add(self: Any, default: Any = None, **given: Any) -> Any:
        if self._kind == "frame":
            return self._parent._add(kind, self, default, given)
        return self._add(kind, None, default, given)

    add.__doc__ = f"Adds a {kind}."
    return add


def _frame_in_frame(self: MjsFrame, default: Any = None, **given: Any) -> Any:
    return self._parent._add("frame", self, None, given)


def _walkers(kind: str) -> tuple[Any, Any]:
    def first(self: MjsBody) -> Any:
        elements = getattr(self, PLURAL[kind])
        return elements[0] if elements else None

    def following(self: MjsBody, element: Any) -> Any:
        elements = getattr(self, PLURAL[kind])
        place = next(i for i, e in enumerate(elements) if e is element) + 1
        return elements[place] if place < len(elements) else None

    first.__doc__ = f"The first {kind} of the body, None if there is none."
    following.__doc__ = f"The {kind} after another one."
    return first, following


MjsFrame._usual = _frame_usual  # type: ignore[attr-defined]
MjsFrame.add_frame = _frame_in_frame  # type: ignore[attr-defined]
for _kind in IN_BODY:
    if _kind != "frame":
        setattr(MjsBody, "add_" + _kind, _adder(_kind))
        setattr(MjsFrame, "add_" + _kind, _adder(_kind))
    for _name, _function in zip(("first_", "next_"), _walkers(_kind)):
        setattr(MjsBody, _name + _kind, _function)
BODY_CLASSES: dict[str, Any] = {"body": MjsBody, "frame": MjsFrame, **CLASSES}
__all__ = ["MjsBody", "MjsFrame"]
