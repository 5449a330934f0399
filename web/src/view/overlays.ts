// What is drawn on top of the things themselves: contacts, forces, joint axes, centres of mass, inertias, actuators,
// cameras, frames, and the spring that pulls. Sizes and colours are the model's (visual/scale, visual/rgba).
import * as THREE from "three";
import { Scene, Frame } from "../protocol";
import { unitArrow, unitBox, unitCylinder, unitSphere } from "./shapes";
import { Lines, Pool } from "./pool";
import { quat, vec } from "./pose";

export const kOverlays = {
  contactPoint: "contact points",
  contactFrame: "contact frames",
  contactForce: "contact forces",
  joint: "joint axes",
  com: "mass centres",
  inertia: "inertia boxes",
  actuator: "activations",
  camera: "cameras",
  light: "lights",
  bodyFrame: "body frames",
} as const;
export type Overlay = keyof typeof kOverlays;
export type Shown = Record<Overlay, boolean>;

export interface Pull {
  from: THREE.Vector3;
  to: THREE.Vector3;
  torque: boolean;
}

// MuJoCo's defaults of visual/scale, visual/map and visual/rgba
const kScale: Record<string, number> = {
  contactwidth: 0.3, contactheight: 0.1, forcewidth: 0.1, jointlength: 1, jointwidth: 0.1, com: 0.4, camera: 0.3,
  light: 0.3, framelength: 1, actuatorlength: 0.7, actuatorwidth: 0.2,
};
const kColor: Record<string, number[]> = {
  contactpoint: [0.9, 0.6, 0.2], contactforce: [0.7, 0.9, 0.9], contactfriction: [0.9, 0.8, 0.4], joint: [0.2, 0.6, 0.8],
  com: [0.9, 0.9, 0.9], inertia: [0.8, 0.2, 0.2], actuatornegative: [0.2, 0.6, 0.9], actuator: [0.5, 0.5, 0.5],
  actuatorpositive: [0.9, 0.4, 0.2], camera: [0.6, 0.9, 0.6], light: [0.6, 0.6, 0.9], pull: [1, 0.35, 0.25],
};
const kAxes = [new THREE.Color(0.95, 0.3, 0.3), new THREE.Color(0.35, 0.85, 0.35), new THREE.Color(0.35, 0.55, 1)];
const kFree = 0;
const kBall = 1;
const kTransmitsTendon = 3;
const kNoTurn = new THREE.Quaternion();

/** Blue for negative, red for positive, grey for none, over a range. */
function activationColor(value: number, range: [number, number]): THREE.Color {
  const most = Math.max(Math.abs(range[0]), Math.abs(range[1])) || 1;
  const share = Math.max(-1, Math.min(1, value / most));
  const end = share < 0 ? kColor.actuatornegative : kColor.actuatorpositive;
  return new THREE.Color(...(kColor.actuator as [number, number, number])).lerp(new THREE.Color(end[0], end[1], end[2]), Math.abs(share));
}

export class Overlays {
  readonly group = new THREE.Group();
  private readonly arrows: Pool;
  private readonly discs: Pool;
  private readonly balls: Pool;
  private readonly boxes: Pool;
  private readonly lines = new Lines();

  constructor(private readonly scene: Scene) {
    const shiny = () => new THREE.MeshPhongMaterial({ shininess: 30, specular: 0x111111 });
    const glass = new THREE.MeshPhongMaterial({ transparent: true, opacity: 0.45, depthWrite: false });
    this.arrows = new Pool(unitArrow(), shiny());
    this.discs = new Pool(unitCylinder(), shiny());
    this.balls = new Pool(unitSphere(), shiny());
    this.boxes = new Pool(unitBox(), glass);
    this.group.add(this.arrows.group, this.discs.group, this.balls.group, this.boxes.group, this.lines.object);
  }

  private size(name: string): number {
    return (this.scene.head.visual.scale?.[name] ?? kScale[name]) * this.scene.head.statistic.meansize;
  }
  private color(name: string): THREE.Color {
    const rgb = this.scene.head.visual.rgba?.[name] ?? kColor[name];
    return new THREE.Color(rgb[0], rgb[1], rgb[2]);
  }

  update(frame: Frame, shown: Shown, pull: Pull | null): void {
    const pools = [this.arrows, this.discs, this.balls, this.boxes];
    for (const pool of pools) pool.begin();
    this.lines.begin();
    if (shown.contactPoint || shown.contactFrame || shown.contactForce) this.addContacts(frame, shown);
    if (shown.joint) this.addJoints(frame, null);
    if (shown.actuator) this.addActuators(frame);
    if (shown.com) this.addCentres(frame);
    if (shown.inertia) this.addInertias(frame);
    if (shown.camera) this.addCameras(frame);
    if (shown.light) this.addLights(frame);
    if (shown.bodyFrame) this.addFrames(frame);
    if (pull) this.addPull(pull);
    for (const pool of pools) pool.end();
    this.lines.end();
  }

  private addContacts(frame: Frame, shown: Shown): void {
    const [width, height] = [this.size("contactwidth"), this.size("contactheight")];
    const perNewton = (this.scene.head.visual.map?.force ?? 0.005) / this.scene.head.statistic.meanmass;
    const basis = new THREE.Matrix4();
    for (let i = 0; i < frame.contactCount; i++) {
      const { pos, frame: axes, force } = frame.contact(i);
      const at = vec(pos, 0);
      const [n, t1, t2] = [0, 1, 2].map((k) => vec(axes, k));
      const turn = new THREE.Quaternion().setFromRotationMatrix(basis.makeBasis(t1, t2, n));
      if (shown.contactPoint) this.discs.add(at, turn, width, width, height / 2, this.color("contactpoint"));
      if (shown.contactFrame) this.addAxes(at, [n, t1, t2], this.size("framelength"));
      if (!shown.contactForce) continue;
      const total = new THREE.Vector3();
      [n, t1, t2].forEach((axis, k) => total.addScaledVector(axis, force[k]));
      this.arrows.addBetween(at, at.clone().addScaledVector(total, perNewton), this.size("forcewidth"), this.color("contactforce"));
    }
  }

  private addAxes(at: THREE.Vector3, axes: THREE.Vector3[], length: number): void {
    axes.forEach((axis, k) => this.lines.add(at, at.clone().addScaledVector(axis, length), kAxes[k]));
  }

  /** Axes of hinges and slides; balls and free joints show a ball or a box. */
  private addJoints(frame: Frame, paint: ((joint: number) => THREE.Color | null) | null): void {
    const field = (name: string) => this.scene.field(`jnt_${name}`);
    const [length, width] = [this.size("jointlength"), this.size("jointwidth")];
    for (let j = 0; j < this.scene.count("joint"); j++) {
      const color = paint ? paint(j) : this.color("joint");
      if (!color) continue;
      const body = field("bodyid")[j];
      const turn = quat(frame.get("xquat"), body);
      const at = vec(field("pos"), j).applyQuaternion(turn).add(vec(frame.get("xpos"), body));
      if (field("type")[j] === kFree) this.boxes.add(at, turn, length / 4, length / 4, length / 4, color);
      else if (field("type")[j] === kBall) this.balls.add(at, turn, length / 4, length / 4, length / 4, color);
      else this.arrows.addBetween(at, at.clone().addScaledVector(vec(field("axis"), j).applyQuaternion(turn), length), width, color);
    }
  }

  /** Joints that actuators move, coloured by how strongly. Tendons are coloured where they are drawn. */
  private addActuators(frame: Frame): void {
    const type = this.scene.field("actuator_trntype");
    const target = this.scene.field("actuator_trnid");
    const colors = new Map<number, THREE.Color>();
    for (const { actuator, color } of activations(this.scene, frame)) {
      if (type[actuator] < kTransmitsTendon - 1) colors.set(target[2 * actuator], color);
    }
    this.addJoints(frame, (joint) => colors.get(joint) ?? null);
  }

  private addCentres(frame: Frame): void {
    const mass = this.scene.field("body_mass");
    const size = this.size("com");
    for (let b = 1; b < mass.length; b++) {
      if (mass[b] > 0) this.balls.add(vec(frame.get("xipos"), b), kNoTurn, size / 2, size / 2, size / 2, this.color("com"));
    }
  }

  /** Boxes with the bodies' masses and inertias: half sizes from I = m/3 (b^2 + c^2), ... */
  private addInertias(frame: Frame): void {
    const mass = this.scene.field("body_mass");
    const inertia = this.scene.field("body_inertia");
    for (let b = 1; b < mass.length; b++) {
      if (mass[b] <= 0) continue;
      const [x, y, z] = [0, 1, 2].map((k) => inertia[3 * b + k]);
      const half = [y + z - x, x + z - y, x + y - z].map((s) => Math.sqrt(Math.max(0, (1.5 * s) / mass[b])));
      this.boxes.add(vec(frame.get("xipos"), b), quat(frame.get("xiquat"), b), half[0], half[1], half[2], this.color("inertia"));
    }
  }

  private addCameras(frame: Frame): void {
    const depth = 2 * this.size("camera");
    for (let c = 0; c < this.scene.count("camera"); c++) {
      const turn = quat(frame.get("cam_xquat"), c);
      const at = vec(frame.get("cam_xpos"), c);
      const half = depth * Math.tan(((this.scene.field("cam_fovy")[c] || 45) * Math.PI) / 360);
      const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) =>
        new THREE.Vector3((x * half * 4) / 3, y * half, -depth).applyQuaternion(turn).add(at),
      );
      corners.forEach((corner, k) => {
        this.lines.add(at, corner, this.color("camera"));
        this.lines.add(corner, corners[(k + 1) % 4], this.color("camera"));
      });
    }
  }

  private addLights(frame: Frame): void {
    const length = 2 * this.size("light");
    for (let l = 0; l < this.scene.count("light"); l++) {
      const at = vec(frame.get("light_xpos"), l);
      this.arrows.addBetween(at, at.clone().addScaledVector(vec(frame.get("light_xdir"), l), length), length / 8, this.color("light"));
    }
  }

  private addFrames(frame: Frame): void {
    const xpos = frame.get("xpos");
    for (let b = 0; b < xpos.length / 3; b++) {
      const turn = quat(frame.get("xquat"), b);
      const axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map((v) => new THREE.Vector3().fromArray(v).applyQuaternion(turn));
      this.addAxes(vec(xpos, b), axes, this.size("framelength"));
    }
  }

  private addPull(pull: Pull): void {
    const size = this.size("com") / 2;
    this.balls.add(pull.to, kNoTurn, size, size, size, this.color("pull"));
    this.lines.add(pull.from, pull.to, this.color("pull"));
    this.arrows.addBetween(pull.from, pull.to, 0.6 * size, pull.torque ? this.color("contactfriction") : this.color("pull"));
  }
}

/** How strongly actuators act, as colours: by their activation where they have one, otherwise by their control. */
function activations(scene: Scene, frame: Frame): { actuator: number; color: THREE.Color }[] {
  const adr = scene.field("actuator_actadr");
  return scene.head.actuators.map((control, index) => {
    const actuator = control.actuator ?? index;
    const value = adr.length && adr[actuator] >= 0 ? frame.get("act")[adr[actuator]] : frame.get("ctrl")[index];
    return { actuator, color: activationColor(value, control.range) };
  });
}

/** The colour of a tendon by the actuator that pulls it. */
export function tendonPaint(scene: Scene, frame: Frame): (tendon: number) => THREE.Color | null {
  const type = scene.field("actuator_trntype");
  const target = scene.field("actuator_trnid");
  const pulled = activations(scene, frame).filter(({ actuator }) => type[actuator] === kTransmitsTendon);
  const colors = new Map(pulled.map(({ actuator, color }) => [target[2 * actuator], color]));
  return (tendon) => colors.get(tendon) ?? null;
}
