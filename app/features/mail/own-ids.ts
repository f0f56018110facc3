import { isUuid } from "#app/lib/uuid.ts";

/** The ids of mails within Message-IDs and envelope ids that could be ours: `<ID@domain>` or the id alone. */
export const ownIdsIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => {
    const id = /^<?([0-9a-f-]{36})(?:@[^<>\s]*>)?$/i.exec(text)?.[1]?.toLowerCase();
    return id && isUuid(id) ? [id] : [];
  });
