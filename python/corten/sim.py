"""A model, its world, and the physics that the world obeys, chosen by name."""

from __future__ import annotations

from . import _core


class Sim:
    """A Model with one Data, and methods instead of functions.

    sim = corten.Sim(corten.load("cloth.xml"), bending="bridson", contact="xpbd")
    sim.step()

    bending     of all flexes: "cotangent", "bridson", "discrete_shell"
    elasticity  of all flexes: "linear", "neo_hookean", "stable_neo_hookean", "corotated"
    contact     how contacts push: "convex", "xpbd", "impulse", "compliant"
    None        what the model file chose
    """

    def __init__(
        self,
        model: _core.Model,
        *,
        bending: str | None = None,
        elasticity: str | None = None,
        contact: str | None = None,
    ) -> None:
        self.model = model
        self.data = _core.Data(model)
        _core.choose_physics(self.data, bending=bending, elasticity=elasticity, contact=contact)

    def step(self, nstep: int = 1) -> None:
        """Advances by `nstep` time steps."""
        _core.step(self.model, self.data, nstep)

    def forward(self) -> None:
        """Computes everything that follows from the state, without moving."""
        _core.forward(self.model, self.data)

    def reset(self, key: str | int | None = None) -> None:
        """Resets to qpos0 at rest, or to a keyframe."""
        _core.reset(self.model, self.data, key)
