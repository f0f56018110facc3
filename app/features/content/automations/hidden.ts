/* Which automations the firm has hidden. Apart from the catalog, because every page loads it. */

let read = (): readonly string[] => [];

/** Where the numbers are on the server: the settings. */
export const readHiddenFrom = (source: () => readonly string[]): void => {
  read = source;
};

/** Of the specified automations. */
export const hiddenIds = (): readonly string[] =>
  typeof document === "undefined" ? read() : (document.documentElement.dataset["hiddenAutomations"]?.split(" ") ?? []);

/** For the root element; absent if nothing is hidden. */
export const hiddenInDocument = (): string | undefined => hiddenIds().join(" ") || undefined;

/** Whether the automation has a page that can be linked. */
export const isShown = (id: string): boolean => !hiddenIds().includes(id);
