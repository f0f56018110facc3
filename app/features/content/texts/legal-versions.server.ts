import { settingsBefore } from "#app/features/settings/documents.server.ts";
import { startOfDay } from "#app/lib/dates/day-start.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import type { LegalDocument } from "../legal/legal-document.ts";
import {
  findSavedText,
  hasCome,
  type LegalKey,
  type LegalVersion,
  listSavedVersions,
  type SavedVersion,
} from "./legal-days.server.ts";
import { siteText, textFacts } from "./site-texts.server.ts";
import { readText, textDefinitions } from "./texts.ts";

/** `future`: applies from its day. `past`: applied until the one after it did. `withdrawn`: was replaced before its day. */
export type LegalState = "future" | "past" | "withdrawn";
export type OtherVersion = LegalVersion & { state: LegalState };

type ReadCtx = Pick<Ctx, "db">;
/** `next`: the first version that applied, or will apply, in its place. */
type Other = { saved: SavedVersion; state: LegalState; next: SavedVersion | undefined };

/** All versions but the one on the page, in the order in which they were saved. */
async function listOthers(ctx: ReadCtx, key: LegalKey): Promise<Other[]> {
  const all = await listSavedVersions(ctx, key);
  const at = all.findIndex(({ version }) => version === siteText(key).version);
  const others = all.map((saved, index): Other => {
    const later = all.slice(index + 1).sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
    const [next] = later;
    const isWithdrawn = next !== undefined && saved.startsAt > saved.since && next.startsAt <= saved.startsAt;
    const isFuture = index > at && !hasCome(saved.effectiveOn);
    return { saved, state: isFuture ? "future" : isWithdrawn ? "withdrawn" : "past", next };
  });
  return others.filter((_, index) => index !== at);
}

/** The versions beside the one that applies, in the order of their numbers. */
export const listLegalVersions = async (ctx: ReadCtx, key: LegalKey): Promise<OtherVersion[]> =>
  (await listOthers(ctx, key))
    .map(({ saved: { version, effectiveOn }, state }) => ({ version, effectiveOn, state }))
    .sort((a, b) => a.version - b.version);

/**
 * Another version than the one that applies, which is on its own page. Null if there is none with this number. One that is over has the prices,
 * names and other settings of the time when the next one replaced it, but the kinds of call and the promised times of this release and of today.
 */
export async function findLegalVersion(
  ctx: ReadCtx,
  key: LegalKey,
  version: number,
): Promise<{ text: LegalDocument; state: LegalState } | null> {
  const found = (await listOthers(ctx, key)).find(({ saved }) => saved.version === version);
  if (!found) return null;
  const { saved, state, next } = found;
  const text = (await findSavedText(ctx, key, saved)) ?? textDefinitions[key].preset;
  const isOver = state !== "future" && next !== undefined;
  const settings = isOver
    ? await settingsBefore(ctx, next.firstRow, startOfDay(next.effectiveOn, env().COMPANY_TIMEZONE))
    : env();
  return { text: readText(key, text, textFacts(settings)).value, state };
}
