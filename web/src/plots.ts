// The interactive plots: uPlot draws axes and grid, and we draw the curves in the order of their
// samples, so that a phase curve x(t), y(t) may turn back. A plot's view is ours (plot_view.ts) and
// uPlot only shows it; the static SVG of the page stays for print.

import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { PlotData, Values } from "./data";
import { attach_gestures } from "./plot_gestures";
import { Legend } from "./plot_legend";
import { equal_scales, fitted_y, full_view, scaled, type View } from "./plot_view";
import { colour, on_theme, palette, palette_size } from "./theme";
import { linear_ticks, log_texts, log_ticks, tick_texts } from "./ticks";

const tick_font = "12px system-ui, sans-serif";
const most_settling = 5; // labels that change to and fro end here
const label_font = "italic 15px Georgia, 'Times New Roman', serif";

export class Plot {
    readonly chart: uPlot;
    readonly shown: boolean[];
    view: View;
    zoomed = false;
    private width = 0;
    private frame = { width: 0, height: 0 }; // for which the view was made
    private settling = 0;
    private readonly legend: Legend;
    private readonly host: HTMLElement;

    constructor(readonly figure: HTMLElement, readonly data: PlotData) {
        this.shown = data.series.map(() => true);
        this.view = full_view(data, this.shown);
        this.host = document.createElement("div");
        this.host.className = "plot-host";
        const caption = figure.querySelector("figcaption");
        figure.insertBefore(this.host, caption);
        this.legend = new Legend(this.host, this, caption?.textContent ?? "");
        const area = document.createElement("div");
        area.className = "plot-area";
        area.tabIndex = 0;
        area.setAttribute("role", "group");
        area.setAttribute("aria-label", `${data.title}. Plus and minus zoom, arrows move, 0 resets.`);
        this.host.append(area);
        this.chart = new uPlot(this.options(), this.columns() as unknown as uPlot.AlignedData, area);
        area.append(this.legend.reset);
        attach_gestures(this, area);
        new ResizeObserver(() => this.host.clientWidth !== this.width && this.resize()).observe(this.host);
        figure.classList.add("alive");
        if (!figure.querySelector(":scope > svg")) figure.classList.add("bare"); // nothing else to print
        this.resize();
    }

    /** Shows a view; on equal axes it is first widened to the frame's proportions. */
    show(view: View, zoomed = true): void {
        const { width, height } = this.chart.bbox;
        this.frame = { width, height };
        this.view = this.data.equal_axes ? equal_scales(view, width, height) : view;
        this.zoomed = zoomed;
        this.chart.batch(() => {
            this.chart.setScale("x", { min: this.view.x[0], max: this.view.x[1] });
            this.chart.setScale("y", { min: this.view.y[0], max: this.view.y[1] });
        });
        this.legend.set_zoomed(zoomed);
        this.figure.dataset.view = [...this.view.x, ...this.view.y].join(" ");
    }

    reset(): void {
        this.show(full_view(this.data, this.shown), false);
    }

    /** Shows an interval of a time plot, with the second axis fitted to what is then seen. */
    show_x(x: View["x"]): void {
        this.show({ x, y: fitted_y(this.data, this.shown, x) });
    }

    toggle(k: number): void {
        this.shown[k] = !this.shown[k];
        this.chart.setSeries(k + 1, { show: this.shown[k] });
        if (!this.zoomed) this.reset();
    }

    resize(): void {
        const width = Math.floor(this.host.clientWidth);
        if (width === 0) return;
        this.width = this.host.clientWidth;
        this.chart.setSize(this.size_for(width));
        this.show_again();
    }

    private show_again(): void {
        this.show(this.zoomed ? this.view : full_view(this.data, this.shown), this.zoomed);
    }

    /** Equal axes depend on the frame, which depends on the labels, which depend on the axes. */
    private settle(): void {
        const { width, height } = this.chart.bbox;
        const fits = width === this.frame.width && height === this.frame.height;
        if (!this.data.equal_axes || fits || this.settling === most_settling) {
            this.settling = 0;
            return;
        }
        this.settling += 1;
        queueMicrotask(() => this.show_again());
    }

    /** The frame's size; with equal axes a tall curve gets a narrow frame rather than empty sides. */
    private size_for(width: number): { width: number; height: number } {
        if (this.data.kind === "time") return { width, height: Math.max(220, Math.min(340, width * 0.45)) };
        if (!this.data.equal_axes) return { width, height: Math.max(260, Math.min(420, width * 0.6)) };
        const { x, y } = full_view(this.data, this.shown);
        const ratio = (y[1] - y[0]) / (x[1] - x[0]);
        const [beside, below] = [80, 62]; // the room of the labels
        const height = Math.max(220, Math.min(ratio * (width - beside) + below, 520, width * 1.1));
        return { width: Math.min(width, Math.max(280, (height - below) / ratio + beside)), height };
    }

    private columns(): unknown[] {
        return [null, ...this.data.series.map((s) => [this.data.x.values, s.values])];
    }

    private options(): uPlot.Options {
        const { data } = this;
        const log_y = data.log_y === true;
        const axis = (scale: "x" | "y"): uPlot.Axis => ({
            scale,
            stroke: () => colour("--ink-soft"),
            font: tick_font,
            labelFont: label_font,
            grid: { stroke: () => colour("--grid"), width: 1 },
            ticks: { stroke: () => colour("--rule"), width: 1, size: 6 },
            border: { show: true, stroke: () => colour("--rule"), width: 1 },
            splits: (u, _k, min, max) => {
                const length = (scale === "x" ? u.bbox.width / 62 : u.bbox.height / 44) / devicePixelRatio;
                const most = Math.max(2, Math.floor(length));
                return scale === "y" && log_y ? log_ticks(min, max, most) : linear_ticks(min, max, most);
            },
            values: (_u, ticks) => (scale === "y" && log_y ? log_texts(ticks) : tick_texts(ticks)),
            filter: (_u, ticks) => ticks,
        });
        const texts = (values: string[] | null) => Math.max(0, ...(values ?? []).map((v) => v.length));
        const only = data.kind === "phase" && data.series.length === 1 ? data.series[0].label : undefined;
        return {
            mode: 2,
            width: 600,
            height: 300,
            pxAlign: true,
            padding: [12, 18, 0, 0],
            legend: { show: false },
            scales: {
                x: { time: false, range: () => this.view.x },
                y: { distr: log_y ? 3 : 1, range: () => this.view.y },
            },
            axes: [
                { ...axis("x"), label: data.x.label, labelSize: 24, size: 34, gap: 6 },
                { ...axis("y"), label: data.y_label || only, labelSize: 24, gap: 6, size: (_u, values) => 22 + 7 * texts(values) },
            ],
            series: [{}, ...data.series.map((s, k) => this.series_options(s.label, k))] as uPlot.Series[],
            cursor: {
                drag: { x: true, y: data.kind === "phase", setScale: false, uni: 12, dist: 4 },
                points: { show: false },
                y: data.kind === "phase",
                bind: { dblclick: () => () => (this.reset(), null) },
            },
            hooks: {
                draw: [() => this.settle()],
                setSelect: [() => this.select()],
                setCursor: [(u) => this.legend.hover(u.cursor.left ?? -1, u.cursor.top ?? -1)],
            },
        };
    }

    private series_options(label: string, k: number): object {
        return {
            label,
            facets: [{ scale: "x", auto: true }, { scale: "y", auto: true }],
            stroke: () => colour(palette(k)),
            points: { show: false },
            paths: (u: uPlot, index: number) => (this.draw_curve(u, index), null),
        };
    }

    private draw_curve(u: uPlot, index: number): void {
        const { left, top, width, height } = u.bbox;
        const { ctx } = u;
        const values = this.data.series[index - 1].values;
        ctx.save();
        ctx.beginPath();
        ctx.rect(left, top, width, height);
        ctx.clip();
        ctx.beginPath();
        let pen_down = false;
        this.data.x.values.forEach((x, i) => {
            const y = values[i];
            if (x === null || y === null || (this.data.log_y && y <= 0)) {
                pen_down = false;
                return;
            }
            const px = u.valToPos(x, "x", true);
            const py = u.valToPos(y, "y", true);
            if (!pen_down) ctx.moveTo(px, py);
            ctx.lineTo(px, py); // also after a move: a value between two gaps is a dot
            pen_down = true;
        });
        ctx.strokeStyle = colour(palette(index - 1));
        ctx.lineWidth = 1.75 * devicePixelRatio;
        ctx.lineJoin = ctx.lineCap = "round";
        // Beyond the palette a second round is dashed.
        if (index > palette_size) ctx.setLineDash([7 * devicePixelRatio, 4 * devicePixelRatio]);
        ctx.stroke();
        if (this.data.log_y) this.draw_zeros(u, values);
        if (this.data.kind === "phase") this.draw_start(u, values);
        ctx.restore();
    }

    /** A dot where a path begins: its direction cannot be told from the line. */
    private draw_start(u: uPlot, values: Values): void {
        const xs = this.data.x.values;
        const first = values.findIndex((y, i) => y !== null && xs[i] !== null && !(this.data.log_y && y <= 0));
        if (first < 0) return;
        u.ctx.fillStyle = u.ctx.strokeStyle;
        u.ctx.beginPath();
        const [px, py] = [u.valToPos(xs[first]!, "x", true), u.valToPos(values[first]!, "y", true)];
        u.ctx.arc(px, py, 3.6 * devicePixelRatio, 0, 2 * Math.PI);
        u.ctx.fill();
    }

    /** A logarithm has no zero: exact zeros are dots on the lower edge, joined to nothing. */
    private draw_zeros(u: uPlot, values: Values): void {
        const { left, top, width, height } = u.bbox;
        const radius = 1.6 * devicePixelRatio;
        u.ctx.fillStyle = u.ctx.strokeStyle;
        u.ctx.beginPath();
        this.data.x.values.forEach((x, i) => {
            if (x === null || values[i] !== 0) return;
            const px = u.valToPos(x, "x", true);
            if (px < left || px > left + width) return;
            u.ctx.moveTo(px + radius, top + height - radius);
            u.ctx.arc(px, top + height - radius, radius, 0, 2 * Math.PI);
        });
        u.ctx.fill();
    }

    /** A dragged box (or, against time, a dragged interval) becomes the view. */
    private select(): void {
        const { left, top, width, height } = this.chart.select;
        if (width < 4 && height < 4) return;
        const at = (p: number, scale: "x" | "y") => this.chart.posToVal(p, scale);
        const { over } = this.chart;
        const [no_x, no_y] = [width >= over.clientWidth - 1, height >= over.clientHeight - 1]; // dragged straight
        const x: View["x"] = no_x ? this.view.x : [at(left, "x"), at(left + width, "x")];
        const y: View["y"] = no_y ? this.view.y : [at(top + height, "y"), at(top, "y")];
        const part = ([a, b]: View["x"], [c, d]: View["x"]) => (b - a) / (d - c);
        // Equal axes would widen a straight drag back to where it was: the other axis follows it.
        const follow = this.data.equal_axes === true;
        if (this.data.kind === "time") this.show_x(x);
        else this.show({
            x: follow && no_x ? scaled(x, part(y, this.view.y), 0.5, false) : x,
            y: follow && no_y ? scaled(y, part(x, this.view.x), 0.5, false) : y,
        });
        this.chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    }
}

export function start_plots(plots: PlotData[]): Plot[] {
    const made: Plot[] = [];
    document.querySelectorAll<HTMLElement>("figure.plot[data-plot]").forEach((figure) => {
        const data = plots[Number(figure.dataset.plot)];
        if (data) made.push(new Plot(figure, data));
    });
    on_theme(() => made.forEach((plot) => plot.chart.redraw(false, true)));
    return made;
}
