import { expect, test } from "vitest";
import { linksOf, wrapLinks } from "./wrapped-links.ts";

const site = "https://gtmarc.example";
const html =
  `<html><body><a class="x" href="${site}/pricing?a=1&amp;b=2">Pricing</a> <a href="https://other.example/">Other</a>` +
  `<a href="${site}/pricing?a=1&amp;b=2">Again</a><a href="mailto:hello@gtmarc.example">Mail</a>` +
  `<a href="${site}/unsubscribe/abc">Leave</a><a href="/relative">Relative</a><a href="javascript:alert(1)">No</a>` +
  `<img src="${site}/pricing?a=1&amp;b=2"></body></html>`;
const isWayOut = (url: URL) => url.pathname.startsWith("/unsubscribe/");

test("links to sites are found once each; the unsubscribe link, mail addresses and scripts are excluded", () => {
  expect(linksOf(html, isWayOut)).toEqual([`${site}/pricing?a=1&b=2`, "https://other.example/"]);
});

test("both bodies link through the site, with one invisible link at the end", () => {
  const links = linksOf(html, isWayOut);
  const text = `Pricing <${site}/pricing?a=1&b=2>\nOther https://other.example/\nLeave <${site}/unsubscribe/abc>`;
  const wrapped = wrapLinks({ html, text }, links, (place) => `${site}/l/${place ?? "hidden"}`);
  expect(wrapped.text).toBe(`Pricing <${site}/l/0>\nOther ${site}/l/1\nLeave <${site}/unsubscribe/abc>`);
  expect(wrapped.html.match(/\/l\/0"/g)).toHaveLength(2);
  expect(wrapped.html).toContain('href="mailto:hello@gtmarc.example"');
  expect(wrapped.html).toContain(`href="${site}/unsubscribe/abc"`);
  expect(wrapped.html).toContain(`src="${site}/pricing?a=1&amp;b=2"`);
  expect(wrapped.html).toMatch(
    /<a href="[^"]*\/l\/hidden" aria-hidden="true" tabindex="-1" style="display:none[^"]*">&#8203;<\/a><\/body>/,
  );
  expect(wrapped.text).not.toContain("hidden");
});
