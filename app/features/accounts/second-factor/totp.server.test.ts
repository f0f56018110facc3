import { expect, test } from "vitest";
import { codeOf, matchingStep, newTotpSecret, normalizeTotpSecret, stepAt, totpUri } from "./totp.server.ts";

/** The ASCII secret 12345678901234567890 of RFC 6238, appendix B; its eight digits are truncated to the last six. */
const rfcSecret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test.each([
  ["1970-01-01T00:00:59Z", "287082"],
  ["2005-03-18T01:58:29Z", "081804"],
  ["2005-03-18T01:58:31Z", "050471"],
  ["2009-02-13T23:31:30Z", "005924"],
  ["2033-05-18T03:33:20Z", "279037"],
  ["2603-10-11T11:33:20Z", "353130"],
])("RFC 6238: at %s the code is %s", async (time, code) => {
  expect(await codeOf(rfcSecret, stepAt(new Date(time)))).toBe(code);
});

test("a secret with arbitrary bytes works", async () => {
  expect(await codeOf("77777777777777777777777777777777", 1)).toBe("463444");
  expect(await codeOf("77777777777777777777777777777777", 2)).toBe("552158");
});

test("one step of drift either way is accepted, two are not", async () => {
  for (const drift of [-1, 0, 1])
    expect(await matchingStep(rfcSecret, await codeOf(rfcSecret, 1000 + drift), 1000)).toBe(1000 + drift);
  for (const drift of [-2, 2])
    expect(await matchingStep(rfcSecret, await codeOf(rfcSecret, 1000 + drift), 1000)).toBeNull();
});

test("generated secrets are 32 Base32 characters and unique", () => {
  const secrets = Array.from({ length: 20 }, newTotpSecret);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(new Set(secrets).size).toBe(20);
});

test("a given secret can contain spaces and lower case, and is rejected when it is short or not Base32", () => {
  expect(normalizeTotpSecret("gezd gnbv gy3t-qojq ====")).toBe("GEZDGNBVGY3TQOJQ");
  expect(normalizeTotpSecret("GEZDGNBV")).toBeNull();
  expect(normalizeTotpSecret("0EZDGNBVGY3TQOJQ")).toBeNull();
});

test("the URI in the QR code names product and user", () => {
  expect(totpUri(rfcSecret, "dana+x@acme.example")).toBe(
    `otpauth://totp/GTMarc:dana%2Bx%40acme.example?secret=${rfcSecret}&issuer=GTMarc&algorithm=SHA1&digits=6&period=30`,
  );
});
