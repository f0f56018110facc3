import { expect, test } from "vitest";
import { isNamed } from "./etag.ts";

test("an ETag matches alone, in a list, as a weak tag and by a star", () => {
  for (const header of ['"a1-br"', '"x", "a1-br"', 'W/"a1-br"', '"x",W/"a1-br" , "y"', "*", " * "])
    expect(isNamed(header, '"a1-br"'), header).toBe(true);
  expect(isNamed('"a1"', 'W/"a1"')).toBe(true);
});

test("other tags, parts of the tag and an absent header do not match", () => {
  for (const header of [undefined, null, "", '"x"', '"a1"', "a1-br", '"a1-br', '"*"', '"x, a1-br"'])
    expect(isNamed(header, '"a1-br"'), String(header)).toBe(false);
});
