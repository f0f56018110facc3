/**
 * Collects what is asked for within one turn of the event loop and loads it at once, so that requests that arrive together
 * share a statement. Nothing is kept between loads.
 */
export class Batch<Key, Value> {
  readonly #load: (keys: readonly Key[]) => Promise<readonly Value[]>;
  readonly #largest: number;
  #waiting: { key: Key; resolve: (value: Value) => void; reject: (error: unknown) => void }[] = [];

  /** `load` returns one value per key, in the keys' order; if it fails, everything in that batch fails with its error. */
  constructor(load: (keys: readonly Key[]) => Promise<readonly Value[]>, largest = 100) {
    this.#load = load;
    this.#largest = largest;
  }

  get(key: Key): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => void this.#flush());
      else if (this.#waiting.length === this.#largest) void this.#flush();
    });
  }

  async #flush(): Promise<void> {
    const batch = this.#waiting;
    if (batch.length === 0) return;
    this.#waiting = [];
    try {
      const values = await this.#load(batch.map(({ key }) => key));
      batch.forEach(({ resolve }, index) => {
        resolve(values[index]!);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
