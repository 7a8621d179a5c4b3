// Samples in space: a disc rolling in a circle, a bicycle with z down (the linear benchmark of
// Meijaard, Papadopoulos, Ruina and Schwab, integrated here), an ellipsoid like a rattleback, and
// every kind of item once.
import { block, cos, ddot, dot, frac, half, i, is, matrix, minus, n, o, paren, plus, row, sin, sq, sub, sup } from "./mathml.mjs";
import { table } from "./sample_page.mjs";
import { times_to } from "./samples_plane.mjs";

const times_q = ([a, b, c, d], [x, y, z, w]) => [d * x + a * w + b * z - c * y, d * y - a * z + b * w + c * x, d * z + a * y - b * x + c * w, d * w - a * x - b * y - c * z];
const about = (axis, angle) => [...axis.map((c) => c * Math.sin(angle / 2)), Math.cos(angle / 2)];
const turn = (q, v) => times_q(times_q(q, [...v, 0]), [-q[0], -q[1], -q[2], q[3]]).slice(0, 3);
const [ex, ey, ez] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
const add = (...vs) => [0, 1, 2].map((k) => vs.reduce((s, v) => s + v[k], 0));
const times = (v, s) => v.map((c) => c * s);
const plain = (title, reference, description) => ({ title, reference, description, constraints: "<p>Two constraints, linear in the velocities and not integrable: the point of contact is at rest.</p>",
    agreement: table(["Form", "Against", "Outcome"], [["Hamel", "Benenti", '<span class="proved">proved equal</span>'], ["Lagrange multipliers", "Benenti", "numerically equal to 3 × 10⁻¹² at 64 points"]]) });
const [th, ph, ps, r, m, g] = ["θ", "φ", "ψ", "r", "m", "g"].map(i);

export function disc() {
    const t = times_to(12, 600);
    const [radius, R, lean, W] = [0.5, 1.5, 0.35, 1.05];
    const at = [], rotation = [], contact = [];
    for (const s of t) {
        const yaw = W * s;
        // x of the disc's upright frame is the direction of travel, z up, y to the left (inwards).
        const frame = times_q(about(ez, yaw), about(ex, -lean));
        contact.push([R * Math.sin(yaw), R * (1 - Math.cos(yaw)), 0]);
        at.push(add(contact.at(-1), turn(frame, [0, 0, radius])));
        rotation.push(times_q(frame, about(ey, (R / radius) * W * s)));
    }
    return { ...plain("Disc rolling on a plane", "E. J. Routh, <i>Advanced Rigid Dynamics</i>, § 244", "A thin disc rolls without slipping on a horizontal plane. Leaning inwards, it runs in a circle at constant speed."),
        model: `${block(i("L"), is, half, m, paren(sq(dot(i("x"))), plus, sq(dot(i("y"))), plus, sq(r), sq(cos(th)), sq(dot(th))), plus, half, i("A"), paren(sq(dot(th)), plus, sq(dot(ph)), sq(row(cos(th)))), plus, half, i("C"), sq(paren(dot(ps), plus, dot(ph), sin(th))), minus, m, g, r, sin(th))}`,
        forms: [
            { id: "hamel", label: "Hamel", latex: "(A+mr^2)\\ddot\\theta = \\dots", html: block(paren(i("A"), plus, m, sq(r)), ddot(th), is, minus, m, g, r, cos(th), plus, paren(i("C"), plus, m, sq(r)), dot(ph), cos(th), paren(dot(ps), plus, dot(ph), sin(th)), minus, i("A"), sq(dot(ph)), sin(th), cos(th), minus, m, sq(r), frac(row(dot(th), dot(ph), dot(ps), sin(th), plus, sq(dot(ph)), cos(th), sin(th)), row(n(1), plus, sq(cos(th))))) },
            { id: "lagrange", label: "Lagrange multipliers", latex: "m\\ddot x = \\lambda_1", html: block(m, ddot(i("x")), is, sub(i("λ"), n(1))) + block(m, ddot(i("y")), is, sub(i("λ"), n(2))) }],
        scenes: [{ name: "Rolling disc", dimension: 3, up: [0, 0, 1], times: t, ground: { at: [0, 0, 0], normal: [0, 0, 1] }, items: [
            { kind: "disc", name: "disc", trace: true, at: at.flat(), rotation: rotation.flat(), axis: 1, size: [radius] },
            { kind: "point", name: "", trace: true, at: contact.flat() }] }],
        plots: [{ title: "Velocities", kind: "time", x: { label: "t", values: t }, series: [{ label: "ẋ", values: t.map((s) => R * W * Math.cos(W * s)) }, { label: "ẏ", values: t.map((s) => R * W * Math.sin(W * s)) }], caption: "Velocity of the point of contact." },
            { title: "Path", kind: "phase", x: { label: "x", values: contact.map((p) => p[0]) }, series: [{ label: "y", values: contact.map((p) => p[1]) }], equal_axes: true, caption: "Path of the point of contact: a circle." }],
        motion: [0, 1], reproduce: "<pre><code>rattleback report rolling-disc -o disc.html</code></pre>" };
}

/** Lean and steer of the benchmark bicycle at forward speed v, by Runge and Kutta's method. */
function benchmark(v, end, count) {
    const M = [[80.81722, 2.31941332], [2.31941332, 0.29784188]];
    const C = [[0, 33.86641391], [-0.85035641, 1.68540397]];
    const K0 = [[-80.95, -2.59951685], [-2.59951685, -0.80329488]];
    const K2 = [[0, 76.5973459], [0, 2.65431523]];
    const det = M[0][0] * M[1][1] - M[0][1] * M[1][0];
    const rate = ([a, b, da, db, x, y, yaw]) => {
        const f = [0, 1].map((k) => -(v * (C[k][0] * da + C[k][1] * db) + (9.81 * K0[k][0] + v * v * K2[k][0]) * a + (9.81 * K0[k][1] + v * v * K2[k][1]) * b));
        const turning = ((v * b + 0.08 * db) * Math.cos(Math.PI / 10)) / 1.02;
        return [da, db, (M[1][1] * f[0] - M[0][1] * f[1]) / det, (M[0][0] * f[1] - M[1][0] * f[0]) / det, v * Math.cos(yaw), v * Math.sin(yaw), turning];
    };
    const h = end / count;
    const states = [[0, 0, 0.5, 0, 0, 0, 0]];
    const move = (s, k, c) => s.map((x, j) => x + c * k[j]);
    for (let k = 0; k < count; k++) {
        const s = states[k];
        const k1 = rate(s), k2 = rate(move(s, k1, h / 2)), k3 = rate(move(s, k2, h / 2)), k4 = rate(move(s, k3, h));
        states.push(s.map((x, j) => x + (h / 6) * (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j])));
    }
    return states;
}

export function bicycle() {
    const v = 4.6, count = 500, t = times_to(5, count);
    const states = benchmark(v, 5, count);
    const [rR, rF, w, tilt] = [0.3, 0.35, 1.02, Math.PI / 10];
    const P = { rear: [], front: [], crown: [], saddle: [], bars: [], qr: [], qf: [], qb: [], qs: [], trunk: [] };
    states.forEach(([lean, steer, , , x, y, yaw], k) => {
        const frame = times_q(about(ez, yaw), about(ex, lean));
        const steering = times_q(times_q(frame, about(ey, tilt)), about(ez, steer));
        const body = (p) => add([x, y, 0], turn(frame, p));
        const front = [w, 0, -rF], crown = [0.82, 0, -0.9];
        P.rear.push(body([0, 0, -rR])); P.front.push(body(front)); P.crown.push(body(crown)); P.saddle.push(body([0.3, 0, -0.9]));
        P.trunk.push(body([0.3, 0, -1.15])); P.bars.push(body(crown));
        P.qr.push(times_q(frame, about(ey, (-v * t[k]) / rR))); P.qf.push(times_q(steering, about(ey, (-v * t[k]) / rF)));
        P.qb.push(frame); P.qs.push(steering);
    });
    const F = Object.fromEntries(Object.entries(P).map(([k, list]) => [k, list.flat()]));
    const q = matrix([[i("ϕ")], [i("δ")]]);
    return { ...plain("Bicycle running free", "J. P. Meijaard, J. M. Papadopoulos, A. Ruina, A. L. Schwab, <i>Proc. R. Soc. A</i> 463 (2007) 1955–1982", "The benchmark bicycle without hands at 4.6 m/s, inside its range of self-stability: pushed to one side, it sways and rights itself."),
        model: `<p>Coordinates: lean ${"<math><mi>ϕ</mi></math>"} and steer <math><mi>δ</mi></math>; the axis z points down, as in vehicle dynamics.</p>${table(["Parameter", "Symbol", "Value", "Unit"], [["wheel base", "<math><mi>w</mi></math>", "1.02", "m"], ["trail", "<math><mi>c</mi></math>", "0.08", "m"], ["steer axis tilt", "<math><mi>λ</mi></math>", "π/10", "rad"], ["gravity", "<math><mi>g</mi></math>", "9.81", "N/kg"], ["forward speed", "<math><mi>v</mi></math>", "4.6", "m/s"], ["mass of rear frame and rider", "<math><msub><mi>m</mi><mi>B</mi></msub></math>", "85", "kg"]])}`,
        forms: [
            { id: "linear", label: "Linearized", latex: "M\\ddot q + vC_1\\dot q + [gK_0+v^2K_2]q = 0", html: block(i("M"), ddot(i("q")), plus, i("v"), sub(i("C"), n(1)), dot(i("q")), plus, paren(g, sub(i("K"), n(0)), plus, sq(i("v")), sub(i("K"), n(2))), i("q"), is, n(0), o(","), o("  "), i("q"), is, q)
                + block(matrix([[n("80.81722"), n("2.31941")], [n("2.31941"), n("0.29784")]]), ddot(i("q")), plus, i("v"), matrix([[n("0"), n("33.86641")], [n("−0.85036"), n("1.68540")]]), dot(i("q")), plus, o("["), g, matrix([[n("−80.95000"), n("−2.59952")], [n("−2.59952"), n("−0.80329")]]), plus, sq(i("v")), matrix([[n("0"), n("76.59735")], [n("0"), n("2.65432")]]), o("]"), i("q"), is, n(0)) },
            { id: "eigen", label: "Eigenvalues", latex: "\\det(M\\lambda^2 + vC_1\\lambda + gK_0+v^2K_2) = 0", html: block(i("det"), paren(i("M"), sq(i("λ")), plus, i("v"), sub(i("C"), n(1)), i("λ"), plus, g, sub(i("K"), n(0)), plus, sq(i("v")), sub(i("K"), n(2))), is, n(0)) }],
        scenes: [{ name: "Bicycle", dimension: 3, up: [0, 0, -1], times: t, ground: { at: [0, 0, 0], normal: [0, 0, -1] }, items: [
            { kind: "disc", name: "rear wheel", trace: false, at: F.rear, rotation: F.qr, axis: 1, size: [rR] },
            { kind: "disc", name: "front wheel", trace: false, at: F.front, rotation: F.qf, axis: 1, size: [rF] },
            { kind: "segment", name: "", from: F.rear, to: F.saddle }, { kind: "segment", name: "", from: F.saddle, to: F.crown }, { kind: "segment", name: "", from: F.rear, to: F.crown }, { kind: "segment", name: "", from: F.crown, to: F.front },
            { kind: "box", name: "rider", at: F.trunk, rotation: F.qb, size: [0.22, 0.32, 0.5] }, { kind: "box", name: "handlebar", at: F.bars, rotation: F.qs, size: [0.05, 0.5, 0.05] },
            { kind: "point", name: "", trace: true, at: states.flatMap((s) => [s[4], s[5], 0]) }] }],
        plots: [{ title: "Lean and steer", kind: "time", x: { label: "t", values: t }, series: [{ label: "ϕ", values: states.map((s) => s[0]) }, { label: "δ", values: states.map((s) => s[1]) }], caption: "Lean and steer after a push of 0.5 rad/s." },
            { title: "Track", kind: "phase", x: { label: "x", values: states.map((s) => s[4]) }, series: [{ label: "y", values: states.map((s) => s[5]) }], equal_axes: true, caption: "Track of the rear wheel, with equal scales." },
            { title: "Phase plane of the lean", kind: "phase", x: { label: "ϕ", values: states.map((s) => s[0]) }, series: [{ label: "ϕ̇", values: states.map((s) => s[2]) }], caption: "Phase plane of the lean." }],
        motion: [0, 1, 2], reproduce: "<pre><code>rattleback report bicycle --set v=4.6 -o bicycle.html</code></pre>" };
}

export function rattleback() {
    const t = times_to(8, 800), [a, b, c] = [0.2, 0.03, 0.02];
    const rotation = [], at = [], spin = [], rock = [];
    for (const s of t) {
        // A spin that reverses while the rocking grows and dies again.
        const rate = 4 * Math.cos((Math.PI * s) / 8), yaw = ((4 * 8) / Math.PI) * Math.sin((Math.PI * s) / 8);
        const pitch = 0.07 * Math.exp(-((s - 4) ** 2) / 3) * Math.sin(22 * s);
        const q = times_q(about(ez, yaw), times_q(about(ey, pitch), about(ex, 0.1 * pitch)));
        const down = turn([-q[0], -q[1], -q[2], q[3]], ez);
        at.push([0, 0, Math.hypot(a * down[0], b * down[1], c * down[2])]);
        rotation.push(q); spin.push(rate); rock.push(pitch);
    }
    const w = (k) => sub(i("ω"), n(k));
    return { ...plain("Rattleback", "H. Bondi, <i>Proc. R. Soc. A</i> 405 (1986) 265–274", "An ellipsoid whose axes of inertia are turned against its axes of form. Spun the wrong way, it begins to rock, stops, and turns back."),
        model: block(frac(sq(i("x")), sq(i("a"))), plus, frac(sq(i("y")), sq(i("b"))), plus, frac(sq(i("z")), sq(i("c"))), is, n(1)),
        forms: [{ id: "euler", label: "Newton–Euler", latex: "I\\dot\\omega + \\omega\\times I\\omega = r\\times F", html: block(i("I"), dot(i("ω")), plus, i("ω"), o("×"), i("I"), i("ω"), is, i("r"), o("×"), i("F"), o(","), o("  "), m, paren(dot(i("V")), plus, i("ω"), o("×"), i("V")), is, i("F"), minus, m, g, i("n"))
            + block(sub(i("I"), n(1)), dot(w(1)), plus, paren(sub(i("I"), n(3)), minus, sub(i("I"), n(2))), w(2), w(3), is, m, g, paren(sub(i("r"), n(3)), sub(i("n"), n(2)), minus, sub(i("r"), n(2)), sub(i("n"), n(3))), plus, m, row(o("["), sub(i("r"), n(2)), paren(dot(sub(i("V"), n(3))), plus, w(1), sub(i("V"), n(2)), minus, w(2), sub(i("V"), n(1))), minus, sub(i("r"), n(3)), paren(dot(sub(i("V"), n(2))), plus, w(3), sub(i("V"), n(1)), minus, w(1), sub(i("V"), n(3))), o("]"))) }],
        scenes: [{ name: "Rattleback", dimension: 3, up: [0, 0, 1], times: t, ground: { at: [0, 0, 0], normal: [0, 0, 1] }, items: [{ kind: "ellipsoid", name: "", trace: false, at: at.flat(), rotation: rotation.flat(), size: [a, b, c] }] }],
        plots: [{ title: "Spin", kind: "time", x: { label: "t", values: t }, series: [{ label: "ω₃", values: spin }], caption: "Spin about the vertical: it reverses." }, { title: "Rocking", kind: "time", x: { label: "t", values: t }, series: [{ label: "θ", values: rock }], caption: "Rocking angle." }],
        motion: [0, 1], reproduce: "<pre><code>rattleback report rattleback -o rattleback.html</code></pre>" };
}

/** Every kind of item, in a row; the same items once in the plane and once in space. */
export function shapes() {
    const t = times_to(6, 240);
    const at = (x, y, z) => t.flatMap((s) => [x, y + 0.1 * Math.sin(s), z]);
    const spin = (axis, rate) => t.flatMap((s) => about(axis, rate * s));
    const along = t.flatMap((s) => [Math.cos(s), Math.sin(s), 0]);
    const roll = t.flatMap((s) => [-4 + s * 0.5, -2, 0]);
    const items = [
        { kind: "plate", name: "plate", at: at(3, 1.5, 0.01), rotation: spin(ez, 0.7), axis: 2, size: [0.8] },
        { kind: "cylinder", name: "cylinder", at: at(-3, 1.5, 0.6), rotation: spin(ez, 0), axis: 2, size: [0.7, 1.2] },
        { kind: "sphere", name: "sphere", trace: true, at: t.flatMap((s) => [-3 + 0.4 * Math.cos(s), 1.5 + 0.4 * Math.sin(s), 0.3]), rotation: spin(ex, 1), size: [0.3] },
        { kind: "ellipsoid", name: "ellipsoid", at: at(-1, 1.5, 0.3), rotation: spin(ez, 1), size: [0.8, 0.4, 0.3] },
        { kind: "box", name: "box", at: at(1, 1.5, 0.4), rotation: spin([0.6, 0, 0.8], 0.8), size: [0.9, 0.6, 0.3] },
        { kind: "disc", name: "disc", at: at(-3, -0.4, 0.5), rotation: spin(ey, 1), axis: 1, size: [0.5] },
        { kind: "wheel", name: "wheel", trace: true, at: roll, along: t.flatMap(() => [1, 0, 0]), size: 0.4 },
        { kind: "blade", name: "blade", at: at(-1.5, -0.4, 0), along, size: 0.8 },
        { kind: "point", name: "P", trace: true, at: t.flatMap((s) => [0.3 * Math.cos(2 * s), -0.4 + 0.3 * Math.sin(2 * s), 0.4]) },
        { kind: "segment", name: "rod", from: at(1, -0.8, 0), to: at(1.6, -0.1, 0.8) },
        { kind: "spring", name: "spring", from: at(2.1, -0.8, 0.2), to: t.flatMap((s) => [3 + 0.2 * Math.sin(2 * s), -0.1, 0.6]) },
        { kind: "arrow", name: "force", from: at(3.6, -0.8, 0), to: t.flatMap((s) => [3.6, -0.2 + 0.4 * Math.sin(s), 0.7]) },
        { kind: "point", name: "unknown half the time", at: t.flatMap((s) => (s > 3 ? [null, null, null] : [1, -2, 0.1])) },
    ];
    const half_turn = sup(i("e"), row(i("i"), i("π")));
    return { ...plain("Every shape", "web/CONTRACT.md", "All kinds of items that a scene may have, once from above and once in space."), model: block(half_turn, is, minus, n(1)),
        forms: [{ id: "one", label: "One", latex: "e^{i\\pi} = -1", html: block(half_turn, is, minus, n(1)) }],
        scenes: [{ name: "From above", dimension: 2, up: [0, 0, 1], times: t, ground: null, items }, { name: "In space", dimension: 3, up: [0, 0, 1], times: t, ground: { at: [0, 0, 0], normal: [0, 0, 1] }, items }],
        plots: [{ title: "Sine", kind: "time", x: { label: "t", values: t }, series: [{ label: "sin t", values: t.map(Math.sin) }], caption: "" }], motion: [0], reproduce: "<p>This page is a sample.</p>" };
}
