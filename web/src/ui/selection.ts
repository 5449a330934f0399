// What is known of the selected body, and the cameras.
import { App } from "../app";
import { Frame, Scene } from "../protocol";
import { el, section, show, showAll } from "./dom";

export class Selection {
  readonly root = section("Selected body", true);
  private readonly body = el("div", { id: "selected" });
  private rows = new Map<string, HTMLElement>();
  private shown = -1;

  constructor(private readonly app: App) {
    this.root.append(this.body);
  }

  update(frame: Frame): void {
    const scene = this.app.scene!;
    const id = this.app.stage.selected;
    if (id !== this.shown) this.fill(scene, id);
    if (id <= 0 || !this.root.open) return;
    const six = (name: string) => frame.get(name).subarray(6 * id, 6 * id + 6);
    this.put("position", showAll(frame.get("xpos").subarray(3 * id, 3 * id + 3)), "m");
    this.put("orientation", showAll(frame.get("xquat").subarray(4 * id, 4 * id + 4)), "");
    this.put("velocity", showAll(six("body_vel").subarray(3)), "m/s");
    this.put("rotation", showAll(six("body_vel").subarray(0, 3)), "rad/s");
    this.put("force", showAll(six("body_cfrc").subarray(0, 3)), "N");
    this.put("torque", showAll(six("body_cfrc").subarray(3)), "N m");
    for (const joint of scene.head.joints) {
      if (joint.body === id && joint.range) {
        this.put(joint.name || joint.type, `${show(frame.get("qpos")[joint.qposadr])} ${joint.unit ?? ""}, ${show(frame.get("qvel")[joint.dofadr])} /s`, "");
      }
    }
  }

  private put(name: string, text: string, unit: string): void {
    const cell = this.rows.get(name);
    if (cell) cell.textContent = unit ? `${text} ${unit}` : text;
  }

  reset(): void {
    this.shown = -1;
  }

  private fill(scene: Scene, id: number): void {
    this.shown = id;
    this.rows.clear();
    if (id <= 0) {
      this.body.replaceChildren(el("div", { class: "none" }, "click a body in the picture"));
      return;
    }
    const table = el("table", {});
    const row = (name: string, text = "") => {
      const cell = el("td", {}, text);
      this.rows.set(name, cell);
      table.append(el("tr", {}, el("th", {}, name), cell));
    };
    row("mass", `${show(scene.field("body_mass")[id])} kg`);
    row("parent", scene.nameOf("body", scene.field("body_parentid")[id]));
    for (const name of ["position", "orientation", "velocity", "rotation", "force", "torque"]) row(name);
    for (const joint of scene.head.joints) if (joint.body === id && joint.range) row(joint.name || joint.type);
    const track = el("button", { class: "small", title: "The camera follows it (K)", onclick: () => this.app.track() }, "track");
    const leave = el("button", { class: "small", title: "Select nothing (Esc)", onclick: () => this.app.select(0) }, "deselect");
    this.body.replaceChildren(el("div", { class: "heading" }, el("b", { id: "selected-name" }, scene.nameOf("body", id)), track, leave), table);
  }
}

/** The choice of camera. */
export class Cameras {
  readonly root = el("select", { id: "camera", title: "Camera ([ and ])" });

  constructor(private readonly app: App) {
    this.root.onchange = () => this.choose(this.root.value);
  }
  setScene(scene: Scene): void {
    const names = ["free", ...[...Array(scene.count("camera")).keys()].map((c) => scene.nameOf("camera", c))];
    this.root.replaceChildren(...names.map((name, i) => el("option", { value: String(i - 1) }, name)), el("option", { value: "track", hidden: true }, "tracking"));
    this.root.value = "-1";
  }
  private choose(value: string): void {
    const camera = Number(value);
    this.app.stage.eye.mode = camera >= 0 ? { kind: "fixed", camera } : { kind: "free" };
    this.app.stage.redraw();
  }
  next(by: number): void {
    const count = this.root.options.length - 1;
    const now = this.root.value === "track" ? 0 : Number(this.root.value) + 1;
    this.root.value = String(((now + by + count) % count) - 1);
    this.choose(this.root.value);
  }
  update(): void {
    const mode = this.app.stage.eye.mode;
    const value = mode.kind === "track" ? "track" : String(mode.kind === "fixed" ? mode.camera : -1);
    if (this.root.value !== value && document.activeElement !== this.root) this.root.value = value;
  }
}
