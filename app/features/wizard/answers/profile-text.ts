import { CompanyInput, type DraftInput } from "#app/features/roi/inputs/model-input.ts";
import { askedNumber, numberText, parseNumber } from "#app/lib/forms/typed-number.ts";
import { pick, recordOf } from "#app/lib/program/record-of.ts";
import { BlueprintAbout, DraftPart } from "../blueprint.ts";
import type { DraftPatch } from "../drafts/draft-saver.ts";

/** The profile step as typed: text only, so that no input is discarded. */
export type ProfileText = Record<ProfileField, string>;

const aboutFields = ["companyName", "companyWebsite"] as const;
export type CompanyField = keyof CompanyInput;
export const companyFields = Object.keys(CompanyInput.shape) as CompanyField[];
type AboutField = (typeof aboutFields)[number];
export type ProfileField = AboutField | CompanyField;

export const profileLabels: Readonly<Record<ProfileField, string>> = {
  companyName: "Company Name",
  companyWebsite: "Company Website",
  employees: "Employees",
  revenueBand: "Annual Revenue",
  industry: "Industry",
  focus: "Focus Area",
  topOutcome: "Top Outcome",
  hourlyCost: "Estimated Loaded Cost per Hour (USD)",
};

export const companyTexts = (company: DraftInput["company"]): Record<CompanyField, string> =>
  recordOf(companyFields, (field) => {
    const value = company?.[field];
    return typeof value === "number" ? numberText(value) : (value ?? "");
  });

export const profileTextOf = (about: BlueprintAbout, company: DraftInput["company"]): ProfileText => ({
  ...pick(about, aboutFields),
  ...companyTexts(company),
});

/** Returns the texts of this device's backup for fields that still exist. */
export function profileTextsIn(kept: unknown): Partial<ProfileText> {
  if (typeof kept !== "object" || kept === null) return {};
  return Object.fromEntries(
    Object.entries(kept).filter(([field, typed]) => field in profileLabels && typeof typed === "string"),
  );
}

export function readProfileField(field: ProfileField, text: string): { patch: DraftPatch } | { error: string } {
  if (isAbout(field)) {
    const read = BlueprintAbout.shape[field].safeParse(text);
    return read.success ? { patch: { inputs: {}, about: { [field]: read.data } } } : { error: messageOf(read.error) };
  }
  const value = isNumeric(field) ? parseNumber(text) : text || null;
  const read = DraftPart.shape.company.unwrap().shape[field].safeParse(value);
  if (read.success) return { patch: { inputs: { company: { [field]: value } } } };
  return { error: askedNumber(text) ?? messageOf(read.error) };
}

export function profileErrors(text: ProfileText): Partial<ProfileText> {
  const errors: Partial<ProfileText> = {};
  for (const field of aboutFields) {
    const read = readProfileField(field, text[field]);
    if ("error" in read) errors[field] = read.error;
  }
  return { ...errors, ...companyErrors(text) };
}

/** Like `profileErrors`, for the model's fields only. */
export function companyErrors(text: Record<CompanyField, string>): Partial<Record<CompanyField, string>> {
  const errors: Partial<Record<CompanyField, string>> = {};
  for (const field of companyFields) {
    const value = isNumeric(field) ? parseNumber(text[field]) : text[field];
    const read = CompanyInput.shape[field].safeParse(value ?? undefined);
    if (!read.success)
      errors[field] = isNumeric(field)
        ? (askedNumber(text[field]) ?? messageOf(read.error))
        : `${profileLabels[field]}: choose one from the list.`;
  }
  return errors;
}

const isAbout = (field: ProfileField): field is AboutField => (aboutFields as readonly string[]).includes(field);
const isNumeric = (field: CompanyField) => field === "employees" || field === "hourlyCost";
const messageOf = (error: { issues: readonly { message: string }[] }) =>
  error.issues[0]?.message ?? "Check this value.";
