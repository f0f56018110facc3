import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { indexablePages, picturePath } from "../content.ts";
import { pictureText } from "./share-words.ts";

type Made = Record<string, { words: string[]; sha256: string }>;
const made = JSON.parse(readFileSync(new URL("./share-pictures.json", import.meta.url), "utf8")) as Made;
const howTo = "run: npm run script share-pictures";

test("exactly the pages that can be shared have a picture", () => {
  expect(Object.keys(made).sort(), howTo).toEqual(
    indexablePages()
      .map(({ path }) => path)
      .sort(),
  );
});

test.each(indexablePages())("the picture of $path shows the page's current text", (page) => {
  const { words, sha256 } = made[page.path]!;
  expect(words, howTo).toEqual(pictureText(page));
  const png = readFileSync(`public${picturePath(page)}`);
  expect(createHash("sha256").update(png).digest("hex"), howTo).toBe(sha256);
  expect(png.subarray(1, 4).toString("latin1")).toBe("PNG");
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(png.length).toBeLessThanOrEqual(40_000);
});
