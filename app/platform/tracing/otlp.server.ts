import querystring from "node:querystring";
import { failureReason } from "../database/database-failure.server.ts";
import { log } from "../log.server.ts";
import type { FinishedSpan } from "./spans.server.ts";
import type { Attributes, SpanKind } from "./trace.server.ts";

/*
 * Sends spans to a collector by OTLP/HTTP with JSON (OTLP 1.x, `/v1/traces`). Nothing waits for the collector: spans are sent in
 * batches, and the oldest are dropped while it is away. A stop waits for it for a second.
 */

export type ExportTarget = {
  /** OTEL_EXPORTER_OTLP_ENDPOINT; `/v1/traces` is appended. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  serviceVersion: string;
};

const sendEveryMs = 5_000;
const maxBatch = 512;
const maxWaiting = 4_096;
const timeoutMs = 10_000;
const closeMs = 1_000;
const warnEveryMs = 60_000;
/** Statuses after which OTLP repeats a request. */
const temporary = new Set([429, 502, 503, 504]);

const kinds: Record<SpanKind, number> = { internal: 1, server: 2, client: 3, consumer: 5 };

export class SpanExporter {
  private readonly target: ExportTarget;
  private readonly url: string;
  private readonly headers: Headers;
  private readonly waiting: FinishedSpan[] = [];
  private readonly timer: NodeJS.Timeout;
  private sending: Promise<void> | undefined;
  private dropped = 0;
  /** The last request failed: the next one waits for the timer, not for a full batch. */
  private isAway = false;
  private warnedAt = Number.NEGATIVE_INFINITY;

  constructor(target: ExportTarget) {
    this.target = target;
    const { url, authorization } = addressOf(target.endpoint);
    this.url = url;
    this.headers = new Headers({ "content-type": "application/json" });
    if (authorization) this.headers.set("authorization", authorization);
    for (const [name, value] of Object.entries(target.headers)) this.headers.set(name, value);
    this.timer = setInterval(() => void this.flush(), sendEveryMs).unref();
  }

  readonly add = (span: FinishedSpan): void => {
    this.waiting.push(span);
    if (this.waiting.length > maxWaiting) {
      this.waiting.shift();
      this.dropped += 1;
    }
    if (this.waiting.length >= maxBatch && !this.isAway) void this.flush();
  };

  /** Sends what waits; resolves when it is sent or was refused. */
  flush(): Promise<void> {
    this.sending ??= this.sendAll().finally(() => {
      this.sending = undefined;
    });
    return this.sending;
  }

  /** Sends what waits. A collector that does not respond is given up after a second. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    let limit: NodeJS.Timeout | undefined;
    const limited = new Promise<void>((resolve) => {
      limit = setTimeout(resolve, closeMs);
    });
    // The first one may have started before the last spans ended.
    await Promise.race([this.flush().then(() => this.flush()), limited]);
    clearTimeout(limit);
  }

  private async sendAll() {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, maxBatch);
      const problem = await this.send(batch);
      this.isAway = problem !== null;
      if (!problem) continue;
      if (problem.mayRepeat) this.waiting.unshift(...batch.slice(0, maxWaiting - this.waiting.length));
      this.warn(problem.text);
      return;
    }
  }

  private async send(batch: readonly FinishedSpan[]): Promise<{ text: string; mayRepeat: boolean } | null> {
    try {
      const response = await fetch(this.url, {
        method: "POST",
        headers: this.headers,
        body: JSON.stringify(encoded(batch, this.target)),
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.arrayBuffer();
      if (response.ok) return null;
      return { text: `it returned ${response.status}`, mayRepeat: temporary.has(response.status) };
    } catch (error) {
      return { text: failureReason(error), mayRepeat: true };
    }
  }

  private warn(problem: string) {
    if (performance.now() - this.warnedAt < warnEveryMs) return;
    this.warnedAt = performance.now();
    log.warn({ problem, dropped: this.dropped }, "traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT");
  }
}

/** `fetch` refuses an address with a user and password, and its error repeats them. */
function addressOf(endpoint: string): { url: string; authorization: string | null } {
  const url = new URL(endpoint);
  const { username, password, pathname } = url;
  url.username = "";
  url.password = "";
  url.pathname = `${pathname.replace(/\/$/, "")}/v1/traces`;
  const pair = Buffer.from(`${querystring.unescape(username)}:${querystring.unescape(password)}`);
  return { url: url.href, authorization: username ? `Basic ${pair.toString("base64")}` : null };
}

/** An `ExportTraceServiceRequest` in OTLP's JSON encoding: ids in hexadecimal, 64-bit numbers as strings. */
export function encoded(spans: readonly FinishedSpan[], { serviceName, serviceVersion }: ExportTarget) {
  return {
    resourceSpans: [
      {
        resource: { attributes: keyValues({ "service.name": serviceName, "service.version": serviceVersion }) },
        scopeSpans: [{ scope: { name: "gtmarc", version: serviceVersion }, spans: spans.map(encodedSpan) }],
      },
    ],
  };
}

const encodedSpan = ({ startedAt, endedAt, kind, attributes, isFailed, parentSpanId, ...span }: FinishedSpan) => ({
  ...span,
  ...(parentSpanId && { parentSpanId }),
  kind: kinds[kind],
  startTimeUnixNano: nanoseconds(startedAt),
  endTimeUnixNano: nanoseconds(endedAt),
  attributes: keyValues(attributes),
  status: isFailed ? { code: 2 } : {},
  flags: 1,
});

const nanoseconds = (ms: number) => `${Math.round(ms * 1000)}000`;

const keyValues = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));

function anyValue(value: string | number | boolean) {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
