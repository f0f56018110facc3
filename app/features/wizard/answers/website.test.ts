import { expect, test } from "vitest";
import { normalizeWebsite } from "./website.ts";

test("https and www are added, and nothing is added twice", () => {
  expect(normalizeWebsite("northfield.io")).toBe("https://www.northfield.io");
  expect(normalizeWebsite("www.northfield.io")).toBe("https://www.northfield.io");
  expect(normalizeWebsite("  http://Northfield.io/about/ ")).toBe("http://www.northfield.io/about");
  expect(normalizeWebsite("https://app.northfield.io")).toBe("https://www.app.northfield.io");
});

test("localhost and addresses keep their host", () => {
  expect(normalizeWebsite("localhost:3000")).toBe("https://localhost:3000");
  expect(normalizeWebsite("http://192.168.0.10/")).toBe("http://192.168.0.10");
  expect(normalizeWebsite("http://[::1]:8080")).toBe("http://[::1]:8080");
});

test("an empty value is valid, a text that is not a website is not", () => {
  expect(normalizeWebsite("   ")).toBe("");
  for (const text of [
    "not a website",
    "northfield",
    "ftp://northfield.io",
    "javascript:alert(1)",
    "https://a:b@northfield.io",
    "https://",
  ])
    expect(normalizeWebsite(text), text).toBeNull();
});
