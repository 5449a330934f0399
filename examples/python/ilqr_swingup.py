"""Swings a pole up from hanging and holds it: iLQR finds the way, its feedback follows it, LQR holds the end.

python examples/python/ilqr_swingup.py
"""

import pathlib

import numpy as np

import corten
from corten.control import QuadraticCost, ilqr, lqr


def main() -> float:
    """Returns the angle of the pole, 0 is upright, six seconds later."""
    model = corten.load(pathlib.Path(__file__).with_name("cartpole.xml"))
    upright = corten.Data(model)
    hold = lqr(model, upright, Q=[1, 10, 0.1, 0.1], R=0.01)

    data = corten.Data(model)
    data.qpos = [0, np.pi]  # hanging
    cost = QuadraticCost(model, Q=[0.1, 0.1, 0.01, 0.01], R=0.01, Qf=[100, 1000, 10, 100])
    plan = ilqr(model, data, np.zeros((120, 1)) + 0.1, cost)
    print(f"iLQR: cost {plan.costs[0]:.0f} -> {plan.costs[-1]:.2f} in {len(plan.costs) - 1} iterations")

    for step in range(300):
        if step < len(plan.ctrl):  # follow the plan
            dx = np.concatenate((data.qpos - plan.qpos[step], data.qvel - plan.qvel[step]))
            data.ctrl = np.clip(plan.ctrl[step] - plan.gain[step] @ dx, -10, 10)
        else:
            hold.apply(model, data)
        if step % 20 == 0:
            print(f"{data.time:5.2f} s   cart {data.qpos[0]:+.3f} m   pole {np.degrees(data.qpos[1]):+8.2f} degrees")
        corten.step(model, data)
    print(f"{data.time:5.2f} s   cart {data.qpos[0]:+.3f} m   pole {np.degrees(data.qpos[1]):+8.2f} degrees")
    return float(data.qpos[1])


if __name__ == "__main__":
    main()
