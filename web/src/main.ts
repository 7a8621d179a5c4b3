// The entry: makes the static page alive. Every part works alone, so that one figure that cannot
// be drawn leaves the rest of the page as it was.

import "./report.css";
import { start_copy } from "./copy_latex";
import { read_data } from "./data";
import { find_navigation, start_navigation } from "./navigation";
import { start_plots } from "./plots";
import { start_scenes } from "./scenes";
import { start_tabs } from "./tabs";
import { start_theme } from "./theme";

function start(): void {
    document.documentElement.classList.add("js");
    const nav = find_navigation();
    start_theme(nav);
    start_navigation(nav);
    start_tabs();
    start_copy();
    const data = read_data();
    const plots = start_plots(data.plots ?? []);
    const scenes = start_scenes(data.scenes ?? []);
    // For tests and for the curious at the console.
    Object.assign(window, { rattleback: { data, plots, scenes } });
}

start();
