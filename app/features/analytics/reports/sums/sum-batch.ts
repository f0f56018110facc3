import type { AnyGroup } from "../report.ts";

export type SumsBySet<Of extends string> = ReadonlyMap<Of, readonly AnyGroup[]>;
type Waiting<Of extends string, Unit> = { sets: Set<Of>; unit: Unit | null; found: Promise<SumsBySet<Of>> };

/** Reads sets of sums that are asked at the same time together, and each of them once. */
export class SumBatch<Of extends string, Unit extends string> {
  readonly #read: (sets: readonly Of[], unit: Unit | null) => Promise<SumsBySet<Of>>;
  readonly #known = new Map<string, Promise<readonly AnyGroup[]>>();
  #waiting: Waiting<Of, Unit> | null = null;

  constructor(read: (sets: readonly Of[], unit: Unit | null) => Promise<SumsBySet<Of>>) {
    this.#read = read;
  }

  /** `unit`: of buckets; a statement has one. */
  of(set: Of, unit: Unit | null = null): Promise<readonly AnyGroup[]> {
    const key = `${set} ${unit}`;
    const known = this.#known.get(key) ?? this.#ask(set, unit);
    this.#known.set(key, known);
    return known;
  }

  async #ask(set: Of, unit: Unit | null): Promise<readonly AnyGroup[]> {
    const open = this.#waiting;
    const batch = open && (unit === null || open.unit === null || open.unit === unit) ? open : this.#start();
    batch.sets.add(set);
    batch.unit ??= unit;
    return (await batch.found).get(set) ?? [];
  }

  #start(): Waiting<Of, Unit> {
    const later = new Promise<void>((go) => setImmediate(go));
    const batch: Waiting<Of, Unit> = {
      ...{ sets: new Set(), unit: null },
      found: later.then(() => {
        if (this.#waiting === batch) this.#waiting = null;
        return this.#read([...batch.sets], batch.unit);
      }),
    };
    this.#waiting = batch;
    return batch;
  }
}
