// Tabs as the WAI-ARIA practice wants them: one tab stop, arrows move and select, Home and End.
// Without this script every panel shows; printing shows all of them too, each under its title.

function select(tabs: HTMLElement[], chosen: HTMLElement): void {
    for (const tab of tabs) {
        const on = tab === chosen;
        tab.setAttribute("aria-selected", String(on));
        tab.tabIndex = on ? 0 : -1;
        const panel = panel_of(tab);
        if (panel) panel.hidden = !on;
    }
}

function panel_of(tab: HTMLElement): HTMLElement | null {
    return document.getElementById(tab.getAttribute("aria-controls") ?? "");
}

function key_target(key: string, at: number, count: number): number | null {
    switch (key) {
        case "ArrowRight": case "ArrowDown": return (at + 1) % count;
        case "ArrowLeft": case "ArrowUp": return (at + count - 1) % count;
        case "Home": return 0;
        case "End": return count - 1;
        default: return null;
    }
}

/** On paper a panel has no tab, so it needs a title of its own. */
function ensure_title(tab: HTMLElement, panel: HTMLElement): void {
    if (/^H[2-6]$/.test(panel.firstElementChild?.tagName ?? "")) {
        panel.firstElementChild!.classList.add("panel-title");
        return;
    }
    const title = document.createElement("h3");
    title.className = "panel-title";
    title.textContent = tab.textContent;
    panel.prepend(title);
}

function start_list(list: HTMLElement): void {
    const tabs = [...list.querySelectorAll<HTMLElement>("[role=tab]")];
    if (tabs.length === 0) return;
    tabs.forEach((tab, at) => {
        const panel = panel_of(tab);
        if (panel) ensure_title(tab, panel);
        tab.addEventListener("click", () => select(tabs, tab));
        tab.addEventListener("keydown", (event) => {
            const target = key_target(event.key, at, tabs.length);
            if (target === null) return;
            event.preventDefault();
            select(tabs, tabs[target]);
            tabs[target].focus();
        });
    });
    const linked = tabs.find((tab) => location.hash && panel_of(tab)?.id === location.hash.slice(1));
    select(tabs, linked ?? tabs.find((tab) => tab.getAttribute("aria-selected") === "true") ?? tabs[0]);
}

export function start_tabs(): void {
    document.querySelectorAll<HTMLElement>("[role=tablist]").forEach(start_list);
}
