// A plot's legend: which colour is what, the values under the pointer, a press hides a series. Also
// the small discs on the curves, since both follow the pointer.

import { label_nodes } from "./label";
import type { Plot } from "./plots";
import { palette, palette_size } from "./theme";
import { number_text } from "./ticks";

export class Legend {
    private readonly x_value = document.createElement("output");
    private readonly values: HTMLOutputElement[] = [];
    private readonly marks: HTMLElement[] = [];
    readonly reset = document.createElement("button");

    constructor(host: HTMLElement, private readonly plot: Plot, caption: string) {
        const head = document.createElement("div");
        head.className = "plot-head";
        if (plot.data.title && !caption.includes(plot.data.title)) {
            const title = document.createElement("strong");
            title.append(...label_nodes(plot.data.title));
            head.append(title);
        }
        const list = document.createElement("div");
        list.className = "legend";
        plot.data.series.forEach((series, k) => list.append(this.entry(series.label, k)));
        const x = document.createElement("span");
        x.className = "legend-x";
        x.append(this.x_value);
        list.append(x);
        if (plot.data.log_y && plot.data.series.some((series) => series.values.includes(0))) {
            const note = document.createElement("span");
            note.className = "legend-note";
            note.textContent = "dots below: exactly 0";
            list.append(note);
        }
        this.reset.type = "button";
        this.reset.className = "reset";
        this.reset.textContent = "Reset zoom";
        this.reset.addEventListener("click", () => plot.reset());
        this.set_zoomed(false);
        head.append(list);
        host.append(head);
    }

    set_zoomed(zoomed: boolean): void {
        this.reset.style.visibility = zoomed ? "visible" : "hidden";
    }

    /** Shows the values at the sample nearest to a place of the frame, given in CSS pixels. */
    hover(left: number, top: number): void {
        const { data, chart, shown } = this.plot;
        const nearest = left < 0 ? -1 : this.nearest(left, top);
        const x = nearest < 0 ? null : data.x.values[nearest];
        this.x_value.textContent = x === null ? "" : `${data.x.label} = ${number_text(x)}`;
        data.series.forEach((series, k) => {
            const y = nearest < 0 ? null : series.values[nearest];
            this.values[k].textContent = y === null || !shown[k] ? "" : number_text(y);
            this.place_mark(k, x, shown[k] ? y : null, chart.over);
        });
    }

    private entry(label: string, k: number): HTMLElement {
        const button = document.createElement("button");
        button.type = "button";
        button.setAttribute("aria-pressed", "true");
        button.title = "Show or hide";
        button.classList.toggle("dashed", k >= palette_size);
        button.style.setProperty("--series", `var(${palette(k)})`);
        const name = document.createElement("span");
        name.append(...label_nodes(label));
        this.values[k] = document.createElement("output");
        button.append(name, this.values[k]);
        button.addEventListener("click", () => {
            this.plot.toggle(k);
            button.setAttribute("aria-pressed", String(this.plot.shown[k]));
        });
        return button;
    }

    /** Against time the nearest x decides; on a phase curve, the distance on the screen. */
    private nearest(left: number, top: number): number {
        const { data, chart, shown } = this.plot;
        let best = -1;
        let least = Infinity;
        data.x.values.forEach((x, i) => {
            if (x === null) return;
            const across = (chart.valToPos(x, "x") - left) ** 2;
            if (data.kind === "time") {
                if (across < least) [best, least] = [i, across];
                return;
            }
            data.series.forEach((series, k) => {
                const y = series.values[i];
                if (y === null || !shown[k]) return;
                const distance = across + (chart.valToPos(y, "y") - top) ** 2;
                if (distance < least) [best, least] = [i, distance];
            });
        });
        return best;
    }

    private place_mark(k: number, x: number | null, y: number | null, over: HTMLElement): void {
        this.marks[k] ??= this.new_mark(k, over);
        const mark = this.marks[k];
        const { chart, data, view } = this.plot;
        const hidden = x === null || y === null || (data.log_y === true && y < 0);
        mark.hidden = hidden;
        if (hidden) return;
        const left = chart.valToPos(x!, "x");
        const top = chart.valToPos(data.log_y && y === 0 ? view.y[0] : y!, "y");
        mark.hidden = left < 0 || top < 0 || left > over.clientWidth || top > over.clientHeight;
        mark.style.transform = `translate(${left}px, ${top}px)`;
    }

    private new_mark(k: number, over: HTMLElement): HTMLElement {
        const mark = document.createElement("i");
        mark.className = "plot-mark";
        mark.style.setProperty("--series", `var(${palette(k)})`);
        over.append(mark);
        return mark;
    }
}
