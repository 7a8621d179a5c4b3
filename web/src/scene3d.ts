// Space, with three.js: the camera frames the whole motion from the side on which it runs to the
// right, or follows the moving bodies where the motion is long. Drawn only when something changes:
// a step of the player, a turn of the camera, a new size, another theme.

import { DirectionalLight, HemisphereLight, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { AxesCross } from "./axes_cross";
import type { Item, SceneData } from "./data";
import { centre_now, moving_items, type Box, type Extent } from "./extent";
import { Ground } from "./ground3d";
import { build, type Drawn } from "./items3d";
import { Materials } from "./materials3d";
import { is_traced, Motion, up_of, type Vector } from "./motion";
import { Names } from "./names3d";
import { most_names, type Stage } from "./stage";
import { is_dark, palette } from "./theme";
import { number_text, round_step } from "./ticks";
import { Trail } from "./trail3d";

const field_of_view = 30;

/** A context for drawing in space, or null where the browser has none. */
export function webgl_context(): WebGL2RenderingContext | null {
    try {
        return document.createElement("canvas").getContext("webgl2", { antialias: true, alpha: true, preserveDrawingBuffer: true });
    } catch {
        return null;
    }
}

export class Scene3 implements Stage {
    readonly element = document.createElement("div");
    follow: boolean;
    trails = true;
    names: boolean;
    private readonly renderer: WebGLRenderer;
    private readonly world = new Scene();
    private readonly camera = new PerspectiveCamera(field_of_view, 1, 0.1, 100);
    private readonly controls: OrbitControls;
    private readonly sun = new DirectionalLight("#fff", 2.4);
    private readonly sky = new HemisphereLight("#fff", "#8a8578", 1.5);
    private readonly materials = new Materials();
    private readonly motion: Motion;
    private readonly moving: Item[];
    private readonly up: Vector3;
    private readonly drawn: Drawn[] = [];
    private readonly paths: Trail[] = [];
    private readonly ground: Ground | null = null;
    private readonly cross = new AxesCross();
    private readonly texts = new Names();
    private centre = new Vector3();
    private width = 0;
    private height = 0;

    constructor(private readonly data: SceneData, private readonly extent: Extent, context: WebGL2RenderingContext) {
        this.follow = extent.is_far;
        this.names = data.items.filter((item) => item.name).length <= most_names;
        this.motion = new Motion(data.times);
        this.moving = moving_items(data);
        this.up = new Vector3(...up_of(data));
        const canvas = context.canvas as HTMLCanvasElement;
        this.renderer = new WebGLRenderer({ canvas, context, antialias: true, alpha: true });
        this.renderer.shadowMap.enabled = true;
        this.element.classList.add("space");
        this.element.append(canvas, this.cross.element, this.texts.element);
        this.controls = new OrbitControls(this.camera, canvas);
        this.camera.up.copy(this.up);
        this.fill();
        if (data.ground) this.ground = this.make_ground(data.ground.at, data.ground.normal);
        this.light();
        this.attach();
    }

    frame(): void {
        this.centre = this.moving_centre();
        const { whole, body } = this.extent;
        const middle = ({ low, high }: Box) => new Vector3(...low).add(new Vector3(...high)).multiplyScalar(0.5);
        const target = this.follow ? middle(body).add(this.centre) : middle(whole);
        const back = this.view_direction();
        const away = this.distance_for(this.follow ? body : whole, back) * (this.follow ? 1.2 : 1.02);
        this.controls.target.copy(target);
        this.camera.position.copy(target).addScaledVector(back, away);
        this.controls.update();
    }

    resize(): void {
        const width = this.element.clientWidth;
        if (width === 0) return;
        const first = this.width === 0;
        this.width = width;
        this.height = Math.round(Math.max(280, Math.min(460, width * 0.62)));
        this.renderer.setPixelRatio(Math.min(2, devicePixelRatio || 1));
        this.renderer.setSize(this.width, this.height, false);
        this.renderer.domElement.style.height = `${this.height}px`;
        this.camera.aspect = this.width / this.height;
        if (first) {
            this.motion.go_to(this.motion.start);
            this.frame();
        }
    }

    recolour(): void {
        this.materials.recolour();
        this.ground?.recolour();
        this.sky.intensity = is_dark() ? 1.1 : 1.5;
    }

    draw(time: number): void {
        if (this.width === 0) return;
        this.motion.go_to(time);
        for (const item of this.drawn) item.update();
        for (const path of this.paths) {
            path.object.visible = this.trails;
            path.update();
        }
        const now = this.moving_centre();
        if (this.follow) {
            // Along the ground only: a camera that hops with the body makes one seasick.
            const step = now.clone().sub(this.centre);
            if (this.ground) step.addScaledVector(this.up, -step.dot(this.up));
            this.controls.target.add(step);
            this.camera.position.add(step);
        }
        this.centre = now;
        this.render();
    }

    private render(): void {
        const away = this.camera.position.distanceTo(this.controls.target);
        const size = this.extent.whole_radius;
        this.camera.near = away * 0.02;
        this.camera.far = away * 12 + size * 12;
        this.camera.updateProjectionMatrix();
        const sun = this.sun_direction().multiplyScalar(this.extent.body_radius * 8);
        this.sun.target.position.copy(this.centre);
        this.sun.position.copy(this.centre).add(sun);
        this.ground?.look(this.controls.target, Math.max(away * 1.1, this.follow ? 0 : size * 1.6));
        this.renderer.render(this.world, this.camera);
        this.cross.update(this.camera);
        this.texts.element.hidden = !this.names;
        if (this.names) this.texts.update(this.camera, this.width, this.height);
    }

    private fill(): void {
        const around = {
            motion: this.motion, materials: this.materials, up: this.up,
            unit: this.follow ? this.extent.body_radius * 0.035
                : Math.min(this.extent.whole_radius * 0.03, Math.max(this.extent.body_radius * 0.05, this.extent.whole_radius * 0.012)),
        };
        this.data.items.forEach((item, k) => {
            const made = build(item, palette(k), around);
            this.drawn.push(made);
            this.world.add(made.object);
            if (item.name) this.texts.add(item.name, made.object);
            if (!is_traced(item)) return;
            const trail = new Trail(item, palette(k), this.motion, this.materials);
            this.paths.push(trail);
            this.world.add(trail.object);
        });
    }

    private make_ground(at: number[], normal: number[]): Ground {
        const { whole_radius, body_radius } = this.extent;
        const step = round_step(2 * Math.min(whole_radius, 4 * body_radius), 12);
        // The origin of the grid is the ground's own point; it is large enough for the whole motion.
        const far = Math.hypot(...this.extent.whole.low.map((c, i) => Math.max(Math.abs(c - at[i]), Math.abs(this.extent.whole.high[i] - at[i]))));
        const place = new Vector3(...(at as Vector));
        const ground = new Ground(place, new Vector3(...(normal as Vector)).normalize(), far + 12 * whole_radius, step);
        this.world.add(ground.object);
        const scale = document.createElement("span");
        scale.className = "grid-scale";
        scale.textContent = `grid ${number_text(step)}`;
        this.element.append(scale);
        return ground;
    }

    private light(): void {
        const reach = this.extent.body_radius * 2.2;
        const { camera, mapSize } = this.sun.shadow;
        [camera.left, camera.right, camera.bottom, camera.top] = [-reach, reach, -reach, reach];
        [camera.near, camera.far] = [this.extent.body_radius, this.extent.body_radius * 16];
        mapSize.set(1024, 1024);
        this.sun.castShadow = true;
        this.sun.shadow.radius = 3;
        this.sun.shadow.normalBias = reach * 0.004;
        this.sky.position.copy(this.up);
        this.world.add(this.sky, this.sun, this.sun.target);
    }

    private attach(): void {
        const { controls, element, renderer } = this;
        controls.addEventListener("change", () => this.width > 0 && this.render());
        controls.enableZoom = false;
        controls.zoomSpeed = 1.2;
        // One finger up or down scrolls the page, sideways turns the camera; two fingers zoom.
        renderer.domElement.style.touchAction = "pan-y";
        element.addEventListener("focusin", () => (controls.enableZoom = true));
        element.addEventListener("focusout", () => (controls.enableZoom = false));
        renderer.domElement.addEventListener("pointerdown", () => element.focus({ preventScroll: true }));
        renderer.domElement.addEventListener("dblclick", () => {
            this.frame();
            this.render();
        });
    }

    /** Two horizontal directions: along which the motion is longest, and across it. */
    private horizontal(): [Vector3, Vector3] {
        const { low, high } = this.extent.whole;
        const size = high.map((c, i) => c - low[i]);
        const flat = [0, 1, 2].filter((i) => Math.abs(this.up.getComponent(i)) < 0.7);
        const main = size[flat[1]] > 2 * size[flat[0]] ? flat[1] : flat[0];
        const right = new Vector3().setComponent(main, 1);
        right.addScaledVector(this.up, -right.dot(this.up)).normalize();
        return [right, right.clone().cross(this.up).normalize()];
    }

    /** From the target to the camera: the motion runs to the right and a little away. */
    private view_direction(): Vector3 {
        const [right, near] = this.horizontal();
        return near.multiplyScalar(1).addScaledVector(right, -0.55).addScaledVector(this.up, 0.55).normalize();
    }

    private sun_direction(): Vector3 {
        const [right, near] = this.horizontal();
        return near.multiplyScalar(0.7).addScaledVector(right, 0.5).addScaledVector(this.up, 1.6).normalize();
    }

    /** How far from a box's middle the camera must be, in the direction `back`, to see all of the box. */
    private distance_for({ low, high }: Box, back: Vector3): number {
        const across = this.up.clone().cross(back).normalize();
        const above = back.clone().cross(across);
        const slope = Math.tan(((field_of_view / 2) * Math.PI) / 180);
        let most = 0;
        for (let corner = 0; corner < 8; corner++) {
            const p = new Vector3();
            for (let i = 0; i < 3; i++) p.setComponent(i, ((high[i] - low[i]) / 2) * ((corner >> i) & 1 ? 1 : -1));
            const side = Math.max(Math.abs(p.dot(across)) / this.camera.aspect, Math.abs(p.dot(above)));
            most = Math.max(most, side / slope + p.dot(back));
        }
        return most || 1;
    }

    /** The centre of what moves, at the motion's chosen time. */
    private moving_centre(): Vector3 {
        const now = centre_now(this.moving, this.motion);
        return now ? new Vector3(...now) : this.centre.clone();
    }
}
