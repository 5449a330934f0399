// Lights of the model and the headlight at the camera. One of them casts shadows: a second shadow map would double what
// a frame costs. What is behind everything (sky) is here too.
import * as THREE from "three";
import { Scene, Frame } from "../protocol";
import { vec } from "./pose";

const kSharedOut = 0.15; // of a light that is not computed
const kBiasTexels = 1.5; // surfaces are moved towards the light, against shadows on themselves
const kSpot = 0;
const kDirectional = 1;

function color(rgb: ArrayLike<number> | undefined, otherwise: number): THREE.Color {
  return rgb && rgb.length >= 3 ? new THREE.Color(rgb[0], rgb[1], rgb[2]) : new THREE.Color(otherwise, otherwise, otherwise);
}

export class Lights {
  readonly group = new THREE.Group();
  private readonly head: THREE.DirectionalLight;
  private readonly lights: { light: THREE.DirectionalLight | THREE.SpotLight | THREE.PointLight; id: number }[] = [];
  private sun: THREE.DirectionalLight | null = null;
  private shadow: THREE.DirectionalLight | THREE.SpotLight | null = null;

  constructor(
    private readonly scene: Scene,
    most: number, // lights that are computed; the others make everything a little brighter
    private readonly shadowPixels: number,
  ) {
    const headlight = scene.head.visual.headlight ?? {};
    const isOn = headlight.active === undefined || Boolean(headlight.active);
    const ambient = isOn ? color(headlight.ambient, 0.1) : new THREE.Color(0, 0, 0);
    this.head = new THREE.DirectionalLight(isOn ? color(headlight.diffuse, 0.4) : 0x000000, Math.PI);
    this.group.add(this.head, this.head.target);
    const active = scene.field("light_active");
    for (let i = 0; i < scene.count("light"); i++) {
      if (!active[i]) continue;
      ambient.add(color(scene.field("light_ambient").subarray(3 * i, 3 * i + 3), 0));
      if (this.lights.length < most) this.addLight(i);
      else ambient.add(color(scene.field("light_diffuse").subarray(3 * i, 3 * i + 3), 0.7).multiplyScalar(kSharedOut));
    }
    if (!this.lights.length && isOn) this.addSun();
    this.group.add(new THREE.AmbientLight(ambient, Math.PI));
  }

  /** A model without lights would be dark: one from above, which no frame moves. */
  private addSun(): void {
    const sun = new THREE.DirectionalLight(0x808080, Math.PI);
    this.group.add(sun, sun.target);
    this.castShadow(sun);
    this.sun = sun;
  }

  private addLight(id: number): void {
    const type = this.scene.field("light_type")[id];
    const diffuse = color(this.scene.field("light_diffuse").subarray(3 * id, 3 * id + 3), 0.7);
    const light =
      type === kDirectional
        ? new THREE.DirectionalLight(diffuse, Math.PI)
        : type === kSpot
          ? new THREE.SpotLight(diffuse, Math.PI, 0, Math.min(Math.PI / 2, (this.scene.field("light_cutoff")[id] * Math.PI) / 180), 1, 0)
          : new THREE.PointLight(diffuse, Math.PI, 0, 0);
    this.group.add(light);
    if (!(light instanceof THREE.PointLight)) {
      this.group.add(light.target);
      if (!this.shadow && this.scene.field("light_castshadow")[id]) this.castShadow(light);
    }
    this.lights.push({ light, id });
  }

  private castShadow(light: THREE.DirectionalLight | THREE.SpotLight): void {
    this.shadow = light;
    light.castShadow = true;
    light.shadow.mapSize.set(this.shadowPixels, this.shadowPixels);
    light.shadow.bias = -0.0005;
  }

  setShadows(on: boolean): void {
    if (this.shadow) this.shadow.castShadow = on;
  }

  update(frame: Frame, camera: THREE.Camera, around: THREE.Vector3, radius: number): void {
    const [pos, dir] = [frame.get("light_xpos"), frame.get("light_xdir")];
    for (const { light, id } of this.lights) {
      light.position.copy(vec(pos, id));
      if (light instanceof THREE.PointLight) continue;
      const towards = vec(dir, id);
      if (light instanceof THREE.DirectionalLight) this.aimSun(light, towards, around, radius);
      else this.aimSpot(light, towards, around);
      light.target.updateMatrixWorld();
    }
    if (this.sun) this.aimSun(this.sun, new THREE.Vector3(0.3, 0.4, -0.87), around, radius);
    this.head.position.copy(camera.position);
    this.head.target.position.copy(camera.position).add(camera.getWorldDirection(new THREE.Vector3()));
    this.head.target.updateMatrixWorld();
  }

  private aimSpot(light: THREE.SpotLight, towards: THREE.Vector3, around: THREE.Vector3): void {
    light.target.position.copy(light.position).add(towards);
    const away = Math.max(light.position.distanceTo(around), 0.1 * this.scene.head.statistic.extent);
    const eye = light.shadow.camera;
    if (!light.castShadow || Math.abs(eye.near - 0.15 * away) < 0.03 * away) return;
    light.shadow.normalBias = (kBiasTexels * 2 * away * Math.tan(light.angle)) / this.shadowPixels;
    eye.near = 0.15 * away; // depths are precise only well away from the eye
    eye.far = 8 * away;
    eye.updateProjectionMatrix();
  }

  /** A light from far away: its shadow covers what the camera looks at. */
  private aimSun(light: THREE.DirectionalLight, towards: THREE.Vector3, around: THREE.Vector3, radius: number): void {
    light.target.position.copy(around);
    light.position.copy(around).addScaledVector(towards, -4 * radius);
    if (!light.castShadow) return;
    const eye = light.shadow.camera;
    if (eye.right !== radius) {
      light.shadow.normalBias = (kBiasTexels * 2 * radius) / this.shadowPixels;
      eye.left = eye.bottom = -radius;
      eye.right = eye.top = radius;
      eye.far = 8 * radius;
      eye.near = 0.01 * radius;
      eye.updateProjectionMatrix();
    }
  }
}

/** The sky: a cube around the camera with the model's skybox, whose up is the texture's y; or a quiet gradient. */
export function makeSky(cube: THREE.CubeTexture | null): THREE.Mesh {
  const material = new THREE.ShaderMaterial({
    uniforms: { cube: { value: cube } },
    vertexShader: `
      varying vec3 towards;
      void main() {
        towards = position;
        gl_Position = (projectionMatrix * vec4(mat3(viewMatrix) * position, 1.0)).xyww;
      }`,
    fragmentShader: cube
      ? `varying vec3 towards; uniform samplerCube cube;
         void main() { gl_FragColor = vec4(textureCube(cube, vec3(towards.x, towards.z, -towards.y)).rgb, 1.0); }`
      : `varying vec3 towards;
         void main() {
           float up = normalize(towards).z;
           vec3 sky = mix(vec3(0.36, 0.42, 0.5), vec3(0.11, 0.14, 0.19), smoothstep(0.0, 0.6, up));
           gl_FragColor = vec4(mix(sky, vec3(0.2, 0.23, 0.28), smoothstep(0.0, -0.15, up)), 1.0);
         }`,
    side: THREE.BackSide,
    depthWrite: false,
    depthTest: true,
  });
  material.depthFunc = THREE.LessEqualDepth;
  const sky = new THREE.Mesh(new THREE.BoxGeometry(2, 2, 2), material);
  sky.frustumCulled = false;
  sky.renderOrder = 0;
  return sky;
}
