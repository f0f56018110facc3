import { expect, test } from "vitest";
import { isNamed } from "./etag.ts";

test("an ETag is named alone, in a list, weakly, or by a star", () => {
  for (const header of ['"a1-br"', '"x", "a1-br"', 'W/"a1-br"', '"x",W/"a1-br" , "y"', "*", " * "])
    expect(isNamed(header, '"a1-br"'), header).toBe(true);
  expect(isNamed('"a1"', 'W/"a1"')).toBe(true);
});

test("other tags, parts of it and an absent header do not name it", () => {
  for (const header of [undefined, null, "", '"x"', '"a1"', "a1-br", '"a1-br', '"*"', '"x, a1-br"'])
    expect(isNamed(header, '"a1-br"'), String(header)).toBe(false);
});
