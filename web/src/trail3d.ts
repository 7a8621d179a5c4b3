// The path of a point of space: all of it faint, the part already run strong.

import { Group } from "three";
import { Line2 } from "three/addons/lines/Line2.js";
import { LineGeometry } from "three/addons/lines/LineGeometry.js";
import type { Item } from "./data";
import type { Materials } from "./materials3d";
import { sample_of, type Motion, type Vector } from "./motion";

export class Trail {
    readonly object = new Group();
    private readonly past: Line2 | null = null;
    private readonly known: number[] = [];

    constructor(item: Item, name: string, private readonly motion: Motion, materials: Materials) {
        const points: number[] = [];
        for (let k = 0; k < motion.count; k++) {
            const p: Vector | null = sample_of(item.at, k);
            if (p) points.push(...p);
            this.known.push(points.length / 3); // how many places are known up to here
        }
        if (points.length < 6) return;
        const line = (width: number, opacity: number) =>
            new Line2(new LineGeometry().setPositions(points), materials.line(name, width, opacity));
        this.past = line(2.25, 0.95);
        this.object.add(line(1.25, 0.35), this.past);
    }

    update(): void {
        if (this.past) this.past.geometry.instanceCount = Math.max(0, this.known[this.motion.sample] - 1);
    }
}
