import { expect, test } from "vitest";
import { withinCpu } from "#tests/fixtures/cpu-time.ts";
import { sourceName } from "./source-name.ts";

test("campaigns, referrers and apps of one site share one name", () => {
  for (const source of [
    "linkedin",
    "LinkedIn",
    "linkedin.com",
    "https://www.linkedin.com",
    "lnkd.in",
    "com.linkedin.android",
  ])
    expect(sourceName(source), source).toBe("linkedin.com");
  for (const source of ["google", "https://www.google.com", "https://www.google.co.uk", "https://google.de"])
    expect(sourceName(source), source).toBe("google.com");
  for (const source of ["https://l.facebook.com", "https://m.facebook.com/", "fb", "Facebook"])
    expect(sourceName(source), source).toBe("facebook.com");
  expect(sourceName("https://t.co")).toBe(sourceName("twitter"));
});

test("other sources keep their name, in lower case and without scheme, port and path", () => {
  for (const [source, name] of [
    ["Newsletter", "newsletter"],
    ["Spring mail", "spring mail"],
    ["https://blog.example.com:8443/post", "blog.example.com"],
    ["partner.example/landing", "partner.example"],
    ["mail.google.com", "mail.google.com"],
    ["m.co", "m.co"],
    ["team/sales", "team/sales"],
    ["(other)", "(other)"],
    ["", ""],
  ] as const)
    expect(sourceName(source), source).toBe(name);
});

test("a source name maps to itself", () => {
  for (const source of ["linkedin", "https://www.google.fr", "x", "hn", "Newsletter", "chat.openai.com"])
    expect(sourceName(sourceName(source))).toBe(sourceName(source));
});

test(
  "a long text takes linear time",
  withinCpu(5000, () => {
    for (const piece of ["a.", "/.a", " .a", "a", "?", ":1", ".", "search."])
      expect(sourceName(piece.repeat(200_000 / piece.length)).length).toBeGreaterThanOrEqual(0);
  }),
);
