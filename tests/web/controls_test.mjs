// Everything that the page offers does what it says: on the page (elements), in its state, and in the simulation.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { browse, corten, here, open, press, put, root, scratch, send, time, until, view } from "./harness.mjs";

let chromium, server, page, work;
const model = () => join(work.folder, "shapes.xml");

before(async () => {
  chromium = await browse();
  work = scratch();
  copyFileSync(join(here, "shapes.xml"), model());
  server = await view(model(), { options: ["--paused"] });
  page = await open(chromium.browser, server.url);
});
after(async () => {
  await server.stop();
  await chromium.close();
  work.remove();
});
beforeEach(async () => {
  await send(page, { do: "pause" });
  await send(page, { do: "speed", factor: 1 });
  await send(page, { do: "reset" });
  await until(page, () => !window.corten.state.playing && window.corten.frame.time === 0);
});
afterEach(() => assert.deepEqual(page.errors.splice(0), []));

const qpos = (joint) => page.evaluate((name) => {
  const { scene, frame } = window.corten;
  return frame.get("qpos")[scene.head.joints.find((j) => j.name === name).qposadr];
}, joint);

test("play, pause and step", async () => {
  await press(page, "#play");
  await until(page, () => window.corten.state.playing && window.corten.frame.time > 0.2);
  assert.equal(await page.evaluate(() => document.getElementById("play").classList.contains("on")), true);
  await page.keyboard.press("Space");
  await until(page, () => !window.corten.state.playing);
  await new Promise((resolve) => setTimeout(resolve, 200));
  const paused = await time(page);
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal(await time(page), paused);
  await press(page, "#step");
  await until(page, (t) => window.corten.frame.time > t, paused);
  assert.ok(Math.abs((await time(page)) - paused - 0.004) < 1e-9);
  await until(page, (t) => document.getElementById("clock").textContent === `${t.toFixed(3)} s`, await time(page));
});

test("speed", async () => {
  await put(page, "#speed", "1/4×");
  await until(page, () => window.corten.state.speed === 0.25);
  const [start, clock] = [await time(page), Date.now()];
  await press(page, "#play");
  await until(page, () => window.corten.frame.time > 0.2);
  const factor = ((await time(page)) - start) / ((Date.now() - clock) / 1000);
  assert.ok(factor < 0.4, `${factor} simulated seconds per second`);
});

test("reset and keyframes", async () => {
  await send(page, { do: "step", count: 50 });
  await until(page, () => window.corten.frame.time > 0.19);
  await press(page, "#reset");
  await until(page, () => window.corten.frame.time === 0);
  await put(page, "#keys", "0");
  await until(page, () => window.corten.frame.time === 2);
  assert.ok(Math.abs((await qpos("swing")) - 0.9) < 1e-6);
});

test("sliders of actuators and joints, with limits and units", async () => {
  const slider = await page.evaluate(() => {
    const { min, max } = document.querySelector('[data-section="Actuators"] [data-slider="swing"]');
    return [Number(min), Number(max)];
  });
  assert.deepEqual(slider, [-5, 5]);
  await put(page, '[data-section="Actuators"] [data-slider="swing"]', "3");
  await until(page, () => window.corten.frame.get("ctrl")[0] === 3);
  await send(page, { do: "step", count: 20 });
  await until(page, () => window.corten.frame.time > 0.07);
  assert.ok(Math.abs(await qpos("swing")) > 0.01, "the motor moved nothing");
  await page.evaluate(() => (document.querySelector('[data-section="Joints"]').open = true));
  await put(page, '[data-section="Joints"] [data-slider="swing"]', "0.5");
  await until(page, () => {
    const { scene, frame } = window.corten;
    return Math.abs(frame.get("qpos")[scene.head.joints.find((j) => j.name === "swing").qposadr] - 0.5) < 1e-3;
  });
  await until(page, () => /0\.5.* rad/.test(document.querySelector('[data-section="Joints"] .slider output').textContent));
});

test("options, flags and policies", async () => {
  const option = (name) => `[data-option="${name}"]`;
  await put(page, `${option("gravity")} input:nth-child(3)`, "2");
  await put(page, option("flag.contact"), false);
  await put(page, option("integrator"), "RK4");
  await send(page, { do: "step", count: 50 });
  await until(page, () => window.corten.frame.time > 0.19);
  const ball = await page.evaluate(() => window.corten.frame.get("xpos")[3 * window.corten.scene.head.names.body.indexOf("ball") + 2]);
  assert.ok(ball > 0.2, `gravity upwards lifts the ball: ${ball}`);
  assert.equal(await page.evaluate(() => window.corten.frame.contactCount), 0);
  await put(page, `${option("timestep")} input`, "-1");
  await until(page, () => document.querySelector(".toast.warning") !== null);
  await until(page, (s) => document.querySelector(s).value === "0.004", `${option("timestep")} input`);
  await put(page, `${option("gravity")} input:nth-child(3)`, "-9.81");
  await put(page, option("flag.contact"), true);
  await put(page, option("integrator"), "Euler");
  const policy = await page.evaluate(() => {
    const select = document.querySelector("[data-policy]");
    return { name: select.dataset.policy, now: select.value, other: [...select.options].map((o) => o.value).find((v) => v !== select.value) };
  });
  await put(page, `[data-policy="${policy.name}"]`, policy.other);
  await send(page, { do: "step", count: 5 });
  await until(page, () => window.corten.frame.time > 0.01);
  await put(page, `[data-policy="${policy.name}"]`, policy.now);
});

test("clicking selects, dragging pulls, and undo goes back", async () => {
  const at = (name) => page.evaluate((body) => {
    const { stage, scene, frame } = window.corten;
    const b = scene.head.names.body.indexOf(body);
    const p = stage.eye.camera.position.clone().fromArray(frame.get("xpos"), 3 * b).project(stage.eye.camera);
    const box = document.getElementById("picture").getBoundingClientRect();
    return { x: box.x + ((p.x + 1) / 2) * box.width, y: box.y + ((1 - p.y) / 2) * box.height, b };
  }, name);
  const place = (b) => page.evaluate((i) => Array.from(window.corten.frame.get("xpos").subarray(3 * i, 3 * i + 3)), b);
  const ball = await at("ball");
  await page.mouse.click(ball.x, ball.y);
  await until(page, () => document.getElementById("selected-name")?.textContent === "ball");
  await until(page, () => /kg/.test(document.getElementById("selected").textContent));
  await press(page, "#play");
  await until(page, () => window.corten.frame.time > 0.1);
  const before = await place(ball.b);
  await page.keyboard.down("Control");
  await page.mouse.move(ball.x, ball.y);
  await page.mouse.down();
  await page.mouse.move(ball.x - 60, ball.y - 120, { steps: 5 });
  await until(page, (z) => window.corten.frame.get("xpos")[3 * window.corten.stage.selected + 2] > z + 0.05, before[2]);
  await page.mouse.up();
  await page.keyboard.up("Control");
  assert.equal(await page.evaluate(() => window.corten.stage.pull), null);
  const held = await page.evaluate(() => window.corten.handled.at(-1)); // when the pull began
  await press(page, "#undo");
  await until(page, (t) => !window.corten.state.playing && Math.abs(window.corten.frame.time - t) < 0.05, held);
  const undone = await place(ball.b);
  assert.ok(Math.hypot(...undone.map((v, k) => v - before[k])) < 0.02, `${undone} is not ${before}`);
  const target = await at("target");
  await page.keyboard.down("Control");
  await page.mouse.move(target.x, target.y);
  await page.mouse.down();
  await page.mouse.move(target.x + 50, target.y, { steps: 3 });
  await until(page, (b, old) => Math.abs(window.corten.frame.get("xpos")[3 * b] - old[0]) > 0.02, target.b, [0, 0.9, 0.5]);
  await page.mouse.up();
  await page.keyboard.up("Control");
});

test("the past: the timeline goes back, playing goes on from there", async () => {
  await send(page, { do: "step", count: 100 });
  await until(page, () => window.corten.frame.time > 0.39 && window.corten.state.history[1] > 0.3);
  await put(page, "#timeline", "0.2");
  await until(page, () => Math.abs(window.corten.frame.time - 0.2) < 0.05);
  const past = await time(page);
  await press(page, "#step");
  await until(page, (t) => Math.abs(window.corten.frame.time - t - 0.004) < 1e-6, past);
});

test("plots follow the simulation", async () => {
  await page.evaluate(() => {
    for (const title of ["time per stage", "solver iterations", "angle"]) {
      const box = document.querySelector(`[data-plot-choice="${title}"] input`);
      if (!box.checked) box.click();
    }
  });
  await press(page, "#play");
  await until(page, () => window.corten.frame.time > 0.5);
  const samples = await page.evaluate(() => Object.fromEntries(
    ["energy", "contact force", "time per stage", "solver iterations", "angle"].map((t) => [t, window.corten.plots.samples(t)])));
  for (const [title, list] of Object.entries(samples)) {
    assert.ok(list.length > 5, `${title} has ${list.length} samples`);
    assert.ok(list.some((s) => s.values.some((v) => v !== 0)), `${title} is zero`);
  }
  const drawn = await page.evaluate(() => {
    const canvas = document.querySelector('[data-plot="energy"] canvas');
    return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some((v) => v > 0);
  });
  assert.ok(drawn, "the plot of the energy is empty");
});

test("groups, overlays, cameras, labels and help", async () => {
  const calls = () => page.evaluate(() => window.corten.stage.parts.overlays.discs.used);
  await send(page, { do: "step", count: 5 });
  await until(page, () => window.corten.frame.contactCount > 3);
  await page.keyboard.press("c");
  await until(page, () => window.corten.stage.parts.overlays.discs.used > 3);
  await page.keyboard.press("c");
  await until(page, () => window.corten.stage.parts.overlays.discs.used === 0);
  assert.equal(await calls(), 0);
  const shown = () => page.evaluate(() => {
    const { batches } = window.corten.stage.parts.solids;
    const hidden = window.corten.scene.head.names.geom.indexOf("hidden");
    for (const { mesh, solids } of batches) {
      const i = solids.findIndex((s) => s.kind === "geom" && s.id === hidden);
      if (i >= 0) return mesh.instanceMatrix.array[16 * i] !== 0;
    }
    return null;
  });
  assert.equal(await shown(), false, "group 3 is off at first");
  await press(page, '[data-group="geom 3"]');
  await until(page, () => window.corten.stage.settings.groups.geom[3]);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))); // drawn
  assert.equal(await shown(), true);
  await page.keyboard.press("3");
  await page.keyboard.press("]");
  await until(page, () => window.corten.stage.eye.mode.kind === "fixed" && Math.abs(window.corten.stage.eye.camera.position.z - 3) < 1e-6);
  await page.keyboard.press("Escape");
  await until(page, () => window.corten.stage.eye.mode.kind === "free");
  await page.keyboard.press("?");
  assert.equal(await page.evaluate(() => document.getElementById("help").hidden), false);
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.getElementById("help").hidden), true);
});

test("a mistake in the file is shown, the old model goes on, and the mended one comes", async () => {
  const text = readFileSync(model(), "utf8");
  await press(page, "#play");
  writeFileSync(model(), text.replace('type="ellipsoid"', 'type="elipsoid"'));
  await until(page, () => !document.getElementById("trouble").hidden);
  const trouble = await page.evaluate(() => document.getElementById("trouble").textContent);
  const line = text.split("\n").findIndex((l) => l.includes("ellipsoid")) + 1;
  assert.match(trouble, new RegExp(`shapes\\.xml:${line}`));
  assert.match(trouble, /elipsoid/);
  const then = await time(page);
  await until(page, (t) => window.corten.frame.time > t + 0.1, then);
  writeFileSync(model(), text.replace('name="egg"', 'name="ostrich egg"'));
  await until(page, () => document.getElementById("trouble").hidden && window.corten.scene.head.names.body.includes("ostrich egg"));
  writeFileSync(model(), text);
  await until(page, () => window.corten.scene.head.names.body.includes("egg") && window.corten.frame);
});

test("divergence stops, says where, and reset takes it away", async () => {
  await put(page, '[data-option="timestep"] input', "0.5");
  await put(page, '[data-section="Actuators"] [data-slider="swing"]', "5");
  await send(page, { do: "speed", factor: 0 });
  await press(page, "#play");
  await until(page, () => !document.getElementById("diverged").hidden);
  const banner = await page.evaluate(() => document.getElementById("diverged").textContent);
  assert.match(banner, /Diverged at/);
  assert.match(banner, /joint|body/);
  assert.ok(await page.evaluate(() => window.corten.stage.alarm !== null && !window.corten.state.playing));
  await put(page, '[data-option="timestep"] input', "0.004");
  await press(page, "#reset");
  await until(page, () => document.getElementById("diverged").hidden && window.corten.frame.time === 0);
});

test("two pages at once, one of them changes what the other shows", async () => {
  const second = await open(chromium.browser, server.url, 640, 360);
  await put(page, '[data-section="Actuators"] [data-slider="swing"]', "-2");
  await until(second, () => window.corten.frame.get("ctrl")[0] === -2);
  await press(page, "#play");
  await until(second, () => window.corten.state.playing && window.corten.frame.time > 0.2);
  await put(second, '[data-option="flag.gravity"]', false);
  await until(page, () => document.querySelector('[data-option="flag.gravity"]').checked === false);
  await put(second, '[data-option="flag.gravity"]', true);
  assert.deepEqual(second.errors, []);
  await second.close();
});

test("the page finds a restarted server again", async () => {
  const { port } = server;
  await server.stop();
  await until(page, () => !document.getElementById("offline").hidden);
  page.errors.splice(0); // the browser reports refused connections by itself
  server = await view(model(), { port, options: ["--paused"] });
  await until(page, () => document.getElementById("offline").hidden && window.corten.connected);
  await send(page, { do: "step", count: 5 });
  await until(page, () => window.corten.frame.time > 0.01);
  page.errors.splice(0);
});

test("a recording opens from a file", async () => {
  const file = join(work.folder, "film.html");
  const env = { ...process.env, CORTEN_PAGE: join(root, "build/web/page.html") };
  const made = spawnSync(corten, ["run", join(root, "models/humanoid.xml"), "--seconds", "2", "--record", file], { env, encoding: "utf8" });
  assert.equal(made.status, 0, made.stderr);
  const film = await open(chromium.browser, `file://${file}`);
  await until(film, () => window.corten.frame.time > 0.3); // it plays by itself
  await put(film, "#timeline", "0.5");
  await until(film, () => Math.abs(window.corten.frame.time - 0.5) < 0.05 && !window.corten.state.playing);
  await press(film, "#play");
  await until(film, () => window.corten.frame.time > 0.7);
  assert.ok((await film.evaluate(() => window.corten.plots.samples("energy").length)) > 3);
  assert.ok(await film.evaluate(() => window.corten.stage.drawCalls > 3));
  assert.deepEqual(film.errors, []);
  await film.close();
});
