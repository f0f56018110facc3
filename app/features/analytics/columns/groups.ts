/** Numbers the ids of groups from 0 in the order in which they first appear. */
export class Groups {
  readonly ids: number[] = [];
  /** Per id its number plus one. */
  #numbers = new Int32Array(1024);

  numberOf(id: number): number {
    if (id >= this.#numbers.length) this.#grow(id);
    const known = this.#numbers[id]!;
    if (known > 0) return known - 1;
    this.#numbers[id] = this.ids.push(id);
    return this.ids.length - 1;
  }

  #grow(id: number) {
    const grown = new Int32Array(Math.max(2 * this.#numbers.length, id + 1));
    grown.set(this.#numbers);
    this.#numbers = grown;
  }
}

const pageBits = 16;

/** Counts distinct sessions per bucket. The buckets of a session ascend, because its visits are read in their order. */
export class SessionBuckets {
  /** Per session the last bucket plus one, in pages of 65,536 sessions. */
  readonly #last = new Map<number, Int32Array<ArrayBuffer>>();
  #page = new Int32Array(0);
  #pageNumber = -1;

  /** Whether the session is new in the bucket. */
  add(session: number, bucket: number): boolean {
    if (session >>> pageBits !== this.#pageNumber) this.#open(session >>> pageBits);
    const place = session & (2 ** pageBits - 1);
    if (this.#page[place] === bucket + 1) return false;
    this.#page[place] = bucket + 1;
    return true;
  }

  #open(number: number) {
    this.#pageNumber = number;
    this.#page = this.#last.get(number) ?? new Int32Array(2 ** pageBits);
    this.#last.set(number, this.#page);
  }
}
