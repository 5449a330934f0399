// Keyboard shortcuts; the help overlay lists them.
import { App } from "../app";
import { kLabels } from "../view/labels";
import { Overlay } from "../view/overlays";
import { Paint } from "../view/stage";

const kToggles: Record<string, Overlay> = { c: "contactPoint", f: "contactForce", j: "joint", u: "actuator", m: "com", i: "inertia" };
const kPaints: Paint[] = ["own", "island", "sleep"];

/** The next of a list. */
function after<T>(list: readonly T[], now: T): T {
  return list[(list.indexOf(now) + 1) % list.length];
}

function actions(app: App): Record<string, () => void> {
  const { settings } = app.stage;
  const change = (apply: () => void) => () => {
    apply();
    app.stage.applySettings();
    app.viewSettings.fill();
  };
  const toggles = Object.entries(kToggles).map(([key, overlay]) => [key, change(() => (settings.overlays[overlay] = !settings.overlays[overlay]))]);
  return {
    ...Object.fromEntries(toggles),
    " ": () => app.toggle(),
    ArrowRight: () => app.send({ do: "step", count: 1 }),
    ArrowLeft: () => app.back(),
    Backspace: () => app.reset(),
    "+": () => app.transport.changeSpeed(1),
    "=": () => app.transport.changeSpeed(1),
    "-": () => app.transport.changeSpeed(-1),
    t: change(() => (settings.transparent = !settings.transparent)),
    s: change(() => (settings.shadows = !settings.shadows)),
    l: change(() => (settings.label = after(kLabels, settings.label))),
    o: change(() => (settings.paint = after(kPaints, settings.paint))),
    "[": () => app.cameras.next(-1),
    "]": () => app.cameras.next(1),
    k: () => app.track(),
    Tab: () => document.body.classList.toggle("bare"),
    "?": () => app.notices.toggleHelp(),
    Escape: () => {
      app.notices.toggleHelp(false);
      app.stage.eye.mode = { kind: "free" };
      app.select(0);
    },
  };
}

export function bindKeys(app: App): void {
  const does = actions(app);
  addEventListener("keydown", (event) => {
    const at = event.target as HTMLElement;
    const isTyping = at instanceof HTMLInputElement && !["range", "checkbox"].includes(at.type);
    if (isTyping || at instanceof HTMLSelectElement || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key !== "z") return;
      app.undo();
    } else if (/^Digit[0-5]$/.test(event.code)) {
      const shown = app.stage.settings.groups[event.shiftKey ? "site" : "geom"];
      const group = Number(event.code.slice(-1));
      shown[group] = !shown[group];
      app.stage.applySettings();
      app.viewSettings.fill();
    } else {
      const action = does[event.key] ?? does[event.key.toLowerCase()];
      if (!action) return;
      if (at instanceof HTMLButtonElement) at.blur(); // the space bar would press it too
      action();
    }
    event.preventDefault();
  });
}
