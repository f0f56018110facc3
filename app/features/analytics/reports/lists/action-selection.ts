/** Without types or names any match. */
export type ActionSelection = {
  kind: "event" | "behavior" | "conversion";
  types?: readonly string[];
  names?: readonly string[];
};

/** What a row stands for: the hit's name, its page, or a text of its metadata; name and text optionally per page. */
export type ActionGroup = "name" | "page" | "page and name" | { detail: string; withPage?: true };

export const isPerPage = (by: ActionGroup): boolean =>
  by === "page and name" || (typeof by === "object" && by.withPage === true);

/** The hits behind one row of a list of actions. `name` and `page` as `readActions` returned them. */
export type ListedActions = { selection: ActionSelection; by: ActionGroup; name: string; page: string | null };
