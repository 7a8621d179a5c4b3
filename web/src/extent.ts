// How large a scene is: the box of the whole motion, the reach of what moves about its own centre,
// and where that centre is. Cameras, grids and the sizes of symbols are all chosen from these, so
// that a bicycle running twenty metres and a rattleback of twenty centimetres both fill the figure.

import { size_of, type Item, type SceneData } from "./data";
import { sample_of, type Vector } from "./motion";

export interface Box {
    low: Vector;
    high: Vector;
}

export interface Extent {
    whole: Box;
    /** Half the diagonal of the box of the whole motion. */
    whole_radius: number;
    /** Largest distance of anything from the centre of the moving things, at one time. */
    body_radius: number;
    /** The motion is so long that a camera which follows shows the bodies better. */
    is_far: boolean;
}

const most_samples = 300;

/** The radius of a ball about the item's place that contains it. */
function reach(item: Item): number {
    const s = [0, 1, 2].map((k) => size_of(item, k));
    switch (item.kind) {
        case "sphere": case "disc": case "plate": return s[0];
        case "ellipsoid": return Math.max(...s);
        case "box": return Math.hypot(...s) / 2;
        case "cylinder": return Math.hypot(s[0], s[1] / 2);
        case "wheel": return s[0] * 2;
        case "blade": return s[0] / 2;
        default: return 0;
    }
}

function places(item: Item, k: number): Vector[] {
    return [item.at, item.from, item.to].map((v) => sample_of(v, k)).filter((v): v is Vector => v !== null);
}

function moves(item: Item, count: number): boolean {
    const first = places(item, 0)[0];
    const span = reach(item) * 1e-3;
    for (let k = 1; k < count; k++) {
        const now = places(item, k)[0];
        if (first && now && now.some((c, i) => Math.abs(c - first[i]) > span)) return true;
    }
    return false;
}

/** The centre of the moving items at sample k (of all items where nothing moves). */
export function centre_at(moving: Item[], k: number): Vector | null {
    const all = moving.flatMap((item) => places(item, k));
    if (all.length === 0) return null;
    return [0, 1, 2].map((i) => all.reduce((sum, p) => sum + p[i], 0) / all.length) as Vector;
}

export function moving_items(scene: SceneData): Item[] {
    const moving = scene.items.filter((item) => moves(item, scene.times.length));
    return moving.length > 0 ? moving : scene.items;
}

export function extent_of(scene: SceneData): Extent {
    const low: Vector = [Infinity, Infinity, Infinity];
    const high: Vector = [-Infinity, -Infinity, -Infinity];
    const moving = moving_items(scene);
    const stride = Math.max(1, Math.floor(scene.times.length / most_samples));
    let body = 0;
    for (let k = 0; k < scene.times.length; k += stride) {
        const centre = centre_at(moving, k);
        for (const item of scene.items) {
            const radius = reach(item);
            for (const p of places(item, k)) {
                for (let i = 0; i < 3; i++) {
                    low[i] = Math.min(low[i], p[i] - radius);
                    high[i] = Math.max(high[i], p[i] + radius);
                }
                if (centre && moving.includes(item))
                    body = Math.max(body, Math.hypot(p[0] - centre[0], p[1] - centre[1], p[2] - centre[2]) + radius);
            }
        }
    }
    if (low[0] > high[0]) [low.fill(-1), high.fill(1)];
    const diagonal = Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
    const whole_radius = diagonal > 0 ? diagonal / 2 : 1;
    const body_radius = body > 0 ? Math.min(body, whole_radius) : whole_radius / 8;
    return { whole: { low, high }, whole_radius, body_radius, is_far: body > 0 && whole_radius > 4 * body };
}
