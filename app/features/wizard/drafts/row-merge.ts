import { sameValue } from "../draft-merge.ts";

/*
 * Three-way merge of two lists of rows that are both based on `base`. Rows have no ids: a row is recognized by
 * equality, then by its name, then, if rows can be renamed, by its position between recognized rows if most of its
 * fields are the same. Fields that only one side changed come from that side. A field that both changed differently, or
 * a row that one side changed and the other removed, is a dispute, which `prefer` decides.
 */

export type Side = "ours" | "theirs";
export type Row = Readonly<Record<string, unknown>>;

/** `field` is null if one side removed the row; that side's value is undefined. */
export type RowDispute = { row: Row; field: string | null; ours: unknown; theirs: unknown };

/** A merged row and its position in `ours`; null if it is new here. */
export type MergedRow = { row: Row; ourIndex: number | null };

export function mergeRows(
  base: readonly Row[],
  ours: readonly Row[],
  theirs: readonly Row[],
  { nameOf, prefer, canBeRenamed = true }: { nameOf: (row: Row) => string; prefer: Side; canBeRenamed?: boolean },
): { rows: MergedRow[]; disputes: RowDispute[] } {
  const disputes: RowDispute[] = [];
  const ourPlaces = placesOf(base, ours, nameOf, canBeRenamed);
  const theirPlaces = placesOf(base, theirs, nameOf, canBeRenamed);
  const merged = new Map<Row, MergedRow>();
  /** Keys of `merged` by index in `ours`, to place our rows after their predecessors. */
  const kept = new Map<number, Row>();
  const keep = (at: Row, row: Row, ourIndex: number | null) => {
    merged.set(at, { row, ourIndex });
    if (ourIndex !== null) kept.set(ourIndex, at);
  };

  for (const [index, before] of base.entries()) {
    const [ourIndex, theirIndex] = [ourPlaces[index] ?? null, theirPlaces[index] ?? null];
    const our = ourIndex === null ? undefined : ours[ourIndex];
    const their = theirIndex === null ? undefined : theirs[theirIndex];
    const left = our ?? their;
    if (our && their) keep(their, mergeFields(before, our, their, prefer, disputes), ourIndex);
    else if (left && !sameValue(left, before)) {
      disputes.push({ row: left, field: null, ours: our, theirs: their });
      if ((prefer === "ours") === (our !== undefined)) keep(left, left, ourIndex);
    }
  }

  const isPlaced = (places: readonly (number | null)[], index: number) => places.includes(index);
  const added = theirs.filter((_, index) => !isPlaced(theirPlaces, index));
  for (const row of added) keep(row, row, null);
  ours.forEach((row, index) => {
    if (isPlaced(ourPlaces, index)) return;
    const twin = added.find((other) => merged.get(other)?.ourIndex === null && isTwin(row, other, nameOf));
    if (twin) keep(twin, mergeFields({}, row, twin, prefer, disputes), index);
    else keep(row, row, index);
  });

  return { rows: inOrder(ours, theirs, merged, kept), disputes };
}

/** Uses their order, with each of our rows after its predecessor here. */
function inOrder(
  ours: readonly Row[],
  theirs: readonly Row[],
  merged: ReadonlyMap<Row, MergedRow>,
  kept: ReadonlyMap<number, Row>,
): MergedRow[] {
  const order = theirs.filter((row) => merged.has(row));
  ours.forEach((_, index) => {
    const at = kept.get(index);
    if (!at || order.includes(at)) return;
    let before = index - 1;
    while (before >= 0 && !order.includes(kept.get(before) as Row)) before -= 1;
    order.splice(before < 0 ? (index === 0 ? 0 : order.length) : order.indexOf(kept.get(before) as Row) + 1, 0, at);
  });
  return order.map((row) => merged.get(row)!);
}

export function mergeFields(before: Row, ours: Row, theirs: Row, prefer: Side, disputes: RowDispute[]): Row {
  const fields = new Set([...Object.keys(before), ...Object.keys(ours), ...Object.keys(theirs)]);
  const row: Record<string, unknown> = {};
  for (const field of fields) {
    const [was, our, their] = [before[field], ours[field], theirs[field]];
    const isOurs = !sameValue(was, our);
    if (isOurs && !sameValue(was, their) && !sameValue(our, their))
      disputes.push({ row: ours, field, ours: our, theirs: their });
    const isTheirs = !isOurs || (prefer === "theirs" && !sameValue(was, their));
    const value = isTheirs ? their : our;
    if (value !== undefined) row[field] = value;
  }
  return row;
}

const isTwin = (one: Row, other: Row, nameOf: (row: Row) => string) =>
  sameValue(one, other) || (nameOf(one) !== "" && nameOf(one) === nameOf(other));

/** The position of each base row in `side`, or null if it was removed. */
export function placesOf(
  base: readonly Row[],
  side: readonly Row[],
  nameOf: (row: Row) => string,
  canBeRenamed = true,
): (number | null)[] {
  const places: (number | null)[] = base.map(() => null);
  const free = new Set(side.keys());
  const pair = (isSame: (row: Row, other: Row, index: number, place: number) => boolean) =>
    base.forEach((row, index) => {
      if (places[index] !== null) return;
      const place = [...free].find((candidate) => isSame(row, side[candidate]!, index, candidate));
      if (place === undefined) return;
      places[index] = place;
      free.delete(place);
    });
  pair((row, other) => sameValue(row, other));
  pair((row, other) => nameOf(row) !== "" && nameOf(row) === nameOf(other));
  if (!canBeRenamed) return places;
  pair((row, other, index, place) => {
    const [low, high] = neighbors(places, index);
    return place > low && place < high && isAlike(row, other);
  });
  return places;
}

function neighbors(places: readonly (number | null)[], index: number): [number, number] {
  const before = places.slice(0, index).findLast((place) => place !== null) ?? -1;
  const after = places.slice(index + 1).find((place) => place !== null) ?? Number.POSITIVE_INFINITY;
  return [before, after];
}

function isAlike(one: Row, other: Row): boolean {
  const fields = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return fields.filter((field) => sameValue(one[field], other[field])).length * 2 > fields.length;
}
