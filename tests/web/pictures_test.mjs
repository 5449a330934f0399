// Models of every kind load and look as they should: the picture at the start of the simulation is held against a stored one,
// and it must not be blank.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { browse, compare, corpus, open, picture, root, send, until, view } from "./harness.mjs";

const kModels = [
  ["humanoid", "models/humanoid.xml"],
  ["cloth", "models/cloth.xml"],
  ["jelly", "models/jelly.xml"],
  ["cable", "models/cable.xml"],
  ["terrain", "bench/scenes/terrain.xml"],
  ["shapes", "tests/web/shapes.xml"],
  ["hand", "menagerie/shadow_hand/scene_right.xml"],
  ["arm26", "mujoco/tendon_arm/arm26.xml"],
];

let chromium;
before(async () => (chromium = await browse()));
after(() => chromium.close());

/** How much is in a picture: colours that cover at least a thousandth of it. */
function colours(page, png) {
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    const { data: bytes } = pen.getImageData(0, 0, image.width, image.height);
    const counts = new Map();
    for (let i = 0; i < bytes.length; i += 4) {
      const key = [0, 1, 2].map((k) => bytes[i + k] >> 4).join();
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return [...counts.values()].filter((n) => n > bytes.length / 4000).length;
  }, Buffer.from(png).toString("base64"));
}

for (const [name, file] of kModels) {
  const isOurs = existsSync(join(root, file));
  const path = join(isOurs ? root : corpus, file);
  const skip = !isOurs && !existsSync(path) ? `${file} is in the corpus; CORTEN_CORPUS says where that is` : false;
  test(`${name} looks as it should`, { skip }, async () => {
    const server = await view(path, { options: ["--paused"] });
    try {
      const page = await open(chromium.browser, server.url, 320, 262);
      await send(page, { do: "step", count: 20 });
      await until(page, () => !window.corten.state.playing && window.corten.frame.time > 0);
      const png = await picture(page);
      const seen = await colours(page, png);
      assert.ok(seen >= 8, `only ${seen} colours: the picture is blank`);
      await compare(page, name, png);
      assert.deepEqual(page.errors, []);
      await page.close();
    } finally {
      await server.stop();
    }
  });
}
