// The pointer on the picture: turning, moving, zooming, selecting, and pulling bodies.
import * as THREE from "three";
import { App } from "../app";
import { quat, vec } from "../view/pose";

const kClick = 4; // pixels that a click may wander

interface Grip {
  body: number;
  mocap: number; // -1: not a mocap body
  local: THREE.Vector3; // where it is held, in the body's frame
  plane: THREE.Plane; // in which it is dragged, facing the camera
  torque: boolean;
}

class Pointer {
  private at: { x: number; y: number } | null = null; // of the last event of a drag
  private moved = 0;
  private button = 0;
  private grip: Grip | null = null;

  constructor(
    private readonly app: App,
    private readonly canvas: HTMLCanvasElement,
  ) {
    canvas.addEventListener("pointerdown", (e) => this.down(e));
    canvas.addEventListener("pointermove", (e) => this.move(e));
    canvas.addEventListener("pointerup", (e) => this.up(e));
    canvas.addEventListener("pointercancel", () => this.letGo());
    canvas.addEventListener("contextmenu", (e) => e.preventDefault());
    canvas.addEventListener("wheel", (e) => this.wheel(e), { passive: false });
  }

  private down(event: PointerEvent): void {
    this.canvas.setPointerCapture(event.pointerId);
    this.canvas.focus();
    this.at = { x: event.offsetX, y: event.offsetY };
    this.moved = 0;
    this.button = event.button;
    if (event.ctrlKey || event.metaKey) this.take(event);
  }

  /** Takes hold of the body under the pointer, or of the selected one where there is none. */
  private take(event: PointerEvent): void {
    const { stage, frame, scene } = this.app;
    const hit = stage.pick(event.offsetX, event.offsetY);
    const body = hit && hit.body > 0 ? hit.body : stage.selected;
    if (!frame || !scene || body <= 0) return;
    const origin = vec(frame.get("xpos"), body);
    const point = hit && hit.body > 0 ? hit.point : origin.clone();
    const facing = stage.eye.camera.getWorldDirection(new THREE.Vector3());
    this.app.mark();
    this.app.select(body);
    this.grip = {
      body,
      mocap: scene.field("body_mocapid")[body] ?? -1,
      local: point.clone().sub(origin).applyQuaternion(quat(frame.get("xquat"), body).invert()),
      plane: new THREE.Plane().setFromNormalAndCoplanarPoint(facing, point),
      torque: event.shiftKey || event.button === 2,
    };
  }

  private move(event: PointerEvent): void {
    if (!this.at) return;
    const [dx, dy] = [event.offsetX - this.at.x, event.offsetY - this.at.y];
    this.moved += Math.abs(dx) + Math.abs(dy);
    this.at = { x: event.offsetX, y: event.offsetY };
    const { eye } = this.app.stage;
    if (this.grip) this.pull(this.grip, event);
    else if (this.button === 2 || this.button === 1 || event.shiftKey) eye.pan(dx, dy, this.canvas.clientHeight);
    else eye.orbit(dx, dy);
    this.app.stage.redraw();
  }

  private pull(grip: Grip, event: PointerEvent): void {
    const { stage, frame } = this.app;
    const target = stage.ray(event.offsetX, event.offsetY).intersectPlane(grip.plane, new THREE.Vector3());
    if (!target || !frame) return;
    const turn = quat(frame.get("xquat"), grip.body);
    const held = grip.local.clone().applyQuaternion(turn);
    if (grip.mocap >= 0) {
      const pos = target.clone().sub(held).toArray();
      this.app.send({ do: "mocap", id: grip.mocap, pos, quat: [turn.w, turn.x, turn.y, turn.z] });
      return;
    }
    stage.pull = { from: held.add(vec(frame.get("xpos"), grip.body)), to: target, torque: grip.torque };
    const kind = grip.torque ? "torque" : "force";
    this.app.send({ do: "pull", body: grip.body, point: grip.local.toArray(), target: target.toArray(), kind });
  }

  /** While a body is held, the spring is drawn from where it is held now. */
  follow(): void {
    const { stage, frame } = this.app;
    if (!this.grip || !stage.pull || !frame) return;
    const turn = quat(frame.get("xquat"), this.grip.body);
    stage.pull.from = this.grip.local.clone().applyQuaternion(turn).add(vec(frame.get("xpos"), this.grip.body));
  }

  private up(event: PointerEvent): void {
    const wasClick = this.moved < kClick && this.at !== null && !this.grip && this.button === 0;
    this.letGo();
    if (wasClick) this.app.select(Math.max(0, this.app.stage.pick(event.offsetX, event.offsetY)?.body ?? 0));
  }

  private letGo(): void {
    if (this.grip) this.app.send({ do: "release" });
    this.grip = null;
    this.at = null;
    this.app.stage.pull = null;
    this.app.stage.redraw();
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    this.app.stage.eye.zoom(Math.max(-0.5, Math.min(0.5, 0.001 * event.deltaY)));
    this.app.stage.redraw();
  }
}

/** Returns what must be called for every new frame. */
export function bindPointer(app: App, canvas: HTMLCanvasElement): () => void {
  const pointer = new Pointer(app, canvas);
  return () => pointer.follow();
}
