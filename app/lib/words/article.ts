/** Beginnings that sound otherwise than they are written; the first that matches decides. */
const rules: readonly (readonly [RegExp, "a" | "an"])[] = [
  // Abbreviations that are read as words.
  [/^(NATO|NASA|SOC|SWOT|MEDDIC|BANT)\b/, "a"],
  // Abbreviations and single letters, by the name of their first letter: an SEO audit, a UX review.
  [/^[AEFHILMNORSX](?!\p{L}*\p{Ll}|\p{Lu}{5})/u, "an"],
  [/^\p{Lu}(?!\p{L}*\p{Ll}|\p{Lu}{5})/u, "a"],
  // Numbers: eight, eleven, eighteen, eighty.
  [/^(8|1[18](?!\d))/, "an"],
  [/^\d/, "a"],
  [/^(hour|honest|honor|honour|heir)/i, "an"],
  [/^(uni(?!n)|us[aeu]|util|ubiq|uran|eu|ewe|once\b|one\b)/i, "a"],
];

/** `intro call` → `an intro call`, `UX review` → `a UX review`. */
export function withArticle(phrase: string): string {
  const start = phrase.replace(/^[^\p{L}\p{N}]+/u, "");
  const found = rules.find(([beginning]) => beginning.test(start));
  return `${found?.[1] ?? (/^[aeiouàáâäåæèéêëìíîïòóôöøùúûü]/i.test(start) ? "an" : "a")} ${phrase}`;
}
