import { expect, test } from "vitest";
import { dana, emailOf } from "../db/world.ts";
import { startProduct } from "./fixtures/product.ts";
import { scratch } from "./fixtures/scratch.ts";
import { receiveTraces } from "./fixtures/trace-receiver.ts";

const parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

test("requests, statements, jobs and mails arrive at a collector, without addresses, values or people", async () => {
  const receiver = await receiveTraces();
  const product = await startProduct(scratch(), {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: "x-key=a%20b,x-other=c",
    OTEL_SERVICE_NAME: "gtmarc-test",
    TRUSTED_PROXIES: "127.0.0.1",
  });
  const get = (path: string, headers = {}) => fetch(`${product.url}${path}`, { headers });
  const person = { email: emailOf(dana), password: "Draw2Automate" };
  await get("/pricing?utm_source=secret-campaign", { traceparent: parent, "x-forwarded-for": "198.51.100.77" });
  await get("/pricing");
  await get("/booking/secret-token");
  await get("/no-such-page/secret-path");
  await get("/api/no-such-endpoint/secret-call");
  await get("/secret-bytes/%ED%A0%80");
  const signedUp = await fetch(`${product.url}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(person),
  });
  expect(signedUp.status).toBeLessThan(300);
  const isDelivered = async () => receiver.spans.some(({ name }) => name === "send mail");
  await expect.poll(isDelivered).toBe(true);
  product.signal("SIGTERM");
  expect((await product.ended()).status).toBe(0);
  receiver.close();

  const { spans } = receiver;
  const named = (name: string) => spans.filter((span) => span.name === name);
  expect(receiver.resources[0]).toMatchObject({ "service.name": "gtmarc-test", "service.version": expect.any(String) });
  expect(receiver.headers[0]).toMatchObject({ "x-key": "a b", "x-other": "c" });
  const [continued, own] = named("GET /pricing");
  expect(continued).toMatchObject({
    ...{ traceId: "4bf92f3577b34da6a3ce929d0e0e4736", parentSpanId: "00f067aa0ba902b7", kind: 2 },
    attributes: { "http.request.method": "GET", "http.route": "/pricing", "http.response.status_code": "200" },
  });
  expect(own?.traceId).not.toBe(continued?.traceId);
  expect(named("GET /booking/:token")).toMatchObject([{ attributes: { "http.response.status_code": "404" } }]);
  expect(named("GET /*")).toHaveLength(1);
  expect(named("GET /api/*")).toHaveLength(1);

  const [signUp] = named("POST /api/auth/sign-up/email");
  const below = spans.filter(({ traceId }) => traceId === signUp?.traceId);
  expect(below.map(({ name }) => name)).toEqual(expect.arrayContaining(["insert into user", "begin", "commit"]));
  expect(named("job mail.deliver").length).toBeGreaterThan(0);
  const [mail] = named("send mail");
  const jobs = spans.filter(({ spanId, kind }) => kind === 5 && spanId === mail?.parentSpanId);
  expect(jobs).toMatchObject([{ name: "job mail.deliver" }]);

  const text = receiver.text();
  for (const secret of ["secret-", "northfield", "Dana", "198.51.100", "127.0.0.1", person.password])
    expect(text).not.toContain(secret);
  expect(product.output()).not.toContain("secret-");
});
