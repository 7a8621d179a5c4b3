// A few words to write MathML by hand, for the sample pages.

export const i = (name) => `<mi>${name}</mi>`;
export const n = (number) => `<mn>${number}</mn>`;
export const o = (sign) => `<mo>${sign}</mo>`;
export const row = (...parts) => `<mrow>${parts.join("")}</mrow>`;
export const frac = (a, b) => `<mfrac>${row(a)}${row(b)}</mfrac>`;
export const sub = (a, b) => `<msub>${a}${b}</msub>`;
export const sup = (a, b) => `<msup>${a}${b}</msup>`;
export const dot = (a) => `<mover accent="true">${a}<mo>˙</mo></mover>`;
export const ddot = (a) => `<mover accent="true">${a}<mo>¨</mo></mover>`;
export const paren = (...parts) => row(o("("), ...parts, o(")"));
export const fn = (name, a) => row(i(name), o("&#x2061;"), a);
export const sin = (a) => fn("sin", a);
export const cos = (a) => fn("cos", a);
export const minus = o("−");
export const plus = o("+");
export const is = o("=");
export const half = frac(n(1), n(2));
export const sq = (a) => sup(a, n(2));
export const inline = (...parts) => `<math>${row(...parts)}</math>`;
export const block = (...parts) => `<div class="equation"><math display="block">${row(...parts)}</math></div>`;
export const matrix = (rows) =>
    row(o("("), `<mtable>${rows.map((r) => `<mtr>${r.map((c) => `<mtd>${c}</mtd>`).join("")}</mtr>`).join("")}</mtable>`, o(")"));
