// How surfaces look: MuJoCo's materials and textures on three.js's Phong shading. Colours are used as they are written,
// without a colour space, as fixed-function OpenGL does; light intensities of pi undo the 1/pi of three.js's diffuse term.
import * as THREE from "three";
import { Scene } from "../protocol";

const kRgbRoles = [1, 8]; // of mat_texid: colour, colour and alpha
const kCube = 1;
const kSkybox = 2;

/** One pixel format for all textures: four bytes. Rows stay in the model's order, the first at the bottom. */
function pixels(scene: Scene, texture: number, firstRow: number, rows: number): Uint8Array {
  const channels = scene.field("tex_nchannel")[texture];
  const width = scene.field("tex_width")[texture];
  const from = scene.field("tex_data");
  const adr = scene.field("tex_adr")[texture] + firstRow * width * channels;
  const to = new Uint8Array(4 * width * rows);
  for (let i = 0; i < width * rows; i++) {
    for (let c = 0; c < 4; c++) {
      to[4 * i + c] = c < channels ? from[adr + channels * i + c] : channels === 1 && c < 3 ? from[adr + i] : 255;
    }
  }
  return to;
}

function flatTexture(scene: Scene, texture: number): THREE.Texture {
  const width = scene.field("tex_width")[texture];
  const height = scene.field("tex_height")[texture];
  const map = new THREE.DataTexture(pixels(scene, texture, 0, height), width, height);
  map.wrapS = map.wrapT = THREE.RepeatWrapping;
  map.magFilter = THREE.LinearFilter;
  map.minFilter = THREE.LinearMipmapLinearFilter;
  map.anisotropy = 4;
  map.generateMipmaps = true;
  map.needsUpdate = true;
  return map;
}

function cubeTexture(scene: Scene, texture: number): THREE.CubeTexture {
  const width = scene.field("tex_width")[texture];
  const sides = Math.max(1, Math.floor(scene.field("tex_height")[texture] / width));
  const faces = [0, 1, 2, 3, 4, 5].map((side) => {
    const face = new THREE.DataTexture(pixels(scene, texture, (side % sides) * width, width), width, width);
    face.needsUpdate = true;
    return face;
  });
  const cube = new THREE.CubeTexture(faces as unknown as HTMLImageElement[]);
  cube.magFilter = THREE.LinearFilter;
  cube.minFilter = THREE.LinearFilter;
  cube.generateMipmaps = false;
  cube.needsUpdate = true;
  return cube;
}

export interface Look {
  material: number; // of the model, -1: none
  alpha: number;
  capsule?: boolean;
  moves?: boolean; // may become see-through
  ownUv?: boolean; // the geometry brings texture coordinates
  plane?: "finite" | "infinite";
  id?: number; // tells infinite planes apart
  twoSided?: boolean;
  flat?: boolean;
}

/** Makes materials, one for each way to look, and keeps textures. */
export class Materials {
  private readonly made = new Map<string, THREE.MeshPhongMaterial>();
  private readonly textures = new Map<number, THREE.Texture>();
  readonly capsuleShadow = new THREE.MeshDepthMaterial({ depthPacking: THREE.RGBADepthPacking });
  readonly gridCell: { value: number };
  private readonly highlight: number;

  constructor(private readonly scene: Scene) {
    this.capsuleShadow.onBeforeCompile = (shader) => stretchVertices(shader);
    const extent = Math.max(1e-3, scene.head.statistic.extent);
    this.highlight = highlightOf(scene);
    this.gridCell = { value: 10 ** Math.floor(Math.log10(extent / 1.5)) };
  }

  get(look: Look): THREE.MeshPhongMaterial {
    const key = JSON.stringify(look);
    const made = this.made.get(key) ?? this.make(look);
    this.made.set(key, made);
    return made;
  }

  /** Numbers of a material of the model, or MuJoCo's defaults. */
  private number(name: string, material: number, otherwise: number): number {
    return material >= 0 ? this.scene.field(`mat_${name}`)[material] : otherwise;
  }

  /** The texture that colours a material, -1: none. */
  private textureOf(material: number): number {
    if (material < 0) return -1;
    const ids = this.scene.field("mat_texid");
    return Math.max(...kRgbRoles.map((role) => (ids.length ? ids[10 * material + role] : -1)));
  }

  isTextured(material: number): boolean {
    return this.textureOf(material) >= 0;
  }

  private texture(id: number): THREE.Texture {
    const isFlat = this.scene.field("tex_type")[id] === 0;
    const texture = this.textures.get(id) ?? (isFlat ? flatTexture(this.scene, id) : cubeTexture(this.scene, id));
    this.textures.set(id, texture);
    return texture;
  }

  /** The model's skybox, if it has one. */
  skybox(): THREE.CubeTexture | null {
    const id = Array.from(this.scene.field("tex_type")).indexOf(kSkybox);
    return id < 0 ? null : (this.texture(id) as THREE.CubeTexture);
  }

  private make(look: Look): THREE.MeshPhongMaterial {
    const shininess = Math.max(1, 128 * this.number("shininess", look.material, 0.5));
    const normalised = 0.25 * (shininess / 2 + 1); // by three.js
    const specular = (this.number("specular", look.material, 0.5) * this.highlight) / normalised;
    const material = new THREE.MeshPhongMaterial({
      shininess,
      specular: new THREE.Color(specular, specular, specular),
      opacity: look.alpha,
      transparent: look.alpha < 1 || look.plane === "infinite",
      depthWrite: look.alpha > 0.5,
      side: look.twoSided || look.plane ? THREE.DoubleSide : THREE.FrontSide,
      flatShading: look.flat ?? false,
    });
    if (look.plane === "infinite") material.userData = { centre: { value: new THREE.Vector3() }, reach: { value: 1 } };
    const emission = this.number("emission", look.material, 0);
    const texture = this.textureOf(look.material);
    const isCube = texture >= 0 && this.scene.field("tex_type")[texture] === kCube;
    if (texture >= 0 && !isCube) material.map = this.texture(texture);
    material.onBeforeCompile = (shader) => {
      shader.uniforms.emission = { value: emission };
      shader.fragmentShader = shader.fragmentShader
        .replace("#include <common>", "#include <common>\nuniform float emission;")
        .replace("#include <emissivemap_fragment>", "totalEmissiveRadiance += emission * diffuseColor.rgb;");
      if (look.capsule) stretchVertices(shader);
      if (isCube) this.addCube(shader, look.material, texture);
      else if (texture >= 0) this.addFlat(shader, look);
      else if (look.plane) addGrid(shader, this.gridCell);
      if (look.plane === "infinite") fadeFarAway(shader, material);
    };
    material.customProgramCacheKey = () => [look.capsule, isCube, texture >= 0, look.ownUv, look.plane].join();
    return material;
  }

  /** Texture coordinates from the position: per object, or per length if the material says so. */
  private addFlat(shader: Shader, look: Look): void {
    const repeat = this.scene.field("mat_texrepeat").subarray(2 * look.material, 2 * look.material + 2);
    const uniform = this.number("texuniform", look.material, 0) !== 0 || look.plane === "infinite";
    shader.uniforms.repeat = { value: new THREE.Vector2(repeat[0] || 1, repeat[1] || 1) };
    shader.uniforms.perLength = { value: uniform ? 1 : 0 };
    const generated = "vMapUv = 0.5 + 0.5 * repeat * vec2(1.0, -1.0) * (position * scaleOf(perLength) PLACE).xy;";
    const place = look.plane === "infinite" ? "+ centre" : "";
    addToVertex(
      shader,
      `uniform vec2 repeat;\nuniform float perLength;\n${kScaleOf}`,
      "#include <uv_vertex>",
      look.ownUv ? "vMapUv *= repeat;" : generated.replace("PLACE", place),
    );
  }

  private addCube(shader: Shader, material: number, texture: number): void {
    shader.uniforms.cube = { value: this.texture(texture) };
    shader.uniforms.perLength = { value: this.number("texuniform", material, 0) };
    const head = `varying vec3 towards;\nuniform float perLength;\n${kScaleOf}`;
    addToVertex(shader, head, "#include <begin_vertex>", "towards = position * scaleOf(perLength);");
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", "#include <common>\nvarying vec3 towards;\nuniform samplerCube cube;")
      .replace("#include <map_fragment>", "#include <map_fragment>\ndiffuseColor *= textureCube(cube, towards);");
  }

  dispose(): void {
    for (const material of this.made.values()) material.dispose();
    for (const texture of this.textures.values()) texture.dispose();
  }
}

/** Lights of three.js have one colour; those of models another one for highlights, on average this part of it. */
function highlightOf(scene: Scene): number {
  const { headlight } = scene.head.visual;
  const sum = (own: number[] | undefined, otherwise: number, all: ArrayLike<number>) => {
    const active = scene.field("light_active");
    return (own?.[0] ?? otherwise) + Array.from(all).reduce((s, v, i) => s + (i % 3 === 0 && active[i / 3] ? v : 0), 0);
  };
  const diffuse = sum(headlight?.diffuse, 0.4, scene.field("light_diffuse"));
  return Math.min(1, sum(headlight?.specular, 0.5, scene.field("light_specular")) / Math.max(diffuse, 1e-3));
}

type Shader = { uniforms: Record<string, THREE.IUniform>; vertexShader: string; fragmentShader: string };

const kScaleOf = `
vec3 scaleOf(float perLength) {
#ifdef USE_INSTANCING
  vec3 size = vec3(length(instanceMatrix[0].xyz), length(instanceMatrix[1].xyz), length(instanceMatrix[2].xyz));
  return mix(vec3(1.0), size, perLength);
#else
  return vec3(1.0);
#endif
}`;

function addToVertex(shader: Shader, head: string, after: string, code: string): void {
  shader.vertexShader = shader.vertexShader
    .replace("#include <common>", `#include <common>\n${head}`)
    .replace(after, `${after}\n${code}`);
}

/** Capsules: each half moves away from the middle by the instance's `stretch`, in units of its radius. */
function stretchVertices(shader: Shader): void {
  const head = "attribute float side;\nattribute float stretch;";
  addToVertex(shader, head, "#include <begin_vertex>", "transformed.z += side * stretch;");
}

/** Planes without a texture show a grid, one line per cell and a stronger one every ten. */
function addGrid(shader: Shader, cell: { value: number }): void {
  shader.uniforms.cell = cell;
  addToVertex(
    shader,
    `varying vec2 onPlane;\n${kScaleOf}`,
    "#include <begin_vertex>",
    `#ifdef INFINITE_PLANE
     onPlane = (position + centre).xy;
     #else
     onPlane = (position * scaleOf(1.0)).xy;
     #endif`,
  );
  shader.fragmentShader = shader.fragmentShader
    .replace(
      "#include <common>",
      `#include <common>
      varying vec2 onPlane;
      uniform float cell;
      float lines(float size) {
        vec2 at = onPlane / size;
        vec2 width = fwidth(at);
        vec2 near = abs(fract(at - 0.5) - 0.5) / max(width, 1e-6);
        float fade = 1.0 - smoothstep(0.15, 0.5, max(width.x, width.y));
        return fade * (1.0 - min(min(near.x, near.y), 1.0));
      }`,
    )
    .replace(
      "#include <map_fragment>",
      "#include <map_fragment>\ndiffuseColor.rgb *= 1.0 - max(0.18 * lines(cell), 0.3 * lines(10.0 * cell));",
    );
}

/** Infinite planes follow the camera (`centre`, in the plane's frame) and dissolve at the horizon (`reach`). */
function fadeFarAway(shader: Shader, material: THREE.Material): void {
  shader.uniforms.centre = material.userData.centre as THREE.IUniform;
  shader.uniforms.reach = material.userData.reach as THREE.IUniform;
  shader.vertexShader = `#define INFINITE_PLANE\nuniform vec3 centre;\nvarying vec2 away;\n${shader.vertexShader}`.replace(
    "#include <begin_vertex>",
    "#include <begin_vertex>\naway = position.xy;\ntransformed += centre;",
  );
  shader.fragmentShader = `varying vec2 away;\nuniform float reach;\n${shader.fragmentShader}`.replace(
    "#include <map_fragment>",
    "#include <map_fragment>\ndiffuseColor.a *= 1.0 - smoothstep(0.25, 1.0, length(away) / reach);",
  );
}
