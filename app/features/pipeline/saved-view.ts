import { z } from "zod";
import { text } from "#app/lib/text.ts";

/* Saved views of the pipeline. Safe in the browser. */

export const maxViews = 50;

const savedNames = [
  ...["view", "q", "stage", "owner", "score", "size", "source", "due", "tag", "cold"],
  ...["sort", "direction"],
];

/**
 * The part of a list's address that a view saves, in one order: `viewQuery("?after=x&q=dana") === "q=dana"`. The board has one
 * column per stage, so only the table keeps a stage.
 */
export function viewQuery(search: string): string {
  const params = new URLSearchParams(search);
  const saved = new URLSearchParams();
  for (const name of savedNames) {
    const value = params.get(name)?.trim();
    if (value) saved.set(name, value.slice(0, 100));
  }
  if (saved.get("view") !== "table") saved.delete("stage");
  return saved.toString();
}

/** The address of a view; `saved` names it. */
export const viewHref = ({ id, query }: { id: string; query: string }): string =>
  `/admin/prospect-pipeline?${query ? `${query}&` : ""}saved=${id}`;

export const SavedViewInput = z.object({
  name: text({ max: 60, required: "Enter a name." }),
  query: text({ max: 2000 }).transform(viewQuery),
  isShared: z.boolean(),
});
export type SavedViewInput = z.infer<typeof SavedViewInput>;

/** `version`: the one that was read. */
export const SavedViewEdit = SavedViewInput.extend({ version: z.int() });
export type SavedViewEdit = z.infer<typeof SavedViewEdit>;
