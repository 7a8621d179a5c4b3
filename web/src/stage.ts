// What draws an animation, be it in the plane or in space, as its figure sees it.

/** What a figure asks of whatever draws it. */
export interface Stage {
    readonly element: HTMLElement;
    follow: boolean;
    trails: boolean;
    names: boolean;
    draw(time: number): void;
    /** The camera goes back to where it frames the motion. */
    frame(): void;
    resize(): void;
    recolour(): void;
}

/** More names than this would hide the picture; they are then shown on demand. */
export const most_names = 3;
