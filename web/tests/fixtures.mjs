// Writes the sample pages:  node tests/fixtures.mjs OUTDIR [DIST]
// DIST is where build.mjs put report.js and report.css (default: dist).
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { sample_page } from "./sample_page.mjs";
import { skate, spring } from "./samples_plane.mjs";
import { bicycle, disc, rattleback, shapes } from "./samples_space.mjs";

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const samples = { skate, spring, disc, bicycle, rattleback, shapes };

/** Writes all sample pages into a folder and answers their paths. */
export async function write_fixtures(folder, dist = join(web, "dist")) {
    const [css, js] = await Promise.all(["report.css", "report.js"].map((name) => readFile(join(dist, name), "utf8")));
    await mkdir(folder, { recursive: true });
    const paths = [];
    for (const [name, make] of Object.entries(samples)) {
        paths.push(join(folder, `${name}.html`));
        await writeFile(paths.at(-1), sample_page(make(), css, js));
    }
    return paths;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
    if (!process.argv[2]) {
        console.error("usage: node tests/fixtures.mjs OUTDIR [DIST]");
        process.exit(2);
    }
    for (const path of await write_fixtures(process.argv[2], process.argv[3])) console.log(path);
}
