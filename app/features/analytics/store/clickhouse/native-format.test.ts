import { expect, test } from "vitest";
import { readNative } from "./native-format.ts";

const word = (text: string) => [text.length, ...Buffer.from(text)];
const int32 = (...values: number[]) => [...new Uint8Array(Int32Array.from(values).buffer)];
const uint64 = (...values: number[]) => [...new Uint8Array(BigUint64Array.from(values, BigInt).buffer)];

test("blocks are joined; lists go on where the block before ended", () => {
  const block = (ids: number[], ends: number[], texts: string[]) => [
    ...[3, ends.length, ...word("id"), ...word("Int32"), ...int32(...ends)],
    ...[...word("ids"), ...word("Array(Int32)"), ...uint64(...ends), ...int32(...ids)],
    ...[...word("text"), ...word("String"), ...texts.flatMap(word)],
  ];
  const bytes = Uint8Array.from([...block([7, 8, -9], [2, 3], ["a", ""]), ...block([5], [0, 1], ["yz", "x"])]);
  expect([...readNative(bytes)]).toEqual([
    ["id", { type: "Int32", values: Int32Array.from([2, 3, 0, 1]) }],
    ["ids", { type: "Array(Int32)", ends: Int32Array.from([2, 3, 3, 4]), ids: Int32Array.from([7, 8, -9, 5]) }],
    ["text", { type: "String", values: ["a", "", "yz", "x"] }],
  ]);
});

test("a cut result and an unknown type are errors", () => {
  const bytes = Uint8Array.from([1, 2, ...word("id"), ...word("Int32"), ...int32(1, 2)]);
  expect(() => readNative(bytes.subarray(0, -1))).toThrow("incomplete");
  expect(() => readNative(Uint8Array.from([1, 1, ...word("a"), ...word("UUID")]))).toThrow("UUID");
  expect(readNative(new Uint8Array(0)).size).toBe(0);
});
