// A plot's label on the page: what stands behind an underscore is a subscript, R_x and R_θ₁.

export function label_nodes(label: string): (string | HTMLElement)[] {
    const nodes: (string | HTMLElement)[] = [];
    let done = 0;
    for (const match of label.matchAll(/_([\p{L}\p{N}]+(?:,[\p{L}\p{N}]+)*)/gu)) {
        const below = document.createElement("sub");
        below.textContent = match[1];
        nodes.push(label.slice(done, match.index), below);
        done = match.index + match[0].length;
    }
    return [...nodes, label.slice(done)];
}
