import { expect, test } from "vitest";
import { bareDomain } from "./bare-domain.ts";
import { consumerDomains, isInDomains } from "./consumer-domains.ts";

test.each([
  ["acme.com", "acme.com"],
  ["www.acme.com", "acme.com"],
  ["http://acme.com", "acme.com"],
  [" HTTPS://WWW.Acme.co.uk/about/us/// ", "acme.co.uk"],
  ["shop.acme.com:8443/path?x=1#y", "acme.com"],
  ["acme . com", "acme.com"],
  ["//acme.com", "acme.com"],
  ["dana@acme.com", "acme.com"],
  ["bücher.de", "xn--bcher-kva.de"],
  ["acme.github.io", "github.io"],
  ["https://acme.com.", "acme.com"],
])("%s is the domain %s", (text, domain) => {
  expect(bareDomain(text)).toBe(domain);
});

test.each([
  "",
  "   ",
  "n/a",
  "none",
  "localhost:3000",
  "192.168.0.1",
  "[::1]",
  "https://",
  "mailto:x",
  "co.uk",
  "a b c",
  "-.com",
])("%j contains no public domain", (text) => {
  expect(bareDomain(text)).toBeNull();
});

test("the consumer list contains 25 domains and is matched on the whole domain", () => {
  expect(consumerDomains.size).toBe(25);
  expect(isInDomains("dana@gmail.com", [...consumerDomains])).toBe(true);
  expect(isInDomains("dana@GMAIL.com", [...consumerDomains])).toBe(true);
  expect(isInDomains("dana@notgmail.com", [...consumerDomains])).toBe(false);
  expect(isInDomains("gmail.com@acme.com", [...consumerDomains])).toBe(false);
});
