// Zooming and moving a plot: wheel, shift-drag, two fingers, keys. The wheel belongs to the page
// until the reader has chosen the plot (by a press or the tab key) or holds Ctrl, so that nobody is
// caught in a figure while scrolling.

import type { Plot } from "./plots";
import { scaled, shifted, type View } from "./plot_view";

/** Zooms about a place given in proportions of the frame, (0, 0) at the lower left. */
function zoom(plot: Plot, factor: number, at_x: number, at_y: number): void {
    const x = scaled(plot.view.x, factor, at_x, false);
    if (plot.data.kind === "time") plot.show_x(x);
    else plot.show({ x, y: scaled(plot.view.y, factor, at_y, plot.data.log_y === true) });
}

function moved(plot: Plot, view: View, right: number, up: number): View {
    return {
        x: shifted(view.x, -right, false),
        y: shifted(view.y, -up, plot.data.log_y === true),
    };
}

function proportions(over: HTMLElement, event: { clientX: number; clientY: number }): [number, number] {
    const box = over.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width, 1 - (event.clientY - box.top) / box.height];
}

function attach_keys(plot: Plot, area: HTMLElement): void {
    area.addEventListener("keydown", (event) => {
        const move = (right: number, up: number) => plot.show(moved(plot, plot.view, right, up));
        const actions: Record<string, () => void> = {
            "+": () => zoom(plot, 0.8, 0.5, 0.5),
            "=": () => zoom(plot, 0.8, 0.5, 0.5),
            "-": () => zoom(plot, 1.25, 0.5, 0.5),
            "0": () => plot.reset(),
            Escape: () => plot.reset(),
            ArrowLeft: () => move(0.1, 0),
            ArrowRight: () => move(-0.1, 0),
            ArrowUp: () => move(0, -0.1),
            ArrowDown: () => move(0, 0.1),
        };
        const action = actions[event.key];
        if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        action();
    });
}

function attach_shift_drag(plot: Plot, over: HTMLElement): void {
    // Before uPlot sees the press, which would begin a selection.
    over.parentElement!.addEventListener("mousedown", (event) => {
        if (!event.shiftKey || event.button !== 0 || !over.contains(event.target as Node)) return;
        event.preventDefault();
        event.stopPropagation();
        const start = proportions(over, event);
        const view = plot.view;
        const follow = (e: MouseEvent) => {
            const now = proportions(over, e);
            plot.show(moved(plot, view, now[0] - start[0], now[1] - start[1]));
        };
        addEventListener("mousemove", follow);
        addEventListener("mouseup", () => removeEventListener("mousemove", follow), { once: true });
    }, true);
}

function attach_pinch(plot: Plot, over: HTMLElement): void {
    let distance = 0;
    const spread = (t: TouchList) => Math.hypot(t[0].clientX - t[1].clientX, t[0].clientY - t[1].clientY);
    over.addEventListener("touchstart", (event) => {
        if (event.touches.length === 2) distance = spread(event.touches);
    }, { passive: true });
    over.addEventListener("touchmove", (event) => {
        if (event.touches.length !== 2 || distance === 0) return;
        event.preventDefault();
        const [a, b] = [event.touches[0], event.touches[1]];
        const middle = { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
        const now = spread(event.touches);
        zoom(plot, distance / now, ...proportions(over, middle));
        distance = now;
    }, { passive: false });
}

export function attach_gestures(plot: Plot, area: HTMLElement): void {
    const { over } = plot.chart;
    over.addEventListener("mousedown", () => area.focus({ preventScroll: true }));
    over.addEventListener("wheel", (event) => {
        if (document.activeElement !== area && !event.ctrlKey) return;
        event.preventDefault();
        zoom(plot, Math.exp(Math.sign(event.deltaY) * 0.15), ...proportions(over, event));
    }, { passive: false });
    attach_shift_drag(plot, over);
    attach_pinch(plot, over);
    attach_keys(plot, area);
}
