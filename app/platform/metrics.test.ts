import { expect, test } from "vitest";
import { registry } from "./metrics.server.ts";

test("counters that alerts watch are zero from the start, so that their first event is an increase", async () => {
  const text = await registry.metrics();
  expect(text).toContain('gtmarc_analytics_hits_total{outcome="lost"} 0');
  expect(text).toContain('gtmarc_mail_total{outcome="failed"} 0');
  expect(text).toContain('gtmarc_webhook_attempts_total{outcome="gone"} 0');
});
