// The picture: puts a scene on stage, moves it as frames say, and draws when something changed. Where drawing is slow (no
// graphics card), the picture is drawn with fewer pixels until it keeps up.
import * as THREE from "three";
import { Scene, Frame, Diverged } from "../protocol";
import { Eye } from "./camera";
import { Label, Labels } from "./labels";
import { Lights, makeSky } from "./lights";
import { Materials } from "./materials";
import { Overlays, Pull, Shown, kOverlays, tendonPaint } from "./overlays";
import { Hit, pick } from "./pick";
import { Soft, makeSofts } from "./soft";
import { Solid, Solids } from "./solids";
import { Tendons } from "./tendons";

THREE.ColorManagement.enabled = false;

export const kGroupKinds = ["geom", "site", "tendon", "flex", "skin"] as const;
export type GroupKind = (typeof kGroupKinds)[number];
export type Paint = "own" | "island" | "sleep";

/** What the user wants to see. */
export interface Settings {
  groups: Record<GroupKind, boolean[]>;
  overlays: Shown;
  paint: Paint;
  label: Label;
  shadows: boolean;
  transparent: boolean;
}

export function defaultSettings(): Settings {
  const groups = Object.fromEntries(kGroupKinds.map((k) => [k, [true, true, true, false, false, false]]));
  const overlays = Object.fromEntries(Object.keys(kOverlays).map((k) => [k, false]));
  return { groups, overlays, paint: "own", label: "none", shadows: true, transparent: false } as unknown as Settings;
}

const kIslandHues = 0.381966; // golden ratio: neighbours differ
const kScales = [1, 0.75, 0.5, 0.5, 0.35, 0.25]; // as pictures take longer, of width and height
const kWithShadows = 3; // of these
const kSlowPicture = 12; // ms
const kWarmUp = 10; // pictures
const kStill = 300; // ms without a new picture

export class Stage {
  readonly eye = new Eye();
  readonly settings = defaultSettings();
  readonly renderer: THREE.WebGLRenderer;
  private readonly labels: Labels;
  private scene: Scene | null = null;
  private frame: Frame | null = null;
  private world = new THREE.Scene();
  private parts: { solids: Solids; softs: Soft[]; tendons: Tendons; overlays: Overlays; lights: Lights; materials: Materials } | null = null;
  private wanted = false;
  private painted = "";
  private looked = false; // at this scene, from where it wants to be seen first
  private scale = 0; // index into kScales
  private readonly software = isSoftware();
  private sharp = false;
  private still: ReturnType<typeof setTimeout> | undefined;
  private fence: WebGLSync | null = null;
  took = 0; // by a picture, mean, ms
  adaptive = true; // the number of pixels
  selected = 0;
  pull: Pull | null = null;
  alarm: Diverged | null = null;
  drawn = 0; // frames, for measuring
  onDrawn: (frame: Frame) => void = () => {};

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly flat: HTMLCanvasElement,
  ) {
    const software = this.software;
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: !software, powerPreference: "high-performance" });
    this.renderer.outputColorSpace = THREE.LinearSRGBColorSpace;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = software ? THREE.BasicShadowMap : THREE.PCFShadowMap;
    this.renderer.setPixelRatio(1);
    this.labels = new Labels(flat);
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement!);
  }

  setScene(scene: Scene): void {
    const isSame = this.scene?.head.file === scene.head.file && this.scene.head.name === scene.head.name;
    if (this.parts) {
      this.parts.solids.dispose();
      this.parts.materials.dispose();
    }
    this.scene = scene;
    this.frame = null;
    const materials = new Materials(scene);
    const solids = new Solids(scene, materials);
    const softs = makeSofts(scene, materials);
    const tendons = new Tendons(scene);
    const overlays = new Overlays(scene);
    const lights = this.software ? new Lights(scene, 2, 512) : new Lights(scene, 8, 2048);
    this.world = new THREE.Scene();
    this.world.add(makeSky(materials.skybox()), solids.group, tendons.pool.group, overlays.group, lights.group);
    for (const soft of softs) this.world.add(soft.object);
    this.parts = { solids, softs, tendons, overlays, lights, materials };
    this.painted = "";
    this.looked = this.looked && isSame; // a model that was edited is still seen from here
    this.selected = Math.min(this.selected, scene.count("body") - 1);
    this.alarm = null;
    this.applySettings();
  }

  setFrame(frame: Frame): void {
    this.frame = frame;
    this.redraw();
  }

  /** After a change of the settings. */
  applySettings(): void {
    this.parts?.lights.setShadows(this.settings.shadows && this.scale < kWithShadows);
    this.parts?.solids.setTransparent(this.settings.transparent);
    this.painted = "";
    this.redraw();
  }

  /** Asks for a picture; many wishes before the next one are one. */
  redraw(): void {
    if (this.wanted) return;
    this.wanted = true;
    requestAnimationFrame(() => {
      this.wanted = false;
      if (this.sharp) this.sharpen(false);
      this.draw();
      clearTimeout(this.still);
      if (this.scale > 0) this.still = setTimeout(() => this.sharpen(true), kStill);
    });
  }

  /** A picture that stands still gets all its pixels. */
  private sharpen(on: boolean): void {
    this.sharp = on;
    this.wanted = true; // resizing must not ask for another picture
    this.resize();
    this.wanted = false;
    if (on) this.draw();
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement!;
    if (!width || !height) return;
    const scale = this.adaptive && !this.sharp ? kScales[this.scale] : 1;
    this.renderer.setSize(Math.round(width * scale), Math.round(height * scale), false);
    this.flat.width = width;
    this.flat.height = height;
    this.redraw();
  }

  private draw(): void {
    const { scene, frame, parts } = this;
    if (!scene || !frame || !parts) return;
    const start = performance.now();
    const { groups, overlays } = this.settings;
    parts.solids.update(frame, groups);
    for (const soft of parts.softs) {
      soft.object.visible = groups[soft.kind][soft.group] !== false;
      if (soft.object.visible) soft.update(frame);
    }
    parts.tendons.update(frame, groups.tendon, overlays.actuator ? tendonPaint(scene, frame) : () => null);
    parts.overlays.update(frame, overlays, this.pull);
    if (!this.looked) this.eye.start(scene, parts.solids.bounds(frame));
    this.looked = true;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    this.eye.update(frame, width / Math.max(1, height));
    parts.solids.follow(this.eye.camera.position, 0.9 * this.eye.camera.far);
    const around = this.eye.mode.kind === "fixed" ? new THREE.Vector3().fromArray(scene.head.statistic.center) : this.eye.lookat;
    parts.lights.update(frame, this.eye.camera, around, Math.max(0.75 * this.eye.distance, 0.1 * scene.head.statistic.extent));
    this.paint(frame, parts.solids);
    this.renderer.render(this.world, this.eye.camera);
    this.labels.draw(scene, frame, this.eye.camera, this.settings.label, this.selected);
    this.drawn += 1;
    this.onDrawn(frame);
    this.measure(start);
  }

  /** Colours by island or sleep, of what is selected, and of what diverged. */
  private paint(frame: Frame, solids: Solids): void {
    const mode = this.settings.paint;
    const of = frame.get(mode === "island" ? "body_island" : "body_awake");
    const state = `${mode},${this.selected},${this.alarm?.time ?? ""},${mode === "own" ? "" : of.join()}`;
    if (state === this.painted) return;
    this.painted = state;
    solids.paint((solid) => this.colorOf(solid, mode, of));
  }

  private colorOf(solid: Solid, mode: Paint, of: ArrayLike<number>): THREE.Color | null {
    const alarm = this.alarm;
    const touches = solid.kind === "geom" && (alarm?.contact?.geom1 === solid.id || alarm?.contact?.geom2 === solid.id) && solid.body > 0;
    if (alarm && (solid.body === alarm.body || touches) && solid.body > 0) return new THREE.Color(1, 0.12, 0.1);
    if (this.selected > 0 && solid.body === this.selected) return solid.color.clone().lerp(new THREE.Color(1, 0.85, 0.3), 0.55);
    if (mode === "own" || !solid.moves) return null;
    if (mode === "sleep") return of[solid.body] ? null : solid.color.clone().multiplyScalar(0.35);
    const island = of[solid.body];
    return island < 0 ? new THREE.Color(0.5, 0.5, 0.5) : new THREE.Color().setHSL((island * kIslandHues) % 1, 0.65, 0.55);
  }

  /** How long pictures take until they are done, measured now and then with a fence behind the commands. */
  private measure(start: number): void {
    if (!this.adaptive || this.sharp || this.fence || this.drawn < kWarmUp) return; // at first, shaders are being compiled
    const gl = this.renderer.getContext() as WebGL2RenderingContext;
    this.fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    const look = () => {
      if (gl.getSyncParameter(this.fence!, gl.SYNC_STATUS) !== gl.SIGNALED && performance.now() - start < 1000) {
        setTimeout(look, 1);
        return;
      }
      gl.deleteSync(this.fence);
      this.fence = null;
      this.adapt(performance.now() - start);
    };
    setTimeout(look, 1);
  }

  /** Fewer pixels while pictures take too long, more when there is time for them. */
  private adapt(took: number): void {
    this.took += 0.15 * (Math.min(took, 4 * kSlowPicture) - this.took);
    const finer = this.scale > 0 ? 1.5 * this.took * (kScales[this.scale - 1] / kScales[this.scale]) ** 2 : Infinity;
    const by = this.took > kSlowPicture && this.scale + 1 < kScales.length ? 1 : finer < 0.6 * kSlowPicture ? -1 : 0;
    if (!by) return;
    this.scale += by;
    this.took = 0.7 * kSlowPicture;
    this.applySettings();
    this.resize();
  }

  /** The ray through a point of the picture, in CSS pixels. */
  ray(x: number, y: number): THREE.Ray {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const caster = new THREE.Raycaster();
    caster.setFromCamera(new THREE.Vector2((2 * x) / width - 1, 1 - (2 * y) / height), this.eye.camera);
    return caster.ray;
  }

  pick(x: number, y: number): Hit | null {
    if (!this.frame || !this.parts) return null;
    const { origin, direction } = this.ray(x, y);
    return pick(this.frame, this.parts.solids, this.parts.softs, origin, direction);
  }

  get drawCalls(): number {
    return this.renderer.info.render.calls;
  }
  get pixelScale(): number {
    return kScales[this.scale];
  }
}

/** Whether pictures are computed by the processor: then edges and shadows are not smoothed. */
function isSoftware(): boolean {
  const gl = document.createElement("canvas").getContext("webgl2");
  const info = gl?.getExtension("WEBGL_debug_renderer_info");
  const name = info ? String(gl!.getParameter(info.UNMASKED_RENDERER_WEBGL)) : "";
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software/i.test(name);
}
