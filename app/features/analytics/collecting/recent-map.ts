/** A map of at most `max` entries that drops the least recently used ones. */
export class RecentMap<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    // Most entries are far from eviction, so only a full map tracks use.
    if (this.#entries.size < this.#max) return value;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#max) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      break;
    }
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }
}

export function remembered<Value>(max: number, compute: (text: string) => Value): (text: string) => Value {
  const known = new RecentMap<string, { value: Value }>(max);
  return (text) => {
    const entry = known.get(text);
    if (entry) return entry.value;
    const value = compute(text);
    known.set(text, { value });
    return value;
  };
}
