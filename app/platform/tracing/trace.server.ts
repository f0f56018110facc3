/*
 * Spans for OpenTelemetry. Without OTEL_EXPORTER_OTLP_ENDPOINT there is no tracer: `traced` calls its work directly, and the
 * files beside this one are not loaded (decision 0240).
 *
 * Attributes are names, counts and codes. Addresses, query values, parameters of statements and anything about a person are
 * never recorded.
 */
export type Attributes = Readonly<Record<string, string | number | boolean>>;
export type SpanKind = "internal" | "server" | "client" | "consumer";

/** An operation in progress. `set` adds attributes; `fail` marks it as failed, with a code and never with a message. */
export type Span = {
  set: (attributes: Attributes) => void;
  fail: (code: string) => void;
  /** The header that continues this trace in another service. */
  traceparent: string;
};

export type Tracer = {
  run: <Value>(name: string, kind: SpanKind, attributes: Attributes, work: (span: Span) => Value) => Value;
};

const noSpan: Span = { set: () => {}, fail: () => {}, traceparent: "" };
let tracer: Tracer | undefined;

export function installTracer(next: Tracer | undefined): void {
  tracer = next;
}

/** Runs `work` as a span below the current one. A rejection ends it as failed and is passed on. */
export const traced = <Value>(
  name: string,
  kind: SpanKind,
  attributes: Attributes,
  work: (span: Span) => Value,
): Value => (tracer ? tracer.run(name, kind, attributes, work) : work(noSpan));
