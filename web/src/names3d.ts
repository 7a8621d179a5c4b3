// The names of a scene's items, as text over the picture at the places where the items are.

import { Vector3, type Camera, type Object3D } from "three";

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
        for (const { text, object } of this.labels) {
            const p = new Vector3().setFromMatrixPosition(object.matrixWorld).project(camera);
            text.hidden = !object.visible || p.z > 1 || Math.abs(p.x) > 0.98 || Math.abs(p.y) > 0.98;
            text.style.transform = `translate(${((p.x + 1) / 2) * width + 10}px, ${((1 - p.y) / 2) * height - 22}px)`;
        }
    }
}
