"""Pictures that Gymnasium and dm_control draw: draw.py corten|mujoco OUT.npz. Both libraries are unchanged."""

import sys
import warnings

import numpy as np

if sys.argv[1] == "corten":
    import corten.mujoco

    corten.mujoco.install()

warnings.simplefilter("ignore")
import gymnasium  # noqa: E402
from dm_control import suite  # noqa: E402

WIDTH, HEIGHT = 160, 120
pictures = {}
env = gymnasium.make("Humanoid-v5", render_mode="rgb_array", width=WIDTH, height=HEIGHT)
env.reset(seed=1)
pictures["Humanoid"] = env.render()
for domain, task in (("cheetah", "run"), ("quadruped", "walk")):
    physics = suite.load(domain, task, task_kwargs={"random": 1}).physics
    # One sample a pixel: MuJoCo's distances are those of a sample, which is not in the middle.
    physics.model.vis.quality.offsamples, physics.model.vis.quality.shadowsize = 0, 512
    pictures[domain] = physics.render(HEIGHT, WIDTH, camera_id=0)
    pictures[domain + " depth"] = physics.render(HEIGHT, WIDTH, camera_id=0, depth=True)
    pictures[domain + " objects"] = physics.render(HEIGHT, WIDTH, camera_id=0, segmentation=True)
np.savez(sys.argv[2], **pictures)
