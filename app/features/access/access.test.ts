import { expect, test } from "vitest";
import { AccessCodeEntry, AccessRequest, BlockInput, DeclineInput } from "./access.ts";

const issues = (input: unknown) =>
  Object.fromEntries(AccessRequest.safeParse(input).error?.issues.map(({ path, message }) => [path[0], message]) ?? []);

test("email and company name are required, with the specified messages", () => {
  expect(issues({})).toEqual({ email: "Valid email address required", company_name: "Company name required" });
  expect(issues({ email: "dana", company_name: "N" })).toEqual({
    email: "Valid email address required",
    company_name: "Company name required",
  });
  for (const company_name of [" N ", "\u200b\u2060\u3164"])
    expect(issues({ email: "dana@northfield.example", company_name })).toEqual({
      company_name: "Company name required",
    });
});

test("the email is trimmed and lower-cased, and empty fields are omitted", () => {
  expect(
    AccessRequest.parse({
      email: " Dana@Northfield.example ",
      company_name: " Northfield ",
      company_website: "",
      role: " \u2060",
      industry: "\u200b",
    }),
  ).toEqual({ email: "dana@northfield.example", company_name: "Northfield" });
});

test("the website may have any format; lengths are bounded; the industry is one of twelve", () => {
  const base = { email: "dana@northfield.example", company_name: "Northfield" };
  expect(issues({ ...base, company_website: "not a website at all" })).toEqual({});
  expect(issues({ ...base, industry: "Other" })).toEqual({});
  expect(
    Object.keys(issues({ ...base, industry: "Mining", role: "r".repeat(101), company_website: "w".repeat(501) })),
  ).toEqual(["company_website", "role", "industry"]);
  expect(issues({ ...base, industry: "Mining" })).toEqual({ industry: "Choose one of the listed industries." });
  expect(issues({ ...base, company_name: "n".repeat(201) })).toHaveProperty("company_name");
});

test("an empty code gets the message for a missing code", () => {
  for (const code of [undefined, "", "   "])
    expect(AccessCodeEntry.safeParse({ code }).error?.issues[0]?.message).toBe("Please enter your access code");
  expect(AccessCodeEntry.parse({ code: " k7qm " })).toEqual({ code: "k7qm" });
});

test("a declined request needs one of the reasons, a block its own", () => {
  expect(DeclineInput.parse({ reason: "not_fit", note: " " })).toEqual({ reason: "not_fit" });
  for (const reason of [undefined, "", "too_small"])
    expect(DeclineInput.safeParse({ reason }).error?.issues.map(({ path }) => path[0])).toEqual(["reason"]);
  expect(BlockInput.safeParse({ reason: " " }).success).toBe(false);
  expect(BlockInput.parse({ reason: "Shared the account" })).toEqual({ reason: "Shared the account" });
});

test("the note of a declined request keeps its line breaks and has at most 500 characters", () => {
  expect(DeclineInput.parse({ reason: "not_fit", note: "Not yet.\r\nWrite to us in May." }).note).toBe(
    "Not yet.\nWrite to us in May.",
  );
  const accepts = (length: number) => DeclineInput.safeParse({ reason: "not_fit", note: "n".repeat(length) }).success;
  expect([500, 501].map(accepts)).toEqual([true, false]);
});

test("the honeypot field accepts at most 1,000 characters", () => {
  const accepts = (length: number) =>
    AccessRequest.safeParse({
      ...{ email: "dana@northfield.example", company_name: "Northfield" },
      email_confirm: "x".repeat(length),
    }).success;
  expect([1000, 1001].map(accepts)).toEqual([true, false]);
});
