/** Returns an id that a part keeps, so that versions can be compared and ticks are kept. */
export const newPartId = (): string => crypto.randomUUID().slice(0, 13);
