const defaultName = "GTMarc";

let read = () => defaultName;

/** Where the firm's name is on the server: the settings. */
export const readFirmNameFrom = (source: () => string): void => {
  read = source;
};

/**
 * The name of the firm, for everything that speaks for it. The firm can change it, so call this when a text is made, not when its
 * module loads. A browser reads it from the document (app/root.tsx).
 */
export const firmName = (): string =>
  typeof document === "undefined" ? read() : (document.documentElement.dataset["firm"] ?? defaultName);

/** Without a name of its own the firm has the product's wordmark. */
export const isUnnamed = (): boolean => firmName() === defaultName;
/** For the root element; absent for the default, which every page knows. */
export const firmNameInDocument = (): string | undefined => (isUnnamed() ? undefined : firmName());

/** The label of the primary action. By default the blueprint is called after the firm. */
export const getYours = (): string => `Get Your ${blueprintName()}`;
export const blueprintName = (): string => (isUnnamed() ? defaultName : "Blueprint");

/** The title of a page. */
export const titled = (title: string) => ({ title: `${title} | ${firmName()}` });
/** The head of a page that search engines do not list. */
export const unlisted = (title: string) => [titled(title), { name: "robots", content: "noindex" }];
