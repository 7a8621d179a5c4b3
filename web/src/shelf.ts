// Where names stand that would be written over one another: the later one moves down.

const line = 17;

export class Shelf {
    private readonly taken: { left: number; bottom: number; width: number }[] = [];

    /** The lower edge of a free line, at `bottom` or below it, in pixels. */
    put(left: number, bottom: number, width: number): number {
        const is_free = () =>
            this.taken.every(
                (other) =>
                    Math.abs(other.bottom - bottom) >= line ||
                    left > other.left + other.width + 4 ||
                    other.left > left + width + 4,
            );
        while (!is_free()) bottom += 4;
        this.taken.push({ left, bottom, width });
        return bottom;
    }
}
