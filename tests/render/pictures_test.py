#!/usr/bin/env python3
"""Pictures of models of the corpus against mujoco.Renderer 3.12.0, from the same camera.

On each model silhouettes and segmentations agree on 99 % of the pixels, and distances to 1 % on 99 % of the pixels that
show the same object. Colours are compared too, coarsely: the mean difference of a channel is at most 12 of 255. The last
line is the speed of both at 320 x 240.

    MUJOCO_GL=egl PYTHONPATH=build/dev/python build/venv/bin/python tests/render/pictures_test.py [name ...]

The corpus is found through CORTEN_CORPUS and is not part of the project; exit code 77 says that it is not there.
"""

import os
import pathlib
import sys
import time
import warnings

os.environ.setdefault("MUJOCO_GL", "egl")

import mujoco  # noqa: E402
import numpy as np  # noqa: E402

import corten  # noqa: E402

SOURCE = pathlib.Path(__file__).resolve().parents[2]
CORPUS = pathlib.Path(os.environ.get("CORTEN_CORPUS", SOURCE.parent / "shared" / "corpus"))
WIDTH, HEIGHT = 320, 240

# name: file, camera, steps before the picture
MODELS = {
    "humanoid": ("mujoco/humanoid/humanoid.xml", -1, 0),
    "humanoid side": ("mujoco/humanoid/humanoid.xml", 0, 100),
    "shadow hand": ("menagerie/shadow_hand/scene_right.xml", -1, 0),
    "h1": ("menagerie/unitree_h1/scene.xml", -1, 0),
    "cassie": ("menagerie/agility_cassie/scene.xml", -1, 0),
    "height field": ("menagerie/google_barkour_vb/scene_hfield_mjx.xml", -1, 0),
    "arm26": ("mujoco/tendon_arm/arm26.xml", -1, 50),
    "ant": ("gymnasium/ant.xml", -1, 0),
    "quadruped": ("dm_control/suite/quadruped.xml", 0, 0),
    "flag": ("mujoco/flex/flag.xml", -1, 30),
    "poncho": ("mujoco/flex/poncho.xml", -1, 0),
    "bunny": ("mujoco/flex/bunny.xml", -1, 0),
    "robotiq": ("menagerie/robotiq_2f85/scene.xml", -1, 0),
    "iiwa14": ("menagerie/kuka_iiwa_14/scene.xml", -1, 0),
    "cheetah": ("dm_control/suite/cheetah.xml", 0, 0),
    "slider crank": ("mujoco/slider_crank/slider_crank.xml", -1, 0),
    "hammock": ("mujoco/hammock/hammock.xml", -1, 0),
}


def pictures_of_mujoco(path, camera, steps):
    """(colours, distances, segmentation, positions) of MuJoCo."""
    model = mujoco.MjModel.from_xml_path(str(path))
    model.vis.quality.shadowsize = min(model.vis.quality.shadowsize, 1024)  # larger ones take minutes without a graphics card
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data, steps)
    mujoco.mj_forward(model, data)
    with mujoco.Renderer(model, HEIGHT, WIDTH) as renderer:
        renderer.update_scene(data, camera)
        rgb = renderer.render().copy()
        renderer.enable_depth_rendering()
        depth = renderer.render().copy()
        renderer.enable_segmentation_rendering()
        return rgb, depth, renderer.render().copy(), data.qpos.copy()


def pictures_of_corten(path, camera, qpos):
    model = corten.load(path)
    data = corten.Data(model)
    data.qpos[:] = qpos
    corten.forward(model, data)
    with corten.Renderer(model, WIDTH, HEIGHT) as renderer:
        renderer.update(data, camera)
        return renderer.rgb(), renderer.depth(), renderer.segmentation()


def compare(name):
    """The line of a model, and what is wrong with it."""
    file, camera, steps = MODELS[name]
    rgb, depth, objects, qpos = pictures_of_mujoco(CORPUS / file, camera, steps)
    own_rgb, own_depth, own_objects = pictures_of_corten(CORPUS / file, camera, qpos)
    silhouette = np.mean((objects[..., 0] < 0) == (own_objects[..., 0] < 0))
    same = (objects == own_objects).all(axis=-1)
    seen = same & (objects[..., 0] >= 0)
    near = np.abs(own_depth - depth)[seen] <= 0.01 * depth[seen]
    distance = np.mean(near) if seen.any() else 1.0
    colour = np.abs(rgb.astype(int) - own_rgb).mean()
    shown = len(np.unique(objects.reshape(-1, 2), axis=0))
    line = f"{name:14} {shown:7} {100 * silhouette:10.2f} {100 * same.mean():12.2f} {100 * distance:8.2f} {colour:8.1f}"
    good = min(silhouette, same.mean(), distance) >= 0.99 and colour <= 12 and shown >= 2
    return line, good


def speed():
    """Frames per second of both, of the humanoid with its scene updated for each."""
    path = str(CORPUS / MODELS["humanoid"][0])
    model, real = corten.load(path), mujoco.MjModel.from_xml_path(path)
    data, real_data = corten.Data(model), mujoco.MjData(real)
    corten.forward(model, data)
    mujoco.mj_forward(real, real_data)

    def rate(frame, least):
        frame()
        count, start = 0, time.perf_counter()
        while count < least:
            frame()
            count += 1
        return count / (time.perf_counter() - start)

    with corten.Renderer(model, WIDTH, HEIGHT) as own, mujoco.Renderer(real, HEIGHT, WIDTH) as other:
        ours = rate(lambda: (own.update(data), own.rgb()), 100)
        theirs = rate(lambda: (other.update_scene(real_data), other.render()), 3)
    return ours, theirs


def main():
    warnings.simplefilter("ignore", corten.LoadWarning)
    if not (CORPUS / MODELS["humanoid"][0]).exists():
        print(f"skipped: no corpus at {CORPUS}; set CORTEN_CORPUS")
        return 77
    print(f"{'model':14} {'objects':>7} {'silhouette':>10} {'segmentation':>12} {'distance':>8} {'colour':>8}")
    bad = []
    for name in sys.argv[1:] or MODELS:
        line, good = compare(name)
        print(line if good else line + "   <- differs", flush=True)
        bad += [] if good else [name]
    ours, theirs = speed()
    print(f"speed: {ours:.0f} frames per second at {WIDTH} x {HEIGHT}, MuJoCo {theirs:.1f}")
    if ours < min(200, theirs):
        bad.append("speed")
    print("differ: " + ", ".join(bad) if bad else "all agree")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
