/** A part keeps its id for life, so that versions can be compared and ticks survive. */
export const newPartId = (): string => crypto.randomUUID().slice(0, 13);
