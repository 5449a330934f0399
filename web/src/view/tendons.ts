// Spatial tendons: tubes along their path points, bent around the spheres and cylinders that they wrap.
import * as THREE from "three";
import { Scene, Frame } from "../protocol";
import { Geom, unitCylinder } from "./shapes";
import { Pool } from "./pool";
import { rgbaOf } from "./solids";
import { Pose, vec } from "./pose";

const kPulley = -2; // of wrap_obj
const kArcSteps = 8;

export class Tendons {
  readonly pool: Pool;
  private readonly colors: THREE.Color[] = [];
  private readonly alphas: number[] = [];

  constructor(private readonly scene: Scene) {
    const tube = unitCylinder().scale(1, 1, 0.5).translate(0, 0, 0.5); // from 0 to 1 along z
    this.pool = new Pool(tube, new THREE.MeshPhongMaterial({ shininess: 64, specular: 0x111111 }), true);
    for (let t = 0; t < scene.count("tendon"); t++) {
      const rgba = rgbaOf(scene, "tendon", t);
      this.colors.push(new THREE.Color(rgba[0], rgba[1], rgba[2]));
      this.alphas.push(rgba[3]);
    }
  }

  update(frame: Frame, groups: boolean[], paint: (tendon: number) => THREE.Color | null): void {
    this.pool.begin();
    const [adr, num] = [frame.get("ten_wrapadr"), frame.get("ten_wrapnum")];
    const points = frame.get("wrap_xpos");
    const objects = frame.get("wrap_obj");
    const width = this.scene.field("tendon_width");
    const group = this.scene.field("tendon_group");
    for (let t = 0; t < this.colors.length; t++) {
      if (groups[group[t]] === false || this.alphas[t] === 0) continue;
      const color = paint(t) ?? this.colors[t];
      for (let j = adr[t]; j + 1 < adr[t] + num[t]; j++) {
        if (objects[j] === kPulley || objects[j + 1] === kPulley) continue;
        const wraps = objects[j] >= 0 && objects[j] === objects[j + 1];
        this.addPath(vec(points, j), vec(points, j + 1), wraps ? objects[j] : -1, frame, width[t], color);
      }
    }
    this.pool.end();
  }

  private addPath(a: THREE.Vector3, b: THREE.Vector3, geom: number, frame: Frame, width: number, color: THREE.Color): void {
    if (geom < 0) {
      this.pool.addBetween(a, b, width, color);
      return;
    }
    const body = this.scene.field("geom_bodyid")[geom];
    const [pos, quat] = [this.scene.field("geom_pos"), this.scene.field("geom_quat")];
    const place = new Pose().set(frame.get("xpos"), frame.get("xquat"), body, pos, quat, geom).matrix();
    const back = place.clone().invert();
    const round = this.scene.field("geom_type")[geom] === Geom.sphere ? alongSphere : alongCylinder;
    const [from, to] = [a.clone().applyMatrix4(back), b.clone().applyMatrix4(back)];
    let before = a;
    for (let i = 1; i <= kArcSteps; i++) {
      const next = round(from, to, i / kArcSteps).applyMatrix4(place);
      this.pool.addBetween(before, next, width, color);
      before = next;
    }
  }
}

/** A point of the great circle from a to b around the origin. */
function alongSphere(a: THREE.Vector3, b: THREE.Vector3, s: number): THREE.Vector3 {
  const angle = a.angleTo(b);
  if (angle < 1e-6) return a.clone().lerp(b, s);
  const [wa, wb] = [Math.sin((1 - s) * angle), Math.sin(s * angle)].map((w) => w / Math.sin(angle));
  return a.clone().multiplyScalar(wa).addScaledVector(b, wb);
}

/** A point of the helix from a to b around the z axis. */
function alongCylinder(a: THREE.Vector3, b: THREE.Vector3, s: number): THREE.Vector3 {
  const start = Math.atan2(a.y, a.x);
  let turn = Math.atan2(b.y, b.x) - start;
  if (turn > Math.PI) turn -= 2 * Math.PI;
  if (turn < -Math.PI) turn += 2 * Math.PI;
  const radius = Math.hypot(a.x, a.y);
  return new THREE.Vector3(radius * Math.cos(start + s * turn), radius * Math.sin(start + s * turn), a.z + s * (b.z - a.z));
}
