// Geoms and sites. All that share a shape and a look are instances of one mesh, so that a crowd of robots costs a handful
// of draw calls; a frame moves instances, a group that is off makes them vanish by scaling them to nothing.
import * as THREE from "three";
import { Scene, Frame } from "../protocol";
import { Geom, hfieldGeometry, meshGeometry, sdfGeometry, unitBox, unitCapsule, unitCylinder, unitPlane, unitSphere } from "./shapes";
import { Look, Materials } from "./materials";
import { Pose, vec } from "./pose";

export interface Solid {
  kind: "geom" | "site";
  id: number;
  type: number;
  body: number;
  group: number;
  moves: boolean;
  color: THREE.Color;
  scale: [number, number, number];
  stretch: number; // of a capsule: half length over radius
}

export interface Batch {
  mesh: THREE.InstancedMesh;
  solids: Solid[];
}

const kCrowd = 150; // geoms
const kDefaultRgba = [0.5, 0.5, 0.5, 1];

/** The colour of a thing: its own where it has one, otherwise that of its material. */
export function rgbaOf(scene: Scene, kind: string, index: number): number[] {
  const own = Array.from(scene.field(`${kind}_rgba`).subarray(4 * index, 4 * index + 4));
  const matid = scene.field(`${kind}_matid`);
  const material = matid.length ? matid[index] : -1;
  const isDefault = own.every((v, i) => Math.abs(v - kDefaultRgba[i]) < 1e-6);
  return material >= 0 && isDefault ? Array.from(scene.field("mat_rgba").subarray(4 * material, 4 * material + 4)) : own;
}

export class Solids {
  readonly group = new THREE.Group();
  readonly batches: Batch[] = [];
  readonly planes: { mesh: THREE.Mesh; solid: Solid }[] = []; // infinite ones
  private readonly geometries = new Map<string, THREE.BufferGeometry>();
  private readonly pose = new Pose();
  private readonly moving: boolean[];
  private readonly around: number; // corners of a circle

  constructor(
    private readonly scene: Scene,
    private readonly materials: Materials,
  ) {
    this.around = scene.count("geom") < kCrowd ? 20 : 10;
    const parents = scene.field("body_parentid");
    const jointed = new Set<number>(scene.field("jnt_bodyid"));
    const mocap = scene.field("body_mocapid");
    this.moving = [];
    for (let b = 0; b < parents.length; b++) this.moving[b] = b > 0 && (jointed.has(b) || mocap[b] >= 0 || this.moving[parents[b]]);
    const sorted = new Map<string, { solids: Solid[]; look: Look; geometry: THREE.BufferGeometry }>();
    for (const kind of ["geom", "site"] as const) {
      for (let i = 0; i < scene.count(kind); i++) this.sort(kind, i, sorted);
    }
    for (const { solids, look, geometry } of sorted.values()) this.addBatch(solids, look, geometry);
  }

  private sort(kind: "geom" | "site", id: number, sorted: Map<string, { solids: Solid[]; look: Look; geometry: THREE.BufferGeometry }>) {
    const scene = this.scene;
    const type = scene.field(`${kind}_type`)[id];
    const size = scene.field(`${kind}_size`).subarray(3 * id, 3 * id + 3);
    const rgba = rgbaOf(scene, kind, id);
    const data = kind === "geom" ? scene.field("geom_dataid")[id] : -1;
    const geometry = this.geometryOf(type, data, id);
    if (rgba[3] === 0 || !geometry) return;
    const body = scene.field(`${kind}_bodyid`)[id];
    const solid: Solid = {
      kind,
      id,
      type,
      body,
      group: scene.field(`${kind}_group`)[id],
      moves: this.moving[body],
      color: new THREE.Color(rgba[0], rgba[1], rgba[2]),
      scale: scaleOf(type, size),
      stretch: type === Geom.capsule ? size[1] / size[0] : 0,
    };
    const material = scene.field(`${kind}_matid`)[id];
    const look: Look = { material, alpha: rgba[3], capsule: type === Geom.capsule, moves: solid.moves };
    if (type === Geom.mesh || type === Geom.sdf) look.ownUv = geometry.hasAttribute("uv");
    if (type === Geom.hfield) look.twoSided = true;
    if (type === Geom.plane && (size[0] <= 0 || size[1] <= 0)) {
      this.addInfinitePlane(solid, { ...look, plane: "infinite", id });
      return;
    }
    if (type === Geom.plane) look.plane = "finite";
    const key = JSON.stringify([geometry.uuid, look]);
    const batch = sorted.get(key) ?? { solids: [], look, geometry };
    batch.solids.push(solid);
    sorted.set(key, batch);
  }

  private geometryOf(type: number, data: number, id: number): THREE.BufferGeometry | null {
    const key = type >= Geom.mesh || type === Geom.hfield ? `${type},${data >= 0 ? data : `own${id}`}` : `${type === Geom.ellipsoid ? Geom.sphere : type}`;
    const known = this.geometries.get(key);
    if (known) return known;
    const make: Record<number, () => THREE.BufferGeometry | null> = {
      [Geom.plane]: unitPlane,
      [Geom.hfield]: () => hfieldGeometry(this.scene, data),
      [Geom.sphere]: () => unitSphere(this.around),
      [Geom.capsule]: () => unitCapsule(this.around),
      [Geom.ellipsoid]: () => unitSphere(this.around),
      [Geom.cylinder]: () => unitCylinder(this.around),
      [Geom.box]: unitBox,
      [Geom.mesh]: () => meshGeometry(this.scene, data),
      [Geom.sdf]: () => sdfGeometry(this.scene, id) ?? (data >= 0 ? meshGeometry(this.scene, data) : null),
    };
    const geometry = make[type]?.() ?? null;
    if (geometry) this.geometries.set(key, geometry);
    return geometry;
  }

  private addBatch(solids: Solid[], look: Look, shape: THREE.BufferGeometry): void {
    let geometry = shape;
    if (look.capsule) {
      geometry = shape.clone();
      geometry.setAttribute("stretch", new THREE.InstancedBufferAttribute(Float32Array.from(solids, (s) => s.stretch), 1));
    }
    const mesh = new THREE.InstancedMesh(geometry, this.materials.get(look), solids.length);
    mesh.frustumCulled = false; // bounds would have to be recomputed every frame
    mesh.castShadow = look.alpha > 0.5 && !look.plane;
    mesh.receiveShadow = true;
    if (look.capsule) mesh.customDepthMaterial = this.materials.capsuleShadow;
    solids.forEach((solid, i) => mesh.setColorAt(i, solid.color));
    this.group.add(mesh);
    this.batches.push({ mesh, solids });
  }

  private addInfinitePlane(solid: Solid, look: Look): void {
    const material = this.materials.get(look);
    material.color.copy(solid.color);
    const mesh = new THREE.Mesh(new THREE.PlaneGeometry(2, 2, 1, 1), material);
    mesh.frustumCulled = false;
    mesh.receiveShadow = true;
    mesh.matrixAutoUpdate = false;
    mesh.renderOrder = -1; // see-through at the horizon, but behind everything else
    this.group.add(mesh);
    this.planes.push({ mesh, solid });
  }

  /** Puts everything where the frame says; `shown` tells which groups are on. */
  update(frame: Frame, shown: { geom: boolean[]; site: boolean[] }): void {
    const [xpos, xquat] = [frame.get("xpos"), frame.get("xquat")];
    for (const { mesh, solids } of this.batches) {
      const to = mesh.instanceMatrix.array as Float32Array;
      solids.forEach((solid, i) => {
        const on = shown[solid.kind][solid.group] !== false ? 1 : 0;
        const [sx, sy, sz] = solid.scale;
        this.poseOf(xpos, xquat, solid).write(to, 16 * i, on * sx, on * sy, on * sz);
      });
      mesh.instanceMatrix.needsUpdate = true;
    }
    for (const { mesh, solid } of this.planes) {
      mesh.visible = shown[solid.kind][solid.group] !== false;
      this.poseOf(xpos, xquat, solid).write(mesh.matrix.elements as unknown as Float32Array, 0, 1, 1, 1);
      mesh.matrixWorldNeedsUpdate = true;
    }
  }

  private poseOf(xpos: ArrayLike<number>, xquat: ArrayLike<number>, solid: Solid): Pose {
    const { kind, id, body } = solid;
    return this.pose.set(xpos, xquat, body, this.scene.field(`${kind}_pos`), this.scene.field(`${kind}_quat`), id);
  }

  /** The pose of one solid of a frame. */
  place(frame: Frame, solid: Solid): THREE.Matrix4 {
    return this.poseOf(frame.get("xpos"), frame.get("xquat"), solid).matrix();
  }

  /** Infinite planes stay under the camera, as far as it can see. */
  follow(camera: THREE.Vector3, reach: number): void {
    for (const { mesh } of this.planes) {
      const here = camera.clone().applyMatrix4(mesh.matrix.clone().invert());
      const material = mesh.material as THREE.MeshPhongMaterial;
      (material.userData.centre.value as THREE.Vector3).set(here.x, here.y, 0);
      if (material.userData.reach.value !== reach) {
        material.userData.reach.value = reach;
        mesh.geometry.dispose();
        mesh.geometry = new THREE.PlaneGeometry(2 * reach, 2 * reach, 1, 1);
      }
    }
  }

  /** Gives every solid the colour that `choose` returns, or its own. */
  paint(choose: (solid: Solid) => THREE.Color | null): void {
    for (const { mesh, solids } of this.batches) {
      solids.forEach((solid, i) => mesh.setColorAt(i, choose(solid) ?? solid.color));
      mesh.instanceColor!.needsUpdate = true;
    }
  }

  /** Moving things become see-through, to look at what is inside. */
  setTransparent(on: boolean): void {
    for (const { mesh, solids } of this.batches) {
      const material = mesh.material as THREE.MeshPhongMaterial;
      material.userData.alpha ??= material.opacity;
      const alpha = material.userData.alpha as number;
      const clear = on && solids[0].moves;
      material.opacity = clear ? 0.3 * alpha : alpha;
      material.transparent = material.opacity < 1;
      material.depthWrite = material.opacity > 0.5;
      material.needsUpdate = true;
    }
  }

  /** The middle of what moves, and a radius around it, for the first look. */
  bounds(frame: Frame): THREE.Sphere {
    const box = new THREE.Box3();
    for (const { mesh, solids } of this.batches) {
      for (const solid of solids) {
        if (!solid.moves || solid.kind === "site") continue;
        mesh.geometry.boundingBox ?? mesh.geometry.computeBoundingBox();
        const own = mesh.geometry.boundingBox!.clone();
        own.min.z -= solid.stretch;
        own.max.z += solid.stretch;
        box.union(own.applyMatrix4(this.place(frame, solid).scale(new THREE.Vector3(...solid.scale))));
      }
    }
    const points = frame.get("flexvert_xpos");
    for (let i = 0; i < points.length / 3; i++) box.expandByPoint(vec(points, i));
    const xpos = frame.get("xpos");
    for (let b = 1; box.isEmpty() && b < xpos.length / 3; b++) box.expandByPoint(vec(xpos, b));
    return box.getBoundingSphere(new THREE.Sphere());
  }

  dispose(): void {
    for (const geometry of this.geometries.values()) geometry.dispose();
    for (const { mesh } of this.batches) {
      mesh.geometry.dispose();
      mesh.dispose();
    }
  }
}

function scaleOf(type: number, size: ArrayLike<number>): [number, number, number] {
  if (type === Geom.sphere || type === Geom.capsule) return [size[0], size[0], size[0]];
  if (type === Geom.cylinder) return [size[0], size[0], size[1]];
  if (type === Geom.plane) return [size[0], size[1], 1];
  if (type === Geom.ellipsoid || type === Geom.box) return [size[0], size[1], size[2]];
  return [1, 1, 1];
}
