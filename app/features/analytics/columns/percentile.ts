export class NumberList {
  #values = new Float64Array(16);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(value: number): void {
    if (this.#count === this.#values.length) {
      const grown = new Float64Array(2 * this.#count);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.#count++] = value;
  }

  addAll(other: NumberList): void {
    for (let n = 0; n < other.#count; n++) this.add(other.#values[n]!);
  }

  /** Calls `use` with each different number, in ascending order. Sorts the values. */
  eachDistinct(use: (value: number) => void): void {
    const values = this.#values.subarray(0, this.#count).sort();
    for (let n = 0; n < values.length; n++) if (n === 0 || values[n] !== values[n - 1]) use(values[n]!);
  }

  /**
   * Interpolates like PostgreSQL's percentile_cont: the two values around the position, and the distance from the first to the second.
   */
  around(part: number): { lower: number; upper: number; part: number } | null {
    if (this.#count === 0) return null;
    const values = this.#values.subarray(0, this.#count);
    const place = part * (this.#count - 1);
    const below = Math.floor(place);
    const lower = select(values, below);
    let upper = lower;
    if (place > below) {
      upper = Number.POSITIVE_INFINITY;
      for (let n = below + 1; n < values.length; n++) if (values[n]! < upper) upper = values[n]!;
    }
    return { lower, upper, part: place - below };
  }
}

const maxCounted = 2 ** 16;

/** Like NumberList, for many small whole numbers: it counts these and collects the others. */
export class CountedNumbers {
  #counts = new Uint32Array(1024);
  readonly #others = new NumberList();
  #hasFractions = false;

  add(value: number): void {
    if (value >= 0 && value < maxCounted && Number.isInteger(value)) {
      this.countsTo(value)[value]! += 1;
    } else {
      this.#others.add(value);
      if (value < maxCounted) this.#hasFractions = true;
    }
  }

  /** How often each number was added, with room for `value`, which is below 65,536. Callers may count in it until the next call. */
  countsTo(value: number): Uint32Array {
    if (value >= this.#counts.length) this.#grow(value);
    return this.#counts;
  }

  /** See NumberList; must be called once. */
  around(part: number): { lower: number; upper: number; part: number } | null {
    const counted = this.#counts.reduce((sum, times) => sum + times, 0);
    const place = part * (counted + this.#others.count - 1);
    const below = Math.floor(place);
    // Larger numbers come after the counted ones, fractions between them.
    if (this.#hasFractions || below + 1 >= counted) return this.#collected().around(part);
    const lower = this.#at(below);
    return { lower, upper: place > below ? this.#at(below + 1) : lower, part: place - below };
  }

  #at(place: number): number {
    let behind = place;
    for (let value = 0; value < this.#counts.length; value++) {
      behind -= this.#counts[value]!;
      if (behind < 0) return value;
    }
    throw new RangeError(`No number at ${place}`);
  }

  #collected(): NumberList {
    for (const [value, times] of this.#counts.entries()) for (let n = 0; n < times; n++) this.#others.add(value);
    return this.#others;
  }

  #grow(value: number) {
    const grown = new Uint32Array(2 ** (32 - Math.clz32(value)));
    grown.set(this.#counts);
    this.#counts = grown;
  }
}

/** Returns the value that sorting would put at `place`. Reorders the values: smaller ones before it, larger ones after it. */
export function select(values: Float64Array, place: number): number {
  let [first, last] = [0, values.length - 1];
  while (first < last) {
    const pivot = median(values[first]!, values[(first + last) >>> 1]!, values[last]!);
    let [low, high] = [first, last];
    while (low <= high) {
      while (values[low]! < pivot) low++;
      while (values[high]! > pivot) high--;
      if (low <= high) {
        const value = values[low]!;
        values[low++] = values[high]!;
        values[high--] = value;
      }
    }
    if (place <= high) last = high;
    else if (place >= low) first = low;
    else break;
  }
  return values[place]!;
}

const median = (a: number, b: number, c: number) => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
