const tolerance = (word: string): number => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * Whether every typed word starts a word of the text, with typing mistakes allowed: one from four letters on, two from
 * eight, and in three letters two swapped neighbors. For short lists in the browser.
 *
 * @example isClose("newslettr", "Write a newsletter issue") // true
 */
export function isClose(typed: string, text: string): boolean {
  const words = wordsOf(text);
  return wordsOf(typed).every((word) => words.some((other) => begins(word, other)));
}

function begins(typed: string, word: string): boolean {
  if (word.startsWith(typed)) return true;
  if (typed.length === 3) {
    const [first, second, third] = typed;
    return [`${second}${first}${third}`, `${first}${third}${second}`].some((swapped) => word.startsWith(swapped));
  }
  const most = tolerance(typed);
  if (most === 0) return false;
  for (let length = typed.length - most; length <= typed.length + most; length += 1)
    if (length > 0 && mistakes(typed, word.slice(0, length)) <= most) return true;
  return false;
}

/** Optimal string alignment distance: letters inserted, omitted, replaced, or swapped with their neighbor. */
function mistakes(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= one.length; row += 1) {
    const above = rows[row - 1]!;
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let least = Math.min(above[column]! + 1, current[column - 1]! + 1, above[column - 1]! + (isSame ? 0 : 1));
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        least = Math.min(least, rows[row - 2]![column - 2]! + 1);
      current.push(least);
    }
    rows.push(current);
  }
  return rows[one.length]![other.length]!;
}
