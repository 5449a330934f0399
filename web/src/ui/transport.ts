// The bottom bar: play, pause, step, speed, reset, keyframes, and the past.
import { App } from "../app";
import { Scene } from "../protocol";
import { choice, el, show } from "./dom";

export const kSpeeds: [string, number][] = [
  ["1/32×", 1 / 32], ["1/16×", 1 / 16], ["1/8×", 1 / 8], ["1/4×", 1 / 4], ["1/2×", 1 / 2], ["1×", 1], ["2×", 2], ["4×", 4], ["8×", 8], ["fastest", 0],
];

export class Transport {
  readonly root: HTMLElement;
  private readonly playButton: HTMLButtonElement;
  private readonly speed: HTMLSelectElement;
  private readonly keys = el("select", { title: "Keyframes of the model: choosing one resets to it", id: "keys" });
  private readonly slider = el("input", { type: "range", id: "timeline", min: 0, max: 1, step: "any", value: 1, title: "The past: drag to go back; playing goes on from there" });
  private readonly clock = el("output", { id: "clock" });
  private held = false;

  constructor(private readonly app: App) {
    const button = (id: string, text: string, title: string, action: () => void) => el("button", { id, title, onclick: action }, text);
    this.playButton = button("play", "▶", "Play or pause (space)", () => app.toggle());
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
      button("reset", "⟲", "Reset (Backspace)", () => app.reset()),
      button("undo", "↶", "Undo: back to before the last thing done by hand (Ctrl+Z)", () => app.undo()),
      button("back", "⏴", "One frame back (←)", () => app.back()),
      this.playButton,
      button("step", "⏵|", "One step (→)", () => app.send({ do: "step", count: 1 })),
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
    this.playButton.textContent = playing ? "⏸" : "▶";
    this.playButton.classList.toggle("on", playing);
    const name = kSpeeds.find(([, factor]) => factor === speed)?.[0];
    if (name && document.activeElement !== this.speed) this.speed.value = name;
    this.slider.min = String(history[0]);
    this.slider.max = String(Math.max(history[1], time));
    if (!this.held) this.slider.value = String(time);
    this.clock.textContent = `${time.toFixed(3)} s`;
    this.clock.title = `history from ${show(history[0])} s to ${show(history[1])} s`;
  }
}
