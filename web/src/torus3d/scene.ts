/** Draws a torus with stones, turns it under the pointer, and finds the point that was clicked. */
import {
  AmbientLight,
  CanvasTexture,
  Color,
  DirectionalLight,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PerspectiveCamera,
  Quaternion,
  Raycaster,
  RepeatWrapping,
  Scene as ThreeScene,
  SphereGeometry,
  SRGBColorSpace,
  TorusGeometry,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Offset } from "../board/torus";
import { FACING, FRONT, nearestPoint, pointAngles } from "./angles";

const MAJOR = 1;
const MINOR = 0.52;
const TURN = 2 * Math.PI;
/** Shares: of the room on a point, of its own width, and of the room again. */
const STONE_WIDTH = 0.92;
const STONE_HEIGHT = 0.42;
const STONE_TOP = 0.26;
/** How far it turns to either side, in radians, and how slowly, in milliseconds. */
const SWAY = 0.5;
const SWAY_TIME = 2600;
/** Milliseconds in which it turns to a stone that was placed out of sight. */
const REVEAL_TIME = 450;
/** A stone whose top is turned further away than this, as a cosine, is hard to see. */
const GRAZING = 0.3;
/** Milliseconds between two pictures while it turns by itself. */
const FRAME = 33;

export interface Shown {
  stones: readonly number[];
  last: number | null;
  ghost: number | null;
  legal: ReadonlySet<number>;
  hint: number | null;
  /** Stones that light up: those that decided the game. */
  lit?: readonly number[];
  offset: Offset;
}

export class Scene {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new ThreeScene();
  private readonly camera = new PerspectiveCamera(38, 1, 0.1, 20);
  private readonly controls: OrbitControls;
  private readonly torus: Mesh<TorusGeometry, MeshStandardMaterial>;
  private readonly stones: [InstancedMesh, InstancedMesh];
  private readonly lastMark: Mesh;
  private readonly hintMark: Mesh;
  private readonly lights: InstancedMesh;
  private readonly ghost: Mesh<SphereGeometry, MeshStandardMaterial>;
  private readonly observer: ResizeObserver;
  private shown: Shown | null = null;
  private pressed: { x: number; y: number } | null = null;
  private queued = 0;
  private swaying = 0;
  private turning = 0;

  constructor(
    private readonly box: HTMLElement,
    private readonly rows: number,
    private readonly columns: number,
    private readonly onPick: (point: number) => void,
  ) {
    this.renderer = new WebGLRenderer({ antialias: true, alpha: true });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    const canvas = this.renderer.domElement;
    canvas.setAttribute("aria-hidden", "true");
    box.append(canvas);

    this.scene.add(new AmbientLight(0xffffff, 1.5));
    const sun = new DirectionalLight(0xffffff, 2.2);
    sun.position.set(1.5, 2.5, 3);
    this.camera.add(sun);
    this.scene.add(this.camera);
    this.camera.position.set(0, -3.7, 3.5);

    const wood = new MeshStandardMaterial({ map: gridTexture(rows, columns), roughness: 0.75 });
    this.torus = new Mesh(new TorusGeometry(MAJOR, MINOR, 64, 128), wood);
    this.scene.add(this.torus);

    const ball = new SphereGeometry(1, 24, 16);
    const count = rows * columns;
    const paint = (colour: number): MeshStandardMaterial =>
      new MeshStandardMaterial({ color: colour, roughness: 0.35 });
    this.stones = [new InstancedMesh(ball, paint(0x1b1d21), count), new InstancedMesh(ball, paint(0xf4f1ea), count)];
    this.lastMark = new Mesh(ball, new MeshBasicMaterial({ color: 0xd1442f }));
    this.hintMark = new Mesh(ball, new MeshBasicMaterial({ color: 0x1f8fd6 }));
    this.ghost = new Mesh(ball, new MeshStandardMaterial({ transparent: true, opacity: 0.55 }));
    this.lights = new InstancedMesh(ball, new MeshBasicMaterial({ color: 0xf2b01e }), count);
    this.scene.add(...this.stones, this.lights, this.lastMark, this.hintMark, this.ghost);
    for (const mesh of [...this.stones, this.lights]) mesh.frustumCulled = false;

    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enablePan = false;
    this.controls.minDistance = 2.2;
    this.controls.maxDistance = 8;
    this.controls.addEventListener("change", () => this.draw());

    canvas.addEventListener("pointerdown", (event) => {
      this.pressed = { x: event.clientX, y: event.clientY };
    });
    canvas.addEventListener("pointerup", (event) => this.release(event));
    canvas.addEventListener("pointermove", (event) => this.hover(event));
    canvas.addEventListener("pointerleave", () => this.showGhost(null));
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(box);
    this.resize();
  }

  show(shown: Shown): void {
    const before = this.shown;
    this.shown = shown;
    const counts: [number, number] = [0, 0];
    shown.stones.forEach((stone, point) => {
      if (stone !== 0 && stone !== 1) return;
      this.stones[stone].setMatrixAt(counts[stone]++, this.matrixAt(point, STONE_WIDTH, STONE_HEIGHT));
    });
    this.stones.forEach((mesh, colour) => {
      mesh.count = counts[colour as 0 | 1];
      mesh.instanceMatrix.needsUpdate = true;
      mesh.computeBoundingSphere();
    });
    const lit = shown.lit ?? [];
    lit.forEach((point, number) => this.lights.setMatrixAt(number, this.matrixAt(point, 0.44, 0.4, STONE_TOP)));
    this.lights.count = lit.length;
    this.lights.instanceMatrix.needsUpdate = true;
    this.lights.computeBoundingSphere();
    this.put(this.lastMark, lit.length > 0 ? null : shown.last, 0.34, 0.4, STONE_TOP);
    this.put(this.hintMark, shown.hint, 0.5, 0.3);
    this.showGhost(null);
    if (before !== null && shown.last !== null && shown.last !== before.last) this.reveal(shown.last);
  }

  /** Turns to a point that cannot be seen from here, by the shortest way. */
  private reveal(point: number): void {
    if (point >= this.rows * this.columns) return;
    const place = this.placeOf(point, 0.3 * MINOR);
    const { out } = this.normalAt(point);
    const facing = (eye: Vector3): number => eye.clone().sub(place).normalize().dot(out);
    if (this.isSeen(place, this.camera.position) && facing(this.camera.position) > GRAZING) return;
    const away = this.camera.position.length();
    const views = [0, 0.7, -0.7, 1.6, -1.6]
      .map((up) => out.clone().add(new Vector3(0, 0, up)).normalize().multiplyScalar(away))
      .filter((from) => this.isSeen(place, from) && facing(from) > GRAZING)
      .sort((one, two) => one.angleTo(this.camera.position) - two.angleTo(this.camera.position));
    const target = views[0];
    if (target !== undefined) this.turnTo(target);
  }

  private turnTo(target: Vector3): void {
    const from = this.camera.position.clone();
    const length = from.length();
    const time = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : REVEAL_TIME;
    const began = performance.now();
    cancelAnimationFrame(this.turning);
    const turn = (now: number): void => {
      const share = time === 0 ? 1 : Math.min(1, Math.max(0, now - began) / time);
      const eased = share * share * (3 - 2 * share);
      this.camera.position.lerpVectors(from, target, eased).setLength(length);
      this.controls.update();
      this.draw();
      if (share < 1) this.turning = requestAnimationFrame(turn);
    };
    this.turning = requestAnimationFrame(turn);
  }

  /** Whether the torus itself does not stand between a place above its surface and the eye. */
  private isSeen(place: Vector3, eye: Vector3): boolean {
    const way = eye.clone().sub(place);
    const ray = new Raycaster(place, way.clone().normalize(), 0, way.length());
    return ray.intersectObject(this.torus).length === 0;
  }

  /** Brings the camera nearer, to this share of its distance. */
  near(share: number): void {
    this.camera.position.multiplyScalar(share);
    this.controls.minDistance *= share;
    this.controls.update();
    this.draw();
  }

  /** Turns slowly back and forth until the pointer takes over. */
  sway(): void {
    const { x, y, z } = this.camera.position;
    const [away, front] = [Math.hypot(x, y), Math.atan2(y, x)];
    const began = performance.now();
    let last = began;
    const turn = (now: number): void => {
      this.swaying = requestAnimationFrame(turn);
      if (now - last < FRAME) return;
      const angle = front + SWAY * Math.sin((now - began) / SWAY_TIME);
      this.camera.position.set(away * Math.cos(angle), away * Math.sin(angle), z);
      this.controls.update();
      last = now;
    };
    // Without a graphics card a picture takes long: better a torus that rests than a page that hangs.
    if (this.timeOfAPicture() > FRAME) return;
    this.swaying = requestAnimationFrame(turn);
    this.controls.addEventListener("start", () => cancelAnimationFrame(this.swaying));
  }

  /** Milliseconds until a picture is visible. */
  private timeOfAPicture(): number {
    const began = performance.now();
    this.renderer.render(this.scene, this.camera);
    const gl = this.renderer.getContext();
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
    return performance.now() - began;
  }

  close(): void {
    cancelAnimationFrame(this.swaying);
    cancelAnimationFrame(this.turning);
    this.observer.disconnect();
    this.controls.dispose();
    this.renderer.dispose();
    this.renderer.domElement.remove();
  }

  private put(mesh: Mesh, point: number | null, width: number, height: number, lift = 0): void {
    mesh.visible = point !== null && point < this.rows * this.columns;
    if (point === null || !mesh.visible) return;
    mesh.matrixAutoUpdate = false;
    mesh.matrix.copy(this.matrixAt(point, width, height, lift));
  }

  /** A body on a point: `width` of the room there is, `height` of its width, `lift` of the room up. */
  private matrixAt(point: number, width: number, height: number, lift = 0): Matrix4 {
    const { out, ring } = this.normalAt(point);
    // Cells are narrow inside the ring and wide outside; a stone fits the narrower of the two ways.
    const room = Math.min((TURN * ring) / this.columns, (TURN * MINOR) / this.rows);
    const radius = (width / 2) * room;
    const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), out);
    return new Matrix4().compose(
      this.placeOf(point, radius * height * 0.6 + lift * room),
      turn,
      new Vector3(radius, radius, radius * height),
    );
  }

  /** The direction away from the surface at a point, and its distance from the axis. */
  private normalAt(point: number): { out: Vector3; ring: number } {
    const { around, tube } = pointAngles(point, this.rows, this.columns, this.shown?.offset);
    const out = new Vector3(Math.cos(tube) * Math.cos(around), Math.cos(tube) * Math.sin(around), Math.sin(tube));
    return { out, ring: MAJOR + MINOR * Math.cos(tube) };
  }

  /** A place `height` above a point. */
  private placeOf(point: number, height: number): Vector3 {
    const { around, tube } = pointAngles(point, this.rows, this.columns, this.shown?.offset);
    const { out, ring } = this.normalAt(point);
    return new Vector3(ring * Math.cos(around), ring * Math.sin(around), MINOR * Math.sin(tube)).addScaledVector(
      out,
      height,
    );
  }

  private pointUnder(event: PointerEvent): number | null {
    const canvas = this.renderer.domElement;
    const area = canvas.getBoundingClientRect();
    const at = new Vector2(
      ((event.clientX - area.left) / area.width) * 2 - 1,
      1 - ((event.clientY - area.top) / area.height) * 2,
    );
    const ray = new Raycaster();
    ray.setFromCamera(at, this.camera);
    const hit = ray.intersectObject(this.torus)[0];
    if (hit === undefined) return null;
    const { x, y, z } = hit.point;
    const around = Math.atan2(y, x);
    const tube = Math.atan2(z, Math.hypot(x, y) - MAJOR);
    return nearestPoint(around, tube, this.rows, this.columns, this.shown?.offset);
  }

  private release(event: PointerEvent): void {
    const from = this.pressed;
    this.pressed = null;
    if (from === null || Math.hypot(event.clientX - from.x, event.clientY - from.y) > 6) return;
    const point = this.pointUnder(event);
    if (point !== null) this.onPick(point);
  }

  private hover(event: PointerEvent): void {
    if (event.pointerType === "touch" || this.pressed !== null) return;
    const point = this.pointUnder(event);
    this.renderer.domElement.classList.toggle("is-legal", point !== null && this.canPlay(point));
    this.showGhost(point);
  }

  private canPlay(point: number): boolean {
    return this.shown !== null && this.shown.ghost !== null && this.shown.legal.has(point);
  }

  private showGhost(point: number | null): void {
    const seen = point !== null && this.canPlay(point);
    this.put(this.ghost, seen ? point : null, STONE_WIDTH, STONE_HEIGHT);
    this.ghost.material.color = new Color(this.shown?.ghost === 0 ? 0x1b1d21 : 0xf4f1ea);
    this.draw();
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.box;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  /** Once a frame at most, and only when something changed. */
  private draw(): void {
    if (this.queued !== 0) return;
    this.queued = requestAnimationFrame(() => {
      this.queued = 0;
      this.renderer.render(this.scene, this.camera);
    });
  }
}

/** Wood with a line through the middle of every cell. */
function gridTexture(rows: number, columns: number): CanvasTexture {
  const side = 2048;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [side, side];
  const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  pen.fillStyle = "#ddb573";
  pen.fillRect(0, 0, side, side);
  pen.strokeStyle = "#6b4a1d";
  pen.lineWidth = 3; // columns are stretched more than rows
  for (let column = 0; column < columns; column++) {
    const x = ((column + 0.5) / columns) * side;
    pen.beginPath();
    pen.moveTo(x, 0);
    pen.lineTo(x, side);
    pen.stroke();
  }
  pen.lineWidth = 6;
  for (let row = 0; row < rows; row++) {
    const y = ((row + 0.5) / rows) * side;
    pen.beginPath();
    pen.moveTo(0, y);
    pen.lineTo(side, y);
    pen.stroke();
  }
  const texture = new CanvasTexture(canvas);
  // All cells look alike, so the grid only has to begin where the points do.
  texture.offset.set(-FRONT / TURN, -FACING / TURN);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}
