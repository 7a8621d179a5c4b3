// Pictures of pages to look at:  node tests/screenshots.mjs PAGE… OUTDIR
// Each page gives NAME-{desktop,phone}-{light,dark}.png, whole pages, a while after opening.
import { mkdir } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { open_browser } from "./browser.mjs";

const pages = process.argv.slice(2, -1);
const folder = process.argv.at(-1);
if (pages.length === 0) {
    console.error("usage: node tests/screenshots.mjs PAGE… OUTDIR");
    process.exit(2);
}
const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 375, height: 812 } };

/** Scrubs every animation to the same place, so that pictures can be compared. */
async function settle(page) {
    await page.evaluate(() => {
        for (const player of window.rattleback?.scenes ?? []) {
            player.pause();
            player.seek(player.start + 0.37 * (player.end - player.start));
        }
    });
    await page.waitForTimeout(300);
}

await mkdir(folder, { recursive: true });
const browser = await open_browser();
for (const path of pages)
    for (const [size, viewport] of Object.entries(sizes))
        for (const colorScheme of ["light", "dark"]) {
            const scale = size === "phone" ? 2 : 1;
            const page = await browser.newPage({ viewport, colorScheme, deviceScaleFactor: scale, reducedMotion: "reduce" });
            page.setDefaultTimeout(120_000); // space is drawn without a graphics card
            await page.goto(pathToFileURL(resolve(path)).href);
            await settle(page);
            const file = join(folder, `${basename(path, ".html")}-${size}-${colorScheme}.png`);
            await page.screenshot({ path: file, fullPage: true });
            console.log(file);
            await page.close();
        }
await browser.close();
