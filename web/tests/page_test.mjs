// Opens pages in a real browser and uses them as a reader does:
//     node tests/page_test.mjs [PAGE…]
// Without arguments, the sample pages of fixtures.mjs around the bundle in dist/ (or DIST). Every
// test asks the page, never the script's variables, except where it must choose a time.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { open_browser } from "./browser.mjs";
import { write_fixtures } from "./fixtures.mjs";

const given = process.argv.slice(2);
const folder = given.length ? null : await mkdtemp(join(tmpdir(), "rattleback-pages-"));
const pages = given.length ? given.map((path) => resolve(path)) : await write_fixtures(folder, process.env.DIST);
const patience = 120_000; // the machine may be busy, and space is drawn without a graphics card
let browser;

/** Software rendering tells of its own slowness; that is no fault of the page. */
const is_driver_note = (text) => text.includes("GL Driver Message") && text.includes("Performance");

/** A page opened in a context of its own, and what it complains of or asks the network for. */
async function open(path, options = {}, chosen = browser) {
    const context = await chosen.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", ...options });
    const faults = [];
    const page = await context.newPage();
    page.setDefaultTimeout(patience);
    page.on("console", (m) => {
        if (["error", "warning"].includes(m.type()) && !is_driver_note(m.text())) faults.push(`${m.type()}: ${m.text()}`);
    });
    page.on("pageerror", (error) => faults.push(`exception: ${error.message}`));
    page.on("request", (request) => {
        if (!request.isNavigationRequest() && !/^(data|blob):/.test(request.url())) faults.push(`request: ${request.url()}`);
    });
    await page.goto(pathToFileURL(path).href);
    return { page, faults, close: () => context.close() };
}

/** Opens a page, runs the steps, and fails on any message, error or request of the page. */
async function visit(path, options, steps, chosen = browser) {
    const { page, faults, close } = await open(path, options, chosen);
    try {
        await steps(page);
        assert.deepEqual(faults, []);
    } finally {
        await close();
    }
}

const count = (page, selector) => page.locator(selector).count();
const view_of = async (figure) => (await figure.getAttribute("data-view")).split(" ").map(Number);
const time_of = async (figure) => Number(await figure.getAttribute("data-time"));
const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const luminance = (page) => page.evaluate(() => {
    const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g).map(Number);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
});

/** The first figure of its kind, scrolled into view; skips the test where the page has none. */
async function figure_or_skip(t, page, selector) {
    if ((await count(page, selector)) === 0) {
        t.skip(`the page has no ${selector}`);
        return null;
    }
    const figure = page.locator(selector).first();
    await figure.scrollIntoViewIfNeeded();
    return figure;
}

describe("pages in a browser", () => {
    before(async () => (browser = await open_browser()));
    after(async () => {
        await browser?.close();
        if (folder) await rm(folder, { recursive: true });
    });

    for (const path of pages)
        describe(basename(path), () => {
            // One reader's session: the tests use the same page one after another.
            let session;
            let page;
            before(async () => {
                session = await open(path, { colorScheme: "light", permissions: ["clipboard-read", "clipboard-write"] });
                page = session.page;
            });
            after(() => session?.close());

            test("opens without a message or a request, and shows its mathematics", async () => {
                const boxes = await page.locator("math:visible").evaluateAll((all) => all.map((m) => m.getBoundingClientRect()).map((b) => b.width * b.height));
                assert.ok(boxes.length > 0, "no visible formula");
                assert.ok(boxes.every((area) => area > 0), "a formula without extent");
                const stacked = await page.locator("mfrac:visible").evaluateAll((all) => all.every((f) => f.children[1].getBoundingClientRect().top > f.children[0].getBoundingClientRect().top));
                assert.ok(stacked, "a fraction whose denominator is not below");
                assert.deepEqual(session.faults, []);
            });

            test("tabs switch by press and by keys", async (t) => {
                const tabs = page.locator("[role=tablist]").first().locator("[role=tab]");
                const all = await tabs.count();
                if (all < 2) return t.skip("the page has fewer than two tabs");
                const shown = async () => {
                    const states = await tabs.evaluateAll((list) => list.map((tab) => [tab.getAttribute("aria-selected") === "true", document.getElementById(tab.getAttribute("aria-controls")).checkVisibility()]));
                    assert.ok(states.every(([selected, visible]) => selected === visible), "a panel does not follow its tab");
                    return states.map(([selected], k) => (selected ? k : -1)).filter((k) => k >= 0);
                };
                assert.equal((await shown()).length, 1); // the page chooses which
                await tabs.nth(0).click();
                assert.deepEqual(await shown(), [0]);
                await tabs.nth(1).click();
                assert.deepEqual(await shown(), [1]);
                await page.keyboard.press("ArrowLeft");
                assert.deepEqual(await shown(), [0]);
                await page.keyboard.press("ArrowLeft");
                assert.deepEqual(await shown(), [all - 1]);
                await page.keyboard.press("Home");
                assert.deepEqual(await shown(), [0]);
            });

            test("the button copies LaTeX", async (t) => {
                const button = page.locator("button.copy:visible").first();
                if ((await button.count()) === 0) return t.skip("the page has no button to copy");
                const source = await page.locator(`#${await button.getAttribute("data-copy")}`).textContent();
                await button.click();
                await page.locator("button.copy.done").waitFor();
                assert.equal((await page.evaluate(() => navigator.clipboard.readText())).trim(), source.trim());
            });

            test("the animation plays, pauses and is scrubbed", async (t) => {
                const figure = await figure_or_skip(t, page, "figure.scene.alive");
                if (!figure) return;
                const first = await time_of(figure);
                await page.waitForTimeout(300);
                assert.equal(await time_of(figure), first, "it moves although the reader asks for reduced motion");
                const before_play = await figure.locator("canvas").screenshot();
                await figure.locator(".play").click();
                await page.waitForFunction(([f, t0]) => Number(f.dataset.time) > t0, [await figure.elementHandle(), first]);
                await figure.locator(".stage").focus();
                await page.keyboard.press(" ");
                assert.equal(await figure.locator(".play").getAttribute("aria-label"), "Play");
                const slider = figure.locator("input[type=range]");
                const [low, high] = await page.evaluate((k) => [0, -1].map((end) => window.rattleback.data.scenes[k].times.at(end)), await figure.getAttribute("data-scene"));
                await slider.fill("400");
                assert.ok(Math.abs(await time_of(figure) - (low + (high - low) * 0.4)) < 1e-9 * (high - low));
                assert.ok(!before_play.equals(await figure.locator("canvas").screenshot()), "the picture did not change");
                await slider.press("End");
                assert.equal(await time_of(figure), high);
            });

            test("the animation plays by itself for other readers", (t) => visit(path, { reducedMotion: "no-preference" }, async (page) => {
                const figure = await figure_or_skip(t, page, "figure.scene.alive");
                if (figure) await page.waitForFunction((f) => Number(f.dataset.time) > 0.05, await figure.elementHandle());
            }));

            test("a plot zooms, shows values and resets", async (t) => {
                const figure = await figure_or_skip(t, page, "figure.plot.alive");
                if (!figure) return;
                const full = await view_of(figure);
                const over = await figure.locator(".u-over").boundingBox();
                const at = (part) => over.x + over.width * part;
                const middle = over.y + over.height / 2;
                await page.mouse.move(at(0.3), middle);
                assert.match(await figure.locator(".legend-x output").textContent(), /=/);
                await page.mouse.down();
                await page.mouse.move(at(0.45), middle + 3, { steps: 3 });
                await page.mouse.move(at(0.6), middle + 3, { steps: 3 });
                await page.mouse.up();
                const near = await view_of(figure);
                const part = (near[1] - near[0]) / (full[1] - full[0]);
                assert.ok(part > 0.25 && part < 0.35, `the drag of 0.3 shows ${part} of the axis`);
                await page.mouse.wheel(0, -100);
                await page.waitForFunction(([f, v]) => f.dataset.view !== v, [await figure.elementHandle(), near.join(" ")]);
                assert.ok((await view_of(figure))[1] - (await view_of(figure))[0] < near[1] - near[0]);
                await page.mouse.dblclick(at(0.5), middle);
                assert.deepEqual(await view_of(figure), full);
                await figure.locator(".plot-area").focus();
                await page.keyboard.press("+");
                await figure.locator(".reset").click();
                assert.deepEqual(await view_of(figure), full);
            });

            test("a window is shown first, and a reset leads back to it", async (t) => {
                const windows = await page.evaluate(() => window.rattleback.data.plots.map((p) => p.window ?? {}));
                const which = windows.findIndex((w) => w.x || w.y);
                if (which < 0) return t.skip("the page has no plot with a window");
                const figure = await figure_or_skip(t, page, `figure.plot[data-plot="${which}"]`);
                if (!figure) return;
                const first = await view_of(figure);
                ["x", "y"].forEach((axis, k) => {
                    const [from, to] = windows[which][axis] ?? first.slice(2 * k);
                    const rounding = 1e-9 * (to - from);
                    assert.ok(first[2 * k] <= from + rounding && to - rounding <= first[2 * k + 1], `${axis} from ${first[2 * k]} to ${first[2 * k + 1]}`);
                    const wide = first[2 * k + 1] - first[2 * k];
                    assert.ok(wide < 3 * (to - from), `${axis} shows ${wide}, asked for are ${to - from}`);
                });
                await figure.locator(".plot-area").focus();
                await page.keyboard.press("-");
                assert.notDeepEqual(await view_of(figure), first);
                await page.keyboard.press("0");
                assert.deepEqual(await view_of(figure), first);
            });

            test("equal axes are equal, also after a zoom", async (t) => {
                const plots = await page.evaluate(() => window.rattleback.data.plots.map((p) => Boolean(p.equal_axes)));
                const which = plots.indexOf(true);
                if (which < 0) return t.skip("the page has no plot with equal axes");
                const figure = await figure_or_skip(t, page, `figure.plot[data-plot="${which}"]`);
                const check = async () => {
                    const [x0, x1, y0, y1] = await view_of(figure);
                    const box = await figure.locator(".u-over").boundingBox();
                    const ratio = (x1 - x0) / box.width / ((y1 - y0) / box.height);
                    assert.ok(Math.abs(ratio - 1) < 0.02, `a unit sideways is ${1 / ratio} units upwards`);
                };
                await check();
                await figure.locator(".plot-area").focus();
                await page.keyboard.press("+");
                await check();
            });

            test("a series is hidden and shown by the legend", async (t) => {
                const figure = await figure_or_skip(t, page, "figure.plot.alive");
                if (!figure) return;
                const button = figure.locator(".legend button").first();
                const full = await figure.locator("canvas").screenshot();
                await button.click();
                assert.equal(await button.getAttribute("aria-pressed"), "false");
                assert.ok(!full.equals(await figure.locator("canvas").screenshot()), "the curve is still there");
            });

            test("legends have true subscripts, and dots over their letters", async () => {
                const texts = await page.locator(".legend button, .plot-head strong").allTextContents();
                for (const text of texts) assert.doesNotMatch(text, /_[\p{L}\p{N}]|[\u0307\u0308]/u);
            });

            test("dark and light follow the system and the button", async () => {
                const light = await luminance(page);
                // Which canvases of the page differ from what they were when first asked.
                const changed = () => page.evaluate(() => {
                    const now = [...document.querySelectorAll("figure canvas")].map((c) => c.toDataURL());
                    window.pictures ??= now;
                    return now.map((picture, k) => picture !== window.pictures[k]);
                });
                assert.ok((await changed()).every((is) => !is));
                await page.emulateMedia({ colorScheme: "dark" });
                await page.waitForFunction(() => document.documentElement.dataset.shown === "dark");
                const dark = await luminance(page);
                assert.ok(light > 200 && dark < 60, `background ${light} by day, ${dark} by night`);
                const states = await changed();
                assert.ok(states.every(Boolean), `canvas ${states.indexOf(false)} keeps its colours`);
                await page.emulateMedia({ colorScheme: "light" });
                await page.waitForFunction(() => document.documentElement.dataset.shown === "light");
                await page.locator("button.theme").click();
                assert.ok((await luminance(page)) < 60, "the button does not darken the page");
                await page.reload();
                assert.ok((await luminance(page)) < 60, "the choice is forgotten");
            });

            for (const width of [375, 1280])
                test(`nothing sticks out at ${width} pixels`, async () => {
                    await page.setViewportSize({ width, height: 800 });
                    assert.equal(await overflow(page), 0);
                    for (const tab of await page.locator("[role=tab]").all()) {
                        await tab.click();
                        assert.equal(await overflow(page), 0, `in the tab ${await tab.textContent()}`);
                    }
                    await page.locator("details").evaluateAll((all) => all.forEach((d) => (d.open = true)));
                    assert.equal(await overflow(page), 0, "with the derivations open");
                    const bar = await page.locator("nav").boundingBox();
                    await page.evaluate(() => scrollTo({ top: 1e6, behavior: "instant" }));
                    assert.ok((await page.locator("nav").boundingBox()).y >= 0 && bar.width > 0, "the navigation scrolls away");
                });

            test("on paper every panel shows and no button, and nothing was complained of", async () => {
                await page.emulateMedia({ media: "print" });
                const hidden = await page.locator("[role=tabpanel]").evaluateAll((all) => all.filter((p) => p.getBoundingClientRect().height === 0).map((p) => p.id));
                assert.deepEqual(hidden, []);
                assert.equal(await count(page, "button:visible"), 0);
                const pictures = await page.locator("figure.plot").evaluateAll((all) => all.filter((f) => f.getBoundingClientRect().height < 100).length);
                assert.equal(pictures, 0, "a plot is lost");
                assert.ok((await luminance(page)) > 250);
                assert.ok((await page.pdf({ format: "A4" })).length > 10_000);
                assert.deepEqual(session.faults, []);
            });

            test("no other script runs, and nothing is fetched", async (t) => {
                const session = await open(path);
                try {
                    if ((await count(session.page, "meta[http-equiv=Content-Security-Policy]")) === 0) return t.skip("a page without a policy");
                    const forbidden = await session.page.evaluate(async () => {
                        const refused = [];
                        document.addEventListener("securitypolicyviolation", (event) => refused.push(event.effectiveDirective));
                        const script = document.createElement("script");
                        script.textContent = "window.stranger = true";
                        const image = document.createElement("img");
                        image.setAttribute("onerror", "window.stranger = true");
                        image.src = "https://example.org/x.png";
                        const frame = document.createElement("iframe");
                        frame.src = "https://example.org/";
                        document.body.append(script, image, frame);
                        await fetch("https://example.org/").catch(() => {});
                        await new Promise((done) => setTimeout(done, 500));
                        return { refused, stranger: window.stranger };
                    });
                    assert.equal(forbidden.stranger, undefined);
                    for (const kind of ["script-src-elem", "script-src-attr", "img-src", "frame-src", "connect-src"])
                        assert.ok(forbidden.refused.includes(kind), `${kind} in ${forbidden.refused}`);
                } finally {
                    await session.close();
                }
            });

            test("without a script everything is there to read", () => visit(path, { javaScriptEnabled: false }, async (page) => {
                for (const panel of await page.locator("[role=tabpanel]").all()) assert.ok(await panel.isVisible());
                assert.equal(await count(page, "button:visible"), 0);
                for (const svg of await page.locator("figure.plot > svg").all()) assert.ok(await svg.isVisible());
            }));
        });

    test("without WebGL a scene in space says so in words", async (t) => {
        const plain = await open_browser({ webgl: false });
        try {
            let tried = 0;
            for (const path of pages)
                await visit(path, {}, async (page) => {
                    const spaces = await page.evaluate(() => (window.rattleback.data.scenes ?? []).filter((s) => s.dimension === 3).length);
                    tried += spaces;
                    assert.equal(await count(page, ".lacking"), spaces);
                    if (spaces) assert.match(await page.locator(".lacking").first().textContent(), /WebGL/);
                }, plain);
            if (tried === 0) t.skip("no page has a scene in space");
        } finally {
            await plain.close();
        }
    });
});
