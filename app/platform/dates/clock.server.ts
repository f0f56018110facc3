/** The only place that reads the wall clock; everything else receives `now`. */
export const currentTime = (): Date => new Date();
