import { z } from "zod";
import { text } from "#app/lib/text.ts";
import { cut } from "#app/lib/words/cut.ts";

/* Saved views of the pipeline. Safe in the browser. */

export const maxViews = 50;

const savedNames = [
  ...["view", "q", "stage", "owner", "score", "size", "source", "due", "tag", "cold"],
  ...["sort", "direction"],
];

/**
 * Returns the part of a list's query that a view saves, in canonical order: `viewQuery("?after=x&q=dana") === "q=dana"`. The board has
 * one column per stage, so only the table keeps a stage.
 */
export function viewQuery(search: string): string {
  const params = new URLSearchParams(search);
  const saved = new URLSearchParams();
  for (const name of savedNames) {
    const value = params.get(name)?.trim();
    if (value) saved.set(name, cut(value, 100));
  }
  if (saved.get("view") !== "table") saved.delete("stage");
  return saved.toString();
}

/** Returns the URL of a view; `saved` is its id. */
export const viewHref = ({ id, query }: { id: string; query: string }): string =>
  `/admin/prospect-pipeline?${query ? `${query}&` : ""}saved=${id}`;

export const SavedViewInput = z.object({
  name: text({ max: 60, required: "Enter a name." }),
  query: text({ max: 2000 }).transform(viewQuery),
  isShared: z.boolean(),
});
export type SavedViewInput = z.infer<typeof SavedViewInput>;

export const SavedViewEdit = SavedViewInput.extend({ version: z.int() });
export type SavedViewEdit = z.infer<typeof SavedViewEdit>;
