import { expect, test } from "vitest";
import { jpegPortrait } from "#tests/fixtures/portrait.ts";
import { readPortrait, withPortraitNames, withPortraits } from "./portrait.server.ts";
import { people } from "./setting-values.server.ts";

test("a square JPEG without metadata is a portrait with a name by its content", () => {
  expect(readPortrait(jpegPortrait())).toMatchObject({ file: expect.stringMatching(/^[a-f\d]{12}\.jpg$/) });
  expect(readPortrait(jpegPortrait({ content: "other" }))!.file).not.toBe(readPortrait(jpegPortrait())!.file);
});

test.each([
  ["another size", jpegPortrait({ width: 640 })],
  ["metadata of a camera", jpegPortrait({ exif: true })],
  ["more than 20 kB", jpegPortrait({ content: "x".repeat(21 * 1024) })],
  ["another type", "data:image/png;base64,iVBORw0KGgo="],
  ["no picture", `data:image/jpeg;base64,${Buffer.from("<svg/>").toString("base64")}`],
])("a picture with %s is refused", (_, url) => {
  expect(readPortrait(url)).toBeNull();
  expect(people.safeParse(`Dana;Architect;${url}`).success).toBe(false);
});

test("people keep their portraits when the value comes back with the names", () => {
  const value = `Dana Reed;Architect;${jpegPortrait()}|Sam Cole;Engineer;sam.jpg|Ada;Advisor`;
  const named = withPortraitNames(value);
  expect(named).toMatch(/^Dana Reed;Architect;[a-f\d]{12}\.jpg\|Sam Cole;Engineer;sam\.jpg\|Ada;Advisor$/);
  expect(withPortraits(named, value)).toBe(value);
  expect(people.parse(value)).toMatchObject([
    { name: "Dana Reed", picture: readPortrait(jpegPortrait())!.file, upload: readPortrait(jpegPortrait())!.bytes },
    { name: "Sam Cole", picture: "sam.jpg" },
    { name: "Ada", picture: null },
  ]);
});
