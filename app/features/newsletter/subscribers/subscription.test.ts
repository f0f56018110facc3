import { expect, test } from "vitest";
import { NewsletterSignup, newsletterMessages } from "./subscription.ts";

const faults = (input: unknown) =>
  Object.fromEntries(
    NewsletterSignup.safeParse(input)
      .error?.issues.map(({ path, message }) => [path.join("."), message])
      .reverse() ?? [],
  );

test("a newsletter address is trimmed and lower-cased; empty and invalid input have separate messages", () => {
  const email = (text: unknown) => faults({ email: text, source: "popup" })["email"];
  expect(NewsletterSignup.parse({ email: " Dana@Northfield.Example ", source: "popup" })).toEqual({
    email: "dana@northfield.example",
    source: "popup",
  });
  expect([undefined, "", "   "].map(email)).toEqual(Array(3).fill("Email is required"));
  expect(
    ["dana", "dana@", "a b@c.example", "dana@x.example\r\nBcc: y@z.example", `${"d".repeat(250)}@x.example`].map(email),
  ).toEqual(Array(5).fill("Please enter a valid email address"));
});

test("the newsletter's metadata accepts what the popup sends, and more", () => {
  const metadata = { timestamp: "2026-03-02T15:00:00.000Z", userAgent: "Browser/1", other: true };
  expect(faults({ email: "dana@northfield.example", source: "popup", metadata })).toEqual({});
  expect(faults({ email: "dana@northfield.example", metadata: "x" })).toHaveProperty("source");
});

test("the response for an existing subscriber contains the text that the popup looks for", () => {
  expect(newsletterMessages.already).toContain(newsletterMessages.alreadyMarker);
  expect(newsletterMessages.welcome).not.toContain(newsletterMessages.alreadyMarker);
});
