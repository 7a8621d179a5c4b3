// A motion known at equally spaced times, asked at any time: positions between samples are
// interpolated linearly, rotations along the shorter arc. What is unknown (null) makes the answer
// false, and then the item is not drawn.

import type { Item, SceneData, Values } from "./data";

export type Vector = [number, number, number];
export type Quaternion = [number, number, number, number];

export class Motion {
    readonly start: number;
    readonly end: number;
    readonly count: number;
    private low = 0;
    private high = 0;
    private part = 0;

    constructor(readonly times: number[]) {
        this.count = times.length;
        this.start = times[0] ?? 0;
        this.end = times[this.count - 1] ?? 0;
    }

    /** Chooses the time at which vector() and quaternion() answer from now on. */
    go_to(time: number): void {
        const place = this.end > this.start ? ((time - this.start) / (this.end - this.start)) * (this.count - 1) : 0;
        this.low = Math.max(0, Math.min(this.count - 1, Math.floor(place)));
        this.high = Math.min(this.count - 1, this.low + 1);
        this.part = Math.max(0, Math.min(1, place - this.low));
    }

    /** The index of the last sample not after the chosen time. */
    get sample(): number {
        return this.low;
    }

    /** The samples on both sides of the chosen time, and how far it is from the first to the second. */
    get neighbours(): { low: number; high: number; part: number } {
        return { low: this.low, high: this.high, part: this.part };
    }

    vector(values: Values | undefined, into: Vector): boolean {
        for (let i = 0; i < 3; i++) {
            const a = values?.[3 * this.low + i] ?? null;
            const b = values?.[3 * this.high + i] ?? a;
            if (a === null || b === null) return false;
            into[i] = a + (b - a) * this.part;
        }
        return true;
    }

    quaternion(values: Values | undefined, into: Quaternion): boolean {
        if (!values) {
            [into[0], into[1], into[2], into[3]] = [0, 0, 0, 1];
            return true;
        }
        let along = 0;
        for (let i = 0; i < 4; i++) {
            const a = values[4 * this.low + i];
            const b = values[4 * this.high + i] ?? a;
            if (a === null || a === undefined || b === null) return false;
            along += a * b;
        }
        const sign = along < 0 ? -1 : 1; // q and −q are the same rotation
        let square = 0;
        for (let i = 0; i < 4; i++) {
            const a = values[4 * this.low + i] as number;
            const b = (values[4 * this.high + i] ?? a) as number;
            into[i] = a * (1 - this.part) + sign * b * this.part;
            square += into[i] ** 2;
        }
        const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
        for (let i = 0; i < 4; i++) into[i] *= scale;
        return true;
    }
}

/** The vector turned by the rotation. */
export function turned([x, y, z, w]: Quaternion, [a, b, c]: Vector): Vector {
    const tx = 2 * (y * c - z * b);
    const ty = 2 * (z * a - x * c);
    const tz = 2 * (x * b - y * a);
    return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
}

export function up_of(scene: SceneData): Vector {
    const [x, y, z] = scene.up ?? [0, 0, 1];
    const length = Math.hypot(x, y, z) || 1;
    return [x / length, y / length, z / length];
}

/** Sample k of an array of vectors, or null where it is unknown. */
export function sample_of(values: Values | undefined, k: number): Vector | null {
    const v = values?.slice(3 * k, 3 * k + 3);
    return v && v.length === 3 && v.every((c) => c !== null && Number.isFinite(c)) ? (v as Vector) : null;
}

export function is_traced(item: Item): boolean {
    return item.trace === true && item.at !== undefined;
}
