// What the browser tests share: `corten view` as a process, Chromium without a screen, pages of it, and pictures.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, "../..");
export const corten = process.env.CORTEN_COMMAND ?? join(root, "build/dev/apps/cli/corten");
export const corpus = process.env.CORTEN_CORPUS ?? join(root, "../shared/corpus");
const puppeteer = createRequire(join(root, "web/package.json"))("puppeteer-core");
const kToken = "0123456789abcdef0123456789abcdef";
const kFlags = [
  "--no-sandbox", "--disable-gpu", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-quic",
  "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

/** A folder that is gone after the tests. */
export function scratch() {
  const folder = mkdtempSync(join(tmpdir(), "corten-web-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Runs `corten view MODEL`; resolves once it says where it listens. */
export function view(model, { port = 0, options = [] } = {}) {
  const env = { ...process.env, CORTEN_VIEW_TOKEN: kToken, CORTEN_PAGE: join(root, "build/web/page.html") };
  const child = spawn(corten, ["view", model, "--port", String(port), ...options], { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  const server = { child, said: () => said, stop: () => stop(child) };
  return new Promise((resolve, reject) => {
    const hear = (text) => {
      said += text;
      const address = said.match(/http:\/\/127\.0\.0\.1:(\d+)\/\S*/);
      if (address && !server.url) resolve(Object.assign(server, { url: address[0], port: Number(address[1]) }));
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("exit", (code) => reject(new Error(`corten view ended with ${code}: ${said}`)));
  });
}

function stop(child) {
  if (child.exitCode !== null || child.signalCode) return Promise.resolve();
  return new Promise((resolve) => {
    child.on("exit", resolve);
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), 3000).unref();
  });
}

export async function browse() {
  const profile = scratch();
  const browser = await puppeteer.launch({ executablePath: "/usr/bin/chromium", headless: true, args: kFlags, userDataDir: profile.folder, protocolTimeout: 60000 });
  return { browser, close: () => browser.close().finally(profile.remove) };
}

/** A page that shows something; `errors` collects what the console complains of. */
export async function open(browser, url, width = 1280, height = 720) {
  const page = await browser.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.setViewport({ width, height });
  await page.goto(url);
  await until(page, () => window.corten?.frame && window.corten.stage.drawn > 0);
  return Object.assign(page, { errors });
}

/** Waits until something is true in the page. */
export async function until(page, condition, ...args) {
  await page.waitForFunction(condition, { timeout: 20000, polling: 30 }, ...args).catch((error) => {
    throw new Error(`never true: ${condition} ${JSON.stringify(args)} (${error.message})`);
  });
}

export const time = (page) => page.evaluate(() => window.corten.frame.time);
export const send = (page, command) => page.evaluate((c) => window.corten.send(c), command);
/** Presses something; forms are used as people use them, through their elements. */
export const press = (page, selector) => page.evaluate((s) => document.querySelector(s).click(), selector);
export const put = (page, selector, value) =>
  page.evaluate(
    (s, v) => {
      const input = document.querySelector(s);
      if (typeof v === "boolean") input.checked = v;
      else input.value = v;
      input.dispatchEvent(new Event("input", { bubbles: true }));
      input.dispatchEvent(new Event("change", { bubbles: true }));
    },
    selector,
    value,
  );

/** The picture alone, `width` by `height`, as PNG. */
export async function picture(page, width = 320, height = 180) {
  await page.setViewport({ width, height: height + 82 });
  await page.evaluate(() => {
    document.body.classList.add("bare");
    window.corten.stage.adaptive = false;
  });
  await until(page, (w, h) => document.getElementById("picture").width === w && document.getElementById("picture").height === h, width, height);
  const drawn = await page.evaluate(() => (window.corten.stage.redraw(), window.corten.stage.drawn));
  await until(page, (n) => window.corten.stage.drawn > n, drawn);
  return (await page.$("#picture")).screenshot({ type: "png" });
}

/** Mean difference (of 255) and part of the pixels that differ clearly; decoded by the browser. */
export function difference(page, a, b) {
  return page.evaluate(
    async (first, second) => {
      const pixels = async (png) => {
        const image = new Image();
        image.src = `data:image/png;base64,${png}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const pen = canvas.getContext("2d");
        pen.drawImage(image, 0, 0);
        return pen.getImageData(0, 0, image.width, image.height);
      };
      const [x, y] = [await pixels(first), await pixels(second)];
      if (x.width !== y.width || x.height !== y.height) return { mean: 255, part: 1 };
      let [sum, clear] = [0, 0];
      for (let i = 0; i < x.data.length; i += 4) {
        const d = Math.max(...[0, 1, 2].map((k) => Math.abs(x.data[i + k] - y.data[i + k])));
        sum += d;
        clear += d > 40 ? 1 : 0;
      }
      return { mean: (4 * sum) / x.data.length, part: (4 * clear) / x.data.length };
    },
    Buffer.from(a).toString("base64"),
    Buffer.from(b).toString("base64"),
  );
}

/** Holds a picture against tests/web/expected/NAME.png; CORTEN_WEB_UPDATE=1 writes that file instead. */
export async function compare(page, name, png) {
  const file = join(here, "expected", `${name}.png`);
  if (process.env.CORTEN_WEB_UPDATE) {
    writeFileSync(file, png);
    return;
  }
  assert.ok(existsSync(file), `${file} is missing; CORTEN_WEB_UPDATE=1 makes it`);
  const { mean, part } = await difference(page, png, readFileSync(file));
  const seen = join(root, "build/web/seen");
  mkdirSync(seen, { recursive: true });
  writeFileSync(join(seen, `${name}.png`), png);
  console.log(`${name}: mean difference ${mean.toFixed(2)} of 255, ${(100 * part).toFixed(2)} % of the pixels differ`);
  assert.ok(mean < 4 && part < 0.02, `${name} looks different: compare build/web/seen/${name}.png with tests/web/expected`);
}
