/** A lead without activity for so many days counts as cold: on the site, in the pipeline and in the built-in sequence. */
export const coldAfterDays = 90;
