// How large a scene is: the box of the whole motion, the reach of what moves about its own centre,
// and where that centre is. Cameras, grids and the sizes of symbols are all chosen from these, so
// that a bicycle running twenty metres and a rattleback of twenty centimetres both fill the figure.

import { size_of, type Item, type SceneData } from "./data";
import { sample_of, turned, type Motion, type Quaternion, type Vector } from "./motion";

export interface Box {
    low: Vector;
    high: Vector;
}

export interface Extent {
    whole: Box;
    /** The box of what moves, about its own centre. */
    body: Box;
    /** Half the diagonal of the box of the whole motion. */
    whole_radius: number;
    /** Half the diagonal of the box of what moves. */
    body_radius: number;
    /** The motion is so long that a camera which follows shows the bodies better. */
    is_far: boolean;
}

const most_samples = 300;
const axes: Vector[] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];

/** Half the sides of the box, along the axes of space, that the item needs about its place. */
function half_sides(item: Item, k: number): Vector {
    const s = [0, 1, 2].map((j) => size_of(item, item.kind === "sphere" ? 0 : j));
    const q = (item.rotation?.slice(4 * k, 4 * k + 4) ?? [0, 0, 0, 1]) as Quaternion;
    const columns = axes.map((axis) => turned(q, axis));
    const along = columns[item.axis ?? 2];
    const round = (i: number) => s[0] * Math.sqrt(Math.max(0, 1 - along[i] ** 2));
    const each = (side: (i: number) => number): Vector => [side(0), side(1), side(2)];
    switch (item.kind) {
        case "sphere": case "ellipsoid": return each((i) => Math.hypot(...columns.map((c, j) => c[i] * s[j])));
        case "disc": case "plate": return each(round);
        case "cylinder": return each((i) => round(i) + Math.abs(along[i] * s[1]) / 2);
        case "box": return each((i) => columns.reduce((sum, c, j) => sum + Math.abs(c[i] * s[j]) / 2, 0));
        case "wheel": return each(() => s[0]);
        case "blade": return each(() => s[0] / 2);
        default: return [0, 0, 0];
    }
}

function places(item: Item, k: number): Vector[] {
    return [item.at, item.from, item.to].map((v) => sample_of(v, k)).filter((v): v is Vector => v !== null);
}

function moves(item: Item, count: number): boolean {
    const first = places(item, 0)[0];
    const span = Math.max(...half_sides(item, 0)) * 1e-3;
    for (let k = 1; k < count; k++) {
        const now = places(item, k)[0];
        if (first && now && now.some((c, i) => Math.abs(c - first[i]) > span)) return true;
    }
    return false;
}

function mean(points: Vector[]): Vector | null {
    if (points.length === 0) return null;
    return [0, 1, 2].map((i) => points.reduce((sum, p) => sum + p[i], 0) / points.length) as Vector;
}

/** The centre of the moving items at the motion's chosen time; null where none is known. */
export function centre_now(moving: Item[], motion: Motion): Vector | null {
    const known: Vector[] = [];
    for (const item of moving)
        for (const values of [item.at, item.from, item.to]) {
            const p: Vector = [0, 0, 0];
            if (values && motion.vector(values, p)) known.push(p);
        }
    return mean(known);
}

export function moving_items(scene: SceneData): Item[] {
    const moving = scene.items.filter((item) => moves(item, scene.times.length));
    return moving.length > 0 ? moving : scene.items;
}

function empty_box(): Box {
    return { low: [Infinity, Infinity, Infinity], high: [-Infinity, -Infinity, -Infinity] };
}

function enlarge(box: Box, at: Vector, half: Vector): void {
    for (let i = 0; i < 3; i++) {
        box.low[i] = Math.min(box.low[i], at[i] - half[i]);
        box.high[i] = Math.max(box.high[i], at[i] + half[i]);
    }
}

function radius_of({ low, high }: Box): number {
    return Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]) / 2;
}

export function extent_of(scene: SceneData): Extent {
    const [whole, body] = [empty_box(), empty_box()];
    const moving = moving_items(scene);
    const stride = Math.max(1, Math.floor(scene.times.length / most_samples));
    for (let k = 0; k < scene.times.length; k += stride) {
        const centre = mean(moving.flatMap((item) => places(item, k)));
        for (const item of scene.items) {
            const half = half_sides(item, k);
            for (const p of places(item, k)) {
                enlarge(whole, p, half);
                if (centre && moving.includes(item)) enlarge(body, p.map((c, i) => c - centre[i]) as Vector, half);
            }
        }
    }
    if (whole.low[0] > whole.high[0]) [enlarge(whole, [0, 0, 0], [1, 1, 1]), enlarge(body, [0, 0, 0], [1, 1, 1])];
    const whole_radius = radius_of(whole) || 1;
    const own = radius_of(body);
    // A single point has no size of its own: it is followed through a window of the motion's.
    if (own === 0) enlarge(body, [0, 0, 0], [whole_radius / 8, whole_radius / 8, whole_radius / 8]);
    const body_radius = Math.min(radius_of(body), whole_radius);
    return { whole, body, whole_radius, body_radius, is_far: own > 0 && whole_radius > 4 * own };
}
