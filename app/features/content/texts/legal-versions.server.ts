import { findDocumentVersion, listDocumentStarts, settingsBefore } from "#app/features/settings/documents.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { LegalDocument } from "../legal/legal-document.ts";
import { firstLinesOf } from "./legal-text.ts";
import { siteText, textFacts } from "./site-texts.server.ts";
import { readText, textDefinitions, textSetting } from "./texts.ts";

export type LegalKey = "privacy" | "terms";
export type LegalVersion = { version: number; effectiveOn: string };

type ReadCtx = Pick<Ctx, "db">;
/** `row`: the change that made the text, 0 for the specified one. `endedBy`: the change that replaced it. */
type Kept = LegalVersion & { row: number; endedBy: number };

/** The newest text of each version number but the current one, in the order of the numbers. */
async function listKept(ctx: ReadCtx, key: LegalKey): Promise<Kept[]> {
  const { preset } = textDefinitions[key];
  const starts = [{ version: 0, start: null }, ...(await listDocumentStarts(ctx, textSetting(key)))];
  const kept = new Map<number, Kept>();
  for (const [at, { version: row, start }] of starts.slice(0, -1).entries()) {
    const found = firstLinesOf(start ?? preset);
    if (found) kept.set(found.version, { ...found, row, endedBy: starts[at + 1]!.version });
  }
  kept.delete(siteText(key).version);
  return [...kept.values()].sort((a, b) => a.version - b.version);
}

/** The versions before the one that applies, in order. */
export const listLegalVersions = async (ctx: ReadCtx, key: LegalKey): Promise<LegalVersion[]> =>
  (await listKept(ctx, key)).map(({ version, effectiveOn }) => ({ version, effectiveOn }));

/**
 * An earlier version with the prices, names and promises of the day on which it was replaced. Null if there is none with this number; the current
 * one is on its own page.
 */
export async function findLegalVersion(ctx: ReadCtx, key: LegalKey, version: number): Promise<LegalDocument | null> {
  const kept = (await listKept(ctx, key)).find((one) => one.version === version);
  if (!kept) return null;
  const text = kept.row === 0 ? null : await findDocumentVersion(ctx, textSetting(key), kept.row);
  const facts = textFacts(await settingsBefore(ctx, kept.endedBy));
  return readText(key, text ?? textDefinitions[key].preset, facts).value;
}
