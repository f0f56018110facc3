let read = (): number => 13;

/** Where the retention is on the server: the settings. */
export const readVisitMonthsFrom = (source: () => number): void => {
  read = source;
};

/** How many months records of single visits are kept at most. On the server; pages in a browser get it from a loader. */
export const visitMonths = (): number => read();
