export type FunnelAction = {
  visitor: number;
  session: number;
  at: number;
  orderAt: number;
  steps: number;
  valueUsd: number;
  canStart: boolean;
};

/** Actions of all visitors as columns: a busy year has millions. */
export class ActionList {
  count = 0;
  #visitor = new Int32Array(1024);
  session = new Int32Array(1024);
  at = new Float64Array(1024);
  orderAt = new Float64Array(1024);
  steps = new Uint16Array(1024);
  valueUsd = new Float64Array(1024);
  canStart = new Uint8Array(1024);

  add({ visitor, session, at, orderAt, steps, valueUsd, canStart }: FunnelAction): void {
    if (this.count === this.at.length) this.#grow();
    const place = this.count++;
    this.#visitor[place] = visitor;
    this.session[place] = session;
    this.at[place] = at;
    this.orderAt[place] = orderAt;
    this.steps[place] = steps;
    this.valueUsd[place] = valueUsd;
    this.canStart[place] = canStart ? 1 : 0;
  }

  /** Groups the indexes of actions by visitor, in the order they were added. `ends`: the end of each visitor's group. */
  byVisitor(visitors: number): { places: Int32Array; ends: Int32Array } {
    const ends = new Int32Array(visitors);
    for (let place = 0; place < this.count; place++) ends[this.#visitor[place]!]! += 1;
    let before = 0;
    for (let visitor = 0; visitor < visitors; visitor++) {
      const own = ends[visitor]!;
      ends[visitor] = before;
      before += own;
    }
    const places = new Int32Array(this.count);
    for (let place = 0; place < this.count; place++) {
      const visitor = this.#visitor[place]!;
      places[ends[visitor]!] = place;
      ends[visitor]! += 1;
    }
    return { places, ends };
  }

  /** Sorts indexes of one visitor's actions by their order, then by step; stable. */
  sort(places: Int32Array): void {
    if (places.length > maxInserted) {
      places.set([...places].sort((one, other) => this.#compare(one, other)));
      return;
    }
    for (let n = 1; n < places.length; n++) {
      const place = places[n]!;
      let to = n;
      for (; to > 0 && this.#compare(places[to - 1]!, place) > 0; to--) places[to] = places[to - 1]!;
      places[to] = place;
    }
  }

  #compare(one: number, other: number): number {
    return this.orderAt[one]! - this.orderAt[other]! || this.steps[one]! - this.steps[other]!;
  }

  #grow() {
    const grown = <Column extends { length: number; set(values: Column): void }>(
      column: Column,
      make: (length: number) => Column,
    ): Column => {
      const larger = make(2 * column.length);
      larger.set(column);
      return larger;
    };
    this.#visitor = grown(this.#visitor, (length) => new Int32Array(length));
    this.session = grown(this.session, (length) => new Int32Array(length));
    this.at = grown(this.at, (length) => new Float64Array(length));
    this.orderAt = grown(this.orderAt, (length) => new Float64Array(length));
    this.steps = grown(this.steps, (length) => new Uint16Array(length));
    this.valueUsd = grown(this.valueUsd, (length) => new Float64Array(length));
    this.canStart = grown(this.canStart, (length) => new Uint8Array(length));
  }
}

/** Actions are added almost in order, so insertion sort is fastest for a few. */
const maxInserted = 50;
