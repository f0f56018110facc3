/** A line of one or both of two texts. */
export type DifferingLine = { kind: "same" | "removed" | "added"; text: string };

/** More pairs of lines than this are not compared one by one; then everything between the common ends is removed and added. */
const maxPairs = 1_000_000;

/** The lines of `before` and `after` in order, with the fewest removed and added ones. */
export function lineDifference(before: string, after: string): DifferingLine[] {
  const [from, to] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < Math.min(from.length, to.length) && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < Math.min(from.length, to.length) - start && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  const same = (lines: readonly string[]) => lines.map((text): DifferingLine => ({ kind: "same", text }));
  return [
    ...same(from.slice(0, start)),
    ...middle(from.slice(start, from.length - end), to.slice(start, to.length - end)),
    ...same(from.slice(from.length - end)),
  ];
}

function middle(from: readonly string[], to: readonly string[]): DifferingLine[] {
  const removed = (text: string): DifferingLine => ({ kind: "removed", text });
  const added = (text: string): DifferingLine => ({ kind: "added", text });
  if (from.length * to.length > maxPairs) return [...from.map(removed), ...to.map(added)];
  // common[i][j]: the number of equal lines, in order, after line i of the one and line j of the other.
  const common = Array.from({ length: from.length + 1 }, () => new Uint16Array(to.length + 1));
  for (let i = from.length - 1; i >= 0; i--)
    for (let j = to.length - 1; j >= 0; j--)
      common[i]![j] = from[i] === to[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
  const lines: DifferingLine[] = [];
  let [i, j] = [0, 0];
  while (i < from.length || j < to.length)
    if (i < from.length && j < to.length && from[i] === to[j]) {
      lines.push({ kind: "same", text: from[i]! });
      i += 1;
      j += 1;
    } else if (j === to.length || (i < from.length && common[i + 1]![j]! >= common[i]![j + 1]!)) {
      lines.push(removed(from[i]!));
      i += 1;
    } else {
      lines.push(added(to[j]!));
      j += 1;
    }
  return lines;
}

/** Only changed lines and one unchanged, not empty line beside them. */
export function changedLines(lines: readonly DifferingLine[]): DifferingLine[] {
  const written = lines.filter(({ kind, text }) => kind !== "same" || text.trim() !== "");
  return written.filter(
    ({ kind }, at) =>
      kind !== "same" || [written[at - 1], written[at + 1]].some((beside) => beside && beside.kind !== "same"),
  );
}
