import { expect, test, vi } from "vitest";

test("rows wait for the collector, which then receives each once and all later ones immediately", async () => {
  vi.resetModules();
  const { collectGoal, collectSecurityEvent } = await import("./collected-goals.ts");
  const { receiveCollected } = await import("./collected.ts");
  const received: unknown[] = [];
  for (let number = 0; number < 60; number += 1) collectGoal(`goal ${number}`);
  receiveCollected((row) => received.push(row));
  expect(received).toHaveLength(50);
  collectSecurityEvent("page_error");
  expect(received.at(-1)).toEqual({ type: "event", data: { event_type: "security_event", event_name: "page_error" } });
  collectGoal("booking.scheduled", 2500);
  expect(received.at(-1)).toEqual({
    type: "conversion",
    data: { conversion_type: "goal_complete", conversion_name: "booking.scheduled", conversion_value: 2500 },
  });
});
