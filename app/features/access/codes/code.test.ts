import fc from "fast-check";
import { expect, test } from "vitest";
import { codeAlphabet, codeLength, makeCode, readCode, writeCode } from "./code.ts";

test("a code is three groups of four from an alphabet without look-alikes", () => {
  for (let i = 0; i < 500; i += 1)
    expect(makeCode()).toMatch(/^[A-HJKMNP-Z2-9]{4}-[A-HJKMNP-Z2-9]{4}-[A-HJKMNP-Z2-9]{4}$/);
  expect(codeAlphabet).not.toMatch(/[01OIL]/);
  expect(new Set(codeAlphabet).size).toBe(31);
});

test("a code has at least 55 bits of entropy", () => {
  expect(codeLength * Math.log2(codeAlphabet.length)).toBeGreaterThan(55);
});

test("bytes that would make some symbols more likely are discarded", () => {
  const bytes = [255, 248, 0, 30, 31, 247];
  const code = makeCode((count) => Uint8Array.from({ length: count }, (_, i) => bytes[i % bytes.length]!));
  expect(code).toBe("A9A9-A9A9-A9A9");
});

test("two hundred thousand symbols are evenly distributed", () => {
  const counts = new Map<string, number>();
  for (let i = 0; i < 17_000; i += 1)
    for (const symbol of makeCode().replaceAll("-", "")) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  const expected = (17_000 * 12) / 31;
  const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  expect(counts.size).toBe(31);
  expect(chiSquare).toBeLessThan(75); // 30 degrees of freedom: exceeded once in 100,000 runs
});

test.each([
  "K7QM-3XWD-9RTB",
  "k7qm-3xwd-9rtb",
  "K7QM3XWD9RTB",
  "  k7qm 3xwd 9rtb\n",
  "K7QM–3XWD—9RTB",
  "K7QM\u00a03XWD\u20119RTB",
  "K-7-Q-M-3-X-W-D-9-R-T-B",
  "Ｋ７ＱＭ－３ＸＷＤ－９ＲＴＢ",
])("%j is normalized to the code", (text) => {
  expect(readCode(text)).toBe("K7QM-3XWD-9RTB");
});

test.each([
  "",
  "K7QM-3XWD-9RT",
  "K7QM-3XWD-9RTBB",
  "K7QM-3XWD-9RT0",
  "K7QM-3XWD-9RTI",
  "K7QM_3XWD_9RTB",
  "ß7QM-3XWD-9RTB",
])("%j cannot be a code", (text) => {
  expect(readCode(text)).toBeNull();
});

test("a code is grouped while it is typed and is never longer than a complete code", () => {
  expect(writeCode("")).toBe("");
  expect(writeCode("k7qm")).toBe("K7QM");
  expect(writeCode("k7qm3")).toBe("K7QM-3");
  expect(writeCode("k7qm-3xwd-9rtb")).toHaveLength(14);
});

test("a generated code can be typed in lower case without dashes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 12, maxLength: 12 }), (bytes) => {
      let turn = 0;
      const code = makeCode(() => (turn++ === 0 ? bytes : new Uint8Array(12)));
      return readCode(code.toLowerCase().replaceAll("-", " ")) === code;
    }),
  );
});
