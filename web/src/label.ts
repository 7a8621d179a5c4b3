// A plot's label on the page. What stands behind an underscore is a subscript, R_x and R_θ₁; dots are
// set over their letter, which fonts do for ẋ but not for θ̇.

const special = /_([\p{L}\p{N}]+(?:,[\p{L}\p{N}]+)*)|(.)([\u0307\u0308])/gu;
const tall = /[A-Zbdfhkltβδζθλξ]/u;

export function label_nodes(label: string): (string | HTMLElement)[] {
    const nodes: (string | HTMLElement)[] = [];
    let done = 0;
    for (const match of label.matchAll(special)) {
        const [whole, below, letter, dots] = match;
        const element = document.createElement(below ? "sub" : "span");
        element.textContent = below ?? letter;
        if (dots) {
            element.className = tall.test(letter) ? "dotted tall" : "dotted";
            element.dataset.dots = dots === "\u0307" ? "˙" : "¨";
        }
        nodes.push(label.slice(done, match.index), element);
        done = match.index + whole.length;
    }
    return [...nodes, label.slice(done)];
}
