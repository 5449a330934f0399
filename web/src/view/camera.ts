// The eye: an orbit around a point (azimuth, elevation, distance, as MuJoCo counts them), following a body if asked to, or
// one of the model's own cameras.
import * as THREE from "three";
import { Scene, Frame } from "../protocol";
import { quat, vec } from "./pose";

const kRad = Math.PI / 180;

export type Mode = { kind: "free" } | { kind: "track"; body: number } | { kind: "fixed"; camera: number };

export class Eye {
  readonly camera = new THREE.PerspectiveCamera(45, 1, 0.01, 100);
  readonly lookat = new THREE.Vector3();
  azimuth = 90;
  elevation = -45;
  distance = 1;
  mode: Mode = { kind: "free" };
  private extent = 1;
  private fovy = 45;
  private fovys: ArrayLike<number> = [];
  private followed: THREE.Vector3 | null = null;

  constructor() {
    this.camera.up.set(0, 0, 1);
  }

  /** Looks at a new scene. A model that says nothing about its view is seen from the front, filled with what moves. */
  start(scene: Scene, moving: THREE.Sphere): void {
    const { extent, center } = scene.head.statistic;
    const look = scene.head.visual.global ?? {};
    this.extent = extent;
    this.fovy = look.fovy ?? 45;
    this.fovys = scene.field("cam_fovy");
    this.azimuth = look.azimuth ?? 90;
    this.elevation = look.elevation ?? -45;
    this.lookat.fromArray(center);
    this.distance = 1.5 * extent;
    const isSilent = this.azimuth === 90 && this.elevation === -45;
    if (isSilent) {
      [this.azimuth, this.elevation] = [135, -18];
      if (moving.radius > 0.02 * extent && moving.radius < 0.6 * extent) {
        this.lookat.copy(moving.center);
        this.distance = Math.max(3.6 * moving.radius, 0.3 * extent);
      }
    }
    this.mode = { kind: "free" };
    this.followed = null;
  }

  orbit(dx: number, dy: number): void {
    this.leaveFixed();
    this.azimuth -= 0.3 * dx;
    this.elevation = Math.max(-89.9, Math.min(89.9, this.elevation - 0.3 * dy));
  }

  /** Moves the point looked at with the pointer; heights in pixels of the picture. */
  pan(dx: number, dy: number, height: number): void {
    this.leaveFixed();
    const length = (2 * this.distance * Math.tan((this.fovy / 2) * kRad)) / height;
    const right = new THREE.Vector3().setFromMatrixColumn(this.camera.matrix, 0);
    const up = new THREE.Vector3().setFromMatrixColumn(this.camera.matrix, 1);
    this.lookat.addScaledVector(right, -dx * length).addScaledVector(up, dy * length);
  }

  zoom(by: number): void {
    this.leaveFixed();
    this.distance = Math.max(1e-3 * this.extent, Math.min(100 * this.extent, this.distance * Math.exp(by)));
  }

  private leaveFixed(): void {
    if (this.mode.kind === "fixed") this.mode = { kind: "free" };
  }

  update(frame: Frame, aspect: number): void {
    const camera = this.camera;
    camera.aspect = aspect;
    camera.near = 0.005 * Math.min(this.extent, this.distance);
    camera.far = Math.max(60 * this.extent, 10 * this.distance);
    if (this.mode.kind === "fixed") {
      const id = this.mode.camera;
      camera.fov = this.fovys[id] || 45;
      camera.position.copy(vec(frame.get("cam_xpos"), id));
      camera.quaternion.copy(quat(frame.get("cam_xquat"), id));
    } else {
      this.follow(frame);
      camera.fov = this.fovy;
      const [a, e] = [this.azimuth * kRad, this.elevation * kRad];
      const forward = new THREE.Vector3(Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e));
      camera.position.copy(this.lookat).addScaledVector(forward, -this.distance);
      camera.lookAt(this.lookat);
    }
    camera.updateProjectionMatrix();
    camera.updateMatrix();
    camera.updateMatrixWorld();
  }

  /** The point looked at moves as the body does. */
  private follow(frame: Frame): void {
    if (this.mode.kind !== "track") {
      this.followed = null;
      return;
    }
    const at = vec(frame.get("xipos"), this.mode.body);
    if (this.followed) this.lookat.add(at).sub(this.followed);
    else this.lookat.copy(at);
    this.followed = at;
  }

  track(body: number): void {
    this.mode = { kind: "track", body };
    this.followed = null;
  }
}
