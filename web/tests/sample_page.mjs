// Writes a page as the C++ side writes it (web/CONTRACT.md), around given mathematics and data.

const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

/** A plain picture of a plot, as the page has it without a script. */
function static_svg(plot) {
    const finite = (values) => values.filter((v) => v !== null && (!plot.log_y || v > 0));
    const place = (v) => (plot.log_y ? Math.log10(v) : v);
    const xs = finite(plot.x.values);
    const ys = plot.series.flatMap((s) => finite(s.values)).map(place);
    const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const px = (x) => (50 + (580 * (x - x0)) / (x1 - x0 || 1)).toFixed(2);
    const py = (y) => (280 - (260 * (place(y) - y0)) / (y1 - y0 || 1)).toFixed(2);
    const colours = ["#0068a8", "#d15400", "#008a66", "#b0558b", "#b98000", "#3f9fd6", "#4b4b55"];
    const lines = plot.series.map((s, k) => {
        let path = "";
        s.values.forEach((y, t) => {
            const x = plot.x.values[t];
            if (x === null || y === null || (plot.log_y && y <= 0)) path += " ";
            else path += `${path === "" || path.endsWith(" ") ? "M" : "L"}${px(x)},${py(y)}`;
        });
        return `<path d="${path}" fill="none" stroke="${colours[k % 7]}" stroke-width="1.5"/>`;
    });
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 320" role="img" aria-label="${escape(plot.title)}">`
        + `<rect x="50" y="20" width="580" height="260" fill="none" stroke="currentColor" stroke-width="0.75"/>${lines.join("")}`
        + `<text x="340" y="308" text-anchor="middle" font-size="14" font-style="italic" fill="currentColor">${escape(plot.x.label)}</text></svg>`;
}

function tabs(forms) {
    const buttons = forms.map(({ id, label }, k) =>
        `<button role="tab" id="tab-${id}" aria-controls="form-${id}" aria-selected="${k === 0}">${label}</button>`);
    const panels = forms.map(({ id, label, html, latex, steps }) => `
<section role="tabpanel" id="form-${id}" aria-labelledby="tab-${id}"><h3>${label}</h3>${html}
<button class="copy" data-copy="latex-${id}">Copy LaTeX</button><script type="text/plain" id="latex-${id}">${latex}</script>
${steps ? `<details class="steps"><summary>Derivation</summary>${steps}</details>` : ""}</section>`);
    return `<div class="tabs" role="tablist" aria-label="Forms of the equations">${buttons.join("")}</div>${panels.join("")}`;
}

export function table(head, rows) {
    const cells = (tag, list) => list.map((c) => `<${tag}>${c}</${tag}>`).join("");
    return `<table><thead><tr>${cells("th", head)}</tr></thead><tbody>${rows.map((r) => `<tr>${cells("td", r)}</tr>`).join("")}</tbody></table>`;
}

/** A whole page. `sample` has title, reference, description, model, constraints, forms, agreement, scenes, plots, … */
export function sample_page(sample, css, js) {
    const figure = (k) => `<figure class="plot" data-plot="${k}">${static_svg(sample.plots[k])}<figcaption>${sample.plots[k].caption ?? ""}</figcaption></figure>`;
    const scene = (k) => `<figure class="scene" data-scene="${k}"><figcaption>${sample.scenes[k].caption ?? sample.scenes[k].name}</figcaption></figure>`;
    const sections = [
        ["model", "The model", sample.model],
        ["constraints", "Constraints", sample.constraints],
        ["equations", "Equations of motion", tabs(sample.forms)],
        ["agreement", "Agreement of the forms", sample.agreement],
        ["motion", "Motion", sample.scenes.map((_, k) => scene(k)).join("") + sample.motion.map(figure).join("")],
        ["reactions", "Reactions", sample.reactions?.map(figure).join("")],
        ["invariants", "Invariants", sample.invariants && sample.invariants.html + sample.invariants.plots.map(figure).join("")],
        ["reproduce", "To reproduce", sample.reproduce],
    ].filter(([, , html]) => html);
    const data = JSON.stringify({ plots: sample.plots, scenes: sample.scenes }, (_, v) => (Number.isNaN(v) ? null : v));
    return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${sample.title} – Rattleback</title><link rel="icon" href="data:,"><style>${css}</style></head>
<body><header><h1>${sample.title}</h1><p class="reference">${sample.reference}</p><p>${sample.description}</p>
<nav>${sections.map(([id, title]) => `<a href="#${id}">${title}</a>`).join("")}</nav></header><main>
${sections.map(([id, title, html]) => `<section id="${id}"><h2>${title}</h2>${html}</section>`).join("\n")}
</main><script type="application/json" id="data">${data.replace(/</g, "\\u003c")}</script><script>${js}</script></body></html>`;
}
