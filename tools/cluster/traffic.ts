import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/** What a request is for: a page from memory, a page from the database, a file of a page, or a write. */
export type Kind = "memory" | "page" | "asset" | "access" | "newsletter";
export const kinds: readonly Kind[] = ["memory", "page", "asset", "access", "newsletter"];

type Answer = { status: number; body: string; ms: number };
export type Counts = {
  ok: number;
  /** 503 with a sentence. */
  unavailable: number;
  /** Everything else: another status, a 503 without a sentence, a closed connection, no response in time. */
  failed: number;
  slowestMs: number;
};

const patienceMs = 20_000;
const sentence = /temporarily_unavailable|Temporarily unavailable/;

/**
 * Bounded load on loopback: each visitor sends one request after another with a short pause. Every write has an address of its own and
 * comes from a client address of its own, so that limits per client do not decide the outcome. Records what was acknowledged.
 */
export class Traffic {
  readonly acknowledged: Record<"access" | "newsletter", string[]> = { access: [], newsletter: [] };
  readonly failures: string[] = [];
  /** Paths of files that pages of the deployed releases need. */
  readonly assets: string[] = ["/favicon.svg"];
  #interruptedAt = 0;
  #refusedAt = 0;
  #acknowledgedAt = 0;
  #counts = emptyCounts();
  #writes = 0;
  #isOver = false;
  readonly #visitors: Promise<void>[];
  readonly #url: URL;

  constructor(url: string, { pauseMs = 30 }: { pauseMs?: number } = {}) {
    this.#url = new URL(url);
    const visitors: Kind[] = [
      "memory",
      "memory",
      "page",
      "page",
      "asset",
      "access",
      "access",
      "newsletter",
      "newsletter",
    ];
    this.#visitors = visitors.map(async (kind) => {
      while (!this.#isOver) {
        await this.#visit(kind);
        await pause(pauseMs);
      }
    });
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#visitors);
  }

  /** Returns the counts since the last call. */
  takeCounts(): Record<Kind, Counts> {
    const counts = this.#counts;
    this.#counts = emptyCounts();
    return counts;
  }

  get writes(): number {
    return this.acknowledged.access.length + this.acknowledged.newsletter.length;
  }

  /** Begins to measure an interruption. */
  interrupt(): void {
    this.#interruptedAt = performance.now();
    this.#refusedAt = 0;
    this.#acknowledgedAt = 0;
  }

  /** From the interruption until the last refused write and the first one that was sent afterwards and acknowledged. */
  get recoveredMs(): number {
    return Math.max(this.#refusedAt, this.#acknowledgedAt) - this.#interruptedAt;
  }

  /** Resolves after `count` more acknowledged writes; throws after `seconds`. */
  async moreWrites(count: number, seconds = 60): Promise<void> {
    const wanted = this.writes + count;
    for (const deadline = performance.now() + seconds * 1000; this.writes < wanted; await pause(10))
      if (performance.now() > deadline) throw new Error(this.#tooFewWrites(count, seconds));
  }

  #tooFewWrites(count: number, seconds: number): string {
    const failures = [...new Set(this.failures)].slice(0, 5);
    return [`${count} writes were not acknowledged within ${seconds} s.`, ...failures].join("\n");
  }

  async #visit(kind: Kind): Promise<void> {
    const number = ++this.#writes;
    const email = `p${process.pid}-${number}@northfield.example`;
    const sentAt = performance.now();
    const answer = await this.#send(kind, email, number);
    const counts = this.#counts[kind];
    counts.slowestMs = Math.max(counts.slowestMs, answer.ms);
    const isWrite = kind === "access" || kind === "newsletter";
    if (answer.status >= 200 && answer.status < 300) {
      counts.ok += 1;
      if (isWrite) {
        this.acknowledged[kind].push(email);
        if (sentAt > this.#interruptedAt) this.#acknowledgedAt ||= performance.now();
      }
      return;
    }
    if (isWrite) this.#refusedAt = performance.now();
    if (answer.status === 503 && sentence.test(answer.body)) counts.unavailable += 1;
    else {
      counts.failed += 1;
      this.failures.push(
        `${kind}: ${answer.status || "no response"} ${answer.body.slice(0, 120).replaceAll("\n", " ")}`,
      );
    }
  }

  #send(kind: Kind, email: string, number: number): Promise<Answer> {
    const began = performance.now();
    const body = kind === "access" ? { email, company_name: "Northfield Analytics" } : { email, source: "footer" };
    const paths: Record<Kind, string> = {
      memory: "/pricing",
      page: "/schedule/strategy-session",
      asset: this.assets[number % this.assets.length]!,
      access: "/api/functions/request-access-code",
      newsletter: "/api/functions/newsletter-signup",
    };
    const isWrite = kind === "access" || kind === "newsletter";
    const { hostname, port, origin } = this.#url;
    return new Promise((resolve) => {
      const end = (status: number, text: string) =>
        resolve({ status, body: text, ms: Math.round(performance.now() - began) });
      const sending = request({
        ...{ hostname, port, path: paths[kind], method: isWrite ? "POST" : "GET", agent: false },
        // The whole of 127.0.0.0/8 is this machine.
        localAddress: `127.${1 + ((number >> 16) & 127)}.${(number >> 8) & 255}.${1 + (number & 127)}`,
        headers: isWrite ? { "content-type": "application/json", origin } : {},
        signal: AbortSignal.timeout(patienceMs),
      });
      sending.on("error", (error) => end(0, error.message));
      sending.on("response", (response) => {
        const pieces: Buffer[] = [];
        response.on("data", (piece: Buffer) => pieces.push(piece));
        response.on("error", (error) => end(0, error.message));
        response.on("end", () => end(response.statusCode!, Buffer.concat(pieces).toString()));
      });
      sending.end(isWrite ? JSON.stringify(body) : undefined);
    });
  }
}

const emptyCounts = () =>
  Object.fromEntries(kinds.map((kind) => [kind, { ok: 0, unavailable: 0, failed: 0, slowestMs: 0 }])) as Record<
    Kind,
    Counts
  >;

export const sumOf = (...counts: Counts[]): Counts =>
  counts.reduce((sum, each) => ({
    ok: sum.ok + each.ok,
    unavailable: sum.unavailable + each.unavailable,
    failed: sum.failed + each.failed,
    slowestMs: Math.max(sum.slowestMs, each.slowestMs),
  }));

export const countsText = ({ ok, unavailable, failed }: Counts): string =>
  [`${ok} ok`, unavailable > 0 && `${unavailable} × 503`, failed > 0 && `${failed} FAILED`].filter(Boolean).join(", ");
