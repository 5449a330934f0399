"""Finds masses, damping and friction of a puck on a table and of a swinging arm from how they moved.

python examples/python/identify.py
"""

import numpy as np

import corten
from corten.identify import Parameter, identify, record

MODEL = """
<mujoco model="arm and puck">
  <option timestep="0.005" cone="elliptic"/>
  <worldbody>
    <geom name="table" type="plane" size="2 2 1" friction="0.6"/>
    <body name="upper" pos="0 1 1">
      <joint name="shoulder" axis="0 1 0" damping="0.05"/>
      <geom type="capsule" fromto="0 0 0 0.4 0 0" size="0.03" mass="1"/>
      <body name="lower" pos="0.4 0 0">
        <joint name="elbow" axis="0 1 0" damping="0.05"/>
        <geom type="capsule" fromto="0 0 0 0.3 0 0" size="0.02" mass="0.5"/>
      </body>
    </body>
    <body name="puck" pos="0 0 0.1">
      <joint name="x" type="slide" axis="1 0 0"/>
      <joint name="y" type="slide" axis="0 1 0"/>
      <joint name="z" type="slide" axis="0 0 1"/>
      <geom name="puck" type="sphere" size="0.1" mass="2" friction="0.6"/>
    </body>
  </worldbody>
  <actuator>
    <motor name="shoulder" joint="shoulder"/>
    <motor name="elbow" joint="elbow"/>
  </actuator>
</mujoco>
"""

TRUE = {"body_mass[upper]": 1.6, "body_mass[lower]": 0.8, "dof_damping[elbow]": 0.12, "geom_friction[0]": 0.35}


def recording(model: corten.Model, noise: float, seed: int = 0):
    """Two seconds of an arm that is pushed about and a puck that slides until it stops, as instruments would see them."""
    real = model.writable()
    for name, value in (("upper", 1.6), ("lower", 0.8)):
        real.body_inertia[real.body(name).id] *= value / real.body(name).mass
        real.body(name).mass = value
    real.joint("elbow").damping = 0.12
    real.geom_friction[real.geom("puck").id, 0] = real.geom_friction[real.geom("table").id, 0] = 0.35
    real.recompute_constants()
    t = np.arange(400)[:, None] * 0.005
    controls = np.concatenate((6 + 3 * np.sin(5 * t), 1 + np.sin(9 * t)), axis=1)
    velocity = np.zeros(model.nv)
    velocity[2:5] = 2, 1, 0  # of the puck
    path = record(real, controls, qvel=velocity)
    random = np.random.default_rng(seed)
    path.qpos += noise * random.standard_normal(path.qpos.shape)
    path.qvel += noise * random.standard_normal(path.qvel.shape)
    return path


def main(noise: float = 0.0) -> dict[str, float]:
    """Returns what was found."""
    model = corten.load_text(MODEL)
    parameters = [
        Parameter("body_mass", "upper"),
        Parameter("body_mass", "lower"),
        Parameter("dof_damping", "elbow"),
        Parameter("geom_friction", column=0),  # of puck and table alike: a contact has the larger of the two
    ]
    result = identify(model, parameters, recording(model, noise), window=40)
    print(f"residual {result.history[0]:.3g} -> {result.residual:.3g} in {len(result.history) - 1} iterations")
    for parameter, true in zip(parameters, TRUE.values(), strict=True):
        name = str(parameter)
        print(f"{name:24} found {result.values[name]:.5f} +- {result.errors[name]:.1g}   true {true}")
    return result.values


if __name__ == "__main__":
    main()
