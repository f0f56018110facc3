import { normalized } from "#app/lib/words/normalized.ts";

/* Finds the words of a sent mail in a reply to it, whatever a mail program did to its lines. */

const maxWords = 40_000;
/** A longer line is not compared. One sign can become 18 letters. */
const maxLine = 4000;
/** A quote that shares fewer words with the mail is a quote of something else. */
const minSharedLetters = 12;

/** Lower-case words separated by single spaces, without URLs, punctuation and placeholders of images. */
export const wordsOf = (text: string): string =>
  ` ${normalized(text, "NFKC")
    .toLowerCase()
    .replace(/<?\b(?:https?:\/\/|mailto:)[^\s>]*>?|\[(?:image|cid)[^\]]{0,200}\]/g, " ")
    .replace(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g, " $& ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;

/**
 * Returns for each line whether it is a line of the sent mail. `sent`: the versions of the mail, such as its text and
 * that of its HTML; the one that explains most lines counts. Null for lines without words.
 *
 * Each place of the mail explains one line: where the quote has the whole mail, nothing is left that an answer with the
 * same words ("Yes", "Tuesday") could be mistaken for.
 */
export function sharedLines(
  lines: readonly string[],
  sent: readonly string[],
): { shared: (boolean | null)[]; isSame: boolean } {
  const words = lines.map((line) => (line.length > maxLine ? longLine : wordsOf(line).slice(0, maxLine)));
  const results = sent.map((version) => explained(words, wordsOf(version.slice(0, maxWords)).slice(0, maxWords)));
  const best = results.toSorted((a, b) => b.letters - a.letters)[0];
  return { shared: best?.shared ?? lines.map(() => false), isSame: (best?.letters ?? 0) >= minSharedLetters };
}

/** In no mail: words have no such sign. */
const longLine = " … ";

type Place = { start: number; end: number };

function explained(lines: readonly string[], sent: string): { shared: (boolean | null)[]; letters: number } {
  const inOrder = heaviestChain(
    lines.map((line) => (line.trim() === "" ? [] : placesOf(line, sent))),
    sent.length,
  );
  const taken = inOrder.filter((place) => place !== null);
  const starts = new Set(taken.map(({ start }) => start));
  const ends = new Set([0, ...taken.map(({ end }) => end)]);
  let letters = 0;
  const shared = lines.map((line, at) => {
    if (line.trim() === "") return null;
    const isShort = line.trim().split(" ").length < 4;
    const place = inOrder[at] ?? (isShort ? undefined : freePlace(line, sent, taken));
    if (!place || (isShort && !ends.has(place.start) && !starts.has(place.end))) return false;
    letters += line.length - 2;
    return true;
  });
  return { shared, letters };
}

function placesOf(line: string, sent: string): Place[] {
  const places: Place[] = [];
  for (let start = sent.indexOf(line); start >= 0 && places.length < maxPlaces; start = sent.indexOf(line, start + 1))
    places.push({ start, end: start + line.length - 1 });
  return places;
}
const maxPlaces = 20;

/** Columns of a mail are quoted in another order; a line from there is ours if no other line has its place. */
function freePlace(line: string, sent: string, taken: Place[]): Place | undefined {
  const place = placesOf(line, sent).find((each) =>
    taken.every(({ start, end }) => each.end <= start || end <= each.start),
  );
  if (place) taken.push(place);
  return place;
}

type Link = Place & { line: number; letters: number; before: Link | null };

/** Chooses at most one place per line, in the order of the lines and without overlap, so that most letters are explained. */
function heaviestChain(places: readonly (readonly Place[])[], length: number): (Place | null)[] {
  // A binary indexed tree: the heaviest chain that ends at or before a position.
  const tree = new Array<Link | null>(length + 2).fill(null);
  const heaviestUntil = (position: number) => {
    let best: Link | null = null;
    for (let at = position + 1; at > 0; at -= at & -at) {
      const link = tree[at] ?? null;
      if (link && link.letters > (best?.letters ?? 0)) best = link;
    }
    return best;
  };
  for (const [line, ofLine] of places.entries()) {
    const links = ofLine.map((place): Link => {
      const before = heaviestUntil(place.start);
      return { ...place, line, before, letters: (before?.letters ?? 0) + place.end - place.start };
    });
    for (const link of links)
      for (let at = link.end + 1; at < tree.length; at += at & -at)
        if (link.letters > (tree[at]?.letters ?? 0)) tree[at] = link;
  }
  const chain = places.map((): Place | null => null);
  for (let link = heaviestUntil(length); link; link = link.before) chain[link.line] = link;
  return chain;
}
