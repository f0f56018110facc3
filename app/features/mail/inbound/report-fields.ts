/* Fields of reports (RFC 3464, RFC 8098, RFC 5965): header fields in groups that are separated by blank lines. */

export type ReportFields = ReadonlyMap<string, string>;

/** Parses groups of fields; lower-case names with their first value, folded lines joined. */
export function fieldGroups(text: string): ReportFields[] {
  return text
    .split(/\r?\n[ \t]*\r?\n/)
    .map((group) => {
      const fields = new Map<string, string>();
      for (const line of group.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/)) {
        const [, name, value] = /^([\w-]+)[ \t]*:(.*)$/s.exec(line) ?? [];
        if (name && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value!.trim());
      }
      return fields;
    })
    .filter((fields) => fields.size > 0);
}

/** Removes comments in parentheses, also nested ones, from a structured field: `relayed (to mx)` is `relayed`. */
export function withoutComments(value: string): string {
  let depth = 0;
  let isQuoted = false;
  let kept = "";
  for (let at = 0; at < value.length; at += 1) {
    const character = value[at]!;
    if (character === "\\") {
      if (depth === 0) kept += value.slice(at, at + 2);
      at += 1;
    } else if (depth === 0 && character === '"') {
      isQuoted = !isQuoted;
      kept += character;
    } else if (!isQuoted && character === "(") depth += 1;
    else if (!isQuoted && character === ")" && depth > 0) depth -= 1;
    else if (depth === 0) kept += character;
  }
  return kept.trim();
}

/** The first word of a structured field, in lower case. */
export const keywordIn = (value: string | undefined): string | undefined =>
  value === undefined ? undefined : /^[\w-]+/.exec(withoutComments(value))?.[0]?.toLowerCase();

/** The status of a field such as `5.1.1 (bad mailbox)`; null if there is none. */
export const statusOf = (value: string | undefined): string | null =>
  /^[245]\.\d{1,3}\.\d{1,3}$/.exec(withoutComments(value ?? ""))?.[0] ?? null;

/** The address of a field such as `rfc822; <ana@client.example>`, in lower case; null if it names no mailbox. */
export function addressOf(value: string | undefined): string | null {
  const plain = withoutComments(value ?? "").replace(/^[\w-]+[ \t]*;[ \t]*/, "");
  return /^<?([^\s<>]{1,64}@[^\s<>@]{1,255})>?$/.exec(plain)?.[1]?.toLowerCase() ?? null;
}
