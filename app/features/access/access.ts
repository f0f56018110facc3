import { z } from "zod";
import { industries } from "#app/features/roi/inputs/bounds.ts";
import { firmName } from "#app/lib/firm.ts";
import { emailAddress } from "#app/lib/people/email-address.ts";
import { text } from "#app/lib/text.ts";
import { isInvisible } from "#app/lib/words/invisible.ts";

/* Schemas, labels and outcomes of requesting and redeeming a code. Browser-safe. */

/** Forms send "" for an empty field. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (typeof value === "string" && isInvisible(value) ? undefined : value), schema.optional());

const shortText = (max: number) => text({ max });

/** The request form: the "Analysis intake" schema and its messages (spec: access-form). The website may have any format. */
export const AccessRequest = z.object({
  email: emailAddress("Valid email address required"),
  company_name: text({ min: 2, max: 200, required: "Company name required" }),
  company_website: optional(shortText(500)),
  role: optional(shortText(100)),
  industry: optional(z.enum(industries, { error: "Choose one of the listed industries." })),
  utm_source: optional(shortText(100)),
  utm_medium: optional(shortText(100)),
  utm_campaign: optional(shortText(100)),
  session_id: optional(shortText(200)),
  /** The honeypot field (spec: traps). */
  email_confirm: text({ max: 1000 }).optional(),
});
export type AccessRequest = z.infer<typeof AccessRequest>;

/** Columns of what a request states about the company; pages, the first blueprint and the event show them. */
export const companyFacts = ["companyName", "companyWebsite", "role", "industry"] as const;

/** A code as typed; the command validates its shape, so that a malformed guess counts against the limit. */
export const AccessCodeEntry = z.object({
  code: text({ max: 100, required: "Please enter your access code" }),
});
export type AccessCodeEntry = z.infer<typeof AccessCodeEntry>;

export const codeMessages = {
  granted: "Access granted. Your wizard is open.",
  signInFirst: "Please sign in and try again.",
  otherEmail: "This access code was sent to a different email. Please sign in with the email that received the code.",
  tooManyAttempts: "Too many attempts. Please try again later.",
  failed: "Unable to validate code. Please try again.",
  unknown: "Invalid access code. Please check and try again.",
  expired: "This access code has expired. Please request a new one.",
  alreadyUsed: "This access code has already been used.",
} as const;

export const requestMessages = {
  invalidTitle: "Validation Error",
  failed: "Something went wrong. Please try again.",
  syncTitle: "Sync Error",
  syncFailed: "Failed to sync profile data.",
} as const;

export const codeLifeDays = 30;

/** Largest number of devices one account may use the wizard from within 24 hours (spec: access-check). */
export const maxDevicesPerDay = 5;

export const denialReasons = ["no_grant", "too_many_devices", "blocked"] as const;
export type DenialReason = (typeof denialReasons)[number];

export const denialMessages: Record<DenialReason, string> = {
  get no_grant() {
    return `You need a valid access code to use the ${firmName()} Blueprint Wizard.`;
  },
  too_many_devices: `This account was used on more than ${maxDevicesPerDay} devices within 24 hours. Access returns a day after the extra devices stop.`,
  blocked: "Access to the wizard is closed for this account. Write to us if that is a mistake.",
};

/** Result of the secure check; `reason` is null when access is granted. */
export type AccessAnswer = { hasAccess: boolean; blocked: boolean; reason: DenialReason | null };

/** Why a person who has access cannot use it at the moment. */
export type Suspension = Exclude<DenialReason, "no_grant">;

export const suspensionOf = ({ reason }: Pick<AccessAnswer, "reason">): Suspension | null =>
  reason === "no_grant" ? null : reason;

/** Why an admin declined a request. The mail's text for each: emails/access-declined. */
export const declineReasons = {
  not_fit: "The firm is outside the range the analysis covers",
  private_address: "Personal email address",
  unclear: "Company or role is unclear",
  duplicate: "The firm already has access",
} as const;
export type DeclineReason = keyof typeof declineReasons;

export const DeclineInput = z.object({
  reason: z.enum(Object.keys(declineReasons) as [DeclineReason, ...DeclineReason[]], { error: "Choose a reason." }),
  note: optional(text({ max: 500, shape: "lines" })),
});
export type DeclineInput = z.infer<typeof DeclineInput>;

/** Why an address is blocked, for the audit log and other admins; never shown to the person. */
export const BlockInput = z.object({
  reason: text({ max: 200, required: "Enter a reason." }),
});

export const maxAtOnce = 200;
