// Every item of a scene as something three.js can draw and move: bodies by place and rotation;
// rods, springs and arrows stretched between two points; blades and wheels set along a direction.

import {
    BoxGeometry, CatmullRomCurve3, ConeGeometry, CylinderGeometry, Group, Matrix4, Mesh, Quaternion,
    SphereGeometry, TubeGeometry, Vector3, type Object3D,
} from "three";
import { size_of, type Item } from "./data";
import type { Materials } from "./materials3d";
import { sample_of, type Motion, type Quaternion as Rotation, type Vector } from "./motion";
import { bodies, wheel } from "./shapes3d";

/** What the builders need to know of the scene. `unit` is the length of a small symbol. */
export interface Surroundings {
    motion: Motion;
    materials: Materials;
    up: Vector3;
    unit: number;
}

export interface Drawn {
    object: Object3D;
    /** Moves the object to the motion's chosen time; hides it where that is unknown. */
    update(): void;
}

const z_axis = new Vector3(0, 0, 1);

function shadowed(object: Object3D): Object3D {
    object.traverse((part) => {
        part.castShadow = true;
    });
    return object;
}

function placed(object: Object3D, item: Item, { motion }: Surroundings): Drawn {
    const p: Vector = [0, 0, 0];
    const q: Rotation = [0, 0, 0, 1];
    return {
        object,
        update() {
            object.visible = motion.vector(item.at, p) && motion.quaternion(item.rotation, q);
            object.position.set(...p);
            object.quaternion.set(...q);
        },
    };
}

/** An object made along z from 0 to 1, stretched from `from` to `to`. */
function stretched(object: Object3D, item: Item, { motion }: Surroundings, fit?: (length: number) => void): Drawn {
    const [a, b]: [Vector, Vector] = [[0, 0, 0], [0, 0, 0]];
    const along = new Vector3();
    return {
        object,
        update() {
            const known = motion.vector(item.from, a) && motion.vector(item.to, b);
            along.set(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
            const length = along.length();
            object.visible = known && length > 0;
            if (!object.visible) return;
            object.position.set(...a);
            object.quaternion.setFromUnitVectors(z_axis, along.divideScalar(length));
            if (fit) fit(length);
            else object.scale.set(1, 1, length);
        },
    };
}

/** A cylinder on the z axis from `low` to `high`. */
function rod(radius: number, low: number, high: number, item: [string, Materials]): Mesh {
    const geometry = new CylinderGeometry(radius, radius, high - low, 16);
    geometry.rotateX(Math.PI / 2).translate(0, 0, (low + high) / 2);
    return new Mesh(geometry, item[1].solid(item[0]));
}

function segment(item: Item, _name: string, around: Surroundings): Drawn {
    return stretched(shadowed(rod(around.unit * 0.28, 0, 1, ["--ink-soft", around.materials])), item, around);
}

function spring(item: Item, _name: string, around: Surroundings): Drawn {
    const turns = 10;
    const radius = around.unit * 0.8;
    const points: Vector3[] = [new Vector3(0, 0, 0)];
    for (let k = 0; k <= turns * 12; k++) {
        const angle = (2 * Math.PI * k) / 12;
        points.push(new Vector3(radius * Math.cos(angle), radius * Math.sin(angle), 0.1 + (0.8 * k) / (turns * 12)));
    }
    points.push(new Vector3(0, 0, 1));
    const tube = new TubeGeometry(new CatmullRomCurve3(points), 400, radius * 0.16, 8);
    return stretched(shadowed(new Mesh(tube, around.materials.solid("--ink-soft"))), item, around);
}

function arrow(item: Item, name: string, around: Surroundings): Drawn {
    const head_length = around.unit * 2;
    const shaft = rod(around.unit * 0.22, 0, 1, [name, around.materials]);
    const cone = new ConeGeometry(around.unit * 0.65, head_length, 20);
    const head = new Mesh(cone.rotateX(Math.PI / 2).translate(0, 0, -head_length / 2), around.materials.solid(name));
    const group = new Group();
    group.add(shaft, head);
    return stretched(shadowed(group), item, around, (length) => {
        const part = Math.min(1, (0.6 * length) / head_length);
        head.position.z = length;
        head.scale.setScalar(part);
        shaft.scale.z = length - part * head_length;
    });
}

function point(item: Item, name: string, around: Surroundings): Drawn {
    const ball = new Mesh(new SphereGeometry(around.unit * 0.8, 24, 16), around.materials.solid(name));
    return placed(shadowed(ball), item, around);
}

/** Sets the columns of a rotation: x along the direction, z up, y across. */
function upright(object: Object3D, along: Vector, up: Vector3): void {
    const x = new Vector3(...along);
    x.addScaledVector(up, -x.dot(up)).normalize();
    if (x.lengthSq() === 0) return;
    object.quaternion.setFromRotationMatrix(new Matrix4().makeBasis(x, up.clone().cross(x), up));
}

function blade(item: Item, name: string, around: Surroundings): Drawn {
    const length = Math.max(size_of(item), around.unit * 4);
    const geometry = new BoxGeometry(length, length * 0.06, length * 0.22).translate(0, 0, length * 0.11);
    return directed(new Mesh(geometry, around.materials.solid(name)), item, around);
}

function directed(object: Object3D, item: Item, { motion, up }: Surroundings, turn?: () => void): Drawn {
    const [p, along]: [Vector, Vector] = [[0, 0, 0], [1, 0, 0]];
    return {
        object: shadowed(object),
        update() {
            object.visible = motion.vector(item.at, p) && motion.vector(item.along, along);
            if (!object.visible) return;
            object.position.set(...p);
            upright(object, along, up);
            turn?.();
        },
    };
}

/** How far an upright wheel has turned at each sample: the way along it, over its radius. */
function turns_of(item: Item, count: number, radius: number): number[] {
    const angles = [0];
    for (let k = 1; k < count; k++) {
        const [a, b, along] = [sample_of(item.at, k - 1), sample_of(item.at, k), sample_of(item.along, k)];
        const way = a && b && along ? along.reduce((sum, c, i) => sum + c * (b[i] - a[i]), 0) : 0;
        angles.push(angles[k - 1] + way / radius);
    }
    return angles;
}

function standing_wheel(item: Item, name: string, around: Surroundings): Drawn {
    const radius = size_of(item) || around.unit * 3;
    const { motion } = around;
    const angles = turns_of(item, motion.count, radius);
    const spun = wheel(radius, name, around.materials);
    const group = new Group();
    group.add(spun);
    spun.position.z = radius;
    // The wheel's plane z = 0 becomes the plane of the direction and the vertical.
    const stand = new Quaternion().setFromUnitVectors(z_axis, new Vector3(0, -1, 0));
    const spin = new Quaternion();
    return directed(group, item, around, () => {
        const { low, high, part } = motion.neighbours;
        spin.setFromAxisAngle(z_axis, -(angles[low] + (angles[high] - angles[low]) * part));
        spun.quaternion.copy(stand).multiply(spin);
    });
}

type Builder = (item: Item, name: string, around: Surroundings) => Drawn;
const symbols: Partial<Record<Item["kind"], Builder>> = {
    point, segment, spring, arrow, blade, wheel: standing_wheel,
};

/** The drawn thing for an item, in the colour of that name. */
export function build(item: Item, name: string, around: Surroundings): Drawn {
    const body = bodies[item.kind];
    if (body) return placed(body(item, name, around.materials), item, around);
    return (symbols[item.kind] ?? point)(item, name, around);
}
