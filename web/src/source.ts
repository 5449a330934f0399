// Where frames come from: a running server, or the file itself. Both tell a Listener the same things, so that the rest of
// the page does not know which it is.
import { Scene, Frame, Message, Command, sceneIdOf, splitFrames } from "./protocol";

export interface Listener {
  setScene(scene: Scene): void;
  setFrame(frame: Frame): void;
  message(message: Message): void;
  /** Whether the source answers; `text` says what is being waited for. */
  connection(up: boolean, text: string): void;
}

export interface Source {
  readonly live: boolean;
  readonly recorded: Frame[] | null; // all frames, of a recording
  send(command: Command): void;
  /** The page drew a frame: the server may send the next. */
  drew(): void;
}

/** The server that delivered this page. Reconnects for ever: a restarted server with the same address is found again. */
export class Live implements Source {
  readonly live = true;
  readonly recorded = null;
  private socket: WebSocket | null = null;
  private scene: Scene | null = null;
  private wanted = -1; // id of the scene that is being fetched
  private early: ArrayBuffer | null = null; // a frame that came before its scene
  private got = 0;
  private readonly query = location.search;

  constructor(private readonly listener: Listener) {
    this.connect();
  }

  send(command: Command): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command));
  }
  drew(): void {
    this.send({ do: "got", number: this.got });
  }

  private connect(): void {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws${this.query}`);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.got = 0;
      this.listener.connection(true, "connected");
    };
    socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => {
      if (typeof event.data === "string") this.hear(JSON.parse(event.data) as Message);
      else this.show(event.data);
    };
    socket.onclose = () => {
      this.socket = null;
      this.wanted = -1;
      this.listener.connection(false, "waiting for the server");
      setTimeout(() => this.connect(), 500);
    };
    this.socket = socket;
  }

  private hear(message: Message): void {
    if (message.event === "hello") void this.fetchScene(message.scene);
    if (message.event === "scene") void this.fetchScene(message.id);
    this.listener.message(message);
  }

  private async fetchScene(id: number): Promise<void> {
    if (this.wanted === id) return;
    this.wanted = id;
    try {
      const answer = await fetch(`/scene${this.query}`, { cache: "no-store" });
      if (!answer.ok) throw new Error(`the server answers ${answer.status}`);
      this.scene = new Scene(await answer.arrayBuffer());
      this.listener.setScene(this.scene);
      if (this.early && sceneIdOf(this.early) === this.scene.head.id) this.listener.setFrame(new Frame(this.scene, this.early));
      this.early = null;
    } catch (error) {
      this.wanted = -1; // the next frame of that scene asks again
      this.listener.message({ event: "log", text: `scene: ${String(error)}` });
    }
  }

  private show(bytes: ArrayBuffer): void {
    this.got += 1;
    const id = sceneIdOf(bytes);
    if (this.scene?.head.id === id) {
      this.listener.setFrame(new Frame(this.scene, bytes));
    } else {
      this.early = bytes;
      void this.fetchScene(id);
      this.drew();
    }
  }
}

async function unpack(id: string): Promise<Uint8Array> {
  const text = document.getElementById(id)?.textContent ?? "";
  const packed = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** A recording inside this file, played on the page's own clock. */
export class Replay implements Source {
  readonly live = false;
  private scene!: Scene;
  recorded: Frame[] = [];
  private at = 0;
  private playing = false;
  private speed = 1;
  private time = 0; // simulated, of the replay's clock
  private before = 0;

  static isHere(): boolean {
    return document.getElementById("corten-scene") !== null;
  }

  constructor(private readonly listener: Listener) {
    void this.open();
  }

  private async open(): Promise<void> {
    this.scene = new Scene((await unpack("corten-scene")).slice().buffer);
    this.recorded = splitFrames(await unpack("corten-frames")).map((bytes) => new Frame(this.scene, bytes));
    this.listener.connection(true, "replay");
    this.listener.setScene(this.scene);
    this.show(0);
    this.start(true);
  }

  send(command: Command): void {
    const value = Number(command.time ?? command.factor ?? command.count ?? 0);
    if (command.do === "play") this.start(true);
    else if (command.do === "pause") this.start(false);
    else if (command.do === "speed") this.speed = value || 1;
    else if (command.do === "reset") this.show(0);
    else if (command.do === "step") {
      this.start(false);
      this.show(Math.min(this.at + Math.max(1, value), this.recorded.length - 1));
    } else if (command.do === "history") {
      this.start(false);
      this.show(this.indexAt(value));
    } else if (!["view", "rate", "got", "release"].includes(command.do)) {
      this.listener.message({ event: "refused", why: "this is a recording: what happened cannot be changed", do: command.do });
    }
    this.tellState();
  }
  drew(): void {}

  /** The last frame at or before a time. */
  private indexAt(time: number): number {
    let low = 0;
    for (let high = this.recorded.length - 1; low < high; ) {
      const middle = Math.ceil((low + high) / 2);
      if (this.recorded[middle].time <= time + 1e-9) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private start(playing: boolean): void {
    if (playing && this.at >= this.recorded.length - 1) this.show(0);
    if (playing && !this.playing) {
      this.before = performance.now();
      requestAnimationFrame(() => this.tick());
    }
    this.playing = playing;
    this.tellState();
  }

  private tick(): void {
    if (!this.playing) return;
    const now = performance.now();
    this.time += (this.speed * (now - this.before)) / 1000;
    this.before = now;
    const index = this.indexAt(this.time);
    if (index !== this.at) {
      const time = this.time;
      this.show(index);
      this.time = time;
    }
    if (index >= this.recorded.length - 1) this.start(false);
    else requestAnimationFrame(() => this.tick());
  }

  private show(index: number): void {
    if (!this.recorded.length) return;
    this.at = index;
    this.time = this.recorded[index].time;
    this.listener.setFrame(this.recorded[index]);
  }

  private tellState(): void {
    const history: [number, number] = [this.recorded[0]?.time ?? 0, this.recorded[this.recorded.length - 1]?.time ?? 0];
    this.listener.message({ event: "state", playing: this.playing, speed: this.speed, history });
  }
}
