import { expect, test } from "vitest";
import { childOf, escapeXml, readXml } from "./xml.ts";

test("elements have the names of their namespaces, whatever the prefixes, and decoded text", () => {
  const read = readXml(`<?xml version="1.0"?>
    <multistatus xmlns="DAV:" xmlns:c='urn:x'><!-- a --><c:data>a &amp; b&#13;&#x41;<![CDATA[<raw>]]></c:data><empty/></multistatus>`);
  expect(read).toMatchObject({ name: "{DAV:}multistatus" });
  expect(childOf(read!, "{urn:x}data")?.text).toBe("a & b\rA<raw>");
  expect(childOf(read!, "{DAV:}empty")?.children).toEqual([]);
});

test("what is cut off, a web page or has entities of its own is not read", () => {
  const whole = `<a xmlns="DAV:"><b>text</b></a>`;
  for (let length = 0; length < whole.length; length += 1) expect(readXml(whole.slice(0, length))).toBeNull();
  for (const text of [
    "<!doctype html><html><head><meta charset=utf-8></head><body><p>Sign in</body></html>",
    `<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>`,
    ...["<a>&e;</a>", "<a/><b/>", "<a></b>", "text", "<x:a/>", "<a/>text", "<a b=c/>", "<a>a & b</a>"],
    "<a>".repeat(60) + "</a>".repeat(60),
  ])
    expect(readXml(text), text).toBeNull();
});

test("no more namespaces are in scope than servers declare, because every element that declares one copies the others", () => {
  const declaring = (count: number) =>
    `<a ${Array.from({ length: count }, (_, index) => `xmlns:n${index}="urn:${index}"`).join(" ")}><b xmlns="urn:b"/></a>`;
  expect(childOf(readXml(declaring(40))!, "{urn:b}b")).toBeDefined();
  expect(readXml(declaring(60))).toBeNull();
});

test("escaped text is read as it was", () => {
  expect(readXml(`<a>${escapeXml(`<b c="d">'&amp;`)}</a>`)?.text).toBe(`<b c="d">'&amp;`);
});
