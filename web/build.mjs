// Bundles src/ and style.css into page.html: one file that needs nothing else.
//   node build.mjs FILE
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const target = process.argv[2];
const common = { bundle: true, minify: true, write: false, target: "es2022", legalComments: "none", logLevel: "warning" };
const text = async (entry, more) => (await build({ ...common, ...more, entryPoints: [join(here, entry)] })).outputFiles[0].text;

const script = await text("src/main.ts", { format: "iife" });
const style = await text("src/style.css");
const page = readFileSync(join(here, "page.html"), "utf8")
  .replace("/*STYLE*/", () => style.trim())
  .replace("/*SCRIPT*/", () => script.trim());
mkdirSync(dirname(target), { recursive: true });
writeFileSync(`${target}.new`, page);
renameSync(`${target}.new`, target); // all or nothing
