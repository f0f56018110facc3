/** A day's list is at most as high as this many times; it scrolls when there are more. */
export const shownTimes = 16;
