import { expect, test } from "vitest";
import { type FinishedSpan, parseTraceparent, SpanTracer } from "#app/platform/tracing/spans.server.ts";
import { installTracer } from "#app/platform/tracing/trace.server.ts";
import { localReach, startReceiver } from "#tests/fixtures/webhook-receiver.ts";
import { attemptDelivery } from "./attempt.server.ts";

const secret = `whsec_${Buffer.from("a secret for this test").toString("base64")}`;

test("a webhook carries its trace only while traces are recorded, and its span has no address", async () => {
  const receiver = await startReceiver();
  const send = () =>
    attemptDelivery(
      { url: `${receiver.url}?token=secret`, secrets: [secret], headers: [] },
      { messageId: "evt", body: "{}" },
      { at: new Date("2026-03-02T15:00:00Z"), reach: localReach },
    );
  await send();
  expect(receiver.requests[0]?.headers).not.toHaveProperty("traceparent");

  const spans: FinishedSpan[] = [];
  installTracer(new SpanTracer(1, (span) => void spans.push(span)));
  receiver.respond((response) => response.writeHead(410).end());
  await send();
  installTracer(undefined);
  receiver.close();
  expect(spans).toMatchObject([
    { name: "send webhook", kind: "client", isFailed: true, attributes: { "http.response.status_code": 410 } },
  ]);
  const { traceId, spanId } = spans[0]!;
  expect(parseTraceparent(receiver.requests[1]?.headers["traceparent"] as string)).toEqual({
    ...{ traceId, spanId, isSampled: true },
  });
  expect(JSON.stringify(spans)).not.toMatch(/127\.0\.0\.1|token/);
});
