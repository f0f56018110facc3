import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { readArchive } from "./archive.ts";

const packed = (level: 0 | 6) =>
  zipSync({ "a/days.csv": strToU8("x".repeat(1000)), "notes.txt": strToU8("y") }, { level });

/** An archive whose directory states an unpacked size of 0 for its first file. */
function understated(archive: Uint8Array): Uint8Array {
  const at = Buffer.from(archive).indexOf(Buffer.from("PK\x01\x02"));
  const changed = Uint8Array.from(archive);
  changed.fill(0, at + 24, at + 28);
  return changed;
}

test("an archive is unpacked up to the limit, whatever size its files state for themselves", () => {
  for (const level of [0, 6] as const) {
    expect(readArchive("x.zip", packed(level), 1000)).toEqual([{ name: "days.csv", text: "x".repeat(1000) }]);
    expect(readArchive("x.zip", packed(level), 999)).toBe("too_large");
  }
  expect(readArchive("x.zip", understated(packed(0)), 999)).toBe("too_large");
});
