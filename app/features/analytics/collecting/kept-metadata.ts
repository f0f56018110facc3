import { scrub } from "#app/lib/words/scrub.ts";

const maxKeys = 10;
const maxKeyLength = 64;
const maxTextLength = 100;
/** Maximum length of a text before scrubbing: enough for the stored part, and little work for a long text. */
const maxCleaned = 2000;

export type KeptMetadata = Record<string, string | number | boolean>;

/**
 * Returns the metadata that is stored: the first ten keys with a short text, a number or a boolean, without email addresses and tokens.
 * `isKept` selects keys.
 */
export function keptMetadata(
  metadata: Readonly<Record<string, unknown>> | null | undefined,
  isKept: (key: string) => boolean = () => true,
): KeptMetadata {
  const kept: KeptMetadata = {};
  let keys = 0;
  for (const key in metadata) {
    if (keys === maxKeys) break;
    const value = metadata[key];
    if (key.length > maxKeyLength || !isKept(key)) continue;
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") continue;
    if (typeof value === "number" && !Number.isFinite(value)) continue;
    const [entry] = Object.entries(scrub({ [key]: typeof value === "string" ? value.slice(0, maxCleaned) : value }));
    const [name, clean] = entry!;
    kept[wholeCharacters(name)] =
      typeof clean === "string" ? wholeCharacters(clean.slice(0, maxTextLength)) : (clean as number | boolean);
    keys += 1;
  }
  return kept;
}

/** Removes unpaired surrogates, which JSON can contain and the database rejects. */
const wholeCharacters = (text: string) => text.replace(/\p{Cs}/gu, "");
