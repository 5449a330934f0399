// What the server says, read from bytes: the scene (a model, once) and frames (its state, many times), and the JSON
// messages both ways. docs/viewer_protocol.md describes all of it.

export type Numbers = Float32Array | Float64Array | Int32Array | Uint8Array;

export interface Option {
  name: string;
  label?: string;
  kind: "number" | "vector" | "choice" | "flag" | "integer";
  value: number | string | boolean | number[];
  unit?: string;
  meaning?: string;
  choices?: string[];
  group?: string;
}
export interface Policy {
  name: string;
  label?: string;
  value: string;
  choices: string[];
  meaning?: string;
}
/** One control; an actuator may have several. */
export interface Actuator {
  name: string;
  actuator?: number; // its index, where that differs from the control's
  unit?: string;
  ctrllimited?: boolean;
  range: [number, number];
  group?: number;
}
export interface Joint {
  name: string;
  type: string;
  unit?: string;
  qposadr: number;
  dofadr: number;
  body: number;
  limited?: boolean;
  range?: [number, number];
}
export interface Sensor {
  name: string;
  type: string;
  unit?: string;
  adr: number;
  dim: number;
}
export interface LayoutRow {
  name: string;
  dtype: "f32" | "i32";
  count: number;
}
export type Rgb = number[];
export interface Visual {
  rgba?: Record<string, Rgb>;
  map?: Record<string, number>;
  scale?: Record<string, number>;
  headlight?: { ambient?: Rgb; diffuse?: Rgb; specular?: Rgb; active?: number | boolean };
  global?: Record<string, number>;
}
interface FieldPlace {
  dtype: string;
  shape: number[];
  offset: number;
}
interface SceneHead {
  version: number;
  id: number;
  name: string;
  file: string;
  fields: Record<string, FieldPlace>;
  names: Record<string, string[]>;
  statistic: { extent: number; center: number[]; meansize: number; meanmass: number; meaninertia: number };
  visual: Visual;
  options: Option[];
  policies: Policy[];
  actuators: Actuator[];
  joints: Joint[];
  sensors: Sensor[];
  keys: { name: string; time: number }[];
  stages: string[];
  layout: LayoutRow[];
}

const kSceneMagic = 0x53545243;
const kFrameMagic = 0x46545243;
const kContactNumbers = 24;
const kFrameHead = 32; // bytes
const arrays: Record<string, { new (buffer: ArrayBuffer, offset: number, length: number): Numbers }> = {
  f32: Float32Array,
  f64: Float64Array,
  i32: Int32Array,
  u8: Uint8Array,
};

/** A model as the page sees it: fields under their own names, lists for the panels. */
export class Scene {
  readonly head: SceneHead;
  private readonly fields = new Map<string, Numbers>();
  private readonly places = new Map<string, LayoutRow & { offset: number }>();
  readonly fixedBytes: number;

  constructor(buffer: ArrayBuffer) {
    const view = new DataView(buffer);
    if (buffer.byteLength < 8 || view.getUint32(0, true) !== kSceneMagic) throw new Error("this is no scene of Corten");
    const jsonBytes = view.getUint32(4, true);
    this.head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, jsonBytes))) as SceneHead;
    const data = buffer.slice(8 + jsonBytes); // a copy, so that every offset is aligned
    for (const [name, place] of Object.entries(this.head.fields)) {
      const count = place.shape.reduce((a, b) => a * b, 1);
      this.fields.set(name, new arrays[place.dtype](data, place.offset, count));
    }
    let offset = kFrameHead;
    for (const row of this.head.layout) {
      this.places.set(row.name, { ...row, offset });
      offset += 4 * row.count;
    }
    this.fixedBytes = offset;
  }

  /** A Model field as flat numbers; empty where the model has none of it. */
  field(name: string): Numbers {
    return this.fields.get(name) ?? new Float32Array(0);
  }
  place(name: string): (LayoutRow & { offset: number }) | undefined {
    return this.places.get(name);
  }
  count(kind: string): number {
    return this.head.names[kind]?.length ?? 0;
  }
  /** The name of a thing, or its kind and number. */
  nameOf(kind: string, index: number): string {
    return this.head.names[kind]?.[index] || `${kind} ${index}`;
  }
}

export interface Contact {
  pos: Float32Array;
  frame: Float32Array;
  force: Float32Array;
  geom1: number;
  geom2: number;
  flex1: number;
  flex2: number;
}

/** One moment of the simulation: views into the bytes that arrived. */
export class Frame {
  readonly sceneId: number;
  readonly flags: number;
  readonly time: number;
  readonly wall: number;
  readonly contactCount: number;

  constructor(
    private readonly scene: Scene,
    private readonly buffer: ArrayBuffer,
  ) {
    const view = new DataView(buffer);
    if (buffer.byteLength < kFrameHead || view.getUint32(0, true) !== kFrameMagic) throw new Error("this is no frame of Corten");
    this.sceneId = view.getUint32(4, true);
    this.flags = view.getUint32(8, true);
    this.contactCount = view.getUint32(12, true);
    this.time = view.getFloat64(16, true);
    this.wall = view.getFloat64(24, true);
  }
  get playing(): boolean {
    return (this.flags & 1) !== 0;
  }
  get unstable(): boolean {
    return (this.flags & 2) !== 0;
  }
  /** Numbers of the fixed part; empty where the server sends none of that name. */
  get(name: string): Float32Array | Int32Array {
    const place = this.scene.place(name);
    if (!place) return new Float32Array(0);
    const Type = place.dtype === "i32" ? Int32Array : Float32Array;
    return new Type(this.buffer, place.offset, place.count);
  }
  contact(index: number): Contact {
    const start = this.scene.fixedBytes + 4 * kContactNumbers * index;
    const at = new Float32Array(this.buffer, start, kContactNumbers);
    const [geom1, geom2, flex1, flex2] = at.subarray(20, 24);
    return { pos: at.subarray(0, 3), frame: at.subarray(3, 12), force: at.subarray(12, 15), geom1, geom2, flex1, flex2 };
  }
}

export function sceneIdOf(frame: ArrayBuffer): number {
  return new DataView(frame).getUint32(4, true);
}

/** The frames of a replay: each preceded by its length. */
export function splitFrames(bytes: Uint8Array): ArrayBuffer[] {
  const frames: ArrayBuffer[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 4 <= bytes.byteLength; ) {
    const length = view.getUint32(at, true);
    frames.push(bytes.slice(at + 4, at + 4 + length).buffer);
    at += 4 + length;
  }
  return frames;
}

export interface Diagnostic {
  file?: string;
  line?: number;
  element?: string;
  text: string;
  hint?: string;
}
export type Message =
  | { event: "hello"; version: number; scene: number; playing: boolean; speed: number; history: [number, number] }
  | { event: "scene"; id: number }
  | { event: "state"; playing: boolean; speed: number; history: [number, number] }
  | { event: "option" | "policy"; name: string; value: Option["value"] }
  | { event: "warning"; kind: string; text: string; time: number; count: number }
  | Diverged
  | { event: "trouble"; diagnostics: Diagnostic[] }
  | { event: "refused"; why: string; do?: string }
  | { event: "log"; text: string };
export interface Diverged {
  event: "diverged";
  text: string;
  time: number;
  dof?: number;
  joint?: number;
  body?: number;
  constraint?: string;
  contact?: { geom1: number; geom2: number } | null;
}
export interface Command {
  do: string;
  [member: string]: unknown;
}
