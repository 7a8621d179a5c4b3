// The "Copy LaTeX" buttons: the text of the script element that data-copy names goes to the
// clipboard. A page opened from a file may lack the clipboard interface, hence the second way.

async function copy(text: string): Promise<boolean> {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return copy_by_selection(text);
    }
}

function copy_by_selection(text: string): boolean {
    const area = document.createElement("textarea");
    area.value = text;
    area.style.cssText = "position:fixed;opacity:0";
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
}

export function start_copy(): void {
    document.querySelectorAll<HTMLButtonElement>("button.copy").forEach((button) => {
        const label = button.textContent;
        let back = 0;
        button.setAttribute("aria-live", "polite");
        button.addEventListener("click", async () => {
            const source = document.getElementById(button.dataset.copy ?? "");
            const done = source !== null && (await copy((source.textContent ?? "").trim() + "\n"));
            button.textContent = done ? "Copied" : "Could not copy";
            button.classList.toggle("done", done);
            clearTimeout(back);
            back = window.setTimeout(() => {
                button.textContent = label;
                button.classList.remove("done");
            }, 1600);
        });
    });
}
