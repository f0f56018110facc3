import { expect, test } from "vitest";
import { codeLifeDays, maxDevicesPerDay } from "#app/features/access/access.ts";
import { sessionLife } from "#app/features/accounts/sign-in/session.server.ts";
import { priceQuestions, tiers } from "#app/features/content/pricing.ts";
import { claimsIn } from "#app/features/content/rich-text.ts";
import { siteText } from "#app/features/content/texts/site-texts.server.ts";
import { keptDeletedDays } from "#app/features/wizard/wizard.server.ts";
import { claimNames } from "#app/shell/site/rich-text.tsx";

/* What the texts of the site say about the product, held against the code that makes it true. */

const privacy = JSON.stringify(siteText("privacy"));
const terms = JSON.stringify(siteText("terms"));

test("the periods that the privacy policy names are the ones that are kept", () => {
  expect(privacy).toContain(
    `["Sessions","${sessionLife.idleDays} days without use, ${sessionLife.maxDays} days at most"]`,
  );
  expect(privacy).toContain(`["A blueprint you deleted","${keptDeletedDays} days, then it is gone for good"]`);
  expect(privacy).toContain(`Valid for ${codeLifeDays} days`);
});

test("the terms say of access codes what holds for them", () => {
  expect(terms).toContain(`by email within ",{"fact":"codeWithin"}," of a request`);
  expect(terms).toContain(`valid for ${codeLifeDays} days, works once`);
  expect(maxDevicesPerDay).toBe(5);
  expect(terms).toContain("more than five devices within 24 hours");
});

test("every footnote mark in the texts belongs to a claim of the return model", () => {
  const texts = [
    ...siteText("faq").flatMap(({ questions }) => questions.flatMap(({ answer }) => answer)),
    ...priceQuestions.flatMap(({ answer }) => answer),
    ...tiers.flatMap(({ features }) => features),
  ];
  expect(claimNames(claimsIn(texts)).length).toBeGreaterThan(5);
  expect(() => claimNames(["made-up"])).toThrow("No claim is called made-up.");
});
