import type { Settings } from "../env.server.ts";
import { readRelease } from "../release.server.ts";
import { SpanExporter } from "./otlp.server.ts";
import { SpanTracer } from "./spans.server.ts";
import { traceStatements } from "./statements.server.ts";
import { installTracer } from "./trace.server.ts";

export type Tracing = { tracer: SpanTracer; close: () => Promise<void> };

/** Starts recording. Loaded only if OTEL_EXPORTER_OTLP_ENDPOINT is set. */
export async function startTracing(settings: Settings, endpoint: string): Promise<Tracing> {
  const { version } = await readRelease();
  const exporter = new SpanExporter({
    endpoint,
    headers: settings.OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: settings.OTEL_SERVICE_NAME,
    serviceVersion: version ?? "unknown",
  });
  const tracer = new SpanTracer(settings.OTEL_TRACES_SAMPLER_ARG, exporter.add);
  const untrace = traceStatements(tracer);
  installTracer(tracer);
  return {
    tracer,
    close: async () => {
      installTracer(undefined);
      untrace();
      await exporter.close();
    },
  };
}
