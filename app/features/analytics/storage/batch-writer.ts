type Entry<Item> = {
  item: Item;
  /** Counts up; the order of writing. */
  number: number;
  weight: number;
  at: number;
  isAcknowledged: boolean;
  resolve: () => void;
  reject: (error: unknown) => void;
};

type Options<Item> = {
  write: (items: readonly Item[]) => Promise<void>;
  isTemporary: (error: unknown) => boolean;
  onLost: (item: Item, error: unknown) => void;
  /** Total weight of the items in memory, and of one batch. */
  maxWaiting: number;
  maxBatch: number;
  /** With `isAcknowledged`, items are refused while the oldest one has waited for longer. */
  maxWaitMs: number;
};

const firstPauseMs = 100;
const maxPauseMs = 2000;

/**
 * Collects items and writes them in batches: one write at a time, the next as soon as the last is done, with everything that arrived
 * meanwhile. Memory is bounded: `add` refuses items above `maxWaiting`.
 *
 * Without `isAcknowledged` the caller waits for the write and sees its failure. With `isAcknowledged` the caller has already
 * acknowledged the item, so temporary failures are retried until the write succeeds.
 */
export class BatchWriter<Item> {
  readonly #options: Options<Item>;
  #waiting: Entry<Item>[] = [];
  #weight = 0;
  #oldest: number | undefined;
  #running: Promise<void> | undefined;
  #isClosing = false;
  #wake: (() => void) | undefined;
  #added = 0;
  /** Callers of `settle`, with the number of the last item that each waits for. */
  #settling: { last: number; resolve: () => void }[] = [];

  constructor(options: Options<Item>) {
    this.#options = options;
  }

  get waiting(): number {
    return this.#weight;
  }

  /** Resolves when the item is stored; returns null if there is no room for it. */
  add(item: Item, { weight = 1, isAcknowledged }: { weight?: number; isAcknowledged: boolean }): Promise<void> | null {
    const now = performance.now();
    const { maxWaiting, maxWaitMs } = this.#options;
    const oldest = this.#oldest;
    if (this.#weight + weight > maxWaiting || (isAcknowledged && oldest !== undefined && now - oldest > maxWaitMs))
      return null;
    this.#weight += weight;
    const stored = new Promise<void>((resolve, reject) => {
      this.#added += 1;
      this.#waiting.push({ item, number: this.#added, weight, at: now, isAcknowledged, resolve, reject });
    });
    this.#running ??= this.#run();
    return stored;
  }

  /** Resolves when everything added so far is stored, or when a write has failed. */
  async settle(): Promise<void> {
    if (!this.#running) return;
    await new Promise<void>((resolve) => this.#settling.push({ last: this.#added, resolve }));
  }

  /** Writes the remaining items, without waiting for an unresponsive database. Still accepts items. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#wake?.();
    await this.#running;
    this.#isClosing = false;
  }

  async #run(): Promise<void> {
    // Requests of the same turn of the event loop share the first batch.
    await new Promise((resolve) => setImmediate(resolve));
    let pauseMs = firstPauseMs;
    while (this.#waiting.length > 0) {
      const batch = this.#next();
      this.#oldest = batch.find(({ isAcknowledged }) => isAcknowledged)?.at;
      const failed = await this.#write(batch);
      this.#oldest = undefined;
      if (failed.length === 0) {
        pauseMs = firstPauseMs;
        this.#endSettling(this.#waiting[0]?.number);
        continue;
      }
      this.#waiting.unshift(...failed);
      this.#oldest = failed[0]!.at;
      this.#endSettling();
      if (this.#isClosing) {
        this.#giveUp();
        break;
      }
      await this.#pause(pauseMs);
      pauseMs = Math.min(pauseMs * 2, maxPauseMs);
    }
    this.#oldest = undefined;
    this.#running = undefined;
    this.#endSettling();
  }

  /** `next`: the number of the first item that is not stored. */
  #endSettling(next = Number.POSITIVE_INFINITY) {
    const ended = this.#settling.filter(({ last }) => last < next);
    this.#settling = this.#settling.filter(({ last }) => last >= next);
    for (const { resolve } of ended) resolve();
  }

  #next() {
    let weight = 0;
    let count = 0;
    for (const entry of this.#waiting) {
      if (count > 0 && weight + entry.weight > this.#options.maxBatch) break;
      weight += entry.weight;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  async #write(batch: Entry<Item>[]): Promise<Entry<Item>[]> {
    try {
      await this.#options.write(batch.map(({ item }) => item));
      for (const entry of batch) this.#finish(entry);
      return [];
    } catch (error) {
      if (this.#options.isTemporary(error)) {
        for (const entry of batch) if (!entry.isAcknowledged) this.#fail(entry, error);
        return batch.filter(({ isAcknowledged }) => isAcknowledged);
      }
      if (batch.length === 1) {
        this.#options.onLost(batch[0]!.item, error);
        this.#fail(batch[0]!, error);
        return [];
      }
      // Isolates an item that cannot be stored, so that the others are.
      const half = Math.ceil(batch.length / 2);
      const first = await this.#write(batch.slice(0, half));
      return [...first, ...(await this.#write(batch.slice(half)))];
    }
  }

  #finish({ weight, resolve }: Entry<Item>) {
    this.#weight -= weight;
    resolve();
  }

  #fail({ weight, reject }: Entry<Item>, error: unknown) {
    this.#weight -= weight;
    reject(error);
  }

  #giveUp() {
    const error = new Error("The process stopped before the database was available");
    for (const entry of this.#waiting.splice(0)) {
      if (entry.isAcknowledged) this.#options.onLost(entry.item, error);
      this.#fail(entry, error);
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#wake = done;
    });
  }
}
