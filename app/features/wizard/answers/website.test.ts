import { expect, test } from "vitest";
import { normaliseWebsite } from "./website.ts";

test("https and www are added, and nothing is added twice", () => {
  expect(normaliseWebsite("northfield.io")).toBe("https://www.northfield.io");
  expect(normaliseWebsite("www.northfield.io")).toBe("https://www.northfield.io");
  expect(normaliseWebsite("  http://Northfield.io/about/ ")).toBe("http://www.northfield.io/about");
  expect(normaliseWebsite("https://app.northfield.io")).toBe("https://www.app.northfield.io");
});

test("localhost and addresses keep their host", () => {
  expect(normaliseWebsite("localhost:3000")).toBe("https://localhost:3000");
  expect(normaliseWebsite("http://192.168.0.10/")).toBe("http://192.168.0.10");
  expect(normaliseWebsite("http://[::1]:8080")).toBe("http://[::1]:8080");
});

test("an empty value is fine, what is no website is not", () => {
  expect(normaliseWebsite("   ")).toBe("");
  for (const text of [
    "not a website",
    "northfield",
    "ftp://northfield.io",
    "javascript:alert(1)",
    "https://a:b@northfield.io",
    "https://",
  ])
    expect(normaliseWebsite(text), text).toBeNull();
});
