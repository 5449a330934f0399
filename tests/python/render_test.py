"""Pictures: corten.Renderer, and mujoco.Renderer, Gymnasium and dm_control on Corten against MuJoCo 3.12.0.

Segmentations agree on 99 % of the pixels, distances to 1 % on 99 % of those that show something, colours to 8 of 255 in the
mean. tests/render compares pictures of many models.
"""

import os
import pathlib
import subprocess
import sys
import threading

import mujoco
import numpy as np
import pytest
from conftest import ARM

import corten
import corten.mujoco as ours

GEOM = 5  # of mjtObj


@pytest.fixture
def world(model):
    data = corten.Data(model)
    corten.forward(model, data)
    return model, data


def test_kinds_of_pictures(world):
    model, data = world
    with corten.Renderer(model, 80, 60) as renderer:
        renderer.update(data)
        rgb, depth, objects = renderer.rgb(), renderer.depth(), renderer.segmentation()
        assert (rgb.shape, rgb.dtype) == ((60, 80, 3), np.uint8) and np.ptp(rgb) > 50
        assert (depth.shape, depth.dtype) == ((60, 80), np.float32)
        assert (objects.shape, objects.dtype) == ((60, 80, 2), np.int32)
        shown = {tuple(pair) for pair in objects.reshape(-1, 2).tolist()}
        assert (model.geom("floor").id, GEOM) in shown and (model.geom("box").id, GEOM) in shown
        renderer.resize(20, 10)
        assert renderer.rgb().shape == (10, 20, 3) and (renderer.width, renderer.height) == (20, 10)
        same = rgb.copy()
        renderer.resize(80, 60)
        assert np.array_equal(renderer.rgb(), same)
    with pytest.raises(RuntimeError, match="closed"):
        renderer.rgb()


def test_distance_of_a_ball_and_of_nothing():
    model = corten.load_text(
        '<mujoco><statistic extent="1"/><worldbody><geom size=".5"/><camera name="above" pos="0 0 3"/></worldbody></mujoco>'
    )
    data = corten.Data(model)
    corten.forward(model, data)
    renderer = corten.Renderer(model, 41, 41)
    renderer.update(data, "above")
    depth = renderer.depth()
    assert depth[20, 20] == pytest.approx(2.5, abs=1e-3)
    assert depth[0, 0] == pytest.approx(50)
    assert renderer.segmentation()[0, 0].tolist() == [-1, -1]
    assert renderer.segmentation()[20, 20].tolist() == [0, GEOM]


def test_misuse(world):
    model, data = world
    with pytest.raises(ValueError, match="0 by 5"):
        corten.Renderer(model, 0, 5)
    renderer = corten.Renderer(model, 8, 8)
    with pytest.raises(IndexError, match="camera 7"):
        renderer.update(data, 7)
    with pytest.raises(IndexError, match="did you mean|camera"):
        renderer.update(data, "eey")
    with pytest.raises(TypeError, match="camera"):
        renderer.update(data, 1.5j)
    with pytest.raises(ValueError):
        renderer.update(corten.Data(corten.load_text("<mujoco/>")))


def test_other_threads(world):
    model, data = world
    renderer = corten.Renderer(model, 40, 30)
    renderer.update(data)
    here, there = renderer.rgb(), []
    thread = threading.Thread(target=lambda: there.append(renderer.rgb()))
    thread.start()
    thread.join()
    assert np.array_equal(here, there[0])


# MuJoCo lights the corners of the squares of the plane, here small ones.
SCENE = ARM.replace("<worldbody>", '<asset><texture type="skybox" builtin="gradient" rgb1="1 0 0" rgb2="0 0 1" width="64" height="64"/></asset>\
<visual><quality shadowsize="512" offsamples="0"/></visual><worldbody>').replace("5 5 1", "5 5 0.05")  # fmt: skip


def pictures(lib, camera):
    model = lib.MjModel.from_xml_string(SCENE)
    data = lib.MjData(model)
    lib.mj_forward(model, data)
    with lib.Renderer(model, 90, 120) as renderer:
        renderer.update_scene(data, camera)
        geom = renderer.scene.geoms[renderer.scene.ngeom]  # a shape of one's own
        lib.mjv_initGeom(geom, lib.mjtGeom.mjGEOM_SPHERE, [0.2, 0, 0], [0.5, 0.5, 0.5], np.eye(3).flatten(), [0, 1, 0, 1])
        geom.objtype, geom.objid, geom.segid, geom.category = 0, -1, -1, 4
        renderer.scene.ngeom += 1
        rgb = renderer.render().copy()
        renderer.enable_depth_rendering()
        depth = renderer.render().copy()
        renderer.enable_segmentation_rendering()
        shapes = [(g.type, g.objtype, g.objid, g.segid, g.category) for g in renderer.scene.geoms[: renderer.scene.ngeom]]
        sizes = [[*g.size, *g.pos, *g.rgba, *np.ravel(g.mat)] for g in renderer.scene.geoms[: renderer.scene.ngeom]]
        return rgb, depth, renderer.render().copy(), shapes, np.array(sizes)


@pytest.mark.parametrize("camera", [-1, "eye"])
def test_mujoco_renderer(camera):
    rgb, depth, objects, shapes, sizes = pictures(ours, camera)
    real_rgb, real_depth, real_objects, real_shapes, real_sizes = pictures(mujoco, camera)
    assert shapes == real_shapes
    assert np.abs(sizes - real_sizes).max() < 1e-6
    assert (objects.shape, objects.dtype) == (real_objects.shape, real_objects.dtype)
    same = (objects == real_objects).all(axis=-1)
    assert same.mean() > 0.99
    seen = same & (objects[..., 0] >= 0)
    assert (np.abs(depth - real_depth)[seen] <= 0.01 * real_depth[seen]).mean() > 0.99
    assert np.abs(rgb.astype(int) - real_rgb).mean() < 8


def test_what_is_not_drawn_raises():
    model = ours.MjModel.from_xml_string(ARM)
    data = ours.MjData(model)
    option = ours.MjvOption()
    option.flags[ours.mjtVisFlag.mjVIS_JOINT] = 1
    with ours.Renderer(model) as renderer:
        with pytest.raises(NotImplementedError, match="mjVIS_JOINT"):
            renderer.update_scene(data, scene_option=option)
        with pytest.raises(ValueError, match="does not exist"):
            renderer.update_scene(data, "nowhere")
        renderer.scene.flags[ours.mjtRndFlag.mjRND_WIREFRAME] = 1
        renderer.update_scene(data)
        with pytest.raises(NotImplementedError, match="mjRND_WIREFRAME"):
            renderer.render()
    with pytest.raises(ValueError, match="offwidth"):
        ours.Renderer(model, 10, 5000)


CLIENT = pathlib.Path(__file__).parent / "clients" / "draw.py"


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """What Gymnasium and dm_control draw, on Corten and on MuJoCo."""
    folder, found = tmp_path_factory.mktemp("drawn"), []
    for backend in ("corten", "mujoco"):
        out = folder / f"{backend}.npz"
        environment = {**os.environ, "MUJOCO_GL": "egl"}
        run = subprocess.run(
            [sys.executable, "-B", str(CLIENT), backend, str(out)], env=environment, capture_output=True, text=True, timeout=300
        )  # fmt: skip
        assert out.exists(), run.stderr
        found.append(dict(np.load(out)))
    return found


@pytest.mark.parametrize("name", ["Humanoid", "cheetah", "quadruped"])
def test_clients_draw_the_same(drawn, name):
    own, real = drawn
    difference = np.abs(own[name].astype(int) - real[name]).mean()
    assert own[name].shape == real[name].shape and np.ptp(real[name]) > 50 and difference < 8
    if name != "Humanoid":
        same = (own[name + " objects"] == real[name + " objects"]).all(axis=-1)
        seen = same & (real[name + " objects"][..., 0] >= 0)
        assert same.mean() > 0.99 and seen.mean() > 0.02
        error = np.abs(own[name + " depth"] - real[name + " depth"])[seen]
        assert (error <= 0.01 * real[name + " depth"][seen]).mean() > 0.99
