// The bottom bar: play, pause, step, speed, reset, keyframes, and the past.
import { App } from "../app";
import { Scene } from "../protocol";
import { choice, el, show } from "./dom";

export const kSpeeds: [string, number][] = [
  ["1/32×", 1 / 32], ["1/16×", 1 / 16], ["1/8×", 1 / 8], ["1/4×", 1 / 4], ["1/2×", 1 / 2], ["1×", 1], ["2×", 2], ["4×", 4], ["8×", 8], ["fastest", 0],
];

// Icons of 16 by 16, drawn here: fonts differ.
const kIcons: Record<string, string> = {
  play: "M4 2.5v11l9-5.5z",
  pause: "M4 2.5h3v11H4zM9 2.5h3v11H9z",
  step: "M3 2.5v11l7-5.5zM11 2.5h2v11h-2z",
  back: "M13 2.5v11L6 8zM3 2.5h2v11H3z",
  reset: "M8 3V.5L4 4l4 3.5V5a4 4 0 1 1-4 4H2a6 6 0 1 0 6-6z",
  undo: "M6 3 1.5 7 6 11V8.5h3.5a2 2 0 0 1 0 4H5v2h4.500a4 4 0 0 0 0-8H6z",
};
function picture(name: string): string {
  return `<svg viewBox="0 0 16 16" width="14" height="14"><path fill="currentColor" d="${kIcons[name]}"/></svg>`;
}

export class Transport {
  readonly root: HTMLElement;
  private readonly playButton: HTMLButtonElement;
  private readonly speed: HTMLSelectElement;
  private readonly keys = el("select", { title: "Keyframes of the model: choosing one resets to it", id: "keys" });
  private readonly slider = el("input", { type: "range", id: "timeline", min: 0, max: 1, step: "any", value: 1, title: "The past: drag to go back; playing goes on from there" });
  private readonly clock = el("output", { id: "clock" });
  private held = false;

  constructor(private readonly app: App) {
    const button = (id: string, icon: string, title: string, action: () => void) =>
      el("button", { id, title, innerHTML: picture(icon), onclick: action });
    this.playButton = button("play", "play", "Play or pause (space)", () => app.toggle());
    this.speed = choice(kSpeeds.map(([name]) => name), "1×", "Simulated seconds per second (+ and -)", (name) => this.setSpeed(name));
    this.speed.id = "speed";
    this.keys.onchange = () => {
      if (this.keys.value !== "") app.reset(Number(this.keys.value));
      this.keys.value = "";
    };
    this.slider.oninput = () => {
      this.held = true;
      app.send({ do: "history", time: Number(this.slider.value) });
    };
    this.slider.onchange = () => (this.held = false);
    this.root = el("footer", {},
      button("reset", "reset", "Reset (Backspace)", () => app.reset()),
      button("undo", "undo", "Undo: back to before the last thing done by hand (Ctrl+Z)", () => app.undo()),
      button("back", "back", "One frame back (←)", () => app.back()),
      this.playButton,
      button("step", "step", "One step (→)", () => app.send({ do: "step", count: 1 })),
      this.speed, this.keys, this.slider, this.clock);
  }

  setScene(scene: Scene): void {
    this.keys.replaceChildren(el("option", { value: "" }, "keyframe"));
    scene.head.keys.forEach((key, i) => this.keys.append(el("option", { value: String(i) }, key.name || `key ${i}`)));
    this.keys.hidden = !scene.head.keys.length;
  }

  private setSpeed(name: string): void {
    const factor = kSpeeds.find(([n]) => n === name)![1];
    this.app.send({ do: "speed", factor });
  }
  /** One place slower or faster. */
  changeSpeed(by: number): void {
    const index = Math.max(0, Math.min(kSpeeds.length - 1, this.speed.selectedIndex + by));
    this.setSpeed(kSpeeds[index][0]);
  }

  update(): void {
    const { playing, speed, history } = this.app.state;
    const time = this.app.frame?.time ?? 0;
    if (this.playButton.classList.contains("on") !== playing) {
      this.playButton.innerHTML = picture(playing ? "pause" : "play");
      this.playButton.classList.toggle("on", playing);
    }
    const name = kSpeeds.find(([, factor]) => factor === speed)?.[0];
    if (name && document.activeElement !== this.speed) this.speed.value = name;
    this.slider.min = String(history[0]);
    this.slider.max = String(Math.max(history[1], time));
    if (!this.held) this.slider.value = String(time);
    this.clock.textContent = `${time.toFixed(3)} s`;
    this.clock.title = `history from ${show(history[0])} s to ${show(history[1])} s`;
  }
}
