// Bodies of space seen from above, for the plane's canvas: each shape as polylines in the plane,
// the first of them the outline to be filled. Parts turned away from the viewer are left out.

import { size_of, type Item } from "./data";
import { turned, type Quaternion, type Vector } from "./motion";

export type Line = [number, number][];
const full = 2 * Math.PI;

function circle(steps: number, at: (angle: number) => Vector): Vector[] {
    return Array.from({ length: steps + 1 }, (_, k) => at((full * k) / steps));
}

/** A point at (u, v) of the plane across the axis, w along it. */
function across(axis: number, u: number, v: number, w: number): Vector {
    const p: Vector = [0, 0, 0];
    p[axis] = w;
    p[(axis + 1) % 3] = u;
    p[(axis + 2) % 3] = v;
    return p;
}

function round(axis: number, radius: number, height: number): Vector[] {
    return circle(48, (a) => across(axis, radius * Math.cos(a), radius * Math.sin(a), height));
}

function spokes(axis: number, radius: number, count: number): Vector[][] {
    return Array.from({ length: count }, (_, k) => {
        const a = (full * k) / count;
        return [across(axis, 0, 0, 0), across(axis, radius * Math.cos(a), radius * Math.sin(a), 0)];
    });
}

function flat(points: Vector[], q: Quaternion): Line {
    return points.map((p) => turned(q, p)).map(([x, y]) => [x, y]);
}

/** Where an ellipsoid's shadow ends: the ellipse whose matrix is the upper block of R D² Rᵀ. */
function silhouette(semi: Vector, q: Quaternion): Line {
    const columns = [0, 1, 2].map((i) => turned(q, across(i, 0, 0, semi[i])));
    const sum = (i: number, j: number) => columns.reduce((s, c) => s + c[i] * c[j], 0);
    const l11 = Math.sqrt(Math.max(sum(0, 0), 1e-30));
    const l21 = sum(0, 1) / l11;
    const l22 = Math.sqrt(Math.max(sum(1, 1) - l21 * l21, 0));
    return circle(64, (a) => [l11 * Math.cos(a), l21 * Math.cos(a) + l22 * Math.sin(a), 0]).map(([x, y]) => [x, y]);
}

function great_circles(semi: Vector, q: Quaternion, side: number): Line[] {
    const lines: Line[] = [];
    for (let axis = 0; axis < 3; axis++) {
        let line: Line = [];
        for (const p of circle(64, (a) => across(axis, Math.cos(a), Math.sin(a), 0))) {
            const [x, y, z] = turned(q, [p[0] * semi[0], p[1] * semi[1], p[2] * semi[2]]);
            if (z * side >= 0) line.push([x, y]);
            else if (line.length > 0) [lines.push(line), (line = [])];
        }
        if (line.length > 0) lines.push(line);
    }
    return lines;
}

function hull(points: Line): Line {
    const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const half = (list: Line) => {
        const out: Line = [];
        for (const p of list) {
            for (; out.length > 1; out.pop()) {
                const [a, b] = [out[out.length - 2], out[out.length - 1]];
                if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
            }
            out.push(p);
        }
        return out.slice(0, -1);
    };
    const ring = [...half(sorted), ...half(sorted.reverse())];
    return [...ring, ring[0]];
}

function box_lines(size: Vector, q: Quaternion, side: number): Line[] {
    const corner = (k: number): Vector =>
        [k & 1, (k >> 1) & 1, (k >> 2) & 1].map((bit, i) => (bit - 0.5) * size[i]) as Vector;
    const lines: Line[] = [hull(flat([0, 1, 2, 3, 4, 5, 6, 7].map(corner), q))];
    for (let axis = 0; axis < 3; axis++)
        for (const sign of [-1, 1]) {
            if (turned(q, across(axis, 0, 0, sign))[2] * side <= 1e-9) continue;
            const [h, u, v] = [size[axis] / 2, size[(axis + 1) % 3] / 2, size[(axis + 2) % 3] / 2];
            const face = [[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]];
            lines.push(flat(face.map(([a, b]) => across(axis, a * u, b * v, sign * h)), q));
        }
    return lines;
}

/** The lines of a body; `side` is +1 where the viewer is at +z, −1 where z points down. */
export function outline(item: Item, q: Quaternion, side: number): Line[] {
    const axis = item.axis ?? 2;
    const size = [0, 1, 2].map((k) => size_of(item, k)) as Vector;
    switch (item.kind) {
        case "sphere": return [silhouette([size[0], size[0], size[0]], q), ...great_circles([size[0], size[0], size[0]], q, side)];
        case "ellipsoid": return [silhouette(size, q), ...great_circles(size, q, side)];
        case "disc": return [round(axis, size[0], 0), ...spokes(axis, size[0], 8)].map((l) => flat(l, q));
        case "plate": return [round(axis, size[0], 0), ...spokes(axis, size[0], 1)].map((l) => flat(l, q));
        case "cylinder": {
            const ends = [size[1] / 2, -size[1] / 2].map((h) => flat(round(axis, size[0], h), q));
            return [hull(ends.flat()), ...ends];
        }
        default: return box_lines(size, q, side);
    }
}
