// The names of a scene's items, as text over the picture at the places where the items are.

import { Shelf } from "./shelf";
import { Vector3, type Camera, type Object3D } from "three";

const letter = 7; // about its width, in pixels

export class Names {
    readonly element = document.createElement("div");
    private readonly labels: { text: HTMLElement; object: Object3D }[] = [];

    constructor() {
        this.element.className = "names";
    }

    add(name: string, object: Object3D): void {
        const text = document.createElement("span");
        text.textContent = name;
        this.element.append(text);
        this.labels.push({ text, object });
    }

    update(camera: Camera, width: number, height: number): void {
        const shelf = new Shelf();
        for (const { text, object } of this.labels) {
            const p = new Vector3().setFromMatrixPosition(object.matrixWorld).project(camera);
            text.hidden = !object.visible || p.z > 1 || Math.abs(p.x) > 0.98 || Math.abs(p.y) > 0.98;
            if (text.hidden) continue;
            const left = ((p.x + 1) / 2) * width + 10;
            const top = shelf.put(left, ((1 - p.y) / 2) * height - 22, text.textContent!.length * letter);
            text.style.transform = `translate(${left}px, ${top}px)`;
        }
    }
}
