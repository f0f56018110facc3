import { expect, test } from "vitest";
import { withinCpu } from "#tests/fixtures/cpu-time.ts";
import { readPicture } from "./picture.server.ts";

const svg = (text: string) => readPicture(`data:image/svg+xml;base64,${Buffer.from(text).toString("base64")}`);
const logo = (inside: string, root = 'viewBox="0 0 120 40"') =>
  svg(`<svg xmlns="http://www.w3.org/2000/svg" ${root}>${inside}</svg>`);

test("a plain SVG is kept with its size, gradients and references to itself included", () => {
  const gradient =
    '<linearGradient id="g"><stop stop-color="#f00"/></linearGradient><path fill="url(#g)" d="M0 0h9v9z"/>';
  expect(logo(`<title>A &amp; B</title>${gradient}<use xlink:href="#g"/>`)).toMatchObject({ width: 120, height: 40 });
  expect(svg('<?xml version="1.0"?><!-- x --><svg width="30px" height="20"></svg>')).toMatchObject({
    width: 30,
    height: 20,
  });
});

test.each([
  "<script>alert(1)</script>",
  "<svg:script/>",
  '<é:script xmlns:é="http://www.w3.org/2000/svg"/>',
  '<b.c:script xmlns:b.c="http://www.w3.org/2000/svg"/>',
  '<path onload="alert(1)"/>',
  "<foreignObject><p/></foreignObject>",
  '<image href="https://example.com/x.png"/>',
  '<use href="https://example.com/x.svg#a"/>',
  '<use href="data:image/svg+xml,x"/>',
  "<style>@import 'https://example.com'</style>",
  '<path style="fill:url(https://example.com/x)"/>',
  '<a href="#x">x</a>',
  '<set attributeName="href" to="x"/>',
  "&xxe;",
])("an SVG with %s is refused", (inside) => {
  expect(logo(inside)).toMatch(/^contains /);
});

test(
  "an SVG of hostile repetitions is read in linear time",
  withinCpu(3000, () => {
    for (const piece of [
      ...["<!--", "<!-- ", "<", "< ", "</", "<a:", "<animate", " on", " ona ", "href ", "href=#", "url(#", "url( "],
      ...[" viewBox=", ' viewBox="1 1 ', ' viewBox="1,', " width=", ' width="1', "&#1", "<?xml ", "<svg "],
    ]) {
      const hostile = piece.repeat(28_000 / piece.length);
      for (let reading = 0; reading < 10; reading += 1) {
        expect(svg(`${hostile}</svg>`), piece).toEqual(expect.any(String));
        expect(logo(hostile, ""), piece).toEqual(expect.any(String));
        expect(logo("", hostile), piece).toEqual(expect.any(String));
      }
    }
  }),
);

test("a comment that never ends is refused", () => {
  expect(logo("<!-- x")).toBe("contains <!, which logos may not have: save it as a plain SVG");
  expect(logo("<!-- x --><!---->")).toMatchObject({ width: 120 });
});

test("an SVG that reads differently in an encoding with control characters is refused", () => {
  const read = (inside: string) =>
    svg(`<?xml version="1.0" encoding="ISO-2022-JP"?><svg viewBox="0 0 1 1">${inside}</svg>`);
  expect(read("<scr\x1b(Bipt>alert(1)</scr\x1b(Bipt>")).toBe("is not a complete SVG file");
  expect(read("\x1b$B<!--\x1b(B<script>alert(1)</script>\x1b$B--> \x1b(B")).toBe("is not a complete SVG file");
});

test("a document type is refused, and so is an SVG without a size", () => {
  expect(svg('<!DOCTYPE svg [<!ENTITY x "y">]><svg viewBox="0 0 1 1"></svg>')).toBe("is not a complete SVG file");
  expect(logo("", "")).toBe("needs a viewBox, or width and height in px");
});

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC",
  "base64",
);

test("a PNG has the size of its header, and a file of another kind or size is refused", () => {
  const url = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString("base64")}`;
  expect(readPicture(url("image/png", png))).toMatchObject({ type: "image/png", width: 2, height: 1 });
  expect(readPicture(url("image/png", Buffer.from("<svg/>")))).toBe("is not a complete PNG file");
  expect(readPicture(url("image/webp", png))).toBe("is not a complete WebP file");
  expect(readPicture(url("image/gif", png))).toBe("needs a PNG, WebP or SVG file");
  expect(readPicture(url("image/png", Buffer.alloc(31 * 1024)))).toBe(
    "needs a file of at most 30 kB, and this one has 31",
  );
  expect(readPicture("https://example.com/logo.png")).toBe("needs a PNG, WebP or SVG file");
});
