/*
 * Deflate (RFC 1951) that takes its time: for files that are made once per build and have to be small. Common compressors
 * take the first good repetition; this one looks for the cheapest way through the whole file, prices it with the code that
 * came out, and looks again. A few percent smaller than the best setting of zlib, and the same bytes on every machine.
 */

const minLength = 3;
const maxLength = 258;
const windowSize = 32_768;
const rounds = 12;

const lengthBase = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
];
const lengthExtra = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const distanceBase = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
  8193, 12289, 16385, 24577,
];
const distanceExtra = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
];
const codeOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

const slotIn = (bases: readonly number[], value: number) => {
  let slot = bases.length - 1;
  while (bases[slot]! > value) slot -= 1;
  return slot;
};
const lengthSlots = Uint8Array.from({ length: maxLength + 1 }, (_, length) =>
  length < minLength ? 0 : slotIn(lengthBase, length),
);
const distanceSlots = Uint8Array.from({ length: windowSize + 1 }, (_, distance) =>
  distance < 1 ? 0 : slotIn(distanceBase, distance),
);

/** A byte as it is (distance 0), or a repetition of `length` bytes from `distance` back. */
interface Piece {
  length: number;
  distance: number;
}

export function smallDeflate(data: Uint8Array): Uint8Array {
  const repeats = repeatsIn(data);
  let best: { pieces: Piece[]; blocks: Block[]; bits: number } | undefined;
  let prices = firstPrices;
  for (let round = 0; round < rounds; round += 1) {
    const pieces = cheapestWay(data, repeats, prices);
    const blocks = blocksOf(pieces, data);
    const bits = blocks.reduce((sum, block) => sum + block.bits, 0);
    if (!best || bits < best.bits) best = { pieces, blocks, bits };
    prices = pricesOf(blocks, pieces, data);
  }
  return written(best!, data);
}

/** For each place: lengths and the nearest distance for each of them, as pairs of rising length. */
function repeatsIn(data: Uint8Array): Uint16Array[] {
  const last = new Map<number, number>();
  const before = new Int32Array(data.length).fill(-1);
  return Array.from(data, (_, place) => {
    if (place + minLength > data.length) return new Uint16Array(0);
    const key = data[place]! | (data[place + 1]! << 8) | (data[place + 2]! << 16);
    const found: number[] = [];
    let longest = minLength - 1;
    before[place] = last.get(key) ?? -1;
    last.set(key, place);
    const most = Math.min(maxLength, data.length - place);
    for (let from = before[place]!; from >= 0 && place - from <= windowSize && longest < most; from = before[from]!) {
      if (data[from + longest] !== data[place + longest]) continue;
      let length = 0;
      while (length < most && data[from + length] === data[place + length]) length += 1;
      if (length > longest) {
        found.push(length, place - from);
        longest = length;
      }
    }
    return Uint16Array.from(found);
  });
}

interface Prices {
  literal: (place: number, byte: number) => number;
  length: (place: number, length: number) => number;
  distance: (place: number, distance: number) => number;
}

const firstPrices: Prices = {
  literal: () => 6.5,
  length: (_, length) => 5 + lengthExtra[lengthSlots[length]!]!,
  distance: (_, distance) => 4 + distanceExtra[distanceSlots[distance]!]!,
};

/** Shortest path from the first byte to the last, every step priced. */
function cheapestWay(data: Uint8Array, repeats: readonly Uint16Array[], prices: Prices): Piece[] {
  const cost = new Float64Array(data.length + 1).fill(Number.POSITIVE_INFINITY);
  const stepLength = new Uint16Array(data.length + 1);
  const stepDistance = new Uint16Array(data.length + 1);
  cost[0] = 0;
  for (let place = 0; place < data.length; place += 1) {
    const here = cost[place]!;
    const plain = here + prices.literal(place, data[place]!);
    if (plain < cost[place + 1]!) {
      cost[place + 1] = plain;
      stepLength[place + 1] = 1;
      stepDistance[place + 1] = 0;
    }
    const found = repeats[place]!;
    let length = minLength;
    for (let index = 0; index < found.length; index += 2) {
      const distance = found[index + 1]!;
      const toThere = here + prices.distance(place, distance);
      for (; length <= found[index]!; length += 1) {
        const total = toThere + prices.length(place, length);
        if (total >= cost[place + length]!) continue;
        cost[place + length] = total;
        stepLength[place + length] = length;
        stepDistance[place + length] = distance;
      }
    }
  }
  const pieces: Piece[] = [];
  for (let place = data.length; place > 0; place -= stepLength[place]!)
    pieces.push({ length: stepLength[place]!, distance: stepDistance[place]! });
  return pieces.reverse();
}

/** A run of pieces with one pair of codes. */
interface Block {
  from: number;
  to: number;
  /** Place in the data at which it begins. */
  start: number;
  literals: Uint8Array;
  distances: Uint8Array;
  bits: number;
}

/** Cuts the pieces where a new code pays for itself: from small runs upwards, neighbors are joined while that saves bits. */
function blocksOf(pieces: readonly Piece[], data: Uint8Array): Block[] {
  const step = 600;
  const starts = startsOf(pieces);
  const block = (from: number, to: number) => blockOf(pieces, data, starts, from, to);
  let blocks: Block[] = [];
  for (let from = 0; from < pieces.length || from === 0; from += step)
    blocks.push(block(from, Math.min(from + step, pieces.length)));
  for (;;) {
    let best = { index: -1, saving: 0, joined: blocks[0]! };
    for (let index = 0; index + 1 < blocks.length; index += 1) {
      const joined = block(blocks[index]!.from, blocks[index + 1]!.to);
      const saving = blocks[index]!.bits + blocks[index + 1]!.bits - joined.bits;
      if (saving > best.saving) best = { index, saving, joined };
    }
    if (best.index < 0) return blocks;
    blocks = [...blocks.slice(0, best.index), best.joined, ...blocks.slice(best.index + 2)];
  }
}

function startsOf(pieces: readonly Piece[]): Uint32Array {
  const starts = new Uint32Array(pieces.length + 1);
  for (const [index, { length }] of pieces.entries()) starts[index + 1] = starts[index]! + length;
  return starts;
}

function blockOf(pieces: readonly Piece[], data: Uint8Array, starts: Uint32Array, from: number, to: number): Block {
  const literalCounts = new Uint32Array(286);
  const distanceCounts = new Uint32Array(30);
  let bits = 3;
  for (let index = from; index < to; index += 1) {
    const { length, distance } = pieces[index]!;
    if (distance === 0) literalCounts[data[starts[index]!]!]! += 1;
    else {
      literalCounts[257 + lengthSlots[length]!]! += 1;
      distanceCounts[distanceSlots[distance]!]! += 1;
      bits += lengthExtra[lengthSlots[length]!]! + distanceExtra[distanceSlots[distance]!]!;
    }
  }
  literalCounts[256] = 1;
  const literals = codeLengths(literalCounts, 15);
  const distances = codeLengths(distanceCounts, 15);
  for (const [symbol, count] of literalCounts.entries()) bits += count * literals[symbol]!;
  for (const [symbol, count] of distanceCounts.entries()) bits += count * distances[symbol]!;
  return { from, to, start: starts[from]!, literals, distances, bits: bits + headBits(headOf(literals, distances)) };
}

function pricesOf(blocks: readonly Block[], pieces: readonly Piece[], data: Uint8Array): Prices {
  const ends = startsOf(pieces);
  const blockAt = new Uint16Array(data.length + 1);
  for (const [index, { start, to }] of blocks.entries()) blockAt.fill(index, start, ends[to]!);
  const priced = (length: number, most: number) => (length === 0 ? most : length);
  const tables = blocks.map(({ literals, distances }) => ({
    literal: Float64Array.from({ length: 256 }, (_, byte) => priced(literals[byte]!, 13)),
    length: Float64Array.from({ length: maxLength + 1 }, (_, length) =>
      length < minLength ? 99 : priced(literals[257 + lengthSlots[length]!]!, 13) + lengthExtra[lengthSlots[length]!]!,
    ),
    distance: Float64Array.from({ length: 30 }, (_, slot) => priced(distances[slot]!, 11) + distanceExtra[slot]!),
  }));
  return {
    literal: (place, byte) => tables[blockAt[place]!]!.literal[byte]!,
    length: (place, length) => tables[blockAt[place]!]!.length[length]!,
    distance: (place, distance) => tables[blockAt[place]!]!.distance[distanceSlots[distance]!]!,
  };
}

/** Lengths of the best prefix code with no code longer than `most` (package-merge). */
function codeLengths(counts: Uint32Array, most: number): Uint8Array {
  const lengths = new Uint8Array(counts.length);
  const used = [...counts.keys()]
    .filter((symbol) => counts[symbol]! > 0)
    .sort((a, b) => counts[a]! - counts[b]! || a - b);
  if (used.length === 0) return lengths;
  if (used.length === 1) {
    lengths[used[0]!] = 1;
    return lengths;
  }
  type Coin = { weight: number; symbols: number[] };
  const coins = used.map((symbol): Coin => ({ weight: counts[symbol]!, symbols: [symbol] }));
  let row: Coin[] = coins;
  for (let level = 1; level < most; level += 1) {
    const pairs: Coin[] = [];
    for (let index = 0; index + 1 < row.length; index += 2)
      pairs.push({
        weight: row[index]!.weight + row[index + 1]!.weight,
        symbols: [...row[index]!.symbols, ...row[index + 1]!.symbols],
      });
    row = [...coins, ...pairs].sort((a, b) => a.weight - b.weight || a.symbols.length - b.symbols.length);
  }
  for (const { symbols } of row.slice(0, 2 * used.length - 2)) for (const symbol of symbols) lengths[symbol]! += 1;
  return lengths;
}

interface Head {
  literalCount: number;
  distanceCount: number;
  /** Symbols of the code of codes, with their extra bits. */
  runs: { symbol: number; extra: number; extraBits: number }[];
  lengths: Uint8Array;
  orderCount: number;
}

function headOf(literals: Uint8Array, distances: Uint8Array): Head {
  let literalCount = 286;
  while (literalCount > 257 && literals[literalCount - 1] === 0) literalCount -= 1;
  let distanceCount = 30;
  while (distanceCount > 1 && distances[distanceCount - 1] === 0) distanceCount -= 1;
  const all = [...literals.subarray(0, literalCount), ...distances.subarray(0, distanceCount)];
  const runs: Head["runs"] = [];
  for (let index = 0; index < all.length; ) {
    const value = all[index]!;
    let run = 1;
    while (all[index + run] === value) run += 1;
    if (value === 0 && run >= 3) {
      const taken = Math.min(run, 138);
      runs.push(
        taken < 11 ? { symbol: 17, extra: taken - 3, extraBits: 3 } : { symbol: 18, extra: taken - 11, extraBits: 7 },
      );
      index += taken;
    } else if (index > 0 && all[index - 1] === value && run >= 3) {
      const taken = Math.min(run, 6);
      runs.push({ symbol: 16, extra: taken - 3, extraBits: 2 });
      index += taken;
    } else {
      runs.push({ symbol: value, extra: 0, extraBits: 0 });
      index += 1;
    }
  }
  const counts = new Uint32Array(19);
  for (const { symbol } of runs) counts[symbol]! += 1;
  const lengths = codeLengths(counts, 7);
  let orderCount = 19;
  while (orderCount > 4 && lengths[codeOrder[orderCount - 1]!] === 0) orderCount -= 1;
  return { literalCount, distanceCount, runs, lengths, orderCount };
}

const headBits = ({ runs, lengths, orderCount }: Head) =>
  14 + 3 * orderCount + runs.reduce((sum, { symbol, extraBits }) => sum + lengths[symbol]! + extraBits, 0);

function written(
  { pieces, blocks }: { pieces: readonly Piece[]; blocks: readonly Block[] },
  data: Uint8Array,
): Uint8Array {
  const bytes: number[] = [];
  let hold = 0;
  let held = 0;
  const write = (value: number, bits: number) => {
    hold |= value << held;
    held += bits;
    while (held >= 8) {
      bytes.push(hold & 255);
      hold >>>= 8;
      held -= 8;
    }
  };
  const starts = startsOf(pieces);
  for (const [index, block] of blocks.entries()) {
    write(index === blocks.length - 1 ? 1 : 0, 1);
    write(2, 2);
    const head = headOf(block.literals, block.distances);
    write(head.literalCount - 257, 5);
    write(head.distanceCount - 1, 5);
    write(head.orderCount - 4, 4);
    for (const symbol of codeOrder.slice(0, head.orderCount)) write(head.lengths[symbol]!, 3);
    const headCodes = codesOf(head.lengths);
    for (const { symbol, extra, extraBits } of head.runs) {
      write(headCodes[symbol]!, head.lengths[symbol]!);
      write(extra, extraBits);
    }
    const literalCodes = codesOf(block.literals);
    const distanceCodes = codesOf(block.distances);
    for (let piece = block.from; piece < block.to; piece += 1) {
      const { length, distance } = pieces[piece]!;
      if (distance === 0) {
        const byte = data[starts[piece]!]!;
        write(literalCodes[byte]!, block.literals[byte]!);
        continue;
      }
      const lengthSlot = lengthSlots[length]!;
      write(literalCodes[257 + lengthSlot]!, block.literals[257 + lengthSlot]!);
      write(length - lengthBase[lengthSlot]!, lengthExtra[lengthSlot]!);
      const distanceSlot = distanceSlots[distance]!;
      write(distanceCodes[distanceSlot]!, block.distances[distanceSlot]!);
      write(distance - distanceBase[distanceSlot]!, distanceExtra[distanceSlot]!);
    }
    write(literalCodes[256]!, block.literals[256]!);
  }
  write(0, 7);
  return Uint8Array.from(bytes);
}

/** The codes for these lengths, bits reversed as deflate writes them. */
function codesOf(lengths: Uint8Array): Uint16Array {
  const counts = new Uint16Array(16);
  for (const length of lengths) if (length > 0) counts[length]! += 1;
  const next = new Uint16Array(17);
  for (let length = 1; length <= 15; length += 1) next[length + 1] = (next[length]! + counts[length]!) << 1;
  return Uint16Array.from(lengths, (length) => {
    if (length === 0) return 0;
    let code = next[length]!;
    next[length]! += 1;
    let reversed = 0;
    for (let bit = 0; bit < length; bit += 1) {
      reversed = (reversed << 1) | (code & 1);
      code >>= 1;
    }
    return reversed;
  });
}
