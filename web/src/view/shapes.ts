// Triangles of every geom type, in the geom's own frame. Primitives are unit shapes that instances scale; meshes, height
// fields and signed-distance surfaces come with their own size.
import * as THREE from "three";
import { Scene, Numbers } from "../protocol";

/** The geom types, by the numbers that models use. */
export const Geom = { plane: 0, hfield: 1, sphere: 2, capsule: 3, ellipsoid: 4, cylinder: 5, box: 6, mesh: 7, sdf: 8 } as const;

// Round shapes have `around` corners in a circle: fewer in a crowd, where nobody sees them.
export function unitSphere(around = 20): THREE.BufferGeometry {
  return new THREE.SphereGeometry(1, around, Math.round(around / 2) + 2).rotateX(Math.PI / 2);
}
export function unitCylinder(around = 20): THREE.BufferGeometry {
  return new THREE.CylinderGeometry(1, 1, 2, around, 1).rotateX(Math.PI / 2);
}
export function unitBox(): THREE.BufferGeometry {
  return new THREE.BoxGeometry(2, 2, 2);
}
export function unitPlane(): THREE.BufferGeometry {
  return new THREE.PlaneGeometry(2, 2);
}

/** A sphere cut at its equator: the attribute `side` says which half moves up or down by an instance's `stretch`. */
export function unitCapsule(around = 20): THREE.BufferGeometry {
  const steps = Math.round(around / 4);
  const rows = [...Array(steps + 1).keys()].map((i) => (i / steps) * (Math.PI / 2)); // from a pole to the equator
  const at: number[] = [];
  const side: number[] = [];
  for (const [sign, angles] of [[1, rows], [-1, [...rows].reverse()]] as const) {
    for (const a of angles) {
      for (let j = 0; j <= around; j++) {
        const b = (2 * Math.PI * j) / around;
        at.push(Math.sin(a) * Math.cos(b), Math.sin(a) * Math.sin(b), sign * Math.cos(a));
        side.push(sign);
      }
    }
  }
  const index: number[] = [];
  for (let i = 0; i + 1 < 2 * rows.length; i++) {
    for (let j = 0; j < around; j++) {
      const a = i * (around + 1) + j;
      const b = a + around + 1;
      index.push(a, b, a + 1, a + 1, b, b + 1);
    }
  }
  const geometry = indexed(at, index);
  geometry.setAttribute("normal", new THREE.Float32BufferAttribute(at, 3));
  geometry.setAttribute("side", new THREE.Float32BufferAttribute(side, 1));
  return geometry;
}

/** An arrow of length 1 along z, 1 wide. */
export function unitArrow(): THREE.BufferGeometry {
  const points = [[0, 0], [0.5, 0], [0.5, 0.75], [1.1, 0.75], [0, 1]].map(([r, z]) => new THREE.Vector2(r, z));
  return new THREE.LatheGeometry(points, 12).rotateX(Math.PI / 2);
}

export function indexed(at: ArrayLike<number>, index: ArrayLike<number>): THREE.BufferGeometry {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(Float32Array.from(at), 3));
  geometry.setIndex(new THREE.BufferAttribute(Uint32Array.from(index), 1));
  return geometry;
}

/** A mesh, with its own normals and texture coordinates where a corner has them: corners that differ are told apart. */
export function meshGeometry(scene: Scene, mesh: number): THREE.BufferGeometry {
  const of = (name: string) => scene.field(`mesh_${name}`);
  const faceAdr = of("faceadr")[mesh];
  const faces = of("facenum")[mesh];
  const corners = (name: string) => of(name).subarray(3 * faceAdr, 3 * (faceAdr + faces));
  const texAdr = of("texcoordadr").length ? of("texcoordadr")[mesh] : -1;
  const vert = corners("face");
  const norm = corners("facenormal");
  const tex = texAdr >= 0 ? corners("facetexcoord") : null;
  const normals = of("normal");
  const normalAdr = of("normaladr")[mesh];
  const vertAdr = of("vertadr")[mesh];
  const seen = new Map<string, number>();
  const at: number[] = [];
  const normal: number[] = [];
  const uv: number[] = [];
  const index = new Uint32Array(3 * faces);
  for (let i = 0; i < 3 * faces; i++) {
    const key = `${vert[i]},${norm[i]},${tex ? tex[i] : 0}`;
    let corner = seen.get(key);
    if (corner === undefined) {
      corner = seen.size;
      seen.set(key, corner);
      push3(at, of("vert"), vertAdr + vert[i]);
      if (norm.length) push3(normal, normals, normalAdr + norm[i]);
      if (tex) uv.push(of("texcoord")[2 * (texAdr + tex[i])], of("texcoord")[2 * (texAdr + tex[i]) + 1]);
    }
    index[i] = corner;
  }
  const geometry = indexed(at, index);
  if (normal.length) geometry.setAttribute("normal", new THREE.Float32BufferAttribute(normal, 3));
  else geometry.computeVertexNormals();
  if (tex) geometry.setAttribute("uv", new THREE.Float32BufferAttribute(uv, 2));
  return geometry;
}

function push3(to: number[], from: Numbers, index: number): void {
  to.push(from[3 * index], from[3 * index + 1], from[3 * index + 2]);
}

/** A height field: its surface, and walls down to its base. Rows run along y, columns along x. */
export function hfieldGeometry(scene: Scene, field: number): THREE.BufferGeometry {
  const [sx, sy, top, base] = scene.field("hfield_size").subarray(4 * field, 4 * field + 4);
  const rows = scene.field("hfield_nrow")[field];
  const columns = scene.field("hfield_ncol")[field];
  const adr = scene.field("hfield_adr")[field];
  const data = scene.field("hfield_data");
  const at: number[] = [];
  const index: number[] = [];
  const corner = (r: number, c: number, z: number) => {
    at.push(sx * ((2 * c) / (columns - 1) - 1), sy * ((2 * r) / (rows - 1) - 1), z);
    return at.length / 3 - 1;
  };
  const height = (r: number, c: number) => top * data[adr + r * columns + c];
  for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) corner(r, c, height(r, c));
  for (let r = 0; r + 1 < rows; r++) {
    for (let c = 0; c + 1 < columns; c++) {
      const a = r * columns + c;
      index.push(a, a + 1, a + columns + 1, a, a + columns + 1, a + columns);
    }
  }
  const wall = (r0: number, c0: number, r1: number, c1: number) => {
    const [a, b] = [corner(r0, c0, height(r0, c0)), corner(r1, c1, height(r1, c1))];
    const [c, d] = [corner(r0, c0, -base), corner(r1, c1, -base)];
    index.push(a, c, b, b, c, d);
  };
  for (let c = 0; c + 1 < columns; c++) {
    wall(0, c, 0, c + 1);
    wall(rows - 1, c + 1, rows - 1, c);
  }
  for (let r = 0; r + 1 < rows; r++) {
    wall(r + 1, 0, r, 0);
    wall(r, columns - 1, r + 1, columns - 1);
  }
  const geometry = indexed(at, index);
  geometry.computeVertexNormals();
  return geometry;
}

/** A surface that the server made for a signed-distance geom. */
export function sdfGeometry(scene: Scene, geom: number): THREE.BufferGeometry | null {
  const surface = Array.from(scene.field("sdf_geomid")).indexOf(geom);
  if (surface < 0) return null;
  const part = (name: string) => {
    const adr = scene.field(`sdf_${name}adr`)[surface];
    return scene.field(`sdf_${name}`).subarray(3 * adr, 3 * (adr + scene.field(`sdf_${name}num`)[surface]));
  };
  const geometry = indexed(part("vert"), part("face"));
  geometry.computeVertexNormals();
  return geometry;
}
