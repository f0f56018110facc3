/* Finds the words of a sent mail in a reply to it, whatever a mail program did to its lines. */

const maxWords = 40_000;
/** A quote that shares fewer words with the mail is a quote of something else. */
const minSharedLetters = 12;
/** How far behind the last found line a short line, such as "Yes", can be. */
const near = 60;

/** Lower-case words separated by single spaces, without URLs, punctuation and placeholders of images. */
export const wordsOf = (text: string): string =>
  ` ${text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/<?\b(?:https?:\/\/|mailto:)[^\s>]*>?|\[(?:image|cid)[^\]]{0,200}\]/g, " ")
    .replace(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g, " $& ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;

/**
 * Returns for each line whether its words follow in the sent mail in this order. `sent`: the versions of the mail, such
 * as its text and that of its HTML; the one that explains most lines counts. Null for lines without words.
 */
export function sharedLines(
  lines: readonly string[],
  sent: readonly string[],
): { shared: (boolean | null)[]; isSame: boolean } {
  const versions = sent.map((version) => wordsOf(version.slice(0, maxWords)));
  const results = versions.map((version) => followed(lines.map(wordsOf), version));
  const best = results.toSorted((a, b) => b.letters - a.letters)[0];
  return { shared: best?.shared ?? lines.map(() => false), isSame: (best?.letters ?? 0) >= minSharedLetters };
}

function followed(lines: readonly string[], sent: string): { shared: (boolean | null)[]; letters: number } {
  let place = 0;
  let letters = 0;
  const shared = lines.map((line) => {
    if (line.trim() === "") return null;
    const isShort = line.trim().split(" ").length < 4;
    let found = sent.indexOf(line, place);
    if (found > place + near && isShort) found = -1;
    if (found < 0 && !isShort) found = sent.indexOf(line);
    if (found < 0) return false;
    place = found + line.length - 1;
    letters += line.length - 2;
    return true;
  });
  return { shared, letters };
}
