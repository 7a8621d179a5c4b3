// What the page says about itself in the JSON of #data: plots and scenes. The reference is
// web/CONTRACT.md; the C++ side writes it, this file reads it. NaN arrives as null.

export type Values = (number | null)[];

export interface PlotData {
    title: string;
    kind: "time" | "phase";
    x: { label: string; values: Values };
    series: { label: string; values: Values }[];
    window?: { x: [number, number] | null; y: [number, number] | null };
    equal_axes?: boolean;
    y_label?: string;
    log_y?: boolean;
}

export type ItemKind =
    | "point" | "segment" | "spring" | "arrow" | "blade" | "wheel"
    | "disc" | "sphere" | "ellipsoid" | "box" | "plate" | "cylinder";

/** One drawn thing. Which arrays it has depends on its kind; see web/CONTRACT.md. */
export interface Item {
    kind: ItemKind;
    name?: string;
    trace?: boolean;
    at?: Values;
    from?: Values;
    to?: Values;
    along?: Values;
    rotation?: Values;
    axis?: 0 | 1 | 2;
    size?: number | number[];
}

export interface SceneData {
    name: string;
    dimension: 2 | 3;
    up?: number[];
    times: number[];
    ground?: { at: number[]; normal: number[] } | null;
    items: Item[];
}

export interface ReportData {
    plots?: PlotData[];
    scenes?: SceneData[];
}

/** The page's data, or nothing to draw when the page has none. */
export function read_data(): ReportData {
    const element = document.getElementById("data");
    return element?.textContent ? (JSON.parse(element.textContent) as ReportData) : {};
}

/** The k-th edge length, radius or semi-axis of an item; 0 when it has none. */
export function size_of(item: Item, k = 0): number {
    const size = item.size;
    return (typeof size === "number" ? (k === 0 ? size : 0) : size?.[k]) ?? 0;
}
