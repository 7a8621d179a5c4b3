// Materials whose colours follow the page's theme: each is named by a colour of the style sheet and
// asked for again when the theme changes.

import { Color, MeshStandardMaterial, type Material, type MeshStandardMaterialParameters } from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { colour } from "./theme";

export class Materials {
    private readonly made: { name: string; material: Material & { color: Color } }[] = [];

    solid(name: string, more: MeshStandardMaterialParameters = {}): MeshStandardMaterial {
        const material = new MeshStandardMaterial({ roughness: 0.55, metalness: 0.05, ...more });
        return this.keep(name, material);
    }

    /** A line of the same width in pixels at every distance. */
    line(name: string, width: number, opacity: number): LineMaterial {
        const material = new LineMaterial({ linewidth: width, transparent: opacity < 1, opacity, depthWrite: false });
        return this.keep(name, material);
    }

    recolour(): void {
        for (const { name, material } of this.made) material.color.set(colour(name));
    }

    private keep<M extends Material & { color: Color }>(name: string, material: M): M {
        material.color.set(colour(name));
        this.made.push({ name, material });
        return material;
    }
}
