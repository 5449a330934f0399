"""Settings of pictures against mujoco 3.12.0: defaults, every model of the corpus, and what can be changed."""

import copy
import os
import pathlib
import pickle
import re

import mujoco
import numpy as np
import pytest
from conftest import ARM, MODELS, SOURCE

import corten
import corten.mujoco as ours

GROUPS = ("global_", "quality", "headlight", "map", "scale", "rgba")
CORPUS = pathlib.Path(os.environ.get("CORTEN_CORPUS", SOURCE.parent / "shared" / "corpus"))


def settings(visual):
    """All of them as lists. MuJoCo's Python shows bv and bvactive of rgba as empty arrays."""
    found = {}
    for group in GROUPS:
        part = getattr(visual, group)
        for name in (n for n in dir(part) if not n.startswith("_") and n != "to_dict"):
            if not (group == "rgba" and name in ("bv", "bvactive")):
                found[group, name] = np.array(getattr(part, name)).tolist()
    return found


def test_defaults():
    own = settings(corten.load_text("<mujoco/>").vis)
    assert own == settings(mujoco.MjModel.from_xml_string("<mujoco/>").vis)
    rows = (SOURCE / "include" / "corten" / "visual_fields.def").read_text()
    assert len(re.findall(r"^CORTEN_VISUAL\(", rows, re.M)) == len(own) + 2


def test_models_of_the_corpus():
    files = sorted(p for p in CORPUS.rglob("*.xml") if "<visual>" in p.read_text(errors="replace"))
    if not files:
        pytest.skip(f"no corpus at {CORPUS}; set CORTEN_CORPUS")
    seen, usual = set(), settings(corten.load_text("<mujoco/>").vis)
    for file in files:
        try:
            real = mujoco.MjModel.from_xml_path(str(file))
        except ValueError:
            continue  # a part of a model
        own = settings(corten.load(file).vis)
        assert own == settings(real.vis), file
        seen |= {key for key in own if own[key] != usual[key]}
    assert len(seen) >= 12, seen


def test_changes_stay_with_the_model():
    model = corten.load_text(ARM.replace("<option", "<visual><map znear='0.5'/><rgba fog='1 0 0 1'/></visual><option", 1))
    with pytest.raises(AttributeError, match="writable"):
        model.vis.map.znear = 1
    changed = model.writable()
    changed.vis.map.znear = 0.25
    changed.vis.rgba.fog[1] = 0.5
    changed.vis.global_.orthographic = 1
    for same in (changed, copy.copy(changed), pickle.loads(pickle.dumps(changed)), corten.load_bytes(changed.to_bytes())):
        assert same.vis.map.znear == 0.25 and same.vis.rgba.fog.tolist() == [1, 0.5, 0, 1] and same.vis.global_.orthographic == 1
    assert model.vis.map.znear == 0.5
    with pytest.raises(TypeError, match="vis.quality.shadowsize is an integer"):
        changed.vis.quality.shadowsize = "large"
    with pytest.raises(ValueError, match="vis.rgba.fog"):
        changed.vis.rgba.fog = [1, 2]


def test_mujoco_names():
    model = ours.MjModel.from_xml_path(str(MODELS / "views.xml"))
    model.vis.headlight.ambient[:] = 1
    model.vis.global_.offwidth = 1000
    same = pickle.loads(pickle.dumps(model))
    assert same.vis == model.vis and same.vis.global_.offwidth == 1000
    alone = copy.copy(model.vis)
    alone.map.zfar = 3
    assert alone != model.vis and pickle.loads(pickle.dumps(alone)) == alone
    with pytest.raises(AttributeError):
        model.vis.map.nonsense = 1
