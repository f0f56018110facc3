import { expect, test } from "vitest";
import { firmDates } from "#app/lib/dates/firm-dates.ts";
import { denialReasons } from "../access.ts";
import { canRequestAgain, nextStepFor, nextSteps, type OwnAccess, ownAccessText } from "./own-access.ts";

const at = new Date("2026-03-02T15:00:00Z");
const inFiveDays = new Date("2026-03-07T15:00:00Z");
const requests: readonly OwnAccess[] = [
  { state: "waiting", at, dueAt: inFiveDays },
  { state: "waiting", at, dueAt: null },
  { state: "code_sent", at, expiresAt: inFiveDays, isMailed: true },
  { state: "code_sent", at, expiresAt: inFiveDays, isMailed: false },
  { state: "suspended", reason: "too_many_devices" },
  { state: "suspended", reason: "blocked" },
  ...(["code_expired", "code_withdrawn", "declined", "access_ended"] as const).map((state) => ({ state, at })),
  { state: "has_access", at },
  { state: "has_access", at: null },
];

test("each state leads to what helps: a code, another request, devices, the wizard or us", () => {
  const steps = (access: OwnAccess | null) => nextSteps(access).map(({ href }) => href);
  expect(steps(null)).toEqual(["/verify-access", "/request-access"]);
  expect(requests.map(steps)).toEqual([
    ["/verify-access"],
    ["/verify-access"],
    ["/verify-access"],
    ["/verify-access"],
    ["/account?tab=security"],
    ["/contact"],
    ["/verify-access", "/request-access"],
    ["/contact", "/verify-access"],
    ["/verify-access", "/request-access"],
    ["/contact", "/verify-access"],
    ["/blueprint/wizard"],
    ["/blueprint/wizard"],
  ]);
  expect(denialReasons.map((reason) => nextStepFor(reason).href)).toEqual([
    "/verify-access",
    "/account?tab=security",
    "/contact",
  ]);
});

test("only an expired code, a declined request or none allows another request", () => {
  expect(canRequestAgain(null)).toBe(true);
  expect(requests.filter(canRequestAgain).map(({ state }) => state)).toEqual(["code_expired", "declined"]);
});

test("every state has its own text; it names the date of a decision or an expiry only if there is one", () => {
  const texts = requests.map((request) =>
    ownAccessText(request, firmDates("UTC"), "dana@northfield.example", "4 to 7 business days"),
  );
  expect(new Set(texts).size).toBe(requests.length);
  expect(texts.map((text) => text.includes("March 7, 2026"))).toEqual(
    requests.map((request) => ("dueAt" in request && request.dueAt !== null) || "expiresAt" in request),
  );
  expect(texts.map((text) => text.includes("March 2, 2026"))).toEqual(
    requests.map((access) => "at" in access && access.at !== null && access.state !== "access_ended"),
  );
});
