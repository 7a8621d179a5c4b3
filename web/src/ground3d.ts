// The ground: a grid that fades into the distance about the point the camera looks at, and the
// shadows that show where a body touches. Neither hides anything: both are seen through from below.

import {
    Color, DoubleSide, Group, Mesh, PlaneGeometry, Quaternion, ShaderMaterial, ShadowMaterial, Vector2, Vector3,
} from "three";
import { colour, is_dark } from "./theme";

const vertex = `
varying vec2 place;
void main() {
    place = position.xy;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

const fragment = `
uniform vec3 tint;
uniform vec2 centre;
uniform float step;
uniform float reach;
varying vec2 place;
float lines(float spacing, float width) {
    vec2 at = place / spacing;
    vec2 blur = fwidth(at);
    vec2 off = abs(fract(at - 0.5) - 0.5) / blur;
    float calm = clamp(1.0 - 2.0 * max(blur.x, blur.y), 0.0, 1.0);
    return calm * (1.0 - smoothstep(width - 0.5, width + 0.5, min(off.x, off.y)));
}
void main() {
    float line = max(0.2 * lines(step, 0.6), 0.42 * lines(5.0 * step, 0.7));
    float fade = 1.0 - smoothstep(0.25 * reach, reach, distance(place, centre));
    gl_FragColor = vec4(tint, line * fade);
    #include <colorspace_fragment>
}`;

export class Ground {
    readonly object = new Group();
    private readonly grid: ShaderMaterial;
    private readonly shadow = new ShadowMaterial({ opacity: 0.2, depthWrite: false, side: DoubleSide });

    constructor(at: Vector3, normal: Vector3, size: number, step: number) {
        this.grid = new ShaderMaterial({
            vertexShader: vertex,
            fragmentShader: fragment,
            transparent: true,
            depthWrite: false,
            side: DoubleSide,
            uniforms: {
                tint: { value: new Color() },
                centre: { value: new Vector2() },
                step: { value: step },
                reach: { value: size },
            },
        });
        const plane = new PlaneGeometry(2 * size, 2 * size);
        const shade = new Mesh(plane, this.shadow);
        shade.receiveShadow = true;
        shade.renderOrder = -2;
        const grid = new Mesh(plane, this.grid);
        grid.renderOrder = -1;
        this.object.add(shade, grid);
        this.object.position.copy(at);
        this.object.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), normal));
        this.object.updateMatrixWorld();
        this.recolour();
    }

    /** The grid is seen within `reach` of the point looked at. */
    look(target: Vector3, reach: number): void {
        const local = this.object.worldToLocal(target.clone());
        this.grid.uniforms.centre.value.set(local.x, local.y);
        this.grid.uniforms.reach.value = reach;
    }

    recolour(): void {
        this.grid.uniforms.tint.value.set(colour("--ink-soft"));
        this.shadow.opacity = is_dark() ? 0.5 : 0.2;
    }
}
