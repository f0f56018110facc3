import { expect, test } from "vitest";
import { readPreviewMessage } from "./preview-message.ts";

const own = "https://pr-7.vercel.app";
const domains = ["vercel.app", "netlify.app", "pages.dev"];
const from = (origin: string, data: unknown = { type: "gtmarc-preview", token: "t" }) =>
  readPreviewMessage({ origin, data }, own, domains);

test.each([own, "https://other.vercel.app", "https://a.b.netlify.app", "https://x.pages.dev"])(
  "%s is accepted",
  (origin) => {
    expect(from(origin)).toEqual({ kind: "token", token: "t" });
  },
);

test.each([
  "http://other.vercel.app",
  "https://vercel.app",
  "https://evilvercel.app",
  "https://vercel.app.evil.example",
  "https://evil.example",
  "null",
  "",
])("%s is ignored", (origin) => {
  expect(from(origin)).toBeNull();
});

test("a message may close the preview; other messages are ignored", () => {
  expect(from(own, { type: "gtmarc-preview", bypass: "off" })).toEqual({ kind: "off" });
  for (const data of [
    null,
    "x",
    {},
    { type: "other", token: "t" },
    { type: "gtmarc-preview" },
    { type: "gtmarc-preview", token: 7 },
    { type: "gtmarc-preview", token: "" },
  ])
    expect(from(own, data)).toBeNull();
});
