// Samples in the plane: a skate on an incline (with its closed form), two points on a spring, and
// one page with every kind of item.
import { block, cos, ddot, dot, frac, half, i, inline, is, matrix, minus, n, o, paren, plus, row, sin, sq, sub } from "./mathml.mjs";
import { table } from "./sample_page.mjs";

export const times_to = (end, count) => Array.from({ length: count + 1 }, (_, k) => (end * k) / count);
const [x, y, phi, m, g, I, lambda, omega, t] = ["x", "y", "φ", "m", "g", "I", "λ", "ω", "t"].map(i);

export function skate() {
    const [grav, w] = [9.81, 1];
    const times = times_to(4 * Math.PI, 600);
    const X = times.map((s) => (grav * Math.sin(w * s) ** 2) / (2 * w * w));
    const Y = times.map((s) => (grav / (2 * w * w)) * (w * s - Math.sin(2 * w * s) / 2));
    const v = times.map((s) => (grav / w) * Math.sin(w * s));
    const force = times.map((s) => -2 * grav * Math.sin(w * s));
    // Rounding errors of the energy, as a table of double precision shows them: many are exactly zero.
    const drift = times.map((s, k) => Math.abs(0.5 * v[k] ** 2 - grav * X[k] + (0.5 * (w * 1) ** 2 - 0.5)) / grav);
    return {
        title: "Skate on an inclined plane",
        reference: "S. Benenti, <i>A user-friendly approach to the dynamical equations of non-holonomic systems</i>, SIGMA 3 (2007) 036, § 8.1",
        description: "A blade glides on an inclined plane without slipping sideways. Pushed with a spin, it does not run down: it drifts across the slope along a cycloid, which is what makes the example famous.",
        model: `<p>Coordinates ${inline(x, o(","), y, o(","), phi)}: the point of contact and the direction of the blade.</p>
${table(["Parameter", "Value", "Meaning"], [[inline(m), "1", "mass"], [inline(I), "1", "moment of inertia about the contact"], [inline(g), "9.81", "gravity along the slope"]])}
${block(i("L"), is, half, m, paren(sq(dot(x)), plus, sq(dot(y))), plus, half, I, sq(dot(phi)), plus, m, g, x)}
<p>One constraint, linear in the velocities:</p>${block(dot(x), sin(phi), minus, dot(y), cos(phi), is, n(0))}`,
        constraints: "<p>One constraint, linear and homogeneous in the velocities. It is <strong>not integrable</strong>: the distribution has rank 2 and its first derived distribution has rank 3, so that every configuration can be reached.</p>",
        forms: [
            { id: "benenti", label: "Benenti", latex: "\\dot v = g\\cos\\varphi,\\qquad \\dot u = 0",
                html: `<p>With the parameters ${inline(i("v"), o(","), i("u"))} of the admissible velocities:</p>${block(dot(i("v")), is, g, cos(phi))}${block(dot(i("u")), is, n(0))}`,
                steps: `<p>The velocities are ${inline(dot(x), is, i("v"), cos(phi))}, ${inline(dot(y), is, i("v"), sin(phi))}, ${inline(dot(phi), is, i("u"))}. The reduced matrix of inertia is</p>${block(i("G"), is, matrix([[m, n(0)], [n(0), I]]))}` },
            { id: "lagrange", label: "Lagrange multipliers", latex: "m\\ddot x = mg + \\lambda\\sin\\varphi,\\quad m\\ddot y = -\\lambda\\cos\\varphi,\\quad I\\ddot\\varphi = 0",
                html: `${block(m, ddot(x), is, m, g, plus, lambda, sin(phi))}${block(m, ddot(y), is, minus, lambda, cos(phi))}${block(I, ddot(phi), is, n(0))}
<p>The multiplier, once the constraint is differentiated:</p>${block(lambda, is, minus, m, g, sin(phi), minus, m, dot(phi), paren(dot(x), cos(phi), plus, dot(y), sin(phi)))}` },
            { id: "appell", label: "Gibbs–Appell", latex: "\\frac{\\partial S}{\\partial \\ddot\\pi_i} = \\Pi_i",
                html: block(i("S"), is, half, m, paren(sq(dot(i("v"))), plus, sq(i("v")), sq(i("u"))), plus, half, I, sq(dot(i("u"))), o(","), o("  "), frac(row(o("∂"), i("S")), row(o("∂"), dot(i("v")))), is, m, g, cos(phi)) },
            { id: "vakonomic", label: "Vakonomic", latex: "m\\ddot x + \\dot\\mu\\sin\\varphi + \\mu\\dot\\varphi\\cos\\varphi = mg",
                html: block(m, ddot(x), plus, dot(i("μ")), sin(phi), plus, i("μ"), dot(phi), cos(phi), is, m, g, o(","), o("   "), m, ddot(y), minus, dot(i("μ")), cos(phi), plus, i("μ"), dot(phi), sin(phi), is, n(0), o(","), o("   "), I, ddot(phi), minus, i("μ"), paren(dot(x), cos(phi), plus, dot(y), sin(phi)), is, n(0)) },
        ],
        agreement: table(["Form", "Against", "Outcome"], [
            ["Lagrange multipliers", "Benenti", '<span class="proved">proved equal</span>'],
            ["Gibbs–Appell", "Benenti", '<span class="proved">proved equal</span>'],
            ["Vakonomic", "Benenti", '<span class="bad">different motion, as it must be</span>'],
        ]),
        scenes: [{ name: "The skate from above", dimension: 2, up: [0, 0, 1], times, ground: null, caption: "The skate seen from above; the slope falls to the right.",
            items: [{ kind: "blade", name: "skate", trace: true, size: 0.9, at: times.flatMap((_, k) => [X[k], Y[k], 0]), along: times.flatMap((s) => [Math.cos(w * s), Math.sin(w * s), 0]) },
                { kind: "arrow", name: "", from: times.flatMap((_, k) => [X[k], Y[k], 0]), to: times.flatMap((s, k) => [X[k] + 0.2 * v[k] * Math.cos(w * s), Y[k] + 0.2 * v[k] * Math.sin(w * s), 0]) }] }],
        plots: [
            { title: "Coordinates against time", kind: "time", x: { label: "t", values: times }, series: [{ label: "x", values: X }, { label: "y", values: Y }, { label: "φ", values: times.map((s) => w * s) }], equal_axes: false, log_y: false, caption: "Coordinates against time." },
            { title: "Path in the plane", kind: "phase", x: { label: "x", values: X }, series: [{ label: "y", values: Y }], equal_axes: true, log_y: false, caption: "Path in the plane, with equal scales: a cycloid on its side." },
            { title: "Multiplier", kind: "time", x: { label: "t", values: times }, series: [{ label: "λ", values: force }], caption: "Multiplier: the force across the blade." },
            { title: "Relative drift of the energy", kind: "time", x: { label: "t", values: times }, series: [{ label: "|E − E₀| / |E₀|", values: drift }], log_y: true, caption: "Relative drift of the energy. Where it is exactly zero it is drawn on the lower edge." },
        ],
        motion: [0, 1], reactions: [2],
        invariants: { html: table(["Quantity", "At the start", "Largest drift", "Bound", "Outcome"], [["energy", "0.5", "3.6 × 10⁻¹⁶", "10⁻⁹", '<span class="good">kept</span>'], [`spin ${inline(dot(phi), is, omega)}`, "1", "0", "10⁻¹²", '<span class="good">kept</span>']]), plots: [3] },
        reproduce: "<pre><code>rattleback report skate --set omega=1 --seed 1 -o skate.html</code></pre><p>Rattleback 0.1.0; model file SHA-256 <code>9b2f6a0d1c4e8f7755aa31c0de1f88b3a6f24d90c7715be2204f6c9d8e3b1a70</code>.</p>" + `<p>Here ${inline(t)} is in seconds.</p>`,
    };
}

export function spring() {
    const times = times_to(20, 500);
    const [a, b, w, drift] = [1.6, 0.7, 1.3, 0.35];
    const one = times.map((s) => [drift * s + a * Math.cos(w * s), 0.4 * Math.sin(0.3 * s) + b * Math.sin(w * s), 0]);
    const two = times.map((s) => [drift * s - a * Math.cos(w * s), 0.4 * Math.sin(0.3 * s) - b * Math.sin(w * s), 0]);
    const r = (k) => sub(i("r"), n(k));
    const nothing = times.map(() => null);
    const names = ["x₁", "y₁", "x₂", "y₂", "ẋ₁", "ẏ₁", "ẋ₂", "ẏ₂", "d"];
    const speed = (list, c) => list.map((_, k) => (k === 0 ? list[1][c] - list[0][c] : list[k][c] - list[k - 1][c]) / 0.04);
    const columns = [one.map((p) => p[0]), one.map((p) => p[1]), two.map((p) => p[0]), two.map((p) => p[1]), speed(one, 0), speed(one, 1), speed(two, 0), speed(two, 1), one.map((p, k) => Math.hypot(p[0] - two[k][0], p[1] - two[k][1]))];
    return {
        title: "Two points joined by a spring",
        reference: "A classic of every course",
        description: "Two equal masses in the plane attract each other in proportion to their distance. Relative to their centre each runs along an ellipse; the centre itself moves as it will.",
        model: block(i("L"), is, frac(n(1), n(2)), m, paren(sq(dot(sub(x, n(1)))), plus, sq(dot(sub(y, n(1)))), plus, sq(dot(sub(x, n(2)))), plus, sq(dot(sub(y, n(2))))), minus, half, i("k"), paren(sq(paren(sub(x, n(1)), minus, sub(x, n(2)))), plus, sq(paren(sub(y, n(1)), minus, sub(y, n(2)))))),
        constraints: "<p>No constraint.</p>",
        forms: [{ id: "newton", label: "Newton", latex: "m\\ddot r_1 = -k(r_1-r_2)", html: block(m, ddot(r(1)), is, minus, i("k"), paren(r(1), minus, r(2))) + block(m, ddot(r(2)), is, minus, i("k"), paren(r(2), minus, r(1))) }],
        agreement: table(["Form", "Against", "Outcome"], [["Newton", "Lagrange", '<span class="proved">proved equal</span>']]),
        scenes: [{ name: "Two points and a spring", dimension: 2, up: [0, 0, 1], times, ground: null, items: [
            { kind: "spring", name: "", from: one.flat(), to: two.flat() },
            { kind: "point", name: "P₁", trace: true, at: one.flat() }, { kind: "point", name: "P₂", trace: true, at: two.flat() }] }],
        plots: [
            { title: "Everything against time", kind: "time", x: { label: "t", values: times }, series: names.map((label, k) => ({ label, values: columns[k] })), caption: "" },
            { title: "Phase curve", kind: "phase", x: { label: "x₁", values: columns[0] }, series: [{ label: "ẋ₁", values: columns[4] }], caption: "Phase curve of the first point." },
            { title: "Total momentum", kind: "time", x: { label: "t", values: times }, series: [{ label: "p", values: times.map(() => 0.7) }], caption: "Total momentum: a constant." },
            { title: "Drift that vanishes", kind: "time", x: { label: "t", values: times }, series: [{ label: "|Δp|", values: times.map(() => 0) }], log_y: true, caption: "Drift that vanishes identically." },
            { title: "With gaps", kind: "time", x: { label: "t", values: times }, series: [{ label: "1/x₁", values: columns[0].map((c) => (Math.abs(c) < 0.3 ? null : 1 / c)) }], caption: "With gaps where the value is unknown." },
            { title: "Both paths in a window", kind: "phase", x: { label: "x", values: [...columns[0], ...columns[2]] }, series: [{ label: "P₁", values: [...columns[1], ...nothing] }, { label: "P₂", values: [...nothing, ...columns[3]] }], window: { x: [-1, 3], y: [-2, 2] }, y_label: "y", caption: "Both paths, each with its own x, and the part of them that the model asks for." },
        ],
        motion: [0, 1, 5], reactions: [4], invariants: { html: "", plots: [2, 3] },
        reproduce: "<pre><code>rattleback report two-points -o two-points.html</code></pre>",
    };
}
