import { expect, test } from "vitest";
import "#app/features/content/texts/site-texts.server.ts";
import { TrainingRegistration, trainingIndustries } from "./registration.ts";

const faults = (input: unknown) =>
  Object.fromEntries(
    TrainingRegistration.safeParse(input)
      .error?.issues.map(({ path, message }) => [path.join("."), message])
      .reverse() ?? [],
  );

test("a registration needs an email address and a company name, with the specified messages", () => {
  expect(faults({ trainingProgram: "Intelligent Systems Masterclass" })).toEqual({
    email: "Invalid email address",
    companyName: "Company name is required",
  });
  expect(faults({ email: "dana", companyName: "  ", trainingProgram: "Knitting" })).toEqual({
    email: "Invalid email address",
    companyName: "Company name is required",
    trainingProgram: "Choose one of the programs.",
  });
});

test("a registration's fields have the specified lengths, and empty ones count as missing", () => {
  const fits = {
    email: `${"d".repeat(240)}@x.example`,
    companyName: "c".repeat(200),
    companyWebsite: "w".repeat(500),
    role: "r".repeat(100),
    industry: "i".repeat(100),
    trainingProgram: "Intelligent Systems Masterclass",
  };
  expect(faults(fits)).toEqual({});
  const longer = Object.fromEntries(Object.entries(fits).map(([name, value]) => [name, `x${value}`]));
  longer["email"] = `${"d".repeat(256)}@x.example`;
  expect(Object.keys(faults(longer)).sort()).toEqual(Object.keys(fits).sort());
  const empty = { ...fits, companyWebsite: "", role: " ", industry: "" };
  expect(TrainingRegistration.parse(empty)).toMatchObject({
    email: fits.email,
    role: undefined,
    companyWebsite: undefined,
  });
});

test("a pasted company name is reduced to one line", () => {
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
