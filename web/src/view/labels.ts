// Names beside the things, drawn on a flat canvas above the picture.
import * as THREE from "three";
import { Scene, Frame } from "../protocol";
import { Pose, vec } from "./pose";

export const kLabels = ["none", "body", "joint", "geom", "site", "camera", "light", "tendon", "contact", "selection"] as const;
export type Label = (typeof kLabels)[number];

export class Labels {
  private readonly pen: CanvasRenderingContext2D;

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.pen = canvas.getContext("2d")!;
  }

  draw(scene: Scene, frame: Frame, camera: THREE.Camera, label: Label, selected: number): void {
    const { canvas, pen } = this;
    pen.clearRect(0, 0, canvas.width, canvas.height);
    if (label === "none") return;
    pen.font = "12px system-ui, sans-serif";
    pen.lineWidth = 3;
    pen.strokeStyle = "rgba(0, 0, 0, 0.75)";
    pen.fillStyle = "#eef2f7";
    for (const [at, text] of places(scene, frame, label, selected)) {
      const p = at.project(camera);
      if (p.z < -1 || p.z > 1) continue;
      const [x, y] = [((p.x + 1) / 2) * canvas.width, ((1 - p.y) / 2) * canvas.height];
      pen.strokeText(text, x + 4, y - 4);
      pen.fillText(text, x + 4, y - 4);
    }
  }
}

function places(scene: Scene, frame: Frame, label: Label, selected: number): [THREE.Vector3, string][] {
  const all = (kind: string, at: (i: number) => THREE.Vector3): [THREE.Vector3, string][] =>
    [...Array(scene.count(kind)).keys()].map((i) => [at(i), scene.nameOf(kind, i)]);
  const onBody = (kind: string) => (i: number) => {
    const body = scene.field(`${kind}_bodyid`)[i];
    const noTurn = [1, 0, 0, 0];
    const place = new Pose().set(frame.get("xpos"), frame.get("xquat"), body, scene.field(`${kind}_pos`).subarray(3 * i), noTurn, 0);
    return new THREE.Vector3(place.x, place.y, place.z);
  };
  switch (label) {
    case "body":
      return all("body", (b) => vec(frame.get("xpos"), b)).slice(1);
    case "joint":
      return all("joint", onBody("jnt"));
    case "geom":
    case "site":
      return all(label, onBody(label));
    case "camera":
      return all("camera", (c) => vec(frame.get("cam_xpos"), c));
    case "light":
      return all("light", (l) => vec(frame.get("light_xpos"), l));
    case "tendon":
      return all("tendon", (t) => vec(frame.get("wrap_xpos"), frame.get("ten_wrapadr")[t])).filter((_, t) => frame.get("ten_wrapnum")[t] > 0);
    case "contact":
      return [...Array(frame.contactCount).keys()].map((i) => {
        const { pos, force } = frame.contact(i);
        return [vec(pos, 0), `${force[0].toPrecision(3)} N`];
      });
    case "selection":
      return selected > 0 ? [[vec(frame.get("xpos"), selected), scene.nameOf("body", selected)]] : [];
    default:
      return [];
  }
}
