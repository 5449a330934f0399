// The page as a whole: takes what the source tells, shows it, and sends what the user does.
import { Command, Diverged, Frame, Message, Scene } from "./protocol";
import { Listener, Live, Replay, Source } from "./source";
import { Stage } from "./view/stage";
import { bindKeys } from "./ui/keys";
import { bindPointer } from "./ui/pointer";
import { el } from "./ui/dom";
import { Notices } from "./ui/notices";
import { Physics, ViewSettings } from "./ui/settings";
import { Plots } from "./ui/plots";
import { Cameras, Selection } from "./ui/selection";
import { Sliders } from "./ui/sliders";
import { Transport } from "./ui/transport";

const kPanelEvery = 100; // ms between updates of panels

export class App implements Listener {
  readonly live = !Replay.isHere();
  readonly stage: Stage;
  readonly notices = new Notices();
  readonly cameras = new Cameras(this);
  readonly transport = new Transport(this);
  readonly viewSettings: ViewSettings;
  readonly physics = new Physics(this);
  readonly sliders = new Sliders(this);
  readonly plots = new Plots(this);
  readonly selection = new Selection(this);
  readonly source: Source;
  scene: Scene | null = null;
  frame: Frame | null = null;
  state = { playing: false, speed: 1, history: [0, 0] as [number, number] };
  connected = false;
  sent: Command[] = []; // the last ones, for tests
  private readonly title = el("b", { id: "model" });
  private readonly status = el("span", { id: "status" });
  private readonly followPointer: () => void;
  private panelsAt = 0;
  private handled: number[] = []; // simulated times just before something was done by hand
  private shown: number[] = []; // wall-clock times of the last pictures, ms
  private times: number[] = []; // simulated times of the last frames

  constructor(root: HTMLElement) {
    const picture = el("canvas", { id: "picture", tabIndex: 0 });
    const flat = el("canvas", { id: "flat" });
    const view = el("main", {}, picture, flat, this.notices.root);
    root.append(view);
    this.stage = new Stage(picture, flat);
    this.viewSettings = new ViewSettings(this);
    const help = el("button", { title: "Help (?)", onclick: () => this.notices.toggleHelp() }, "?");
    root.append(
      el("header", {}, el("span", { class: "logo" }, "corten"), this.title, this.cameras.root, this.status, help),
      el("aside", { id: "left" }, this.viewSettings.root, this.live ? this.physics.root : null),
      el("aside", { id: "right" }, this.selection.root, this.sliders.actuators.root, this.sliders.joints.root, this.plots.root),
      this.transport.root, this.notices.help);
    this.stage.onDrawn = (frame) => this.drawn(frame);
    this.followPointer = bindPointer(this, picture);
    bindKeys(this);
    this.source = this.live ? new Live(this) : new Replay(this);
  }

  // What the source tells

  connection(up: boolean, text: string): void {
    this.connected = up;
    this.notices.setConnection(up, text);
    if (up) this.plots.tellNeeds();
  }

  message(message: Message): void {
    switch (message.event) {
      case "hello":
      case "state":
        this.state = { playing: message.playing, speed: message.speed, history: message.history };
        if (message.playing && this.stage.alarm) this.clearAlarm();
        this.transport.update();
        break;
      case "option":
      case "policy":
        this.physics.changed(message.event, message.name, message.value);
        break;
      case "warning":
        this.notices.toast(message.text, "warning");
        break;
      case "diverged":
        this.diverged(message);
        break;
      case "trouble":
        this.notices.showTrouble(message.diagnostics);
        break;
      case "refused":
        this.notices.toast(message.why, "warning");
        this.physics.restore();
        break;
      case "log":
        this.notices.toast(message.text);
        break;
    }
  }

  setScene(scene: Scene): void {
    this.scene = scene;
    this.frame = null;
    this.title.textContent = scene.head.name || scene.head.file;
    document.title = `${scene.head.name || scene.head.file} · Corten`;
    this.clearAlarm();
    this.stage.setScene(scene);
    for (const part of [this.cameras, this.transport, this.physics, this.sliders, this.plots]) part.setScene(scene);
    this.selection.reset();
  }

  setFrame(frame: Frame): void {
    const isFirst = !this.frame;
    this.frame = frame;
    this.times.push(frame.time);
    if (this.times.length > 1000) this.times.shift();
    this.plots.add(frame);
    this.followPointer();
    this.stage.setFrame(frame);
    if (isFirst) this.panelsAt = 0;
  }

  private diverged(event: Diverged): void {
    this.stage.alarm = event;
    this.stage.redraw();
    this.notices.showDiverged(event, this.scene);
  }
  private clearAlarm(): void {
    this.stage.alarm = null;
    this.notices.clearDiverged();
    this.stage.redraw();
  }

  /** A picture is done: the next frame may come, and panels follow a few times a second. */
  private drawn(frame: Frame): void {
    this.source.drew();
    const now = performance.now();
    this.shown = [...this.shown.filter((t) => t > now - 1000), now];
    if (now - this.panelsAt < kPanelEvery) {
      setTimeout(() => now > this.panelsAt && this.frame === frame && this.updatePanels(frame), kPanelEvery);
      return;
    }
    this.updatePanels(frame);
  }

  private updatePanels(frame: Frame): void {
    this.panelsAt = performance.now();
    this.transport.update();
    this.sliders.update(frame);
    this.selection.update(frame);
    this.cameras.update();
    this.plots.draw();
    const factor = frame.get("real_time_factor")[0];
    const speed = this.state.playing && factor ? ` · ${factor.toFixed(2)}× real time` : "";
    this.status.textContent = `${this.fps} fps · ${Math.round(frame.get("step_us")[0] ?? 0)} µs per step · ${frame.contactCount} contacts${speed}`;
  }

  /** Pictures in the last second. */
  get fps(): number {
    return this.shown.filter((t) => t > performance.now() - 1000).length;
  }

  // What the user does

  send(command: Command): void {
    if (!["got"].includes(command.do)) this.sent = [...this.sent.slice(-50), command];
    this.source?.send(command);
  }
  /** Something done by hand: undo goes back to before it. */
  act(command: Command): void {
    this.mark();
    this.send(command);
  }
  mark(): void {
    const time = this.frame?.time ?? 0;
    const last = this.handled[this.handled.length - 1];
    if (last === undefined || Math.abs(time - last) > 0.25) this.handled.push(time);
  }
  undo(): void {
    const now = this.frame?.time ?? 0;
    let time = this.handled.pop();
    while (time !== undefined && time >= now) time = this.handled.pop();
    this.send({ do: "history", time: Math.max(this.state.history[0], time ?? now - 1) });
  }
  back(): void {
    const now = this.frame?.time ?? 0;
    const before = this.times.filter((t) => t < now - 1e-9);
    this.send({ do: "history", time: before.length ? Math.max(...before) : this.state.history[0] });
  }
  toggle(): void {
    this.send({ do: this.state.playing ? "pause" : "play" });
  }
  reset(key?: number): void {
    this.clearAlarm();
    this.send(key === undefined ? { do: "reset" } : { do: "reset", key });
  }
  select(body: number): void {
    this.stage.selected = body;
    this.stage.redraw();
    if (this.frame) this.selection.update(this.frame);
  }
  track(): void {
    if (this.stage.selected > 0) this.stage.eye.track(this.stage.selected);
    this.stage.redraw();
  }
}
