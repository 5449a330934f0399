// Things whose number changes from frame to frame (contacts, arrows, segments of tendons): instances of one shape, filled
// anew every frame.
import * as THREE from "three";

export class Pool {
  readonly group = new THREE.Group();
  private mesh: THREE.InstancedMesh;
  private count = 0;
  private readonly matrix = new THREE.Matrix4();
  private readonly scale = new THREE.Vector3();
  private readonly turn = new THREE.Quaternion();

  constructor(
    private readonly geometry: THREE.BufferGeometry,
    private readonly material: THREE.Material,
    private readonly castShadow = false,
  ) {
    this.mesh = this.make(64);
  }

  private make(capacity: number): THREE.InstancedMesh {
    const mesh = new THREE.InstancedMesh(this.geometry, this.material, capacity);
    mesh.frustumCulled = false;
    mesh.castShadow = this.castShadow;
    mesh.count = 0;
    mesh.setColorAt(0, new THREE.Color());
    this.group.add(mesh);
    return mesh;
  }

  begin(): void {
    this.count = 0;
  }

  add(at: THREE.Vector3, turn: THREE.Quaternion, sx: number, sy: number, sz: number, color: THREE.Color): void {
    if (this.count === this.mesh.instanceMatrix.count) this.grow();
    this.matrix.compose(at, turn, this.scale.set(sx, sy, sz));
    this.mesh.setMatrixAt(this.count, this.matrix);
    this.mesh.setColorAt(this.count, color);
    this.count += 1;
  }

  /** An instance along z from one point to another. */
  addBetween(from: THREE.Vector3, to: THREE.Vector3, width: number, color: THREE.Color): void {
    const along = to.clone().sub(from);
    const length = along.length();
    if (length < 1e-9) return;
    this.turn.setFromUnitVectors(kZ, along.divideScalar(length));
    this.add(from, this.turn, width, width, length, color);
  }

  end(): void {
    this.mesh.count = this.count;
    this.mesh.visible = this.count > 0;
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.instanceColor!.needsUpdate = true;
  }

  private grow(): void {
    const old = this.mesh;
    this.mesh = this.make(2 * old.instanceMatrix.count);
    (this.mesh.instanceMatrix.array as Float32Array).set(old.instanceMatrix.array);
    (this.mesh.instanceColor!.array as Float32Array).set(old.instanceColor!.array);
    this.group.remove(old);
    old.dispose();
  }

  get used(): number {
    return this.count;
  }

  dispose(): void {
    this.mesh.dispose();
    this.geometry.dispose();
  }
}
const kZ = new THREE.Vector3(0, 0, 1);

/** Line segments, filled anew every frame. */
export class Lines {
  private readonly geometry = new THREE.BufferGeometry();
  readonly object: THREE.LineSegments;
  private readonly at: number[] = [];
  private readonly colors: number[] = [];

  constructor() {
    this.object = new THREE.LineSegments(this.geometry, new THREE.LineBasicMaterial({ vertexColors: true }));
    this.object.frustumCulled = false;
  }
  begin(): void {
    this.at.length = this.colors.length = 0;
  }
  add(a: THREE.Vector3, b: THREE.Vector3, color: THREE.Color): void {
    this.at.push(a.x, a.y, a.z, b.x, b.y, b.z);
    for (let i = 0; i < 2; i++) this.colors.push(color.r, color.g, color.b);
  }
  end(): void {
    this.object.visible = this.at.length > 0;
    const old = this.geometry.getAttribute("position") as THREE.BufferAttribute | undefined;
    if (!old || old.array.length < this.at.length) {
      this.geometry.dispose();
      this.geometry.setAttribute("position", new THREE.Float32BufferAttribute(this.at, 3));
      this.geometry.setAttribute("color", new THREE.Float32BufferAttribute(this.colors, 3));
    } else {
      this.fill("position", this.at);
      this.fill("color", this.colors);
    }
    this.geometry.setDrawRange(0, this.at.length / 3);
  }
  private fill(name: string, values: number[]): void {
    const attribute = this.geometry.getAttribute(name) as THREE.BufferAttribute;
    (attribute.array as Float32Array).set(values);
    attribute.needsUpdate = true;
  }
}
