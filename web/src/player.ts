// Play, pause, scrub, speed and loop of one animation: the clock and its controls, whatever is
// drawn. 1× is one unit of the model's time in one second; a very short or very long motion begins
// at another speed, which is then in the list. Nothing moves by itself for readers who ask for
// reduced motion, nor while the figure is out of sight.

import { number_text, round_step } from "./ticks";

const slider_steps = 1000;
const usual_speeds = [0.25, 0.5, 1, 2, 4];
const icons = {
    play: '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 2.5v11l9.5-5.5z"/></svg>',
    pause: '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3.5 2.5h3v11h-3zM9.5 2.5h3v11h-3z"/></svg>',
};

/** The speed at which a motion of this length takes between four seconds and half a minute. */
export function first_speed(length: number): number {
    if (length >= 4 && length <= 30) return 1;
    return length > 0 ? round_step(length / (length < 4 ? 6 : 15), 1) : 1;
}

export class Player {
    readonly element = document.createElement("div");
    time: number;
    playing = false;
    speed: number;
    loop = true;
    private readonly button = document.createElement("button");
    private readonly slider = document.createElement("input");
    private readonly readout = document.createElement("output");
    private last = 0;
    private frame = 0;
    private wanted = false;

    constructor(
        private readonly start: number,
        private readonly end: number,
        private readonly draw: (time: number) => void,
    ) {
        this.time = start;
        this.speed = first_speed(end - start);
        this.build();
        this.update();
    }

    play(): void {
        this.wanted = true;
        if (this.playing || this.end <= this.start) return;
        if (this.time >= this.end) this.time = this.start;
        this.playing = true;
        this.last = performance.now();
        this.frame = requestAnimationFrame((now) => this.step(now));
        this.update();
    }

    pause(): void {
        this.wanted = false;
        this.stop();
    }

    toggle(): void {
        if (this.playing) this.pause();
        else this.play();
    }

    seek(time: number): void {
        this.time = Math.max(this.start, Math.min(this.end, time));
        this.update();
    }

    /** Plays once the figure is first seen, rests while it is out of sight. */
    watch(figure: HTMLElement): void {
        this.wanted = !matchMedia("(prefers-reduced-motion: reduce)").matches;
        new IntersectionObserver(([entry]) => {
            if (!entry.isIntersecting) this.stop();
            else if (this.wanted) this.play();
        }, { threshold: 0.35 }).observe(figure);
    }

    private stop(): void {
        this.playing = false;
        cancelAnimationFrame(this.frame);
        this.update();
    }

    private step(now: number): void {
        // A page that was asleep goes on where it was.
        const passed = Math.min(0.1, (now - this.last) / 1000);
        this.last = now;
        let next = this.time + passed * this.speed;
        if (next >= this.end) {
            if (this.loop) next = this.start + ((next - this.start) % (this.end - this.start));
            else {
                this.time = this.end;
                this.pause();
                return;
            }
        }
        this.time = next;
        this.update();
        this.frame = requestAnimationFrame((later) => this.step(later));
    }

    private update(): void {
        const part = this.end > this.start ? (this.time - this.start) / (this.end - this.start) : 0;
        this.slider.value = String(Math.round(part * slider_steps));
        const text = this.time_text(this.time);
        this.readout.textContent = `t = ${text}`;
        this.slider.setAttribute("aria-valuetext", `t = ${text}`);
        const state = this.playing ? "Pause" : "Play";
        if (this.button.getAttribute("aria-label") !== state) {
            this.button.innerHTML = this.playing ? icons.pause : icons.play;
            this.button.setAttribute("aria-label", state);
        }
        this.draw(this.time);
    }

    private time_text(time: number): string {
        const decimals = Math.min(8, 2 - Math.min(0, Math.floor(Math.log10(Math.max(1e-9, this.end - this.start)))));
        return time.toFixed(decimals).replace("-", "−");
    }

    private build(): void {
        this.element.className = "player";
        this.button.type = "button";
        this.button.className = "play";
        this.button.addEventListener("click", () => this.toggle());
        this.slider.type = "range";
        this.slider.max = String(slider_steps);
        this.slider.setAttribute("aria-label", "Time");
        this.slider.addEventListener("input", () => {
            const part = Number(this.slider.value) / slider_steps; // before pausing moves the slider back
            this.pause();
            this.seek(this.start + part * (this.end - this.start));
        });
        this.slider.addEventListener("keydown", (event) => {
            if (event.key !== " ") return;
            event.preventDefault();
            this.toggle();
        });
        this.readout.style.minWidth = `${this.time_text(this.end).length + 4.5}ch`;
        this.element.append(this.button, this.slider, this.readout, this.speed_choice(), this.loop_button());
    }

    private speed_choice(): HTMLElement {
        const choice = document.createElement("select");
        choice.setAttribute("aria-label", "Speed");
        const speeds = [...new Set([...usual_speeds, this.speed])].sort((a, b) => a - b);
        for (const speed of speeds) choice.add(new Option(`${number_text(speed)}×`, String(speed)));
        choice.value = String(this.speed);
        choice.addEventListener("change", () => {
            this.speed = Number(choice.value);
        });
        return choice;
    }

    private loop_button(): HTMLElement {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "toggle";
        button.textContent = "Loop";
        button.setAttribute("aria-pressed", "true");
        button.addEventListener("click", () => {
            this.loop = !this.loop;
            button.setAttribute("aria-pressed", String(this.loop));
        });
        return button;
    }
}
