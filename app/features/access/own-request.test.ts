import { expect, test } from "vitest";
import { needsUs, type OwnRequest, wayBack } from "./own-request.ts";

const at = new Date("2026-03-02T15:00:00Z");
const inState = (state: "code_withdrawn" | "access_ended" | "declined" | "code_expired"): OwnRequest => ({ state, at });

test("a person without access gets a link to devices, support or the code form, depending on the reason", () => {
  expect(wayBack("too_many_devices", null).href).toBe("/account?tab=security");
  expect(wayBack("blocked", null).href).toBe("/contact");
  for (const state of ["code_withdrawn", "access_ended"] as const) {
    expect(wayBack("no_grant", inState(state)).href).toBe("/contact");
    expect(needsUs(inState(state))).toBe(true);
  }
  for (const state of ["declined", "code_expired"] as const)
    expect(wayBack("no_grant", inState(state)).href).toBe("/verify-access");
  expect(wayBack(null, null)).toEqual({ href: "/verify-access", label: "Enter an access code" });
});
