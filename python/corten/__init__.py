"""Corten: physics of articulated and deformable bodies with contact, with MuJoCo's models and numbers.

    model = corten.load("humanoid.xml")
    data = corten.Data(model)
    corten.step(model, data)
    print(data.qpos)
"""

from ._core import *  # noqa: F401,F403
from .errors import LoadError, LoadWarning, SimulationWarning  # noqa: F401
from .sim import Sim  # noqa: F401
from .viewing import record, view  # noqa: F401

__version__ = "0.1.0"
