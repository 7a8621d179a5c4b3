// Bundles src/ into two files that can be pasted into a page: OUTDIR/report.js and OUTDIR/report.css.
//     node build.mjs OUTDIR
// The result is plain ASCII and never contains what would end or confuse a <script> or <style> element.
import { build } from "esbuild";
import { mkdir, readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2];
if (process.argv.length !== 3) {
    console.error("usage: node build.mjs OUTDIR");
    process.exit(2);
}
const folder = resolve(out);
await mkdir(folder, { recursive: true });
await build({
    absWorkingDir: here,
    entryPoints: { report: "src/main.ts" },
    outdir: folder,
    bundle: true,
    minify: true,
    format: "iife",
    target: ["es2020"],
    charset: "ascii",
    legalComments: "none",
    logLevel: "warning",
    // The licences of the bundled packages ask to be named wherever their code goes.
    banner: {
        js: "/* Rattleback report (MIT). Contains uPlot (MIT, Leon Sorokin) and three.js (MIT, three.js authors). */",
    },
});
for (const [name, forbidden] of [["report.js", /<\/script|<!--/i], ["report.css", /<\/style|<!--/i]]) {
    const text = await readFile(join(folder, name), "utf8");
    const found = forbidden.exec(text);
    if (found) {
        console.error(`${name} contains "${found[0]}", which cannot stand inside a page.`);
        process.exit(1);
    }
    const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`;
    console.error(`${name}: ${kib(text.length)}, compressed ${kib(gzipSync(text).length)}`);
}
