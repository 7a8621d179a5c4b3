// The sections' navigation marks where the reader is, and keeps that mark in sight when the list
// is a narrow bar on a phone.

export function find_navigation(): HTMLElement {
    const found = document.querySelector<HTMLElement>("body > header nav");
    if (found) return found;
    const nav = document.createElement("nav");
    (document.querySelector("body > header") ?? document.body).append(nav);
    return nav;
}

function mark(nav: HTMLElement, links: HTMLAnchorElement[], current: HTMLAnchorElement | undefined): void {
    for (const link of links) {
        if (link === current) link.setAttribute("aria-current", "location");
        else link.removeAttribute("aria-current");
    }
    const list = current?.closest<HTMLElement>("ul, ol") ?? nav;
    if (current && list.scrollWidth > list.clientWidth)
        list.scrollTo({ left: current.offsetLeft - list.offsetLeft - list.clientWidth / 3 });
}

export function start_navigation(nav: HTMLElement): void {
    nav.setAttribute("aria-label", nav.getAttribute("aria-label") ?? "Sections");
    const links = [...nav.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')];
    const sections = links.map((link) => document.getElementById(link.hash.slice(1)));
    let shown: HTMLAnchorElement | undefined;
    const follow = () => {
        const line = innerHeight * 0.3;
        const at = sections.reduce((last, s, k) => (s && s.getBoundingClientRect().top <= line ? k : last), -1);
        const end = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
        const current = end ? links[links.length - 1] : links[at];
        if (current === shown) return;
        shown = current;
        mark(nav, links, current);
    };
    let waiting = 0;
    addEventListener("scroll", () => {
        waiting ||= requestAnimationFrame(() => {
            waiting = 0;
            follow();
        });
    }, { passive: true });
    follow();
}
