import { expect, test } from "vitest";
import { useSettings } from "#app/platform/env.server.ts";
import { openSealed, sealText } from "./sealed-text.server.ts";

const secret = "a secret of at least thirty-two characters";
const text = "JBSWY3DPEHPK3PXP ąß";

test("a sealed text opens with the same SECRET only, and differs each time", () => {
  useSettings({ SECRET: secret });
  const sealed = sealText(text);
  expect(openSealed(sealed)).toBe(text);
  expect(sealText(text)).not.toBe(sealed);
  useSettings({ SECRET: `another ${secret}` });
  expect(() => openSealed(sealed)).toThrow();
});

test("a changed text does not open", () => {
  useSettings({ SECRET: secret });
  const sealed = sealText(text);
  expect(() => openSealed(`${sealed.slice(0, -1)}${sealed.endsWith("0") ? "1" : "0"}`)).toThrow();
});

test("factors and webhook secrets sealed by the accounts library of earlier releases still open", () => {
  useSettings({ SECRET: secret });
  const stored =
    "f8d85cf2f3518a21a2540e152a285a79ab09b8321056c7d3641c15cd2e9fbbfe11c3719d4797639a0284e9579d8430dccfdbacb51bd04b001e31367a2f";
  expect(openSealed(stored)).toBe(text);
});
