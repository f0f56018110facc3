import type { BucketUnit } from "../period/period.ts";
import type { SumGroup } from "../report.ts";
import type { Ask } from "./asked-sql.ts";

type Read = (asks: readonly Ask[], unit: BucketUnit | null) => Promise<ReadonlyMap<Ask, readonly SumGroup[]>>;
type Waiting = { asks: Set<Ask>; unit: BucketUnit | null; found: ReturnType<Read> };

/** Reads sums that are asked at the same time together, and each of them once. */
export class SumBatch {
  readonly #read: Read;
  readonly #known = new Map<string, Promise<readonly SumGroup[]>>();
  #waiting: Waiting | null = null;

  constructor(read: Read) {
    this.#read = read;
  }

  /** `unit`: of buckets; a statement has one. */
  of(ask: Ask, unit: BucketUnit | null): Promise<readonly SumGroup[]> {
    const key = `${ask} ${unit}`;
    const known = this.#known.get(key) ?? this.#add(ask, unit);
    this.#known.set(key, known);
    return known;
  }

  async #add(ask: Ask, unit: BucketUnit | null): Promise<readonly SumGroup[]> {
    const open = this.#waiting;
    const batch = open && (unit === null || open.unit === null || open.unit === unit) ? open : this.#start();
    batch.asks.add(ask);
    batch.unit ??= unit;
    return (await batch.found).get(ask) ?? [];
  }

  #start(): Waiting {
    const later = new Promise<void>((go) => setImmediate(go));
    const batch: Waiting = {
      ...{ asks: new Set(), unit: null },
      found: later.then(() => {
        if (this.#waiting === batch) this.#waiting = null;
        return this.#read([...batch.asks], batch.unit);
      }),
    };
    this.#waiting = batch;
    return batch;
  }
}
