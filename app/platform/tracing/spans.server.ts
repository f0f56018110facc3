import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import type { Attributes, Span, SpanKind, Tracer } from "./trace.server.ts";

/** A finished span, as the exporter gets it. Times are milliseconds since 1970 with microseconds as a fraction. */
export type FinishedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  kind: SpanKind;
  startedAt: number;
  endedAt: number;
  attributes: Attributes;
  isFailed: boolean;
};

export type Parent = { traceId: string; spanId: string; isSampled: boolean };

const instant = () => performance.timeOrigin + performance.now();

/** W3C Trace Context, version 00; null if the header is missing or invalid. */
export function parseTraceparent(header: string | undefined): Parent | null {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(header ?? "") ?? [];
  if (!traceId || !spanId || !flags || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** The share of traces by their id, so that every service with the same ratio keeps the same ones. */
export const isSampledId = (traceId: string, ratio: number): boolean =>
  BigInt(`0x${traceId.slice(16)}`) < BigInt(Math.round(ratio * 2 ** 53)) << 11n;

export class OpenSpan implements Span {
  name: string;
  readonly traceId: string;
  readonly spanId = randomBytes(8).toString("hex");
  readonly isSampled: boolean;
  private readonly parentSpanId: string;
  private readonly kind: SpanKind;
  private readonly startedAt = instant();
  private readonly attributes: Record<string, string | number | boolean>;
  private isFailed = false;
  private isEnded = false;
  private readonly export: (span: FinishedSpan) => void;

  constructor(
    about: { name: string; kind: SpanKind; attributes: Attributes; parent: Parent | null; ratio: number },
    exportSpan: (span: FinishedSpan) => void,
  ) {
    const { parent } = about;
    this.name = about.name;
    this.kind = about.kind;
    this.attributes = { ...about.attributes };
    this.traceId = parent?.traceId ?? randomBytes(16).toString("hex");
    this.parentSpanId = parent?.spanId ?? "";
    this.isSampled = parent ? parent.isSampled : isSampledId(this.traceId, about.ratio);
    this.export = exportSpan;
  }

  get traceparent(): string {
    return `00-${this.traceId}-${this.spanId}-${this.isSampled ? "01" : "00"}`;
  }

  set(attributes: Attributes): void {
    Object.assign(this.attributes, attributes);
  }

  fail(code: string): void {
    this.isFailed = true;
    this.set({ "error.type": code });
  }

  end(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    if (!this.isSampled) return;
    const { traceId, spanId, parentSpanId, name, kind, startedAt, attributes, isFailed } = this;
    this.export({ traceId, spanId, parentSpanId, name, kind, startedAt, endedAt: instant(), attributes, isFailed });
  }
}

export class SpanTracer implements Tracer {
  private readonly current = new AsyncLocalStorage<OpenSpan>();
  private readonly ratio: number;
  private readonly export: (span: FinishedSpan) => void;

  /** `ratio`: the share of new traces that is recorded, from 0 to 1. */
  constructor(ratio: number, exportSpan: (span: FinishedSpan) => void) {
    this.ratio = ratio;
    this.export = exportSpan;
  }

  /** The span in progress, if its trace is recorded. */
  recorded(): OpenSpan | undefined {
    const span = this.current.getStore();
    return span?.isSampled ? span : undefined;
  }

  open(name: string, kind: SpanKind, attributes: Attributes, parent: Parent | null): OpenSpan {
    return new OpenSpan({ name, kind, attributes, parent, ratio: this.ratio }, this.export);
  }

  within<Value>(span: OpenSpan, work: () => Value): Value {
    return this.current.run(span, work);
  }

  run<Value>(name: string, kind: SpanKind, attributes: Attributes, work: (span: Span) => Value): Value {
    const span = this.open(name, kind, attributes, this.current.getStore() ?? null);
    try {
      const value = this.within(span, () => work(span));
      if (!(value instanceof Promise)) {
        span.end();
        return value;
      }
      return value.then(
        (result: unknown) => {
          span.end();
          return result;
        },
        (error: unknown) => {
          endFailed(span, error);
          throw error;
        },
      ) as Value;
    } catch (error) {
      endFailed(span, error);
      throw error;
    }
  }
}

/** The error's code or class. Its message may contain values. */
export function endFailed(span: OpenSpan, error: unknown): void {
  const { code } = (error ?? {}) as { code?: unknown };
  span.fail(typeof code === "string" ? code : error instanceof Error ? error.name : "error");
  span.end();
}
