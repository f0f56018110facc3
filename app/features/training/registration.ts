import { z } from "zod";
import { trainingTitles } from "#app/features/content/training-terms.ts";
import { industries } from "#app/features/roi/inputs/bounds.ts";
import { trapField, visitFields } from "#app/lib/forms/signup-form.ts";
import { emailAddress } from "#app/lib/people/email-address.ts";
import { optionalLine, text } from "#app/lib/text.ts";

export const trainingIndustries = industries.filter((industry) => industry !== "Other");

const notOffered = "Choose one of the programs.";
/** A page's button names its program, and the server has the list, which the firm can change. */
const isOffered = (title: string) => typeof document !== "undefined" || trainingTitles().includes(title);

/** The training form (spec: training-form). The website can have any format; the command keeps it, and its bare domain. */
export const TrainingRegistration = z.object({
  email: emailAddress("Invalid email address"),
  companyName: text({ max: 200, required: "Company name is required" }),
  companyWebsite: optionalLine(500),
  role: optionalLine(100),
  industry: optionalLine(100),
  trainingProgram: z.string(notOffered).refine(isOffered, notOffered),
  ...visitFields,
  ...trapField,
});
export type TrainingRegistration = z.infer<typeof TrainingRegistration>;

export const trainingConsent =
  "By registering, you agree that we email you about this program: dates, fee, preparation.";

/** Messages of the training dialog (spec: training-form). */
export const trainingMessages = {
  doneTitle: "Registration Successful!",
  done: "Check your email for confirmation and next steps.",
  submitting: "Submitting...",
  failedTitle: "Registration Failed",
  checkInput: "Please check your input.",
  tryAgain: "Please try again or contact support.",
} as const;
