/** Maximum number of counted clients; beyond it the oldest windows end early. */
const maxClients = 100_000;

type Window = { points: number; until: number };

/**
 * Counts uses per client in windows of fixed length, in the memory of this process: `collect-analytics` is called far more often than
 * anything else, and counting in the database would cost as much as storing the hit.
 */
export class ClientLimit {
  readonly #windows = new Map<string, Window>();
  readonly #points: number;
  readonly #ms: number;

  constructor({ points, seconds }: { points: number; seconds: number }) {
    this.#points = points;
    this.#ms = seconds * 1000;
  }

  /** Counts `uses` by `client` at `now`. Returns 0 while it is within the limit, otherwise the seconds to wait. */
  take(client: string, now: number, uses = 1): number {
    let window = this.#windows.get(client);
    if (!window || window.until <= now || window.until > now + this.#ms) {
      window = { points: 0, until: now + this.#ms };
      this.#windows.delete(client);
      this.#windows.set(client, window);
      this.#dropOldest(now);
    }
    window.points += uses;
    return window.points <= this.#points ? 0 : Math.max(1, Math.ceil((window.until - now) / 1000));
  }

  #dropOldest(now: number) {
    for (const [client, { until }] of this.#windows) {
      if (until > now && this.#windows.size <= maxClients) return;
      this.#windows.delete(client);
    }
  }
}
