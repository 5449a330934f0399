"""Balances a pole on a cart with a linear-quadratic regulator about the upright position.

python examples/python/lqr_cartpole.py
"""

import pathlib

import numpy as np

import corten
from corten.control import lqr


def main() -> float:
    """Returns the angle of the pole after ten seconds."""
    model = corten.load(pathlib.Path(__file__).with_name("cartpole.xml"))
    data = corten.Data(model)  # upright and at rest: what we linearise about
    feedback = lqr(model, data, Q=[1, 10, 0.1, 0.1], R=0.01)
    print("gain", feedback.gain.round(2))

    data.qpos = [0.5, 0.3]  # half a metre off, 17 degrees tilted
    data.control = feedback.apply  # called in each step
    for second in range(11):
        print(f"{data.time:5.1f} s   cart {data.qpos[0]:+.4f} m   pole {np.degrees(data.qpos[1]):+8.4f} degrees")
        if second < 10:
            corten.step(model, data, 50)
    return float(data.qpos[1])


if __name__ == "__main__":
    main()
