import { expect, test } from "vitest";
import { callTimes } from "./call-times.ts";

test("a call takes its host's time with a buffer before and after it", () => {
  const rules = {
    ...{ durationMinutes: 45, bufferBeforeMinutes: 10, bufferAfterMinutes: 20, minimumNoticeMinutes: 0 },
    ...{ horizonDays: 30, dailyCap: null, weeklyCap: null, slotStepMinutes: 15 },
  };
  const at = (time: string) => new Date(`2026-03-03T${time}:00Z`);
  expect(callTimes(at("15:00"), rules)).toEqual({
    during: { start: at("15:00"), end: at("15:45") },
    blocked: { start: at("14:50"), end: at("16:05") },
  });
});
