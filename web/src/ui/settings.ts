// The left panel: how things are shown, and what the physics is: options, flags, solver, integrator, policies.
import { App } from "../app";
import { Option, Policy, Scene } from "../protocol";
import { kLabels, Label } from "../view/labels";
import { kOverlays, Overlay } from "../view/overlays";
import { kGroupKinds, Paint } from "../view/stage";
import { checkbox, choice, el, section } from "./dom";

const kPaints: Record<Paint, string> = { own: "their own", island: "constraint islands", sleep: "awake or asleep" };

export class ViewSettings {
  readonly root = section("View", true);

  constructor(private readonly app: App) {
    this.fill();
  }

  /** After a change from elsewhere (a key). */
  fill(): void {
    const { settings } = this.app.stage;
    this.root.querySelectorAll(":scope > div").forEach((e) => e.remove());
    const overlays = (Object.keys(kOverlays) as Overlay[]).map((name) =>
      checkbox(kOverlays[name], settings.overlays[name], `Show ${kOverlays[name]}`, (on) => this.change(() => (settings.overlays[name] = on))),
    );
    overlays.forEach((box, i) => box.setAttribute("data-overlay", Object.keys(kOverlays)[i]));
    const paints = Object.values(kPaints);
    const paint = choice(paints, kPaints[settings.paint], "What colours of moving things mean", (text) =>
      this.change(() => (settings.paint = (Object.keys(kPaints) as Paint[]).find((k) => kPaints[k] === text)!)),
    );
    const label = choice(kLabels, settings.label, "Names beside things", (text) => this.change(() => (settings.label = text as Label)));
    this.root.append(
      el("div", { class: "checks" }, ...overlays),
      el("div", { class: "checks" },
        checkbox("shadows", settings.shadows, "Shadows of one light", (on) => this.change(() => (settings.shadows = on))),
        checkbox("see-through", settings.transparent, "Moving things become transparent", (on) => this.change(() => (settings.transparent = on)))),
      el("div", { class: "pair" }, el("span", {}, "colours"), paint),
      el("div", { class: "pair" }, el("span", {}, "labels"), label),
      this.groups(),
    );
  }

  private groups(): HTMLElement {
    const { groups } = this.app.stage.settings;
    const rows = kGroupKinds.map((kind) => {
      const cells = groups[kind].map((on, g) => {
        const cell = el("button", {
          class: on ? "cell on" : "cell",
          title: `${kind}s of group ${g}`,
          "data-group": `${kind} ${g}`,
          onclick: () => this.change(() => (groups[kind][g] = !groups[kind][g]), true),
        }, String(g));
        return cell;
      });
      return el("div", { class: "pair" }, el("span", {}, `${kind === "flex" ? "flexe" : kind}s`), el("span", { class: "cells" }, ...cells));
    });
    return el("div", { title: "Groups that are shown" }, ...rows);
  }

  private change(apply: () => void, again = false): void {
    apply();
    this.app.stage.applySettings();
    if (again) this.fill();
  }
}

/** Options by group, flags, policies. */
export class Physics {
  readonly root = el("div", {});
  private readonly inputs = new Map<string, { put: (value: Option["value"]) => void; value: Option["value"] }>();

  constructor(private readonly app: App) {}

  setScene(scene: Scene): void {
    const open = new Set([...this.root.querySelectorAll("details[open]")].map((d) => d.getAttribute("data-section")));
    this.inputs.clear();
    this.root.replaceChildren();
    const groups = new Map<string, Option[]>();
    for (const option of scene.head.options) {
      const group = option.group ?? "options";
      groups.set(group, [...(groups.get(group) ?? []), option]);
    }
    for (const [group, options] of groups) {
      const title = group[0].toUpperCase() + group.slice(1);
      const isFlags = options.every((o) => o.kind === "flag");
      this.root.append(section(title, open.has(title), el("div", { class: isFlags ? "checks" : "" }, ...options.map((o) => this.option(o)))));
    }
    if (scene.head.policies.length) {
      this.root.append(section("Policies", open.has("Policies"), el("div", {}, ...scene.head.policies.map((p) => this.policy(p)))));
    }
  }

  /** The server says that a value changed. */
  changed(kind: "option" | "policy", name: string, value: Option["value"]): void {
    const input = this.inputs.get(`${kind} ${name}`);
    if (!input) return;
    input.value = value;
    input.put(value);
  }
  /** What was refused goes back to what it was. */
  restore(): void {
    for (const { put, value } of this.inputs.values()) put(value);
  }

  private policy(policy: Policy): HTMLElement {
    const select = choice(policy.choices, policy.value, policy.meaning ?? "", (value) => this.app.act({ do: "set_policy", name: policy.name, value }));
    select.setAttribute("data-policy", policy.name);
    this.inputs.set(`policy ${policy.name}`, { put: (v) => (select.value = String(v)), value: policy.value });
    return el("div", { class: "pair", title: policy.meaning ?? "" }, el("span", {}, policy.label ?? policy.name), select);
  }

  private option(option: Option): HTMLElement {
    const send = (value: Option["value"]) => this.app.act({ do: "set_option", name: option.name, value });
    const title = `${option.meaning ?? option.name}${option.unit ? ` (${option.unit})` : ""}`;
    const label = option.label ?? option.name;
    if (option.kind === "flag") {
      const box = checkbox(label, Boolean(option.value), title, send);
      const input = box.querySelector("input")!;
      input.setAttribute("data-option", option.name);
      this.inputs.set(`option ${option.name}`, { put: (v) => (input.checked = Boolean(v)), value: option.value });
      return box;
    }
    const [element, put] = this.valueInput(option, title, send);
    element.setAttribute("data-option", option.name);
    this.inputs.set(`option ${option.name}`, { put, value: option.value });
    const unit = option.unit ? el("small", {}, option.unit) : null;
    return el("div", { class: "pair", title }, el("span", {}, label, " ", unit), element);
  }

  private valueInput(option: Option, title: string, send: (value: Option["value"]) => void): [HTMLElement, (value: Option["value"]) => void] {
    if (option.kind === "choice") {
      const select = choice(option.choices ?? [], String(option.value), title, send);
      return [select, (v) => (select.value = String(v))];
    }
    const values = Array.isArray(option.value) ? option.value : [option.value as number];
    const step = option.kind === "integer" ? 1 : "any";
    const inputs = values.map((v) => el("input", { type: "number", step, value: String(v) }));
    const read = () => inputs.map((input) => Number(input.value));
    for (const input of inputs) input.onchange = () => send(Array.isArray(option.value) ? read() : read()[0]);
    const put = (v: Option["value"]) => (Array.isArray(v) ? v : [v]).forEach((x, i) => inputs[i] && (inputs[i].value = String(x)));
    return [el("span", { class: `numbers n${values.length}` }, ...inputs), put];
  }
}
