// The bodies of space as meshes in their own axes. Each has markings, since a plain ball that rolls
// looks like a plain ball that slides. Sizes are true: what touches the ground in the model touches
// it in the picture.

import {
    BoxGeometry, BufferGeometry, CircleGeometry, CylinderGeometry, DoubleSide, EdgesGeometry,
    Float32BufferAttribute, Group, Mesh, SphereGeometry, TorusGeometry, Vector3, type Material,
} from "three";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";
import { size_of, type Item } from "./data";
import type { Materials } from "./materials3d";

const axes = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)];

function solid(geometry: BufferGeometry, material: Material): Mesh {
    const mesh = new Mesh(geometry, material);
    mesh.castShadow = true;
    return mesh;
}

/** A group whose z axis is the item's axis of symmetry. */
function about_axis(item: Item): { outer: Group; inner: Group } {
    const outer = new Group();
    const inner = new Group();
    inner.quaternion.setFromUnitVectors(axes[2], axes[item.axis ?? 2]);
    outer.add(inner);
    return { outer, inner };
}

/** A thin bar between two points of the plane z = 0. */
function bar(from: Vector3, to: Vector3, radius: number, material: Material): Mesh {
    const along = to.clone().sub(from);
    const mesh = solid(new CylinderGeometry(radius, radius, along.length(), 8), material);
    mesh.position.copy(from).addScaledVector(along, 0.5);
    mesh.quaternion.setFromUnitVectors(axes[1], along.normalize());
    return mesh;
}

/** A wheel in the plane z = 0: rim, spokes (one of another colour), hub. */
export function wheel(radius: number, name: string, materials: Materials): Group {
    const group = new Group();
    const tube = radius * 0.045;
    const rim = materials.solid(name);
    const spoke = materials.solid("--ink-soft");
    const marked = materials.solid("--c2");
    group.add(solid(new TorusGeometry(radius - tube, tube, 12, 72), rim));
    const hub = solid(new CylinderGeometry(radius * 0.09, radius * 0.09, radius * 0.12, 24), rim);
    hub.quaternion.setFromUnitVectors(axes[1], axes[2]);
    group.add(hub);
    for (let k = 0; k < 10; k++) {
        const angle = (2 * Math.PI * k) / 10;
        const end = new Vector3(Math.cos(angle), Math.sin(angle), 0).multiplyScalar(radius - tube);
        group.add(bar(new Vector3(), end, tube * (k ? 0.32 : 0.6), k ? spoke : marked));
    }
    const face = materials.solid(name, { transparent: true, opacity: 0.14, side: DoubleSide, depthWrite: false });
    group.add(new Mesh(new CircleGeometry(radius - tube, 72), face));
    return group;
}

function disc(item: Item, name: string, materials: Materials): Group {
    const { outer, inner } = about_axis(item);
    inner.add(wheel(size_of(item), name, materials));
    return outer;
}

/** A ball painted in eight sectors, light and dark by turns, as a beach ball is. */
function painted_ball(): BufferGeometry {
    const geometry = new SphereGeometry(1, 64, 32).toNonIndexed();
    const place = geometry.getAttribute("position");
    const colours: number[] = [];
    for (let face = 0; face < place.count; face += 3) {
        const middle = new Vector3();
        for (let k = 0; k < 3; k++) middle.add(new Vector3().fromBufferAttribute(place, face + k));
        const sector = Math.floor((Math.atan2(middle.z, middle.x) / Math.PI + 1) * 4) + (middle.y > 0 ? 1 : 0);
        const tone = sector % 2 ? 1 : 0.42;
        for (let k = 0; k < 3; k++) colours.push(tone, tone, tone);
    }
    geometry.setAttribute("color", new Float32BufferAttribute(colours, 3));
    return geometry;
}

function ellipsoid(item: Item, name: string, materials: Materials): Group {
    const group = new Group();
    const ball = solid(painted_ball(), materials.solid(name, { vertexColors: true }));
    const [a, b, c] = [0, 1, 2].map((k) => size_of(item, item.kind === "sphere" ? 0 : k));
    ball.scale.set(a, b, c);
    group.add(ball);
    return group;
}

function box(item: Item, name: string, materials: Materials): Group {
    const group = new Group();
    // A body all of whose mass lies on a line has no thickness; it is still to be seen.
    const sizes = [0, 1, 2].map((k) => size_of(item, k));
    const least = Math.max(...sizes) * 0.01;
    const geometry = new BoxGeometry(...(sizes.map((s) => Math.max(s, least)) as [number, number, number]));
    group.add(solid(geometry, materials.solid(name, { transparent: true, opacity: 0.82 })));
    const edges = new EdgesGeometry(geometry).getAttribute("position").array as Float32Array;
    const lines = new LineSegmentsGeometry().setPositions(edges);
    group.add(new LineSegments2(lines, materials.line(name, 1.5, 1)));
    return group;
}

function plate(item: Item, name: string, materials: Materials): Group {
    const { outer, inner } = about_axis(item);
    const radius = size_of(item);
    const face = materials.solid(name, { transparent: true, opacity: 0.3, side: DoubleSide, depthWrite: false });
    const surface = new Mesh(new CircleGeometry(radius, 96), face);
    surface.receiveShadow = true;
    inner.add(surface);
    const rings: number[] = [];
    for (const part of [1, 2 / 3, 1 / 3])
        for (let k = 0; k < 96; k++)
            for (const angle of [(2 * Math.PI * k) / 96, (2 * Math.PI * (k + 1)) / 96])
                rings.push(part * radius * Math.cos(angle), part * radius * Math.sin(angle), 0);
    for (let k = 0; k < 12; k++) {
        const angle = (2 * Math.PI * k) / 12;
        rings.push(0, 0, 0, radius * Math.cos(angle), radius * Math.sin(angle), 0);
    }
    inner.add(new LineSegments2(new LineSegmentsGeometry().setPositions(rings), materials.line(name, 1, 0.6)));
    const mark = [0, 0, 0, radius, 0, 0];
    inner.add(new LineSegments2(new LineSegmentsGeometry().setPositions(mark), materials.line("--c2", 3, 1)));
    return outer;
}

function cylinder(item: Item, name: string, materials: Materials): Group {
    const { outer, inner } = about_axis(item);
    const [radius, height] = [size_of(item, 0), size_of(item, 1)];
    const glass = materials.solid(name, { transparent: true, opacity: 0.12, side: DoubleSide, depthWrite: false });
    const wall = new Mesh(new CylinderGeometry(radius, radius, height, 72, 1, true), glass);
    wall.quaternion.setFromUnitVectors(axes[1], axes[2]);
    inner.add(wall);
    const lines: number[] = [];
    const at = (k: number, h: number) => {
        const angle = (2 * Math.PI * k) / 72;
        return [radius * Math.cos(angle), radius * Math.sin(angle), h * height];
    };
    for (let k = 0; k < 72; k++) {
        for (const h of [-0.5, 0, 0.5]) lines.push(...at(k, h), ...at(k + 1, h));
        if (k % 6 === 0) lines.push(...at(k, -0.5), ...at(k, 0.5));
    }
    inner.add(new LineSegments2(new LineSegmentsGeometry().setPositions(lines), materials.line(name, 1, 0.45)));
    return outer;
}

type Builder = (item: Item, name: string, materials: Materials) => Group;

/** The shapes that have a place and a rotation. */
export const bodies: Partial<Record<Item["kind"], Builder>> = {
    disc, sphere: ellipsoid, ellipsoid, box, plate, cylinder,
};
