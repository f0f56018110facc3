const defaultName = "GTMarc";

/** `logo`: path and natural size. `picture`: the logo as a data: URL, for documents; null for types that they cannot show. */
export type Firm = {
  name: string;
  logo: { src: string; width: number; height: number } | null;
  picture: string | null;
  /** `#rrggbb`; null for the default. Pages and mails read it elsewhere: this one is for documents. */
  accent: string | null;
};

let read = (): Firm => ({ name: defaultName, logo: null, picture: null, accent: null });

/** Where the facts are on the server: the settings. */
export const readFirmFrom = (source: () => Firm): void => {
  read = source;
};
export const firmFacts = (): Firm => read();

/**
 * The name of the firm, for everything that speaks for it. The firm can change it, so call this when a text is made, not when its
 * module loads. A browser reads it from the document (app/root.tsx).
 */
export const firmName = (): string =>
  typeof document === "undefined" ? read().name : (document.documentElement.dataset["firm"] ?? defaultName);

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
/** The head of a page with a secret in its address, which links to other sites do not pass on. */
export const secretPage = (title: string) => [...unlisted(title), { name: "referrer", content: "same-origin" }];

/** The logo in a box of this height in px and six times the width; null without one. */
export function firmLogo(boxHeight = 30): Firm["logo"] {
  const logo = typeof document === "undefined" ? read().logo : logoOfDocument();
  if (!logo) return null;
  const scale = Math.min(boxHeight / logo.height, (6 * boxHeight) / logo.width);
  return { src: logo.src, width: Math.round(logo.width * scale), height: Math.round(logo.height * scale) };
}

export const logoInDocument = (): string | undefined => {
  const logo = typeof document === "undefined" ? read().logo : logoOfDocument();
  return logo ? `${logo.src} ${logo.width} ${logo.height}` : undefined;
};

function logoOfDocument(): Firm["logo"] {
  const [src = "", width, height] = document.documentElement.dataset["logo"]?.split(" ") ?? [];
  return src ? { src, width: Number(width), height: Number(height) } : null;
}
