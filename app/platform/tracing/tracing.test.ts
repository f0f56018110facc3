import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { receiveTraces, type TraceReceiver } from "#tests/fixtures/trace-receiver.ts";
import { SpanExporter } from "./otlp.server.ts";
import { type FinishedSpan, isSampledId, parseTraceparent, SpanTracer } from "./spans.server.ts";
import { installTracer, traced } from "./trace.server.ts";

afterEach(() => {
  installTracer(undefined);
  vi.restoreAllMocks();
});

const parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

function recorder(ratio = 1) {
  const spans: FinishedSpan[] = [];
  const tracer = new SpanTracer(ratio, (span) => void spans.push(span));
  installTracer(tracer);
  return { spans, tracer };
}

test("without a tracer the work runs and has no trace to continue", () => {
  expect(traced("job", "consumer", {}, ({ traceparent }) => `works${traceparent}`)).toBe("works");
});

test("a traceparent is read as W3C Trace Context defines it, and ignored if it is invalid", () => {
  expect(parseTraceparent(parent)).toEqual({
    traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
    spanId: "00f067aa0ba902b7",
    isSampled: true,
  });
  expect(parseTraceparent(parent.replace(/01$/, "00"))).toMatchObject({ isSampled: false });
  const zeros = [
    `00-${"0".repeat(32)}-00f067aa0ba902b7-01`,
    `00-4bf92f3577b34da6a3ce929d0e0e4736-${"0".repeat(16)}-01`,
  ];
  for (const header of [undefined, "", "nonsense", parent.toUpperCase(), `${parent}-more`, ...zeros])
    expect(parseTraceparent(header)).toBeNull();
});

test("the share of recorded traces depends on their ids only", () => {
  const lowest = "0".repeat(32);
  const highest = "f".repeat(32);
  const middle = `${"0".repeat(16)}8000000000000000`;
  expect([0, 0.5, 1].map((ratio) => isSampledId(lowest, ratio))).toEqual([false, true, true]);
  expect([0, 0.5, 1].map((ratio) => isSampledId(middle, ratio))).toEqual([false, false, true]);
  expect([0, 0.5, 1].map((ratio) => isSampledId(highest, ratio))).toEqual([false, false, true]);
});

test("spans nest across awaits, and a failure is recorded by its code, not its message", async () => {
  const { spans, tracer } = recorder();
  const outer = tracer.open("GET", "server", {}, parseTraceparent(parent));
  const failed = tracer.within(outer, () =>
    traced("job a", "consumer", { count: 2 }, async () => {
      await Promise.resolve();
      await traced("send mail", "client", {}, async (span) => span.set({ kind: "welcome" }));
      throw Object.assign(new Error("dana@northfield.example is taken"), { code: "23505" });
    }),
  );
  await expect(failed).rejects.toThrow("is taken");
  outer.end();
  outer.end();
  const [mail, job, request, ...more] = spans;
  expect(more).toEqual([]);
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set(["4bf92f3577b34da6a3ce929d0e0e4736"]));
  expect(request).toMatchObject({ parentSpanId: "00f067aa0ba902b7", isFailed: false });
  expect(job).toMatchObject({
    parentSpanId: request!.spanId,
    isFailed: true,
    attributes: { count: 2, "error.type": "23505" },
  });
  expect(mail).toMatchObject({ parentSpanId: job!.spanId, attributes: { kind: "welcome" } });
  expect(JSON.stringify(spans)).not.toContain("northfield");
});

test("a trace that is not in the share is passed on as not recorded", () => {
  const { spans } = recorder(0);
  const header = traced("job", "consumer", {}, ({ traceparent }) => traceparent);
  expect(parseTraceparent(header)).toMatchObject({ isSampled: false });
  expect(spans).toEqual([]);
});

async function exporting(work: (exporter: SpanExporter, receiver: TraceReceiver) => Promise<void>) {
  const receiver = await receiveTraces();
  const headers = { authorization: "Bearer one" };
  const exporter = new SpanExporter({
    endpoint: `${receiver.url}/`,
    headers,
    serviceName: "site",
    serviceVersion: "1",
  });
  await work(exporter, receiver);
  await exporter.close();
  receiver.close();
}

const spanNamed = (name: string): FinishedSpan => ({
  ...{ name, traceId: "a".repeat(32), spanId: "b".repeat(16), parentSpanId: "", kind: "server", isFailed: true },
  ...{ startedAt: 1_790_000_000_000.25, endedAt: 1_790_000_000_001.5 },
  attributes: { text: "x", whole: 200, part: 0.5, flag: true },
});

test("a collector with a user and password gets them as a header, and never in its address", async () => {
  const receiver = await receiveTraces();
  const endpoint = receiver.url.replace("//", "//site:a%40b@");
  const exporter = new SpanExporter({ endpoint, headers: {}, serviceName: "site", serviceVersion: "1" });
  exporter.add(spanNamed("first"));
  await exporter.close();
  receiver.close();
  expect(receiver.headers[0]).toMatchObject({ authorization: `Basic ${btoa("site:a@b")}` });
});

test("while the collector is away, a full batch waits until the next request is due", async () => {
  const requests = vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("fetch failed"));
  const exporter = new SpanExporter({ endpoint: "http://collector", headers: {}, serviceName: "", serviceVersion: "" });
  for (let n = 0; n < 512; n += 1) exporter.add(spanNamed(String(n)));
  await exporter.flush();
  for (let n = 0; n < 512; n += 1) exporter.add(spanNamed(String(n)));
  expect(requests).toHaveBeenCalledTimes(1);
  await exporter.close();
});

test("a collector that does not respond does not delay a stop", { timeout: 120_000 }, async () => {
  // Requests have no limit of their own here, and fetch's is five minutes: only the limit of a stop is shorter than that of the test.
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(new AbortController().signal);
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const exporter = new SpanExporter({ endpoint, headers: {}, serviceName: "site", serviceVersion: "1" });
  exporter.add(spanNamed("first"));
  await exporter.close();
  silent.closeAllConnections();
  silent.close();
});

test("spans are sent as OTLP/HTTP with the given name and headers", () =>
  exporting(async (exporter, receiver) => {
    exporter.add(spanNamed("GET /"));
    await exporter.flush();
    expect(receiver.resources).toEqual([{ "service.name": "site", "service.version": "1" }]);
    expect(receiver.headers[0]).toMatchObject({ authorization: "Bearer one" });
    expect(receiver.spans).toEqual([
      {
        ...{ name: "GET /", traceId: "a".repeat(32), spanId: "b".repeat(16), kind: 2, status: { code: 2 }, flags: 1 },
        startTimeUnixNano: "1790000000000250000",
        endTimeUnixNano: "1790000000001500000",
        attributes: { text: "x", whole: "200", part: 0.5, flag: true },
      },
    ]);
  }));

test("a busy collector gets the same spans again; spans that it refuses are dropped", () =>
  exporting(async (exporter, receiver) => {
    receiver.refuseNext(503, 400);
    exporter.add(spanNamed("first"));
    await exporter.flush();
    expect(receiver.spans).toEqual([]);
    await exporter.flush();
    exporter.add(spanNamed("second"));
    await exporter.flush();
    expect(receiver.spans.map(({ name }) => name)).toEqual(["second"]);
  }));

test("while the collector is away, the oldest spans make room and a flush ends", () =>
  exporting(async (exporter, receiver) => {
    receiver.refuseNext(503, 503);
    for (let n = 0; n < 5_000; n += 1) exporter.add(spanNamed(String(n)));
    await exporter.flush();
    await expect.poll(async () => exporter.flush().then(() => receiver.spans.at(-1)?.name)).toBe("4999");
    expect(receiver.spans.length).toBeLessThanOrEqual(4_096);
  }));
