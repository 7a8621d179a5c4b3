// Light and dark. The style sheet writes every colour as a custom property with light-dark(), so
// that a theme is one attribute of <html>; what is drawn on a canvas asks here for the resolved
// colour and is told when to draw again. Printing is always light.

type Choice = "auto" | "light" | "dark";
const key = "rattleback-theme";
const names: Record<Choice, string> = { auto: "Auto", light: "Light", dark: "Dark" };
const listeners = new Set<() => void>();
let probe: HTMLElement | null = null;
const cache = new Map<string, string>();

/** The resolved value of a colour such as "--ink", as rgb(…) text that a canvas understands. */
export function colour(name: string): string {
    const known = cache.get(name);
    if (known) return known;
    if (!probe) {
        probe = document.createElement("span");
        probe.hidden = true;
        document.body.append(probe);
    }
    probe.style.color = `var(${name})`;
    const value = getComputedStyle(probe).color;
    cache.set(name, value);
    return value;
}

/** The same colour, more or less transparent. */
export function faded(name: string, alpha: number): string {
    const parts = colour(name).match(/[\d.]+/g) ?? ["0", "0", "0"];
    return `rgba(${parts[0]}, ${parts[1]}, ${parts[2]}, ${alpha})`;
}

/** The colour of the k-th series or item: a palette that colour-blind readers can tell apart. */
export const palette_size = 7;
export function palette(k: number): string {
    return `--c${(k % palette_size) + 1}`;
}

export function on_theme(draw: () => void): void {
    listeners.add(draw);
}

export function is_dark(): boolean {
    return document.documentElement.dataset.shown === "dark";
}

function stored(): Choice {
    try {
        const value = localStorage.getItem(key);
        return value === "light" || value === "dark" ? value : "auto";
    } catch {
        return "auto"; // a page opened from a file may have no storage
    }
}

function store(choice: Choice): void {
    try {
        localStorage.setItem(key, choice);
    } catch {
        // the choice then lasts as long as the page
    }
}

/** Puts the button into the navigation and follows the system's preference. */
export function start_theme(place: HTMLElement): void {
    const root = document.documentElement;
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const button = document.createElement("button");
    let choice = stored();
    let printing = false;
    button.type = "button";
    button.className = "theme";
    const apply = () => {
        const shown = printing ? "light" : choice === "auto" ? (dark.matches ? "dark" : "light") : choice;
        root.dataset.shown = shown;
        if (printing) root.dataset.theme = "light";
        else if (choice === "auto") delete root.dataset.theme;
        else root.dataset.theme = choice;
        button.textContent = `◐ ${names[choice]}`;
        button.setAttribute("aria-label", `Colours: ${names[choice].toLowerCase()}. Press to change.`);
        cache.clear();
        for (const draw of listeners) draw();
    };
    const print = (on: boolean) => {
        printing = on;
        apply();
    };
    button.addEventListener("click", () => {
        // The first press always changes what is seen.
        const order: Choice[] = dark.matches ? ["auto", "light", "dark"] : ["auto", "dark", "light"];
        choice = order[(order.indexOf(choice) + 1) % 3];
        store(choice);
        apply();
    });
    dark.addEventListener("change", apply);
    addEventListener("beforeprint", () => print(true));
    addEventListener("afterprint", () => print(false));
    place.append(button);
    apply();
}
