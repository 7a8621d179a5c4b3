// Round numbers for axes and grids, and numbers as a printed table would show them: a true minus
// sign, and powers of ten as 2.5×10⁻⁷ rather than 2.5e-7.

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";

function power_of_ten(exponent: number): string {
    const digits = [...String(Math.abs(exponent))].map((d) => superscripts[+d]).join("");
    return `10${exponent < 0 ? "⁻" : ""}${digits}`;
}

/** A step of 1, 2 or 5 times a power of ten that divides `range` into at most `most` parts. */
export function round_step(range: number, most: number): number {
    const rough = range / Math.max(1, most);
    const base = 10 ** Math.floor(Math.log10(rough));
    return base * ([1, 2, 5].find((m) => m * base >= rough * (1 - 1e-9)) ?? 10);
}

export function linear_ticks(min: number, max: number, most: number): number[] {
    const step = round_step(max - min, most);
    const first = Math.ceil(min / step - 1e-9);
    const last = Math.floor(max / step + 1e-9);
    const ticks: number[] = [];
    for (let k = first; k <= last; k++) ticks.push(k * step);
    return ticks;
}

/** Powers of ten; where fewer than two fit, the round numbers between them. */
export function log_ticks(min: number, max: number, most: number): number[] {
    const first = Math.ceil(Math.log10(min) - 1e-9);
    const last = Math.floor(Math.log10(max) + 1e-9);
    if (last <= first) return linear_ticks(min, max, most).filter((v) => v > 0);
    const step = Math.max(1, Math.ceil((last - first + 1) / most));
    const ticks: number[] = [];
    for (let k = Math.ceil(first / step) * step; k <= last; k += step) ticks.push(10 ** k);
    return ticks;
}

/** A number with at most `digits` significant digits. */
export function number_text(value: number, digits = 6): string {
    if (!Number.isFinite(value)) return "–";
    const rounded = +value.toPrecision(digits);
    const size = Math.abs(rounded);
    if (size !== 0 && (size >= 1e6 || size < 1e-4)) {
        const [mantissa, exponent] = rounded.toExponential().split("e");
        const power = power_of_ten(+exponent);
        const plain = mantissa === "1" ? power : mantissa === "-1" ? `-${power}` : `${mantissa}×${power}`;
        return plain.replace("-", "−");
    }
    return String(rounded).replace("-", "−");
}

/** Labels of ticks on a logarithmic axis. */
export function log_texts(ticks: number[]): string[] {
    return ticks.map((v) => {
        const exponent = Math.log10(v);
        const is_power = Math.abs(exponent - Math.round(exponent)) < 1e-9;
        return is_power && (v < 0.01 || v > 100) ? power_of_ten(Math.round(exponent)) : number_text(v, 3);
    });
}

/** Labels of equally spaced ticks, all with the decimals that their step needs. */
export function tick_texts(ticks: number[]): string[] {
    if (ticks.length < 2) return ticks.map((v) => number_text(v));
    const step = Math.abs(ticks[1] - ticks[0]);
    const largest = Math.max(...ticks.map(Math.abs));
    if (largest >= 1e5 || largest < 1e-3) {
        const digits = Math.max(1, Math.ceil(Math.log10(largest / step)) + 1);
        return ticks.map((v) => (Math.abs(v) < step / 2 ? "0" : number_text(v, Math.min(digits, 12))));
    }
    const decimals = Math.min(12, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)));
    return ticks.map((v) => (Math.abs(v) < step / 2 ? "0" : v.toFixed(decimals).replace("-", "−")));
}
