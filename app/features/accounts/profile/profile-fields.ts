import { z } from "zod";
import { industries } from "#app/features/roi/inputs/bounds.ts";
import { focusLabels, outcomeLabels } from "#app/features/roi/inputs/input-labels.ts";
import { askedNumber, parseNumber } from "#app/lib/forms/typed-number.ts";
import { recordOf } from "#app/lib/program/record-of.ts";
import { text } from "#app/lib/text.ts";

export const focusAreas = Object.values(focusLabels);
/** Suggestions; other text is accepted. */
export const outcomeSuggestions = Object.values(outcomeLabels);
export const profileIndustries: readonly string[] = industries;

export const loadedCost = { min: 25, max: 500, default: 75 } as const;
const costRange = `Must be between ${loadedCost.min} and ${loadedCost.max}`;

const required = (message: string) => text({ max: 120, required: message, tooLong: "Use at most 120 characters" });
const optionalText = text({ max: 200, tooLong: "Use at most 200 characters" })
  .nullish()
  .transform((text) => text || null);
const oneOf = (choices: readonly string[]) =>
  optionalText.refine((text) => text === null || choices.includes(text), "Choose one from the list");

/** USD, rounded to the cents that are stored. */
const Rate = z
  .number({ error: costRange })
  .min(loadedCost.min, costRange)
  .max(loadedCost.max, costRange)
  .overwrite((rate) => Math.round(Number(`${rate}e2`)) / 100);

/**
 * The fields of a profile by their names in forms and the API, with the column of each. Schemas, the stored row, the API record and the
 * merge of two forms follow from this table; the form decides where a field is.
 */
export const profileFields = {
  first_name: { column: "firstName", label: "First Name", schema: required("First name is required") },
  last_name: { column: "lastName", label: "Last Name", schema: required("Last name is required") },
  company_name: { column: "companyName", label: "Company Name", schema: required("Company name is required") },
  title: { column: "title", label: "Title", schema: optionalText },
  focus_area: { column: "focusArea", label: "Focus Area", schema: oneOf(focusAreas) },
  top_outcome: { column: "topOutcome", label: "Top Outcome", schema: optionalText },
  industry: { column: "industry", label: "Industry", schema: oneOf(profileIndustries) },
  estimated_loaded_cost_per_hour: {
    column: "estimatedLoadedCostPerHour",
    label: "Estimated Loaded Cost per Hour (USD)",
    schema: Rate.default(loadedCost.default),
  },
} as const;
type Fields = typeof profileFields;
export type ProfileName = keyof Fields;
export type ProfileColumn = Fields[ProfileName]["column"];
export const profileNames = Object.keys(profileFields) as [ProfileName, ...ProfileName[]];
export const profileColumns = profileNames.map((name) => profileFields[name].column);

/** The values of a profile, as its form and the API name them. */
export type ProfileValues = Record<Exclude<ProfileName, RateName>, string | null> & Record<RateName, number>;
type RateName = "estimated_loaded_cost_per_hour";

export const ProfileChange = z.object(
  recordOf(profileNames, (name) => profileFields[name].schema) as { [Name in ProfileName]: Fields[Name]["schema"] },
);
export type ProfileChange = z.infer<typeof ProfileChange>;

/** The profile form's input: the rate is text, and the placeholder company, which would not be saved, is an error. */
export const ProfileForm = ProfileChange.extend({
  company_name: required("Company name is required").refine(
    (name) => !isPlaceholderCompany(name),
    "Enter the name of your company. The word alone is not saved.",
  ),
  estimated_loaded_cost_per_hour: z
    .string()
    .transform((text, ctx) => {
      const asked = askedNumber(text);
      if (asked) ctx.addIssue({ code: "custom", message: asked });
      return asked ? z.NEVER : (parseNumber(text) ?? Number.NaN);
    })
    .pipe(Rate),
});

/** Older forms sent this placeholder for a missing company; it is never stored. */
export const isPlaceholderCompany = (name: string): boolean => name.trim().toLowerCase() === "company";
