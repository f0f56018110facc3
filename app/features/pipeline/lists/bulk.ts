import { z } from "zod";
import { counted, formatNumber, listed } from "#app/lib/numbers.ts";
import { text } from "#app/lib/text.ts";
import { StageMove } from "../prospects/prospect-input.ts";
import { stageKeys } from "../prospects/stages.ts";

/* Actions on many prospects at once. Safe in the browser. */

export const maxAtOnce = 1000;

const ids = z.array(z.uuid()).min(1);

/** Moves, grouped by the stage that the admin saw and the new stage. */
export const StageMoves = z
  .object({
    groups: z
      .array(z.object({ from: z.enum(stageKeys), to: z.enum(stageKeys), prospectIds: ids }))
      .min(1)
      .max(stageKeys.length ** 2),
    reason: StageMove.shape.reason,
    note: StageMove.shape.note,
  })
  .refine(({ groups }) => groups.reduce((sum, { prospectIds }) => sum + prospectIds.length, 0) <= maxAtOnce, {
    error: `Choose at most ${formatNumber(maxAtOnce)} prospects.`,
  });
export type StageMoves = z.infer<typeof StageMoves>;

const tag = text({ max: 40, required: "Enter a tag." }).transform((written) => written.toLowerCase());

export const ProspectsChange = z.object({
  prospectIds: ids.max(maxAtOnce, `Choose at most ${formatNumber(maxAtOnce)} prospects.`),
  change: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("owner"), ownerId: z.uuid().nullable() }),
    // Undo of the above: `ownerId` is the owner that was set, `owners` are the previous ones, by prospect.
    z.object({
      kind: z.literal("restore_owners"),
      ownerId: z.uuid().nullable(),
      owners: z.record(z.uuid(), z.uuid().nullable()),
    }),
    z.object({ kind: z.literal("add_tag"), tag }),
    z.object({ kind: z.literal("remove_tag"), tag }),
  ]),
});
/** The audit log names deleted people for this many days: enough to notice a mistake and to add the person again. */
export const deletedNamesDays = 30;

/** Prospects to delete. */
export const ProspectIds = z.object({
  prospectIds: ids.max(maxAtOnce, `Choose at most ${formatNumber(maxAtOnce)} prospects.`),
});

export type ProspectsChange = z.infer<typeof ProspectsChange>;

export const tagOutcome = (kind: "add_tag" | "remove_tag", written: string): string =>
  kind === "add_tag" ? `tagged “${written}”` : `without the tag “${written}” now`;

export const skipReasons = {
  not_found: "merged or deleted in the meantime",
  stale: "moved by a colleague in the meantime",
  too_many_tags: "already at the limit of tags",
  owner_changed: "given another owner in the meantime",
  former_admin: "the previous owner is no longer an admin",
} as const;
export type SkipReason = keyof typeof skipReasons;

/** The outcome of a bulk action: the ids that changed, the number that already had the value, and the number not changed by reason. */
export const ManyChanged = z.object({
  changed: z.array(z.string()),
  unchanged: z.int(),
  refused: z.partialRecord(z.enum(Object.keys(skipReasons) as [SkipReason, ...SkipReason[]]), z.int()),
  ownersBefore: z.record(z.string(), z.string().nullable()).optional(),
  /** Of a deletion: what was deleted with the prospects. */
  deletedParts: z.object({ notes: z.int(), tasks: z.int(), merged: z.int() }).optional(),
});
export type ManyChanged = z.infer<typeof ManyChanged>;

/** Says what was deleted with prospects: `", with 2 notes and 1 task"`. Empty if nothing was. */
export function deletedPartsText({ deletedParts: parts }: Pick<ManyChanged, "deletedParts">): string {
  if (!parts) return "";
  const { notes, tasks, merged } = parts;
  const texts = [
    notes > 0 && counted(notes, "note"),
    tasks > 0 && counted(tasks, "task"),
    merged > 0 && counted(merged, "merged prospect"),
  ].filter((text) => text !== false);
  return texts.length > 0 ? `, with ${listed(texts)}` : "";
}

/** Describes the outcome: `"12 moved to Qualified. 1 not changed: moved by a colleague in the meantime."` */
export function outcomeText({ changed, unchanged, refused }: ManyChanged, done: string): string {
  const parts = [changed.length > 0 ? `${formatNumber(changed.length)} ${done}.` : "Nothing changed."];
  if (unchanged > 0) parts.push(`${formatNumber(unchanged)} already as chosen.`);
  for (const [reason, number] of Object.entries(refused))
    parts.push(`${formatNumber(number)} not changed: ${skipReasons[reason as SkipReason]}.`);
  return parts.join(" ");
}
