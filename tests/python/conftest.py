"""What the tests of the Python package share."""

import os
import pathlib

import numpy as np
import pytest

import corten

os.environ.setdefault("MUJOCO_GL", "egl")  # MuJoCo draws without a display; read when it is imported

SOURCE = pathlib.Path(__file__).resolve().parents[2]
MODELS = SOURCE / "tests" / "conformance" / "models"

ARM = """
<mujoco model="arm">
  <option timestep="0.005"/>
  <asset><material name="red" rgba="1 0 0 1"/></asset>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 1"/>
    <light name="lamp" pos="0 0 3"/>
    <camera name="eye" pos="0 -2 1"/>
    <body name="upper" pos="0 0 1">
      <joint name="shoulder" axis="0 1 0" damping="0.1" range="-90 90"/>
      <geom name="upper_rod" type="capsule" fromto="0 0 0 0.4 0 0" size="0.03"/>
      <body name="lower" pos="0.4 0 0">
        <joint name="elbow" axis="0 1 0" damping="0.1"/>
        <geom name="lower_rod" type="capsule" fromto="0 0 0 0.3 0 0" size="0.02" material="red"/>
        <site name="tip" pos="0.3 0 0"/>
      </body>
    </body>
    <body name="box" pos="0.3 0 0.5"><freejoint name="box_joint"/>
      <geom name="box" type="box" size="0.1 0.1 0.1"/></body>
    <body name="target" mocap="true" pos="1 0 0"><geom name="target" type="sphere" size="0.05" contype="0"
      conaffinity="0"/></body>
  </worldbody>
  <tendon><fixed name="both"><joint joint="shoulder" coef="1"/><joint joint="elbow" coef="-1"/></fixed></tendon>
  <equality><joint name="tie" joint1="shoulder" joint2="elbow" active="false"/></equality>
  <actuator>
    <motor name="shoulder" joint="shoulder" ctrlrange="-2 2"/>
    <general name="elbow" joint="elbow" dyntype="filter" dynprm="0.1" gainprm="2" biastype="affine"/>
  </actuator>
  <sensor><framepos name="tip_pos" objtype="site" objname="tip"/><jointvel name="spin" joint="elbow"/></sensor>
  <custom><numeric name="gains" data="1 2 3"/></custom>
  <keyframe><key name="bent" qpos="0.5 -0.5 0 0 2 1 0 0 0" ctrl="1 0"/></keyframe>
</mujoco>
"""


@pytest.fixture
def model() -> corten.Model:
    return corten.load_text(ARM)


@pytest.fixture
def data(model: corten.Model) -> corten.Data:
    return corten.Data(model)


def resident() -> int:
    """Bytes of memory that the process has in use."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def same_bits(a: np.ndarray, b: np.ndarray) -> bool:
    return a.shape == b.shape and a.tobytes() == b.tobytes()
