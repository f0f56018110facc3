/** How a route's page is served: `export const handle: PageHandle = { content: true }`. */
export type PageHandle = {
  /** Public, served unhydrated except for its islands (docs/architecture.md). */
  content?: boolean;
  /** May be framed by pages of this site: the scheduler. */
  embeddable?: boolean;
  /** Content of the page's frame: a scheduler (ours or CALENDLY_URL) or a mail, which is a document of this site. */
  embeds?: "scheduler" | "mail";
  /** Has the what-if of an analysis in an island, so its policy allows the worker's URL. App pages always allow it. */
  whatIf?: boolean;
  /** Keeps unsaved input itself when the session ends: the wizard. */
  savesDrafts?: boolean;
};
