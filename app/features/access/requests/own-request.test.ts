import { expect, test } from "vitest";
import { firmDates } from "#app/lib/dates/firm-dates.ts";
import { canRequestAgain, needsSupport, nextStepFor, type OwnRequest, ownRequestText } from "./own-request.ts";

const at = new Date("2026-03-02T15:00:00Z");
const inState = (state: "code_withdrawn" | "access_ended" | "declined" | "code_expired"): OwnRequest => ({ state, at });

test("a person without access gets a link to devices, support or the code form, depending on the reason", () => {
  expect(nextStepFor("too_many_devices", null).href).toBe("/account?tab=security");
  expect(nextStepFor("blocked", null).href).toBe("/contact");
  for (const state of ["code_withdrawn", "access_ended"] as const) {
    expect(nextStepFor("no_grant", inState(state)).href).toBe("/contact");
    expect(needsSupport(inState(state))).toBe(true);
  }
  for (const state of ["declined", "code_expired"] as const)
    expect(nextStepFor("no_grant", inState(state)).href).toBe("/verify-access");
  expect(nextStepFor(null, null)).toEqual({ href: "/verify-access", label: "Enter an access code" });
});

const inFiveDays = new Date("2026-03-07T15:00:00Z");
const requests: readonly OwnRequest[] = [
  { state: "waiting", at, dueAt: inFiveDays },
  { state: "waiting", at, dueAt: null },
  { state: "code_sent", at, expiresAt: inFiveDays, isMailed: true },
  { state: "code_sent", at, expiresAt: inFiveDays, isMailed: false },
  { state: "suspended", at, reason: "too_many_devices" },
  ...(["code_expired", "code_withdrawn", "declined", "access_ended", "has_access"] as const).map((state) => ({
    state,
    at,
  })),
];

test("only an expired code, a declined request or none allows another request", () => {
  expect(canRequestAgain(null)).toBe(true);
  expect(requests.filter(canRequestAgain).map(({ state }) => state)).toEqual(["code_expired", "declined"]);
});

test("every state has its own text; it names the date of a decision or an expiry only if there is one", () => {
  const texts = requests.map((request) =>
    ownRequestText(request, firmDates("UTC"), "dana@northfield.example", "4 to 7 business days"),
  );
  expect(new Set(texts).size).toBe(requests.length);
  expect(texts.map((text) => text.includes("March 7, 2026"))).toEqual(
    requests.map((request) => ("dueAt" in request && request.dueAt !== null) || "expiresAt" in request),
  );
  expect(texts.map((text) => text.includes("March 2, 2026"))).toEqual(
    requests.map(({ state }) => state !== "access_ended" && state !== "suspended"),
  );
});
