import { expect, test } from "vitest";
import { cleanHref, cleanPath, cleanReferrer, cleanText } from "./clean.ts";

const own = "https://gtmarc.example";
const id = "018f3b1c-7b1e-7c11-8f6b-111111111111";

test("texts become one line of at most 100 characters", () => {
  expect(cleanText("  Get \n Your   GTMarc ")).toBe("Get Your GTMarc");
  expect(cleanText("word ".repeat(60))).toHaveLength(100);
});

test("a text is cut between characters, and halves of characters and zero bytes are removed", () => {
  expect(cleanText(`${"x".repeat(99)}\u{1f600} sale`)).toBe("x".repeat(99));
  expect(cleanText(`${"x".repeat(98)}\u{1f600} sale`)).toBe(`${"x".repeat(98)}\u{1f600}`);
  expect(cleanText("a\ud83d b\ude00 c\0 d")).toBe("a b c d");
});

test("emails, ids and tokens are removed before a text is cut", () => {
  expect(cleanText(`Delete dana@northfield.example (${id})`)).toBe("Delete [email] ([token])");
  expect(cleanText(`${"x ".repeat(47)}dana@northfield.example`)).not.toContain("dana");
});

test.each([
  [`/blueprint/${id}`, "/blueprint/:token"],
  ["/share/abc", "/share/:token"],
  ["/x/dana%40northfield.example", "/x/:token"],
  ["/automation-grid/s-01", "/automation-grid/s-01"],
])("the path %s is collected as %s", (path, expected) => {
  expect(cleanPath(path)).toBe(expected);
});

test("a link is collected as a path here, an origin elsewhere, a scheme for mail and phone", () => {
  expect(cleanHref(new URL(`${own}/share/abc?x=1#y`), own)).toBe("/share/:token");
  expect(cleanHref(new URL("https://linkedin.example/in/dana?x=1"), own)).toBe("https://linkedin.example");
  expect(cleanHref(new URL("mailto:dana@northfield.example"), own)).toBe("mailto:");
});

test("a referrer is collected without its query, and only from web pages and apps", () => {
  expect(cleanReferrer("https://search.example/?q=dana", own)).toBe("https://search.example");
  expect(cleanReferrer("", own)).toBe("");
  expect(cleanReferrer("about:srcdoc", own)).toBe("");
  expect(cleanReferrer("android-app://com.linkedin.android/https/feed?x=1", own)).toBe(
    "android-app://com.linkedin.android",
  );
});
