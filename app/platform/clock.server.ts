/** The only place that reads the wall clock; everything else is handed `now`. */
export const currentTime = (): Date => new Date();
