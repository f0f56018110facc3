import type { DayChunk } from "./day-chunk.ts";

/** Numbers the ids of groups from 0 in the order in which they first appear. */
export class Groups {
  readonly ids: number[] = [];
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

/** Maps sessions to whole numbers, 0 by default. Session ids are close together, so values are stored in pages of 65,536. */
export class SessionNumbers {
  readonly #pages = new Map<number, Int32Array<ArrayBuffer>>();
  #page = new Int32Array(0);
  #pageNumber = -1;

  get(session: number): number {
    if (session >>> pageBits !== this.#pageNumber) this.#open(session >>> pageBits);
    return this.#page[session & (2 ** pageBits - 1)]!;
  }

  set(session: number, value: number): void {
    if (session >>> pageBits !== this.#pageNumber) this.#open(session >>> pageBits);
    this.#page[session & (2 ** pageBits - 1)] = value;
  }

  each(use: (session: number, value: number) => void): void {
    for (const [number, page] of this.#pages)
      for (let place = 0; place < page.length; place++)
        if (page[place] !== 0) use(number * 2 ** pageBits + place, page[place]!);
  }

  #open(number: number) {
    this.#pageNumber = number;
    this.#page = this.#pages.get(number) ?? new Int32Array(2 ** pageBits);
    this.#pages.set(number, this.#page);
  }
}

/** Finds the first visit of each visitor of a day, in up to 32 places such as hours. */
export class DayVisitors {
  readonly #visitor: DayChunk["visits"]["visitor"];
  readonly #seen: Uint32Array;

  constructor({ visits }: Pick<DayChunk, "visits">) {
    this.#visitor = visits.visitor;
    this.#seen = new Uint32Array(visits.count);
  }

  isNew(visit: number, place = 0): boolean {
    const visitor = this.#visitor[visit]!;
    const before = this.#seen[visitor]!;
    this.#seen[visitor] = before | (1 << place);
    return (before & (1 << place)) === 0;
  }
}
