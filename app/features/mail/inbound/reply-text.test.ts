import { expect, test } from "vitest";
import { textOfHtml } from "./html-text.ts";
import { maxReplyText, replyText } from "./reply-text.ts";

test.each([
  ["On Tue, Nov 24, 2026 at 9:00 AM GTMarc <hello@gtmarc.example> wrote:"],
  ["On Tue, Nov 24, 2026 at 9:00 AM GTMarc\n<hello@gtmarc.example> wrote:"],
  ["Am 24.11.2026 um 09:00 schrieb GTMarc <hello@gtmarc.example>:"],
  ["Le mar. 24 nov. 2026 à 09:00, GTMarc <hello@gtmarc.example> a écrit :"],
  ["El mar, 24 nov 2026 a las 9:00, GTMarc (<hello@gtmarc.example>) escribió:"],
  ["Il giorno mar 24 nov 2026 alle ore 09:00 GTMarc ha scritto:"],
  ["Op di 24 nov 2026 om 09:00 schreef GTMarc <hello@gtmarc.example>:"],
  ["-----Original Message-----"],
  ["________________________________\nFrom: GTMarc"],
  ["From: GTMarc <hello@gtmarc.example>\nSent: Tuesday, November 24, 2026 9:00 AM\nTo: Dana"],
  ["Von: GTMarc\nGesendet: Dienstag, 24. November 2026"],
])("text after %j is dropped", (start) => {
  expect(replyText(`Yes, Thursday works.\n\nDana\n\n${start}\n> Would Thursday work?\nquoted`)).toBe(
    "Yes, Thursday works.\n\nDana",
  );
});

test("quoted lines between answers are dropped, the person's sentences stay", () => {
  expect(replyText("Inline:\n> first question\nYes.\n> second\nNo.")).toBe("Inline:\nYes.\nNo.");
  expect(replyText("From: what I hear, it works.\nOn Monday my boss wrote a note.")).toBe(
    "From: what I hear, it works.\nOn Monday my boss wrote a note.",
  );
});

test("text is truncated, and characters that a database cannot store are removed", () => {
  expect(replyText("a\u0000b\ud800c\u0007d")).toBe("ab\ufffdcd");
  expect(replyText("x".repeat(100_000))).toHaveLength(maxReplyText);
  expect(replyText("\n".repeat(500_000))).toBe("");
});

test("an HTML reply becomes text without its quote, scripts and images", () => {
  const html =
    '<p>Yes, <a href="https://evil.example">Thursday</a> works.</p><script>alert(1)</script><img src="x" onerror="y">' +
    '<div class="gmail_quote"><blockquote>Would Thursday work?</blockquote></div>';
  expect(replyText(textOfHtml(html))).toBe("Yes, Thursday works.");
});

test("deep and broken HTML is parsed without an error", () => {
  expect(typeof textOfHtml("<b>".repeat(60_000))).toBe("string");
  expect(typeof textOfHtml("<table><tr><td>".repeat(10_000))).toBe("string");
  expect(textOfHtml('<p title="')).toBe("");
});
