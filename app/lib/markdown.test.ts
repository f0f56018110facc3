import { expect, test } from "vitest";
import { plainText } from "./markdown.ts";

test("plain text has one line per block and none of the marks", () => {
  expect(
    plainText("## Next\n\n**Send** [it](https://x.example)\nsoon\n\n1. one\n2. two\n\n> said\n\n```\ncode\n```"),
  ).toBe("Next\nSend it\nsoon\none\ntwo\nsaid\ncode");
  expect(plainText("<b>kept</b>")).toBe("<b>kept</b>");
});
