import { expect, test } from "vitest";
import { parseNumber } from "#app/lib/forms/typed-number.ts";
import { forReader } from "./reader-language.server.ts";

test("a request's numbers are read in the language of its sender, also when others are served meanwhile", async () => {
  const read = (language: string | undefined) =>
    forReader(language, async () => {
      await Promise.resolve();
      return parseNumber("2,500");
    });
  const languages = ["de-DE,de;q=0.9,en;q=0.8", "en-US,en;q=0.5", undefined, "en;q=0.5,fr", "en-GB,de;q=0.9"];
  expect(await Promise.all(languages.map(read))).toEqual([Number.NaN, 2500, 2500, Number.NaN, 2500]);
  expect(parseNumber("2,500")).toBe(2500);
});
