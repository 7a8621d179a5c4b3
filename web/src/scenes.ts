// Animated figures: chooses the stage (a canvas for the plane, three.js for space), and puts the
// player and the few switches that both stages know below it.

import type { SceneData } from "./data";
import { extent_of } from "./extent";
import { is_traced, up_of } from "./motion";
import { Player } from "./player";
import { Scene2 } from "./scene2d";
import { Scene3, webgl_context } from "./scene3d";
import type { Stage } from "./stage";
import { on_theme } from "./theme";

const no_webgl = "This motion is in space, and drawing it needs WebGL, which this browser does not offer.";

function say(figure: HTMLElement, caption: Element | null, text: string): void {
    const note = document.createElement("p");
    note.className = "lacking";
    note.textContent = text;
    figure.insertBefore(note, caption);
}

/** The stage for a scene; null (and said in words) where the browser cannot draw it. */
function make_stage(figure: HTMLElement, caption: Element | null, scene: SceneData): Stage | null {
    const extent = extent_of(scene);
    if (scene.dimension !== 3) return new Scene2(scene, extent);
    const context = webgl_context();
    if (context) return new Scene3(scene, extent, context);
    if (Math.abs(up_of(scene)[2]) < 0.99) {
        say(figure, caption, no_webgl);
        return null;
    }
    say(figure, caption, `${no_webgl} Here it is seen from above.`);
    return new Scene2(scene, extent);
}

function toggle(text: string, on: boolean, change: (on: boolean) => void): HTMLElement {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "toggle";
    button.textContent = text;
    button.setAttribute("aria-pressed", String(on));
    button.addEventListener("click", () => {
        const next = button.getAttribute("aria-pressed") !== "true";
        button.setAttribute("aria-pressed", String(next));
        change(next);
    });
    return button;
}

function switches(stage: Stage, scene: SceneData, redraw: () => void): HTMLElement {
    const bar = document.createElement("div");
    bar.className = "switches";
    const add = (text: string, key: "follow" | "trails" | "names") =>
        bar.append(toggle(text, stage[key], (on) => {
            stage[key] = on;
            if (key === "follow") stage.frame();
            redraw();
        }));
    add("Follow", "follow");
    if (scene.items.some(is_traced)) add("Trails", "trails");
    if (scene.items.some((item) => item.name)) add("Names", "names");
    const reset = document.createElement("button");
    reset.type = "button";
    reset.textContent = "Reset view";
    reset.addEventListener("click", () => {
        stage.frame();
        redraw();
    });
    bar.append(reset);
    return bar;
}

function start_scene(figure: HTMLElement, scene: SceneData): Player | null {
    if (scene.times.length === 0) return null;
    const caption = figure.querySelector("figcaption");
    const stage = make_stage(figure, caption, scene);
    if (!stage) return null;
    const { element } = stage;
    element.classList.add("stage");
    element.tabIndex = 0;
    element.setAttribute("role", "group");
    element.setAttribute("aria-label", `Animation: ${scene.name}. Space plays and pauses.`);
    figure.insertBefore(element, caption);
    const [first, last] = [scene.times[0], scene.times[scene.times.length - 1]];
    const player: Player = new Player(first, last, (time) => {
        figure.dataset.time = String(time);
        stage.draw(time);
    });
    const redraw = () => player.seek(player.time);
    figure.insertBefore(player.element, caption);
    player.element.append(switches(stage, scene, redraw));
    element.addEventListener("keydown", (event) => {
        if (event.key !== " " || event.target !== element) return;
        event.preventDefault();
        player.toggle();
    });
    new ResizeObserver(() => {
        stage.resize();
        redraw();
    }).observe(element);
    on_theme(() => {
        stage.recolour();
        redraw();
    });
    player.watch(figure);
    figure.classList.add("alive");
    return player;
}

export function start_scenes(scenes: SceneData[]): Player[] {
    const players: Player[] = [];
    document.querySelectorAll<HTMLElement>("figure.scene[data-scene]").forEach((figure) => {
        const scene = scenes[Number(figure.dataset.scene)];
        const player = scene && start_scene(figure, scene);
        if (player) players.push(player);
    });
    return players;
}
