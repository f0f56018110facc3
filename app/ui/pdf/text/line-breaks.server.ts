import LineBreaker from "linebreak";

/** Scripts without spaces between words, whose words a dictionary finds; for the rest the rules of Unicode suffice. */
const dictionaries = {
  th: /\p{Script=Thai}+/gu,
  lo: /\p{Script=Lao}+/gu,
  km: /\p{Script=Khmer}+/gu,
  my: /\p{Script=Myanmar}+/gu,
};
const breaksWithoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Ethiopic}\p{Script=Javanese}\u3000-\u303f\uff00-\uffef]/u;

/**
 * Returns the pieces of a word between which a line may end. The layout library adds a hyphen at the end of a line only between
 * two pieces that are not empty, so an empty one is between them.
 */
export function wordPieces(word: string): string[] {
  if (!breaksWithoutSpaces.test(word)) return partsOf(word);
  const breaks = new Set<number>();
  const rules = new LineBreaker(word);
  for (let next = rules.nextBreak(); next; next = rules.nextBreak()) breaks.add(next.position);
  for (const [language, script] of Object.entries(dictionaries))
    for (const { 0: run, index } of word.matchAll(script))
      for (const part of new Intl.Segmenter(language, { granularity: "word" }).segment(run))
        if (part.index > 0) breaks.add(index + part.index);
  const pieces: string[] = [];
  let from = 0;
  for (const at of [...breaks].sort((left, right) => left - right)) {
    if (at <= from || at >= word.length) continue;
    pieces.push(...partsOf(word.slice(from, at)), "");
    from = at;
  }
  pieces.push(...partsOf(word.slice(from)));
  // The library gives the parts of a word in different scripts one by one, such as Chinese characters and kana.
  return /[\p{Ps}\p{Pi}]$/u.test(word) ? pieces : [...pieces, ""];
}

const maxUnbroken = 30;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Breaks what may be longer than a line, such as a URL: the library cuts off the rest. */
function partsOf(piece: string): string[] {
  if (piece.length <= maxUnbroken) return [piece];
  const parts: string[] = [];
  for (const [at, { segment }] of Array.from(graphemes.segment(piece)).entries())
    if (at % 4 === 0) parts.push(...(at > 0 ? [""] : []), segment);
    else parts[parts.length - 1] += segment;
  return parts;
}
