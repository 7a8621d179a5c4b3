// Which part of the plane a plot shows. A view is a pair of intervals; the plot has one that holds
// all data, and zooming, panning and fitting make others. No drawing here, so it is easy to reason
// about: on a logarithmic axis every proportion is meant in decades.

import type { PlotData, Values } from "./data";

export type Interval = [number, number];
export interface View {
    x: Interval;
    y: Interval;
}

const log = (v: number) => Math.log10(v);

function limits(values: Values, from: number, to: number, into: Interval): void {
    for (let k = from; k < to; k++) {
        const v = values[k];
        if (v === null || !Number.isFinite(v)) continue;
        if (v < into[0]) into[0] = v;
        if (v > into[1]) into[1] = v;
    }
}

/** A little air around the data; a constant gets an interval wide enough for readable labels. */
function padded([low, high]: Interval, part: number): Interval {
    if (low > high) return [0, 1];
    const middle = (low + high) / 2;
    const least = Math.max(Math.abs(middle) * 1e-9, Number.MIN_VALUE * 1e10);
    if (high - low < least) {
        const half = middle === 0 ? 1 : Math.abs(middle) * 0.1;
        return [middle - half, middle + half];
    }
    const air = (high - low) * part;
    return [low - air, high + air];
}

/** Whole decades around positive data, no more than twenty: a stray 1e-46 must not squeeze the rest. */
function decades([low, high]: Interval): Interval {
    if (low > high) return [1e-17, 1e-15];
    const first = Math.floor(log(Math.max(low, high * 1e-20)) - 1e-9);
    return [10 ** first, 10 ** Math.max(first + 1, Math.ceil(log(high) + 1e-9))];
}

/** The interval of the second axis that holds every shown series where x lies within `x`. */
export function fitted_y(data: PlotData, shown: boolean[], x: Interval): Interval {
    const found: Interval = [Infinity, -Infinity];
    const xs = data.x.values;
    data.series.forEach((series, k) => {
        if (!shown[k]) return;
        const values = series.values.map((v, i) => {
            const at = xs[i];
            const inside = at !== null && at >= x[0] && at <= x[1];
            return !inside || v === null || (data.log_y && v <= 0) ? null : v;
        });
        limits(values, 0, values.length, found);
    });
    return data.log_y ? decades(found) : padded(found, 0.06);
}

function fitted_x(data: PlotData): Interval {
    const x: Interval = [Infinity, -Infinity];
    limits(data.x.values, 0, data.x.values.length, x);
    return padded(x, data.kind === "phase" ? 0.06 : 0);
}

/** The window that the model asks for; where it asks for none, all of the data. */
export function full_view(data: PlotData, shown: boolean[]): View {
    const x = data.window?.x ?? fitted_x(data);
    const y = data.window?.y;
    if (!y) return { x, y: fitted_y(data, shown, x) };
    return { x, y: data.log_y ? decades(y) : y };
}

/** The view widened in one direction, so that a unit is as long upwards as sideways. */
export function equal_scales(view: View, width: number, height: number): View {
    const unit = Math.max((view.x[1] - view.x[0]) / width, (view.y[1] - view.y[0]) / height);
    const around = ([a, b]: Interval, half: number): Interval => [(a + b) / 2 - half, (a + b) / 2 + half];
    return { x: around(view.x, (unit * width) / 2), y: around(view.y, (unit * height) / 2) };
}

/** Scales an interval by `factor` about the place at proportion `at` of it. */
export function scaled([low, high]: Interval, factor: number, at: number, is_log: boolean): Interval {
    const [a, b] = is_log ? [log(low), log(high)] : [low, high];
    const fixed = a + (b - a) * at;
    const next: Interval = [fixed + (a - fixed) * factor, fixed + (b - fixed) * factor];
    return is_log ? [10 ** next[0], 10 ** next[1]] : next;
}

/** Moves an interval by a proportion of its length. */
export function shifted([low, high]: Interval, by: number, is_log: boolean): Interval {
    if (is_log) {
        const factor = (high / low) ** by;
        return [low * factor, high * factor];
    }
    const way = (high - low) * by;
    return [low + way, high + way];
}
