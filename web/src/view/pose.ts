// Poses as flat numbers: quaternions (w, x, y, z) and vectors at offsets of arrays, as models and frames carry them.
import * as THREE from "three";

type Flat = ArrayLike<number>;

/** The pose of something on a body: position and unit quaternion in the world. */
export class Pose {
  x = 0;
  y = 0;
  z = 0;
  qw = 1;
  qx = 0;
  qy = 0;
  qz = 0;

  /** pose of the body (index into xpos, xquat) times a local pose (index into pos, quat). */
  set(xpos: Flat, xquat: Flat, body: number, pos: Flat, quat: Flat, local: number): this {
    const [aw, ax, ay, az] = [xquat[4 * body], xquat[4 * body + 1], xquat[4 * body + 2], xquat[4 * body + 3]];
    const [bw, bx, by, bz] = [quat[4 * local], quat[4 * local + 1], quat[4 * local + 2], quat[4 * local + 3]];
    this.qw = aw * bw - ax * bx - ay * by - az * bz;
    this.qx = aw * bx + ax * bw + ay * bz - az * by;
    this.qy = aw * by - ax * bz + ay * bw + az * bx;
    this.qz = aw * bz + ax * by - ay * bx + az * bw;
    const [px, py, pz] = [pos[3 * local], pos[3 * local + 1], pos[3 * local + 2]];
    // v + 2 w (u x v) + 2 u x (u x v)
    const [tx, ty, tz] = [2 * (ay * pz - az * py), 2 * (az * px - ax * pz), 2 * (ax * py - ay * px)];
    this.x = xpos[3 * body] + px + aw * tx + ay * tz - az * ty;
    this.y = xpos[3 * body + 1] + py + aw * ty + az * tx - ax * tz;
    this.z = xpos[3 * body + 2] + pz + aw * tz + ax * ty - ay * tx;
    return this;
  }

  /** Writes the 4 by 4 matrix of this pose with a scale, columns first. */
  write(to: Float32Array, at: number, sx: number, sy: number, sz: number): void {
    const { qw, qx, qy, qz } = this;
    to[at] = sx * (1 - 2 * (qy * qy + qz * qz));
    to[at + 1] = sx * 2 * (qx * qy + qw * qz);
    to[at + 2] = sx * 2 * (qx * qz - qw * qy);
    to[at + 3] = 0;
    to[at + 4] = sy * 2 * (qx * qy - qw * qz);
    to[at + 5] = sy * (1 - 2 * (qx * qx + qz * qz));
    to[at + 6] = sy * 2 * (qy * qz + qw * qx);
    to[at + 7] = 0;
    to[at + 8] = sz * 2 * (qx * qz + qw * qy);
    to[at + 9] = sz * 2 * (qy * qz - qw * qx);
    to[at + 10] = sz * (1 - 2 * (qx * qx + qy * qy));
    to[at + 11] = 0;
    to[at + 12] = this.x;
    to[at + 13] = this.y;
    to[at + 14] = this.z;
    to[at + 15] = 1;
  }

  matrix(): THREE.Matrix4 {
    const flat = new Float32Array(16);
    this.write(flat, 0, 1, 1, 1);
    return new THREE.Matrix4().fromArray(flat);
  }
}

export function vec(from: Flat, index: number): THREE.Vector3 {
  return new THREE.Vector3(from[3 * index], from[3 * index + 1], from[3 * index + 2]);
}
export function quat(from: Flat, index: number): THREE.Quaternion {
  return new THREE.Quaternion(from[4 * index + 1], from[4 * index + 2], from[4 * index + 3], from[4 * index]);
}
