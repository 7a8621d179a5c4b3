// The symbols of the plane, drawn with a canvas pen at places in pixels: points, rods, springs,
// arrows, blades and wheels. Blades and wheels have a least size, so that they are always seen.

import { colour } from "./theme";

export type Place = [number, number];
type Pen = CanvasRenderingContext2D;

/** Draws in axes with their origin at `at` and x along the angle. */
function turned(pen: Pen, at: Place, angle: number, draw: () => void): void {
    pen.save();
    pen.translate(...at);
    pen.rotate(angle);
    pen.beginPath();
    draw();
    pen.restore();
}

/** The same, with x from one place to the other. */
function between(pen: Pen, from: Place, to: Place, draw: (length: number) => void): void {
    const [x, y] = [to[0] - from[0], to[1] - from[1]];
    turned(pen, from, Math.atan2(y, x), () => draw(Math.hypot(x, y)));
}

/** Fills the path, with a rim of paper around it that parts it from what lies below. */
function fill_with_rim(pen: Pen, fill: string): void {
    pen.strokeStyle = colour("--figure");
    pen.lineWidth = 2.5;
    pen.stroke();
    pen.fillStyle = fill;
    pen.fill();
}

export function draw_point(pen: Pen, at: Place, fill: string): void {
    pen.beginPath();
    pen.arc(at[0], at[1], 5.5, 0, 2 * Math.PI);
    fill_with_rim(pen, fill);
}

/** A bar with a pointed front and a hole where it touches. */
export function draw_blade(pen: Pen, at: Place, angle: number, size: number, fill: string): void {
    const length = Math.max(28, size);
    const half = Math.min(3.5, Math.max(2.5, length * 0.06));
    turned(pen, at, angle, () => {
        const [back, neck, front] = [-length / 2, length / 2 - 3 * half, length / 2];
        pen.moveTo(back, -half);
        pen.lineTo(neck, -half);
        pen.quadraticCurveTo(front - half, -half, front, 0);
        pen.quadraticCurveTo(front - half, half, neck, half);
        pen.lineTo(back, half);
        pen.closePath();
        fill_with_rim(pen, fill);
        pen.beginPath();
        pen.arc(0, 0, half * 0.6, 0, 2 * Math.PI);
        pen.fillStyle = colour("--figure");
        pen.fill();
    });
}

/** A wheel from above: a rounded rectangle as long as its diameter. */
export function draw_wheel(pen: Pen, at: Place, angle: number, radius: number, fill: string): void {
    const length = Math.max(18, 2 * radius);
    const width = Math.max(7, length * 0.28);
    turned(pen, at, angle, () => {
        pen.roundRect(-length / 2, -width / 2, length, width, width * 0.4);
        fill_with_rim(pen, fill);
    });
}

export function draw_segment(pen: Pen, from: Place, to: Place): void {
    pen.beginPath();
    pen.moveTo(...from);
    pen.lineTo(...to);
    pen.lineCap = "round";
    pen.lineWidth = 3;
    pen.strokeStyle = colour("--ink-soft");
    pen.stroke();
}

export function draw_spring(pen: Pen, from: Place, to: Place): void {
    const corners = 18;
    between(pen, from, to, (length) => {
        const end = Math.min(14, length * 0.15);
        pen.moveTo(0, 0);
        pen.lineTo(end, 0);
        for (let k = 0; k < corners; k++) pen.lineTo(end + ((length - 2 * end) * (k + 0.5)) / corners, k % 2 ? 7 : -7);
        pen.lineTo(length - end, 0);
        pen.lineTo(length, 0);
        pen.lineJoin = "round";
        pen.lineWidth = 1.75;
        pen.strokeStyle = colour("--ink-soft");
        pen.stroke();
    });
}

export function draw_arrow(pen: Pen, from: Place, to: Place, stroke: string): void {
    between(pen, from, to, (length) => {
        if (length < 1) return;
        const head = Math.min(11, length * 0.6);
        pen.strokeStyle = pen.fillStyle = stroke;
        pen.lineWidth = 2.25;
        pen.moveTo(0, 0);
        pen.lineTo(length - head * 0.8, 0);
        pen.stroke();
        pen.beginPath();
        pen.moveTo(length, 0);
        pen.lineTo(length - head, -head * 0.42);
        pen.lineTo(length - head, head * 0.42);
        pen.fill();
    });
}
