// The little cross of axes in a corner of a scene in space, so that one sees which way is which.

import { Vector3, type Camera } from "three";

const space = "http://www.w3.org/2000/svg";
const names = ["x", "y", "z"];
const half = 34;
const reach = 21;

export class AxesCross {
    readonly element = document.createElementNS(space, "svg");
    private readonly arms = names.map((name) => {
        const line = document.createElementNS(space, "line");
        const text = document.createElementNS(space, "text");
        text.textContent = name;
        this.element.append(line, text);
        return { line, text };
    });

    constructor() {
        this.element.setAttribute("class", "axes-cross");
        this.element.setAttribute("viewBox", `${-half} ${-half} ${2 * half} ${2 * half}`);
        this.element.setAttribute("aria-hidden", "true");
    }

    update(camera: Camera): void {
        const back = camera.quaternion.clone().invert();
        this.arms.forEach(({ line, text }, k) => {
            const arm = new Vector3().setComponent(k, 1).applyQuaternion(back);
            line.setAttribute("x2", String(arm.x * reach));
            line.setAttribute("y2", String(-arm.y * reach));
            text.setAttribute("x", String(arm.x * (reach + 8)));
            text.setAttribute("y", String(-arm.y * (reach + 8)));
        });
    }
}
