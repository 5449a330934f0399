// Surfaces that deform: flexes (vertices come with the frame) and skins (vertices follow their bones). Normals are
// computed anew for every frame, so that they look smooth.
import * as THREE from "three";
import { Scene, Frame } from "../protocol";
import { indexed, unitCapsule } from "./shapes";
import { Materials } from "./materials";
import { Pool } from "./pool";
import { rgbaOf } from "./solids";
import { quat, vec } from "./pose";

export interface Soft {
  object: THREE.Object3D;
  kind: "flex" | "skin";
  group: number;
  update(frame: Frame): void;
}

export function makeSofts(scene: Scene, materials: Materials): Soft[] {
  const softs: Soft[] = [];
  for (let f = 0; f < scene.count("flex"); f++) softs.push(scene.field("flex_dim")[f] === 1 ? new Rope(scene, f) : new FlexSurface(scene, f, materials));
  for (let s = 0; s < scene.count("skin"); s++) softs.push(new Skin(scene, s, materials));
  return softs;
}

/** A surface mesh whose points change every frame; each corner shows point `points[corner]`. */
function surface(scene: Scene, kind: "flex" | "skin", id: number, materials: Materials, corners: number, index: ArrayLike<number>, uv: number[] | null) {
  const geometry = indexed(new Float32Array(3 * corners), index);
  if (uv) geometry.setAttribute("uv", new THREE.Float32BufferAttribute(uv, 2));
  const rgba = rgbaOf(scene, kind, id);
  const flat = kind === "flex" && (scene.field("flex_flatskin")[id] ?? 0) !== 0;
  const look = { material: scene.field(`${kind}_matid`)[id], alpha: rgba[3], twoSided: true, ownUv: uv !== null, flat };
  const material = materials.get(look).clone();
  material.onBeforeCompile = materials.get(look).onBeforeCompile;
  material.customProgramCacheKey = materials.get(look).customProgramCacheKey;
  material.color.setRGB(rgba[0], rgba[1], rgba[2]);
  const mesh = new THREE.Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.castShadow = mesh.receiveShadow = true;
  return mesh;
}

/** Triangles of a flex: its elements if it is a cloth, its shell if it is a volume. */
class FlexSurface implements Soft {
  readonly object: THREE.Mesh;
  readonly kind = "flex";
  readonly group: number;
  private readonly points: number[] = []; // vertex of the frame that each corner shows

  constructor(scene: Scene, flex: number, materials: Materials) {
    const of = (name: string) => scene.field(`flex_${name}`);
    this.group = of("group")[flex];
    const isCloth = of("dim")[flex] === 2;
    const triangles = isCloth ? of("elemnum")[flex] : of("shellnum")[flex];
    const adr = isCloth ? of("elemdataadr")[flex] : of("shelldataadr")[flex];
    const vertices = of(isCloth ? "elem" : "shell").subarray(adr, adr + 3 * triangles);
    const texAdr = of("texcoordadr").length ? of("texcoordadr")[flex] : -1;
    const own = isCloth && texAdr >= 0 && of("elemtexcoord").length ? of("elemtexcoord").subarray(adr, adr + 3 * triangles) : vertices;
    const uv: number[] = [];
    const seen = new Map<string, number>();
    const index = Array.from(vertices, (vertex, i) => {
      const key = `${vertex},${texAdr >= 0 ? own[i] : 0}`;
      const corner = seen.get(key) ?? seen.size;
      if (corner === seen.size) {
        seen.set(key, corner);
        this.points.push(of("vertadr")[flex] + vertex);
        if (texAdr >= 0) uv.push(of("texcoord")[2 * (texAdr + own[i])], of("texcoord")[2 * (texAdr + own[i]) + 1]);
      }
      return corner;
    });
    this.object = surface(scene, "flex", flex, materials, this.points.length, index, texAdr >= 0 ? uv : null);
  }

  update(frame: Frame): void {
    const from = frame.get("flexvert_xpos");
    const at = this.object.geometry.getAttribute("position") as THREE.BufferAttribute;
    const to = at.array as Float32Array;
    this.points.forEach((point, i) => {
      for (let k = 0; k < 3; k++) to[3 * i + k] = from[3 * point + k];
    });
    at.needsUpdate = true;
    this.object.geometry.computeVertexNormals();
  }
}

/** A flex of lines: capsules along its edges. */
class Rope implements Soft {
  readonly object: THREE.Object3D;
  readonly kind = "flex";
  readonly group: number;
  private readonly pool: Pool;
  private readonly color: THREE.Color;

  constructor(
    private readonly scene: Scene,
    private readonly flex: number,
  ) {
    const rgba = rgbaOf(scene, "flex", flex);
    this.color = new THREE.Color(rgba[0], rgba[1], rgba[2]);
    this.pool = new Pool(unitCapsule().scale(1, 1, 0.5).translate(0, 0, 0.5), new THREE.MeshPhongMaterial(), true);
    this.object = this.pool.group;
    this.group = scene.field("flex_group")[flex];
  }
  update(frame: Frame): void {
    const of = (name: string) => this.scene.field(`flex_${name}`)[this.flex];
    const elements = this.scene.field("flex_elem");
    const from = frame.get("flexvert_xpos");
    this.pool.begin();
    for (let e = 0; e < of("elemnum"); e++) {
      const [a, b] = [0, 1].map((k) => vec(from, of("vertadr") + elements[of("elemdataadr") + 2 * e + k]));
      this.pool.addBetween(a, b, Math.max(of("radius"), 1e-3 * this.scene.head.statistic.extent), this.color);
    }
    this.pool.end();
  }
}

/** Linear blend skinning: each vertex is the weighted mean of where its bones would carry it. */
class Skin implements Soft {
  readonly object: THREE.Mesh;
  readonly kind = "skin";
  readonly group: number;

  constructor(
    private readonly scene: Scene,
    private readonly skin: number,
    materials: Materials,
  ) {
    const of = (name: string) => scene.field(`skin_${name}`);
    this.group = of("group").length ? of("group")[skin] : 0;
    const faces = of("face").subarray(3 * of("faceadr")[skin], 3 * (of("faceadr")[skin] + of("facenum")[skin]));
    const vertices = of("vertnum")[skin];
    const texAdr = of("texcoordadr").length ? of("texcoordadr")[skin] : -1;
    const uv = texAdr >= 0 ? Array.from(of("texcoord").subarray(2 * texAdr, 2 * (texAdr + vertices))) : null;
    this.object = surface(scene, "skin", skin, materials, vertices, faces, uv);
  }

  update(frame: Frame): void {
    const of = (name: string) => this.scene.field(`skin_${name}`);
    const at = this.object.geometry.getAttribute("position") as THREE.BufferAttribute;
    const to = (at.array as Float32Array).fill(0);
    const bound = of("vert");
    const first = of("vertadr")[this.skin];
    const [xpos, xquat] = [frame.get("xpos"), frame.get("xquat")];
    const one = new THREE.Vector3(1, 1, 1);
    const carried = new THREE.Vector3();
    for (let bone = of("boneadr")[this.skin], end = bone + of("bonenum")[this.skin]; bone < end; bone++) {
      const body = of("bonebodyid")[bone];
      const bind = new THREE.Matrix4().compose(vec(of("bonebindpos"), bone), quat(of("bonebindquat"), bone), one);
      const move = new THREE.Matrix4().compose(vec(xpos, body), quat(xquat, body), one).multiply(bind.invert());
      for (let i = of("bonevertadr")[bone], last = i + of("bonevertnum")[bone]; i < last; i++) {
        const vertex = of("bonevertid")[i];
        const weight = of("bonevertweight")[i];
        carried.fromArray(bound, 3 * (first + vertex)).applyMatrix4(move);
        to[3 * vertex] += weight * carried.x;
        to[3 * vertex + 1] += weight * carried.y;
        to[3 * vertex + 2] += weight * carried.z;
      }
    }
    this.object.geometry.computeVertexNormals();
    const inflate = of("inflate")[this.skin] ?? 0;
    const normal = this.object.geometry.getAttribute("normal").array;
    if (inflate) for (let i = 0; i < to.length; i++) to[i] += inflate * normal[i];
    at.needsUpdate = true;
  }
}
