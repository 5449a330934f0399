// Sliders for actuators and joints, by name, with units and limits. They follow the simulation until a hand is on them.
import { App } from "../app";
import { Frame, Scene } from "../protocol";
import { el, section, show } from "./dom";

interface Row {
  name: string;
  unit: string;
  range: [number, number];
  title: string;
  read: (frame: Frame) => number;
  write: (value: number) => void;
}

const kSearchFrom = 10; // rows

class SliderList {
  readonly root: HTMLDetailsElement;
  private rows: { row: Row; element: HTMLElement; input: HTMLInputElement; text: HTMLElement; held: boolean }[] = [];

  constructor(title: string, open: boolean, extra: HTMLElement | null) {
    this.root = section(title, open, extra);
  }

  set(rows: Row[]): void {
    this.root.querySelectorAll(".rows, .search, .none").forEach((e) => e.remove());
    this.rows = rows.map((row) => this.make(row));
    const list = el("div", { class: "rows" }, ...this.rows.map((r) => r.element));
    const search = el("input", { class: "search", type: "search", placeholder: "filter by name", oninput: () => this.filter(search.value) });
    if (rows.length > kSearchFrom) this.root.append(search);
    this.root.append(rows.length ? list : el("div", { class: "none" }, "none in this model"));
  }

  private make(row: Row) {
    const [low, high] = row.range;
    const input = el("input", { type: "range", min: low, max: high, step: (high - low) / 1000 || 0.001, "data-slider": row.name, "aria-label": row.name });
    const text = el("output", {});
    const element = el("div", { class: "slider", title: row.title }, el("span", { class: "name" }, row.name), text, input);
    const made = { row, element, input, text, held: false };
    input.oninput = () => {
      made.held = true;
      this.label(made, Number(input.value));
      row.write(Number(input.value));
    };
    input.onchange = () => setTimeout(() => (made.held = false), 200);
    return made;
  }

  private label(made: { row: Row; text: HTMLElement }, value: number): void {
    made.text.textContent = `${show(value)} ${made.row.unit}`;
  }

  private filter(text: string): void {
    for (const { row, element } of this.rows) element.hidden = !row.name.toLowerCase().includes(text.toLowerCase());
  }

  update(frame: Frame): void {
    if (!this.root.open) return;
    for (const made of this.rows) {
      if (made.held || made.element.hidden) continue;
      const value = made.row.read(frame);
      made.input.value = String(value);
      this.label(made, value);
    }
  }
}

export class Sliders {
  readonly actuators: SliderList;
  readonly joints: SliderList;

  constructor(private readonly app: App) {
    const clear = el("button", { class: "small", title: "All controls to zero", onclick: () => app.send({ do: "clear_ctrl" }) }, "clear");
    this.actuators = new SliderList("Actuators", true, app.live ? clear : null);
    this.joints = new SliderList("Joints", false, null);
  }

  setScene(scene: Scene): void {
    this.actuators.set(
      scene.head.actuators.map((a, index) => ({
        name: a.name || `actuator ${index}`,
        unit: a.unit ?? "",
        range: a.range,
        title: `${a.name || `actuator ${index}`}: control from ${show(a.range[0])} to ${show(a.range[1])} ${a.unit ?? ""}${a.ctrllimited ? "" : " (not limited by the model)"}`,
        read: (frame) => frame.get("ctrl")[index],
        write: (value) => this.app.act({ do: "ctrl", index, value }),
      })),
    );
    const joints = scene.head.joints.map((joint, index) => ({ joint, index }));
    this.joints.set(
      joints
        .filter(({ joint }) => joint.range)
        .map(({ joint, index }) => ({
          name: joint.name || `joint ${index}`,
          unit: joint.unit ?? "",
          range: joint.range!,
          title: `${joint.name || `joint ${index}`} (${joint.type}): ${joint.limited ? "limited to" : "shown from"} ${show(joint.range![0])} to ${show(joint.range![1])} ${joint.unit ?? ""}`,
          read: (frame) => frame.get("qpos")[joint.qposadr],
          write: (value) => this.app.act({ do: "qpos", joint: index, value }),
        })),
    );
  }

  update(frame: Frame): void {
    this.actuators.update(frame);
    this.joints.update(frame);
  }
}
