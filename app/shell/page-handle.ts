/** What a route says about how its page is served: `export const handle: PageHandle = { content: true }`. */
export type PageHandle = {
  /** Readable without an account: served unhydrated, alive only in its islands (docs/architecture.md). */
  content?: boolean;
  /** May be shown in a frame of this site: the scheduler. */
  embeddable?: boolean;
  /** What it shows in a frame: the scheduler, ours or the one of CALENDLY_URL; or a mail, which is a document of this site. */
  embeds?: "scheduler" | "mail";
  /** Has the what-if of an analysis in an island: its policy names the address of the worker. App pages always may. */
  whatIf?: boolean;
};
