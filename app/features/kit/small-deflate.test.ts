import { deflateRawSync, inflateRawSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { smallDeflate } from "./small-deflate.ts";

const inflated = (data: Uint8Array) => new Uint8Array(inflateRawSync(smallDeflate(data)));

test("what was deflated inflates to what it was", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), (data) => {
      expect(inflated(data)).toEqual(data);
    }),
    { numRuns: 60 },
  );
  fc.assert(
    fc.property(fc.array(fc.constantFrom("lead", " to ", "crm", "\n", "x"), { maxLength: 3000 }), (words) => {
      const data = new TextEncoder().encode(words.join(""));
      expect(inflated(data)).toEqual(data);
    }),
    { numRuns: 20 },
  );
});

test("edges: nothing, one byte, one byte many times, every byte", () => {
  for (const data of [
    new Uint8Array(),
    Uint8Array.of(7),
    new Uint8Array(34_000),
    Uint8Array.from({ length: 512 }, (_, i) => i % 256),
  ])
    expect(inflated(data)).toEqual(data);
});

test("it is smaller than the best setting of the usual compressor", () => {
  const text = new TextEncoder().encode(
    Array.from({ length: 900 }, (_, row) => `<c r="A${row}" s="${row % 7}"><v>${(row * 7919) % 1000}</v></c>`).join(""),
  );
  expect(smallDeflate(text).length).toBeLessThan(deflateRawSync(text, { level: 9, memLevel: 9 }).length);
});
