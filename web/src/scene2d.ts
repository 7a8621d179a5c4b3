// The plane from above, on a canvas: x to the right, y up (down where z points down, as it looks
// from above). Lengths are true to scale; only symbols that would be too small to see (points,
// blades, wheels) have a least size in pixels. The axes have numbers and no letters: what is drawn to
// the right need not be a coordinate x.

import { size_of, type Item, type SceneData } from "./data";
import { centre_now, moving_items, type Extent } from "./extent";
import { is_traced, Motion, sample_of, up_of, type Quaternion, type Vector } from "./motion";
import { outline } from "./outline";
import { Shelf } from "./shelf";
import { most_names, type Stage } from "./stage";
import { draw_arrow, draw_blade, draw_point, draw_segment, draw_spring, draw_wheel, type Place } from "./symbols2d";
import { colour, faded, palette } from "./theme";
import { linear_ticks, tick_texts } from "./ticks";

const margin = { left: 46, right: 20, top: 20, bottom: 34 };
/** Labels keep a strip of clear paper: a line before a number would look like a minus. */
const strip = { left: 40, bottom: 24 };
const bodies = new Set(["disc", "sphere", "ellipsoid", "box", "plate", "cylinder"]);

export class Scene2 implements Stage {
    readonly element = document.createElement("div");
    follow = false;
    trails = true;
    names: boolean;
    private readonly canvas = document.createElement("canvas");
    private readonly pen = this.canvas.getContext("2d")!;
    private readonly motion: Motion;
    private readonly moving: Item[];
    private readonly side: number;
    private centre: Place = [0, 0];
    private offset: Place = [0, 0];
    private scale = 1;
    private zoom = 1;
    private width = 0;
    private height = 0;

    constructor(private readonly scene: SceneData, private readonly extent: Extent) {
        this.motion = new Motion(scene.times);
        this.moving = moving_items(scene);
        this.side = up_of(scene)[2] < 0 ? -1 : 1;
        this.names = scene.items.filter((item) => item.name).length <= most_names;
        this.element.append(this.canvas);
        this.element.classList.add("plane");
        this.attach_gestures();
    }

    frame(): void {
        this.zoom = 1;
        this.offset = [0, 0];
    }

    recolour(): void {
        // every colour is asked for anew at each drawing
    }

    resize(): void {
        const width = this.element.clientWidth;
        if (width === 0) return;
        const { low, high } = this.extent.whole;
        const inner = width - margin.left - margin.right;
        const wanted = (inner * (high[1] - low[1])) / Math.max(high[0] - low[0], 1e-12);
        this.width = width;
        this.height = Math.round(Math.max(240, Math.min(wanted + margin.top + margin.bottom, 520, width * 1.15)));
        const ratio = devicePixelRatio || 1;
        this.canvas.width = Math.round(this.width * ratio);
        this.canvas.height = Math.round(this.height * ratio);
        this.canvas.style.height = `${this.height}px`;
        this.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    }

    draw(time: number): void {
        if (this.width === 0) return;
        this.motion.go_to(time);
        this.aim();
        this.pen.clearRect(0, 0, this.width, this.height);
        this.draw_grid();
        this.pen.save();
        this.pen.beginPath();
        this.pen.rect(strip.left, 0, this.width, this.height - strip.bottom);
        this.pen.clip();
        if (this.trails) this.scene.items.forEach((item, k) => is_traced(item) && this.draw_trail(item, k));
        this.scene.items.forEach((item, k) => this.draw_item(item, k));
        const shelf = new Shelf();
        if (this.names) this.scene.items.forEach((item) => this.name(item, shelf));
        this.pen.restore();
    }

    /** Chooses scale and centre: all of the motion, or the moving things when they are followed. */
    private aim(): void {
        const { low, high } = this.extent.whole;
        const inner: Place = [this.width - margin.left - margin.right, this.height - margin.top - margin.bottom];
        const size: Place = [high[0] - low[0], high[1] - low[1]];
        const whole = Math.min(inner[0] / Math.max(size[0], 1e-12), inner[1] / Math.max(size[1], 1e-12));
        const near = Math.min(...inner) / (5 * this.extent.body_radius);
        this.scale = (this.follow ? Math.max(whole, near) : Math.min(whole, 1e12)) * this.zoom;
        const middle = (this.follow && centre_now(this.moving, this.motion)) || [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2];
        this.centre = [middle[0] + this.offset[0], middle[1] + this.offset[1]];
    }

    private place(x: number, y: number): Place {
        const middle_x = margin.left + (this.width - margin.left - margin.right) / 2;
        const middle_y = margin.top + (this.height - margin.top - margin.bottom) / 2;
        return [middle_x + (x - this.centre[0]) * this.scale, middle_y - (y - this.centre[1]) * this.scale * this.side];
    }

    private draw_grid(): void {
        const { pen } = this;
        const [x0, y0] = this.place(0, 0);
        const range = (pixel: number, origin: number, sign: number) => (sign * (pixel - origin)) / this.scale;
        const xs = linear_ticks(range(0, x0, 1), range(this.width, x0, 1), this.width / 70);
        const ends = [range(0, y0, -this.side), range(this.height, y0, -this.side)].sort((a, b) => a - b);
        const ys = linear_ticks(ends[0], ends[1], this.height / 60);
        pen.lineWidth = 1;
        pen.font = "12px system-ui, sans-serif";
        const line = (from: Place, to: Place, is_axis: boolean) => {
            pen.strokeStyle = colour(is_axis ? "--rule" : "--grid");
            pen.beginPath();
            pen.moveTo(Math.round(from[0]) + 0.5, Math.round(from[1]) + 0.5);
            pen.lineTo(Math.round(to[0]) + 0.5, Math.round(to[1]) + 0.5);
            pen.stroke();
        };
        const [left, bottom] = [strip.left, this.height - strip.bottom];
        for (const x of xs) {
            const at = this.place(x, 0)[0];
            if (at >= left) line([at, 0], [at, bottom], Math.abs(x) < 1e-12);
        }
        for (const y of ys) {
            const at = this.place(0, y)[1];
            if (at <= bottom) line([left, at], [this.width, at], Math.abs(y) < 1e-12);
        }
        pen.fillStyle = colour("--ink-soft");
        pen.textAlign = "center";
        pen.textBaseline = "bottom";
        const [x_texts, y_texts] = [tick_texts(xs), tick_texts(ys)];
        xs.forEach((x, k) => {
            const left = this.place(x, 0)[0];
            if (left > margin.left - 4 && left < this.width - 12) this.label(x_texts[k], left, this.height - 5);
        });
        pen.textAlign = "right";
        pen.textBaseline = "middle";
        ys.forEach((y, k) => {
            const top = this.place(0, y)[1];
            if (top > 8 && top < this.height - 26) this.label(y_texts[k], margin.left - 12, top);
        });
    }

    /** Text on a little paper, so that no line runs through it. */
    private label(text: string, x: number, y: number): void {
        this.pen.lineJoin = "round";
        this.pen.lineWidth = 4;
        this.pen.strokeStyle = colour("--figure");
        this.pen.strokeText(text, x, y);
        this.pen.fillText(text, x, y);
    }

    private draw_trail(item: Item, k: number): void {
        const { pen } = this;
        const now: Vector = [0, 0, 0];
        const past = this.motion.sample;
        pen.lineJoin = "round";
        pen.lineCap = "round";
        for (const strong of [false, true]) {
            let down = false;
            pen.beginPath();
            for (let i = 0; i < (strong ? past + 1 : this.motion.count); i++) {
                const p = sample_of(item.at, i);
                if (p) pen[down ? "lineTo" : "moveTo"](...this.place(p[0], p[1]));
                down = p !== null;
            }
            if (strong && down && this.motion.vector(item.at, now)) pen.lineTo(...this.place(now[0], now[1]));
            pen.strokeStyle = faded(palette(k), strong ? 0.85 : 0.28);
            pen.lineWidth = strong ? 1.75 : 1.25;
            pen.stroke();
        }
    }

    private draw_item(item: Item, k: number): void {
        const a: Vector = [0, 0, 0];
        const b: Vector = [0, 0, 0];
        if (item.from) {
            if (!this.motion.vector(item.from, a) || !this.motion.vector(item.to, b)) return;
            const [from, to] = [this.place(a[0], a[1]), this.place(b[0], b[1])];
            if (item.kind === "spring") draw_spring(this.pen, from, to);
            else if (item.kind === "arrow") draw_arrow(this.pen, from, to, colour(palette(k)));
            else draw_segment(this.pen, from, to);
            return;
        }
        if (!this.motion.vector(item.at, a)) return;
        const at = this.place(a[0], a[1]);
        if (bodies.has(item.kind)) this.draw_body(item, a, k);
        else if (item.kind === "point") draw_point(this.pen, at, colour(palette(k)));
        else {
            if (!this.motion.vector(item.along, b)) [b[0], b[1]] = [1, 0];
            const angle = Math.atan2(-b[1] * this.side, b[0]);
            const draw = item.kind === "wheel" ? draw_wheel : draw_blade;
            draw(this.pen, at, angle, size_of(item) * this.scale, colour(palette(k)));
        }
    }

    private draw_body(item: Item, at: Vector, k: number): void {
        const q: Quaternion = [0, 0, 0, 1];
        if (!this.motion.quaternion(item.rotation, q)) return;
        const { pen } = this;
        outline(item, q, this.side).forEach((line, index) => {
            pen.beginPath();
            line.forEach(([x, y], i) => pen[i ? "lineTo" : "moveTo"](...this.place(at[0] + x, at[1] + y)));
            if (index === 0) {
                pen.fillStyle = faded(palette(k), item.kind === "cylinder" ? 0.06 : 0.18);
                pen.fill();
            }
            pen.strokeStyle = index === 0 ? colour(palette(k)) : faded(palette(k), 0.7);
            pen.lineWidth = index === 0 ? 2 : 1.25;
            pen.stroke();
        });
    }

    private name(item: Item, shelf: Shelf): void {
        const [a, b]: [Vector, Vector] = [[0, 0, 0], [0, 0, 0]];
        if (!item.name || !this.motion.vector(item.at ?? item.from, a)) return;
        if (item.to && this.motion.vector(item.to, b)) a.forEach((c, i) => (a[i] = (c + b[i]) / 2));
        const [x, y] = this.place(a[0], a[1]);
        const is_right = x > this.width - 90;
        this.pen.font = "13px system-ui, sans-serif";
        this.pen.textAlign = is_right ? "right" : "left";
        this.pen.textBaseline = "bottom";
        this.pen.fillStyle = colour("--ink");
        const width = this.pen.measureText(item.name).width;
        const bottom = shelf.put(is_right ? x - 10 - width : x + 10, Math.max(18, y - 9), width);
        this.label(item.name, x + (is_right ? -10 : 10), bottom);
    }

    private attach_gestures(): void {
        const { canvas, element } = this;
        const redraw = () => this.draw(this.shown_time());
        let from: Place | null = null;
        canvas.addEventListener("pointerdown", (event) => {
            element.focus({ preventScroll: true });
            if (event.pointerType !== "mouse" || event.button !== 0) return;
            from = [event.clientX, event.clientY];
            canvas.setPointerCapture(event.pointerId);
        });
        canvas.addEventListener("pointermove", (event) => {
            if (!from) return;
            this.offset[0] -= (event.clientX - from[0]) / this.scale;
            this.offset[1] += ((event.clientY - from[1]) / this.scale) * this.side;
            from = [event.clientX, event.clientY];
            redraw();
        });
        for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => (from = null));
        canvas.addEventListener("wheel", (event) => {
            if (document.activeElement !== element && !event.ctrlKey) return;
            event.preventDefault();
            this.zoom = Math.max(0.2, Math.min(50, this.zoom * Math.exp(-Math.sign(event.deltaY) * 0.15)));
            redraw();
        }, { passive: false });
        canvas.addEventListener("dblclick", () => {
            this.frame();
            redraw();
        });
    }

    private shown_time(): number {
        return Number(this.element.closest<HTMLElement>("figure")?.dataset.time ?? this.motion.start);
    }
}
