/** A lead without activity for this many days is cold: on the site, in the pipeline and in the built-in sequence. */
export const coldAfterDays = 90;
