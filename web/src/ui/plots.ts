// Plots over simulated time: energy, contact force, solver, time per stage, sensors. Live, a plot keeps samples while it is
// shown, and going back in time takes them away; of a recording it shows everything, with a line at the time of the picture.
import { App } from "../app";
import { Frame, Scene } from "../protocol";
import { checkbox, el, section, show } from "./dom";

const kMostSamples = 1200;
const kColors = ["#5aa9ff", "#ff9f43", "#2ecc8f", "#ff6b81", "#b388ff", "#f5d76e", "#4dd0e1", "#a1887f", "#90a4ae", "#dce775"];
const kSeconds = 10; // shown at most

interface Plot {
  title: string;
  unit: string;
  names: string[];
  read: (frame: Frame) => ArrayLike<number>;
  needs?: "stages" | "energy";
}

function contactForce(frame: Frame): number {
  let sum = 0;
  for (let i = 0; i < frame.contactCount; i++) sum += Math.abs(frame.contact(i).force[0]);
  return sum;
}

function plotsOf(scene: Scene): Plot[] {
  const { stages, sensors } = scene.head;
  const plots: Plot[] = [
    { title: "energy", unit: "J", names: ["potential", "kinetic", "total"], needs: "energy",
      read: (f) => [f.get("energy")[0], f.get("energy")[1], f.get("energy")[0] + f.get("energy")[1]] },
    { title: "contact force", unit: "N", names: ["sum of normal forces"], read: (f) => [contactForce(f)] },
    { title: "solver iterations", unit: "", names: ["iterations"], read: (f) => f.get("solver_niter") },
    { title: "contacts and rows", unit: "", names: ["contacts", "constraint rows"], read: (f) => [f.contactCount, f.get("nefc")[0]] },
    { title: "time per step", unit: "µs", names: ["step"], read: (f) => f.get("step_us") },
    { title: "time per stage", unit: "µs", names: stages, needs: "stages", read: (f) => f.get("stage_us") },
  ];
  sensors.forEach((s, i) => {
    const names = s.dim === 1 ? [s.type] : [..."xyzw"].slice(0, s.dim).concat([...Array(Math.max(0, s.dim - 4)).keys()].map((k) => String(k + 4)));
    plots.push({ title: s.name || `sensor ${i} (${s.type})`, unit: s.unit ?? "", names, read: (f) => f.get("sensordata").subarray(s.adr, s.adr + s.dim) });
  });
  return plots;
}

/** One plot: a canvas with lines, the range and the last values. */
class Chart {
  readonly root: HTMLElement;
  readonly samples: { time: number; values: number[] }[] = [];
  private readonly canvas = el("canvas", { class: "chart" });
  private readonly legend = el("div", { class: "legend" });

  constructor(readonly plot: Plot) {
    const unit = plot.unit ? ` (${plot.unit})` : "";
    this.root = el("div", { class: "plot", "data-plot": plot.title }, el("div", { class: "title" }, plot.title + unit), this.canvas, this.legend);
  }

  /** The series that are drawn: all, or the largest ones where there are more than colours. */
  private chosen(seen: { values: number[] }[]): number[] {
    const all = [...this.plot.names.keys()];
    if (all.length <= kColors.length) return all;
    const size = (i: number) => seen.reduce((sum, s) => sum + Math.abs(s.values[i]), 0);
    return all.map((i) => [size(i), i]).sort((a, b) => b[0] - a[0]).slice(0, kColors.length).map(([, i]) => i);
  }

  private label(series: number[], values: number[]): void {
    const key = series.join();
    if (this.legend.dataset.series !== key) {
      this.legend.dataset.series = key;
      this.legend.replaceChildren(...series.map((i, k) => el("span", { style: `color:${kColors[k]}` }, this.plot.names[i], " ", el("b", {}))));
    }
    this.legend.querySelectorAll("b").forEach((b, k) => (b.textContent = show(values[series[k]])));
  }

  add(frame: Frame): void {
    while (this.samples.length && this.samples[this.samples.length - 1].time >= frame.time) this.samples.pop();
    this.samples.push({ time: frame.time, values: Array.from(this.plot.read(frame)) });
    if (this.samples.length > kMostSamples) this.samples.splice(0, this.samples.length - kMostSamples);
  }

  /** All of a recording, thinned out. */
  fill(frames: Frame[]): void {
    const every = Math.ceil(frames.length / kMostSamples);
    for (let i = 0; i < frames.length; i += every) this.add(frames[i]);
  }

  /** Up to the last sample, or all with a line at the time `now`. */
  draw(now: number | null): void {
    const { canvas, samples } = this;
    const [width, height] = [canvas.clientWidth, 84];
    if (!width || !samples.length) return;
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    const pen = canvas.getContext("2d")!;
    const end = samples[samples.length - 1].time;
    const start = now === null ? Math.max(samples[0].time, end - kSeconds) : samples[0].time;
    const seen = samples.filter((s) => s.time >= start);
    const series = this.chosen(seen);
    const [low, high] = rangeOf(seen.map((s) => series.map((i) => s.values[i])));
    const x = (t: number) => ((t - start) / Math.max(1e-9, end - start)) * width;
    const y = (v: number) => height - 4 - ((v - low) / (high - low)) * (height - 8);
    pen.clearRect(0, 0, width, height);
    pen.strokeStyle = "#2c333d";
    pen.beginPath();
    for (const v of [low, (low + high) / 2, high]) {
      pen.moveTo(0, Math.round(y(v)) + 0.5);
      pen.lineTo(width, Math.round(y(v)) + 0.5);
    }
    pen.stroke();
    series.forEach((i, k) => {
      pen.strokeStyle = kColors[k];
      pen.lineWidth = 1.25;
      pen.beginPath();
      for (const s of seen) pen.lineTo(x(s.time), y(s.values[i]));
      pen.stroke();
    });
    pen.fillStyle = "#8b96a5";
    pen.font = "10px system-ui, sans-serif";
    pen.fillText(show(high), 3, 11);
    pen.fillText(show(low), 3, height - 4);
    if (now !== null) {
      pen.fillStyle = "#d7dee8";
      pen.fillRect(Math.round(x(now)), 0, 1, height);
    }
    const shown = now === null ? samples.length - 1 : samples.findIndex((s) => s.time >= now - 1e-9);
    this.label(series, samples[Math.max(0, shown)].values);
  }
}

function rangeOf(rows: number[][]): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const row of rows) {
    for (const v of row) {
      if (!Number.isFinite(v)) continue;
      low = Math.min(low, v);
      high = Math.max(high, v);
    }
  }
  if (low > high) return [0, 1];
  const room = Math.max(0.05 * (high - low), 0.02 * Math.max(Math.abs(low), Math.abs(high)), 1e-9); // noise stays small
  return [low - room, high + room];
}

export class Plots {
  readonly root = section("Plots", true);
  private charts = new Map<string, Chart>();
  private wanted = new Set(["energy", "contact force"]);
  private known: Plot[] = [];

  constructor(private readonly app: App) {}

  setScene(scene: Scene): void {
    this.known = plotsOf(scene);
    this.charts.clear();
    this.fill();
  }

  /** What the server must compute for the plots that are shown. */
  tellNeeds(): void {
    const shown = this.known.filter((p) => this.charts.has(p.title));
    this.app.send({ do: "view", stages: shown.some((p) => p.needs === "stages"), energy: shown.some((p) => p.needs === "energy") });
  }

  private fill(): void {
    this.root.querySelectorAll(":scope > div").forEach((e) => e.remove());
    const boxes = this.known.map((plot) =>
      checkbox(plot.title, this.wanted.has(plot.title), `Plot ${plot.title} over time`, (on) => {
        if (on) this.wanted.add(plot.title);
        else this.wanted.delete(plot.title);
        this.place();
      }),
    );
    boxes.forEach((box, i) => box.setAttribute("data-plot-choice", this.known[i].title));
    this.root.append(el("div", { class: "charts" }), el("div", { class: "checks choices" }, ...boxes));
    this.place();
  }

  private place(): void {
    const holder = this.root.querySelector(".charts")!;
    for (const plot of this.known) {
      const isShown = this.charts.has(plot.title);
      if (this.wanted.has(plot.title) && !isShown) this.open(plot);
      if (!this.wanted.has(plot.title) && isShown) this.charts.delete(plot.title);
    }
    holder.replaceChildren(...[...this.charts.values()].map((c) => c.root));
    this.tellNeeds();
    this.draw();
  }

  private open(plot: Plot): void {
    const chart = new Chart(plot);
    this.charts.set(plot.title, chart);
    if (this.app.source?.recorded) chart.fill(this.app.source.recorded);
    else if (this.app.frame) chart.add(this.app.frame);
  }

  add(frame: Frame): void {
    if (!this.app.source?.recorded) for (const chart of this.charts.values()) chart.add(frame);
  }
  draw(): void {
    const now = this.app.source?.recorded ? (this.app.frame?.time ?? 0) : null;
    if (this.root.open) for (const chart of this.charts.values()) chart.draw(now);
  }
  samples(title: string): { time: number; values: number[] }[] {
    return this.charts.get(title)?.samples ?? [];
  }
}
