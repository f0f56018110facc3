import { findDocumentVersion, listDocumentStarts } from "#app/features/settings/documents.server.ts";
import { readWithSettings } from "#app/features/settings/stored-settings.server.ts";
import { startOfDay } from "#app/lib/dates/day-start.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { lockedBy, renewKept } from "#app/platform/env.server.ts";
import { variableOf } from "#app/platform/settings/definitions.server.ts";
import { firstLinesOf } from "./legal-text.ts";
import { textDefinitions, textSetting } from "./texts.ts";

/*
 * Terms and privacy policy apply from the day that they name, in the zone of the firm. Until then the version before them does. Which one that
 * is must be known without the database, as every text is, so the texts that apply before the newest are kept in memory.
 */

export type LegalKey = "privacy" | "terms";
export type LegalVersion = { version: number; effectiveOn: string };
type ReadCtx = Pick<Ctx, "db">;

/**
 * `row`: the change that made the text, 0 for the specified one. `firstRow`, `since`: of the change that brought the number, before corrections
 * of its text. `startsAt`: when it applies, or would apply, first.
 */
export type SavedVersion = LegalVersion & { row: number; firstRow: number; since: Date; startsAt: Date };

/** The newest text of each version number, in the order in which they were saved. */
export async function listSavedVersions(ctx: ReadCtx, key: LegalKey): Promise<SavedVersion[]> {
  const specified = { version: 0, start: null, changedAt: new Date(0) };
  const starts = [specified, ...(await listDocumentStarts(ctx, textSetting(key)))];
  let saved: SavedVersion[] = [];
  for (const { version: row, start, changedAt } of starts) {
    const found = firstLinesOf(start ?? textDefinitions[key].preset);
    if (!found) continue;
    const last = saved.at(-1);
    const { firstRow, since } = last?.version === found.version ? last : { firstRow: row, since: changedAt };
    const day = startOfDay(found.effectiveOn, companyDates().zone);
    saved = saved.filter(({ version }) => version !== found.version);
    saved.push({ ...found, row, firstRow, since, startsAt: new Date(Math.max(day.getTime(), since.getTime())) });
  }
  return saved;
}

/** The text of a saved version; null for the specified one. */
export const findSavedText = (ctx: ReadCtx, key: LegalKey, { row }: SavedVersion): Promise<string | null> =>
  row === 0 ? Promise.resolve(null) : findDocumentVersion(ctx, textSetting(key), row);

export const hasCome = (day: string) => day <= companyDates().isoDay(new Date());

/** The environment fixes the text, which has no versions then. */
const isLocked = (key: LegalKey): boolean => lockedBy(variableOf(textSetting(key))!) !== null;

/** Whether a version will apply, or did, from this day: it did not get another day, and neither a version nor the environment replaced it. */
export async function appliesFrom(
  ctx: ReadCtx,
  key: LegalKey,
  { version, effectiveOn }: LegalVersion,
): Promise<boolean> {
  if (isLocked(key)) return false;
  const saved = await listSavedVersions(ctx, key);
  const at = saved.findIndex((one) => one.version === version);
  const found = saved[at];
  if (found?.effectiveOn !== effectiveOn) return false;
  return saved.slice(at + 1).every(({ startsAt }) => startsAt > found.startsAt);
}

type Waiting = { effectiveOn: string; text: string | null };
/** While the newest text does not apply yet: it and those before it, newest first. The last of them applies now. */
let waiting: Record<LegalKey, readonly Waiting[]> = { privacy: [], terms: [] };

/** A text of the environment has no versions: it applies at once, and so does the newest if none does. */
async function listWaiting(ctx: ReadCtx, key: LegalKey): Promise<Waiting[]> {
  if (isLocked(key)) return [];
  const saved = (await listSavedVersions(ctx, key)).reverse();
  const applying = saved.findIndex(({ effectiveOn }) => hasCome(effectiveOn));
  if (applying < 1) return [];
  return Promise.all(
    saved
      .slice(0, applying + 1)
      .map(async (one) => ({ effectiveOn: one.effectiveOn, text: await findSavedText(ctx, key, one) })),
  );
}

readWithSettings(async (ctx) => {
  waiting = { privacy: await listWaiting(ctx, "privacy"), terms: await listWaiting(ctx, "terms") };
});

/** The text that applies today if it is not the newest: null for the specified one. Undefined if the newest applies. */
export const textInForce = (key: LegalKey): string | null | undefined =>
  waiting[key].find(({ effectiveOn }) => hasCome(effectiveOn))?.text;

const countDue = () =>
  Object.values(waiting)
    .map((texts) => texts.filter(({ effectiveOn }) => hasCome(effectiveOn)).length)
    .join();
let due = countDue();

/** Discards pages that were made before the day of a waiting text came. */
export function renewOnLegalDays(): void {
  const now = countDue();
  if (now !== due) renewKept();
  due = now;
}
