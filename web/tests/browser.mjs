// A headless Chromium for the tests: Debian's, or the one named by CHROMIUM.
import { chromium } from "playwright-core";

export function open_browser({ webgl = true } = {}) {
    return chromium.launch({
        executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
        args: [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            ...(webgl ? ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"] : ["--disable-3d-apis"]),
        ],
    });
}
