import { expect, test } from "vitest";
import { NewsletterSignup, newsletterWords, TrainingRegistration, trainingIndustries } from "./signups.ts";

const faults = (schema: typeof NewsletterSignup | typeof TrainingRegistration, input: unknown) =>
  Object.fromEntries(
    schema
      .safeParse(input)
      .error?.issues.map(({ path, message }) => [path.join("."), message])
      .reverse() ?? [],
  );

test("a newsletter address is trimmed and lower-cased; nothing and nonsense have their own messages", () => {
  const email = (text: unknown) => faults(NewsletterSignup, { email: text, source: "popup" })["email"];
  expect(NewsletterSignup.parse({ email: " Dana@Northfield.Example ", source: "popup" })).toEqual({
    email: "dana@northfield.example",
    source: "popup",
  });
  expect([undefined, "", "   "].map(email)).toEqual(Array(3).fill("Email is required"));
  expect(
    ["dana", "dana@", "a b@c.example", "dana@x.example\r\nBcc: y@z.example", `${"d".repeat(250)}@x.example`].map(email),
  ).toEqual(Array(5).fill("Please enter a valid email address"));
});

test("the newsletter's metadata may hold what the popup sends, and more", () => {
  const metadata = { timestamp: "2026-03-02T15:00:00.000Z", userAgent: "Browser/1", other: true };
  expect(faults(NewsletterSignup, { email: "dana@northfield.example", source: "popup", metadata })).toEqual({});
  expect(faults(NewsletterSignup, { email: "dana@northfield.example", metadata: "x" })).toHaveProperty("source");
});

test("a registration needs e-mail and company name, with the specified messages", () => {
  expect(faults(TrainingRegistration, { trainingProgram: "Intelligent Systems Masterclass" })).toEqual({
    email: "Invalid email address",
    companyName: "Company name is required",
  });
  expect(faults(TrainingRegistration, { email: "dana", companyName: "  ", trainingProgram: "Knitting" })).toEqual({
    email: "Invalid email address",
    companyName: "Company name is required",
    trainingProgram: "Choose one of the three programs.",
  });
});

test("a registration's fields have the specified lengths, and empty ones count as left out", () => {
  const fits = {
    email: `${"d".repeat(240)}@x.example`,
    companyName: "c".repeat(200),
    companyWebsite: "w".repeat(500),
    role: "r".repeat(100),
    industry: "i".repeat(100),
    trainingProgram: "Intelligent Systems Masterclass",
  };
  expect(faults(TrainingRegistration, fits)).toEqual({});
  const longer = Object.fromEntries(Object.entries(fits).map(([name, value]) => [name, `x${value}`]));
  longer["email"] = `${"d".repeat(256)}@x.example`;
  expect(Object.keys(faults(TrainingRegistration, longer)).sort()).toEqual(Object.keys(fits).sort());
  const empty = { ...fits, companyWebsite: "", role: " ", industry: "" };
  expect(TrainingRegistration.parse(empty)).toMatchObject({
    email: fits.email,
    role: undefined,
    companyWebsite: undefined,
  });
});

test("a company name is one line whatever was pasted", () => {
  const parsed = TrainingRegistration.parse({
    email: "dana@northfield.example",
    companyName: "North\r\nfield",
    trainingProgram: "Intelligent Systems Masterclass",
  });
  expect(parsed.companyName).toBe("North field");
});

test("the form offers the eleven industries of the specification", () => {
  expect(trainingIndustries).toHaveLength(11);
  expect(trainingIndustries).not.toContain("Other");
});

test("the answer for a known address holds the words that the popup looks for", () => {
  expect(newsletterWords.already).toContain(newsletterWords.alreadyMarker);
  expect(newsletterWords.welcome).not.toContain(newsletterWords.alreadyMarker);
});
