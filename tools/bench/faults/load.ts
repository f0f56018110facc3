import { setTimeout as pause } from "node:timers/promises";

/** Unique numbers across all runs on one database. */
let writes = 0;

const patienceMs = 45_000;

/**
 * Bounded load: each visitor sends requests one after another with a short pause, in turns a write (an access request with a
 * unique address), a frozen page and a page that reads the database. Records every acknowledged write.
 */
export class Load {
  readonly acknowledged: string[] = [];
  /** `closed`: refused or broken connections. `failed`: any other unexpected status. */
  readonly counts = { succeeded: 0, unavailable: 0, closed: 0, failed: 0 };
  readonly failures = new Set<string>();
  slowestMs = 0;
  lastFailureAt: number | null = null;
  #isOver = false;
  readonly #visitors: Promise<void>[];

  constructor(url: () => string, options: { visitors?: number; pauseMs?: number } = {}) {
    const { visitors = 6, pauseMs = 40 } = options;
    this.#visitors = Array.from({ length: visitors }, async (_, visitor) => {
      for (let turn = visitor; !this.#isOver; turn += 1) {
        await this.#send(url(), turn % 3);
        await pause(pauseMs);
      }
    });
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#visitors);
  }

  /** Resolves after `count` more acknowledged writes; throws after `seconds`. */
  async moreWrites(count: number, seconds = 240): Promise<void> {
    const wanted = this.acknowledged.length + count;
    const deadline = performance.now() + seconds * 1000;
    while (this.acknowledged.length < wanted) {
      if (performance.now() > deadline) throw new Error(`No ${count} writes were acknowledged within ${seconds} s`);
      await pause(20);
    }
  }

  get total(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }

  summary(): string {
    const { succeeded, unavailable, closed, failed } = this.counts;
    return [
      `${succeeded} of ${this.total} requests succeeded`,
      unavailable > 0 && `${unavailable} × 503`,
      closed > 0 && `${closed} × connection closed or refused`,
      failed > 0 && `${failed} × ${[...this.failures].join(", ")}`,
      `slowest ${(this.slowestMs / 1000).toFixed(1)} s`,
    ]
      .filter(Boolean)
      .join(", ");
  }

  async #send(url: string, kind: number): Promise<void> {
    const began = performance.now();
    writes += kind === 0 ? 1 : 0;
    const email = `v${process.pid}-${writes}@northfield.example`;
    try {
      const signal = AbortSignal.timeout(patienceMs);
      const response = await (kind === 0
        ? fetch(`${url}/api/functions/request-access-code`, { ...accessRequest(email), signal })
        : fetch(`${url}${kind === 1 ? "/pricing" : "/schedule/strategy-session"}`, { signal }));
      await response.arrayBuffer();
      if (response.ok) {
        this.counts.succeeded += 1;
        if (kind === 0) this.acknowledged.push(email);
      } else this.#failed(response.status === 503 ? "unavailable" : "failed", String(response.status));
    } catch (error) {
      const isLate = (error as Error).name === "TimeoutError";
      this.#failed(isLate ? "failed" : "closed", isLate ? `no response within ${patienceMs / 1000} s` : "");
    }
    this.slowestMs = Math.max(this.slowestMs, performance.now() - began);
  }

  #failed(kind: "unavailable" | "closed" | "failed", what: string) {
    this.counts[kind] += 1;
    this.lastFailureAt = performance.now();
    if (kind === "failed") this.failures.add(what);
  }
}

/** A client address per request, so that per-client limits do not decide the outcome. */
const accessRequest = (email: string) => ({
  method: "POST",
  headers: {
    "content-type": "application/json",
    "x-forwarded-for": `10.${(writes >> 16) & 255}.${(writes >> 8) & 255}.${writes & 255}`,
  },
  body: JSON.stringify({ email, company_name: "Northfield Analytics" }),
});
