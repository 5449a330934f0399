"""The viewer and films from Python, with a page of the test's own."""

import base64
import gzip
import re
import struct
import sys
import threading
import urllib.error
import urllib.request

import pytest
from conftest import ARM, SOURCE

import corten

sys.path.insert(0, str(SOURCE / "tests" / "view"))
import page as client  # noqa: E402

PAGE = "<!doctype html><script>1</script>"


class Address:
    """What client.Page needs of a viewer."""

    def __init__(self, address: str) -> None:
        self.host, port, self.token = re.fullmatch(r"http://(.+):(\d+)/\?token=(\w+)", address).groups()
        self.port = int(port)

    connect = client.Viewer.connect
    raw = client.Viewer.raw
    get = client.Viewer.get
    scene = client.Viewer.scene


def test_own_loop(capsys) -> None:
    model = corten.load_text(ARM)
    data = corten.Data(model)
    with corten.view(model, data, block=False, page=PAGE) as viewer:
        assert capsys.readouterr().out.strip() == viewer.address
        address = Address(viewer.address)
        scene = address.scene()
        page = client.Page(address)
        page.send("ctrl", index=0, value=0.25)

        def until(condition) -> None:
            for _ in range(2000):
                corten.step(model, data)
                viewer.sync()
                if condition():
                    return
            raise AssertionError("never happened")

        until(lambda: data.ctrl[0] == 0.25)
        assert viewer.clients == 1
        frame = page.next_frame(scene)
        assert frame["ctrl"][0] == 0.25 or frame["time"] < data.time
        page.send("pause")
        threading.Timer(0.3, lambda: page.send("play")).start()  # sync() waits until then
        before = data.time
        until(lambda: data.time > before + 10 * model.opt.timestep)
        page.sock.close()
    assert not viewer.is_running()
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(viewer.address or "http://127.0.0.1:1/", timeout=1)
    viewer.sync()  # does nothing any more


def test_run_steps_the_world() -> None:
    model = corten.load_text(ARM)
    data = corten.Data(model)
    viewer = corten.Viewer(model, data, page=PAGE)
    viewer.run(0.2)
    assert 0.05 < data.time < 0.3
    viewer.close()
    assert viewer.address == ""


def test_options_of_a_writable_model_only() -> None:
    for model, changed in ((corten.load_text(ARM), False), (corten.load_text(ARM).writable(), True)):
        viewer = corten.Viewer(model, corten.Data(model), page=PAGE)
        page = client.Page(Address(viewer.address))
        page.send("set_option", name="viscosity", value=3)
        viewer.run(0.2)
        assert (model.opt.viscosity == 3) == changed
        page.sock.close()
        viewer.close()


def test_interrupt_ends_a_blocking_view() -> None:
    import _thread

    threading.Timer(0.3, _thread.interrupt_main).start()
    viewer = corten.view(corten.load_text(ARM), page=PAGE)
    assert not viewer.is_running()


def test_film(tmp_path) -> None:
    model = corten.load_text(ARM)
    data = corten.record(model, tmp_path / "film.html", seconds=0.5, fps=10, page=PAGE)
    assert data.time == pytest.approx(0.5)
    text = (tmp_path / "film.html").read_text()
    parts = dict(re.findall(r'id="corten-(\w+)">([^<]*)<', text))
    frames = gzip.decompress(base64.b64decode(parts["frames"]))
    times, at = [], 0
    while at < len(frames):
        times.append(struct.unpack_from("<d", frames, at + 20)[0])
        at += 4 + struct.unpack_from("<I", frames, at)[0]
    assert times == pytest.approx([0, 0.1, 0.2, 0.3, 0.4, 0.5], abs=model.opt.timestep)


def test_without_a_page() -> None:
    model = corten.load_text(ARM)
    if corten.has_viewer_page():
        assert "<script" in urllib.request.urlopen(corten.Viewer(model, corten.Data(model)).address).read().decode()
        return
    with pytest.raises(RuntimeError, match="tools/web"):
        corten.Viewer(model, corten.Data(model))


def test_passive_viewer_of_mujoco(monkeypatch) -> None:
    import corten.mujoco as mujoco

    model = mujoco.MjModel.from_xml_string(ARM)
    data = mujoco.MjData(model)
    with mujoco.viewer.launch_passive(model, data, page=PAGE) as viewer:
        assert viewer.is_running()
        with viewer.lock():
            mujoco.mj_step(model, data)
        viewer.sync()
    assert not viewer.is_running()
