// Which body the pointer is on: a ray against every shape that is shown, in the shape's own frame.
import * as THREE from "three";
import { Frame } from "../protocol";
import { Geom } from "./shapes";
import { Solid, Solids } from "./solids";
import { Soft } from "./soft";

export interface Hit {
  body: number;
  distance: number;
  point: THREE.Vector3;
  solid?: Solid;
}

type Ray = { from: THREE.Vector3; along: THREE.Vector3 };

/** Distances along a ray at which a quadric a t^2 + 2 b t + c is entered and left, or nothing. */
function roots(a: number, b: number, c: number): [number, number] | null {
  const d = b * b - a * c;
  if (d < 0 || Math.abs(a) < 1e-18) return null;
  return [(-b - Math.sqrt(d)) / a, (-b + Math.sqrt(d)) / a];
}

function hitBall({ from, along }: Ray, radius = 1): number {
  const r = roots(along.dot(along), from.dot(along), from.dot(from) - radius * radius);
  return r && r[1] > 0 ? (r[0] > 0 ? r[0] : r[1]) : Infinity;
}

/** The side of a cylinder of radius 1 along z, between the heights -half and half. */
function hitTube({ from, along }: Ray, half: number): number {
  const flat = (u: THREE.Vector3, v: THREE.Vector3) => u.x * v.x + u.y * v.y;
  const r = roots(flat(along, along), flat(from, along), flat(from, from) - 1);
  return r && r[0] > 0 && Math.abs(from.z + r[0] * along.z) <= half ? r[0] : Infinity;
}

function hitCaps({ from, along }: Ray): number {
  return Math.min(
    ...[-1, 1].map((z) => {
      const t = (z - from.z) / along.z;
      return t > 0 && Math.hypot(from.x + t * along.x, from.y + t * along.y) <= 1 ? t : Infinity;
    }),
  );
}

function hitCapsule(ray: Ray, stretch: number): number {
  const end = (z: number) => hitBall({ from: ray.from.clone().setZ(ray.from.z - z), along: ray.along });
  return Math.min(hitTube(ray, stretch), end(stretch), end(-stretch));
}

function hitBox({ from, along }: Ray): number {
  let [enter, leave] = [-Infinity, Infinity];
  for (const k of ["x", "y", "z"] as const) {
    const [a, b] = [(-1 - from[k]) / along[k], (1 - from[k]) / along[k]];
    enter = Math.max(enter, Math.min(a, b));
    leave = Math.min(leave, Math.max(a, b));
  }
  return enter <= leave && leave > 0 ? Math.max(enter, 0) : Infinity;
}

function hitPlane({ from, along }: Ray, isInfinite: boolean): number {
  const t = -from.z / along.z;
  const inside = Math.abs(from.x + t * along.x) <= 1 && Math.abs(from.y + t * along.y) <= 1;
  return t > 0 && (isInfinite || inside) ? t : Infinity;
}

function hitTriangles({ from, along }: Ray, geometry: THREE.BufferGeometry): number {
  const length = along.length();
  const ray = new THREE.Ray(from, along.clone().divideScalar(length));
  geometry.boundingSphere ?? geometry.computeBoundingSphere();
  if (!ray.intersectsSphere(geometry.boundingSphere!)) return Infinity;
  const at = geometry.getAttribute("position");
  const index = geometry.getIndex()!;
  const corners = [new THREE.Vector3(), new THREE.Vector3(), new THREE.Vector3()];
  const target = new THREE.Vector3();
  let nearest = Infinity;
  for (let i = 0; i + 2 < index.count; i += 3) {
    corners.forEach((corner, k) => corner.fromBufferAttribute(at, index.getX(i + k)));
    if (ray.intersectTriangle(corners[0], corners[1], corners[2], false, target)) {
      nearest = Math.min(nearest, target.distanceTo(from) / length);
    }
  }
  return nearest;
}

function hitSolid(ray: Ray, solid: Solid, geometry: THREE.BufferGeometry): number {
  switch (solid.type) {
    case Geom.sphere:
    case Geom.ellipsoid:
      return hitBall(ray);
    case Geom.capsule:
      return hitCapsule(ray, solid.stretch);
    case Geom.cylinder:
      return Math.min(hitTube(ray, 1), hitCaps(ray));
    case Geom.box:
      return hitBox(ray);
    case Geom.plane:
      return hitPlane(ray, false);
    default:
      return hitTriangles(ray, geometry);
  }
}

/** The nearest thing that the ray meets, and its body. */
export function pick(frame: Frame, solids: Solids, softs: Soft[], origin: THREE.Vector3, direction: THREE.Vector3): Hit | null {
  let best: Hit | null = null;
  const offer = (distance: number, body: number, solid?: Solid) => {
    if (distance < (best?.distance ?? Infinity)) {
      best = { body, distance, solid, point: origin.clone().addScaledVector(direction, distance) };
    }
  };
  const local = new THREE.Matrix4();
  const into = (matrix: THREE.Matrix4): Ray => {
    const back = matrix.clone().invert();
    const from = origin.clone().applyMatrix4(back);
    return { from, along: origin.clone().add(direction).applyMatrix4(back).sub(from) };
  };
  for (const { mesh, solids: list } of solids.batches) {
    list.forEach((solid, i) => {
      mesh.getMatrixAt(i, local);
      if (Math.abs(local.determinant()) > 1e-30) offer(hitSolid(into(local), solid, mesh.geometry), solid.body, solid);
    });
  }
  for (const { mesh, solid } of solids.planes) if (mesh.visible) offer(hitPlane(into(mesh.matrix), true), solid.body, solid);
  for (const { object } of softs) {
    if (!(object instanceof THREE.Mesh) || !object.visible) continue;
    (object.geometry as THREE.BufferGeometry).boundingSphere = null;
    offer(hitTriangles({ from: origin.clone(), along: direction.clone() }, object.geometry), nearestBody(frame, origin, direction, object.geometry));
  }
  return best;
}

/** Vertices of a flex are bodies: the one nearest to where the ray meets it is meant. */
function nearestBody(frame: Frame, origin: THREE.Vector3, direction: THREE.Vector3, geometry: THREE.BufferGeometry): number {
  const t = hitTriangles({ from: origin.clone(), along: direction.clone() }, geometry);
  if (!Number.isFinite(t)) return 0;
  const point = origin.clone().addScaledVector(direction, t);
  const xpos = frame.get("xpos");
  let [best, least] = [0, Infinity];
  for (let b = 1; b < xpos.length / 3; b++) {
    const away = (xpos[3 * b] - point.x) ** 2 + (xpos[3 * b + 1] - point.y) ** 2 + (xpos[3 * b + 2] - point.z) ** 2;
    if (away < least) [best, least] = [b, away];
  }
  return best;
}
