import { expect, test } from "vitest";
import { nextStep } from "./next-step.ts";

const today = "2026-11-22";
const call = { day: "2026-11-23", time: "Mon, Nov 23, 10:00 AM EST" };
const task = (dueOn: string | null) => ({ title: "Send the sample", dueOn });
const titleOf = (...[first, second]: [Parameters<typeof nextStep>[0], Parameters<typeof nextStep>[1]]) =>
  nextStep(first, second, today)?.title ?? null;

test("the next step is the earlier of the first task and the next call", () => {
  expect(titleOf(null, undefined)).toBeNull();
  expect(nextStep(null, call, today)).toEqual({ title: "Call", due: call.time, isLate: false, isCall: true });
  expect(titleOf(task(null), call)).toBe("Call");
  expect(titleOf(task("2026-11-23"), call)).toBe("Call");
  expect(titleOf(task("2026-11-22"), call)).toBe("Send the sample");
  expect(nextStep(task("2026-11-20"), call, today)).toEqual({
    ...{ title: "Send the sample", due: "2 days late", isLate: true, isCall: false },
  });
});
