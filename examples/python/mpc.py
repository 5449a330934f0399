"""Swings a pole up and balances it while it is pushed around, by model-predictive control: 64 rollouts for each plan.

python examples/python/mpc.py
"""

import pathlib

import numpy as np

import corten
from corten.control import Paths, SamplingMPC


def cost(paths: Paths) -> np.ndarray:
    """Height that the tip lacks, distance of the cart, speed, effort; summed over the steps of each rollout."""
    low = 1.6 - paths.sensordata[..., 2]
    slow = 0.01 * (paths.qvel**2).sum(axis=-1)
    return (10 * low + 0.2 * paths.qpos[..., 0] ** 2 + slow + 1e-3 * paths.ctrl[..., 0] ** 2).sum(axis=1)


def main(seconds: float = 8, threads: corten.ThreadPool | None = None) -> float:
    """Returns the largest angle, from upright, of the second half of the time."""
    model = corten.load(pathlib.Path(__file__).with_name("cartpole.xml"))
    data = corten.Data(model)
    data.qpos = [0, np.pi]
    mpc = SamplingMPC(model, cost, horizon=40, samples=64, sigma=0.3, temperature=0.05, threads=threads)
    worst = 0.0
    while data.time < seconds - 1e-9:
        mpc.control(data)
        data.qfrc_applied[1] = 0.3 if int(data.time) % 3 == 2 and data.time % 1 < 0.1 else 0  # a push now and then
        corten.step(model, data)
        angle = (data.qpos[1] + np.pi) % (2 * np.pi) - np.pi
        if data.time > seconds / 2:
            worst = max(worst, abs(angle))
        if round(data.time / 0.02) % 25 == 0:
            print(f"{data.time:5.2f} s   cart {data.qpos[0]:+.3f} m   pole {np.degrees(angle):+8.2f} degrees")
    return worst


if __name__ == "__main__":
    main(threads=corten.ThreadPool())
