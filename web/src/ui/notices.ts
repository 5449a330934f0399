// What must not be overlooked: divergence, mistakes in the model's file, warnings, what was refused; and the help.
import { Diagnostic, Diverged, Scene } from "../protocol";
import { el } from "./dom";

const kKeys: [string, string][] = [
  ["Space", "play or pause"], ["→  ←", "one step; one frame back"], ["Backspace", "reset"], ["Ctrl+Z", "undo: before the last thing done by hand"],
  ["+  -", "faster, slower"], ["C  F", "contact points, contact forces"], ["J  U", "joint axes, actuators"], ["M  I", "centres of mass, inertia boxes"],
  ["T", "see-through"], ["S", "shadows"], ["L", "next kind of labels"], ["O", "colours: own, islands, sleep"], ["0 … 5", "geom groups; with Shift: site groups"],
  ["[  ]", "previous, next camera"], ["K", "track the selected body"], ["Esc", "free camera, nothing selected"], ["Tab", "panels on and off"], ["?", "this help"],
];
const kMouse: [string, string][] = [
  ["drag", "turn around"], ["right drag, Shift+drag", "move"], ["wheel", "nearer, farther"], ["click", "select a body"],
  ["Ctrl+drag", "pull the body with a spring; mocap bodies move"], ["Ctrl+right drag, Ctrl+Shift+drag", "turn the body"],
];

function table(rows: [string, string][]): HTMLElement {
  return el("table", {}, ...rows.map(([key, what]) => el("tr", {}, el("th", {}, key), el("td", {}, what))));
}

export class Notices {
  readonly root = el("div", { id: "notices" });
  readonly help: HTMLElement;
  private readonly diverged = el("div", { class: "banner bad", id: "diverged", hidden: true });
  private readonly trouble = el("div", { class: "banner trouble", id: "trouble", hidden: true });
  private readonly offline = el("div", { class: "banner", id: "offline", hidden: true });
  private readonly toasts = el("div", { id: "toasts" });
  private readonly counts = new Map<string, HTMLElement>();

  constructor() {
    this.root.append(this.offline, this.diverged, this.trouble, this.toasts);
    this.help = el("div", { id: "help", hidden: true, onclick: () => this.toggleHelp() },
      el("div", {}, el("div", {}, el("h2", {}, "Keys"), table(kKeys)), el("div", {}, el("h2", {}, "Pointer"), table(kMouse))));
  }

  toggleHelp(on = this.help.hidden): void {
    this.help.hidden = !on;
  }

  setConnection(up: boolean, text: string): void {
    this.offline.hidden = up;
    this.offline.textContent = `${text} …`;
  }

  showDiverged(event: Diverged, scene: Scene | null): void {
    const name = (kind: string, index: number | undefined) => (scene && index !== undefined && index >= 0 ? scene.nameOf(kind, index) : "");
    const facts = [
      event.joint !== undefined && event.joint >= 0 && `joint ${name("joint", event.joint)}`,
      event.body !== undefined && event.body >= 0 && `body ${name("body", event.body)}`,
      event.constraint && `constraint: ${event.constraint}`,
      event.contact && `contact of ${name("geom", event.contact.geom1)} and ${name("geom", event.contact.geom2)}`,
    ].filter(Boolean);
    this.diverged.replaceChildren(
      el("b", {}, `Diverged at ${event.time.toFixed(3)} s. `), event.text, el("div", {}, facts.join(" · ")),
      el("button", { class: "small", onclick: () => this.clearDiverged() }, "dismiss"));
    this.diverged.hidden = false;
  }
  clearDiverged(): void {
    this.diverged.hidden = true;
  }

  showTrouble(diagnostics: Diagnostic[]): void {
    this.trouble.hidden = !diagnostics.length;
    const line = (d: Diagnostic) =>
      el("li", {}, el("code", {}, `${d.file ?? ""}${d.line ? `:${d.line}` : ""}`), ` ${d.element ? `<${d.element}> ` : ""}${d.text}`, d.hint ? el("em", {}, ` ${d.hint}`) : null);
    this.trouble.replaceChildren(
      el("b", {}, "The saved model does not load; the one before goes on."), el("ul", {}, ...diagnostics.slice(0, 8).map(line)),
      diagnostics.length > 8 ? `and ${diagnostics.length - 8} more` : "");
  }

  /** A note that goes away by itself; the same note again only counts. */
  toast(text: string, kind: "warning" | "note" = "note"): void {
    const old = this.counts.get(text);
    if (old) {
      const count = Number(old.dataset.count) + 1;
      old.dataset.count = String(count);
      old.textContent = `${text} (${count}×)`;
      return;
    }
    const note = el("div", { class: `toast ${kind}`, "data-count": 1, title: "click to dismiss" }, text);
    const leave = () => {
      note.remove();
      this.counts.delete(text);
    };
    note.onclick = leave;
    setTimeout(leave, kind === "warning" ? 12000 : 5000);
    this.counts.set(text, note);
    this.toasts.append(note);
    while (this.toasts.children.length > 5) (this.toasts.firstElementChild as HTMLElement).click();
  }
}
