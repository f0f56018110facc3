import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { isSignedBody } from "./signed-body.server.ts";

const now = new Date("2026-02-02T10:00:00Z");
const time = now.getTime() / 1000;
const key = "a-key-of-a-test";
const options = { secret: key, toleranceSeconds: 300, now };
const hexOf = (body: string | Uint8Array, at = time) =>
  createHmac("sha256", key).update(`${at}.`).update(body).digest("hex");

test("a signed body is accepted while it is recent, in any encoding, with any one of several signatures", () => {
  const latin1 = Uint8Array.of(0x47, 0x72, 0xfc, 0xdf, 0x65);
  const header = `t=${time},v1=${hexOf(latin1)}`;
  expect(isSignedBody({ header, body: latin1 }, options)).toBe(true);
  expect(isSignedBody({ header: `t=${time}, v1=${"0".repeat(64)}, v1=${hexOf("x")}`, body: "x" }, options)).toBe(true);
  for (const at of [time - 300, time + 300])
    expect(isSignedBody({ header: `t=${at},v1=${hexOf("x", at)}`, body: "x" }, options)).toBe(true);
  for (const at of [time - 301, time + 301])
    expect(isSignedBody({ header: `t=${at},v1=${hexOf("x", at)}`, body: "x" }, options)).toBe(false);
});

test("a header of more than 1,000 characters is refused, though it has the right signature", () => {
  const header = `t=${time},v1=${hexOf("x")},`.padEnd(1000, "0");
  expect(isSignedBody({ header, body: "x" }, options)).toBe(true);
  expect(isSignedBody({ header: `${header}0`, body: "x" }, options)).toBe(false);
});

test.each([
  undefined,
  "",
  `t=${time}`,
  `t=${time},v1=`,
  `t=${time},v1=${hexOf("y")}`,
  `t=${time},v0=${hexOf("x")}`,
  `t=${time - 1},v1=${hexOf("x")}`,
  `v1=${hexOf("x")}`,
  `t=1e9,v1=${hexOf("x")}`,
  `t=${time},${`v1=${hexOf("y")},`.repeat(20)}v1=${hexOf("x")}`,
])("a wrong signature is refused: %s", (header) => {
  expect(isSignedBody({ header, body: "x" }, options)).toBe(false);
});
