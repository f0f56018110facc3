import { z } from "zod";
import { trainingTitles } from "#app/features/content/training-terms.ts";
import { industries } from "#app/features/roi/bounds.ts";
import { emailAddress } from "#app/lib/email-address.ts";
import { optionalLine, text } from "#app/lib/text.ts";

/* What subscribing and registering look like from outside: schemas, words, consent. Safe in the browser. */

/** The training form offers what the specification lists: every industry but the catch-all. */
export const trainingIndustries = industries.filter((industry) => industry !== "Other");

/** The field that no person sees (public-site §9). What fills it in is a program. */
const trap = { email_confirm: text({ max: 1000 }).optional() };

const utm = { utm_source: optionalLine(100), utm_medium: optionalLine(100), utm_campaign: optionalLine(100) };
const sessionId = optionalLine(200);
/** The path of the page the form stood on: where somebody agreed. */
const page = optionalLine(200);

const required = "Email is required";
const invalid = "Please enter a valid email address";

/** Trimmed and lower-cased, with one message for nothing and another for nonsense (public-site §5). */
const subscriberEmail = z.preprocess(
  (value) => (typeof value === "string" ? value.trim() : value),
  text({ max: 1000, required }).pipe(emailAddress(invalid)),
) as unknown as z.ZodType<string, string>;

/** The newsletter form. Of `metadata` only where the visit came from is kept; the clock and browser it names are not. */
export const NewsletterSignup = z.object({
  email: subscriberEmail,
  source: text({ max: 50, required: "Say where the form was." }),
  metadata: z
    .object({
      timestamp: z.union([text({ max: 100 }), z.number()]).optional(),
      userAgent: text({ max: 2000 }).optional(),
      page,
      sessionId,
      ...utm,
    })
    .optional(),
  ...trap,
});
export type NewsletterSignup = z.infer<typeof NewsletterSignup>;

/** The training form (public-site §5). The website may have any format; the verb keeps its bare domain. */
export const TrainingRegistration = z.object({
  email: emailAddress("Invalid email address"),
  companyName: text({ max: 200, required: "Company name is required" }),
  companyWebsite: optionalLine(500),
  role: optionalLine(100),
  industry: optionalLine(100),
  trainingProgram: z.enum(trainingTitles, { error: "Choose one of the three programs." }),
  page,
  sessionId,
  ...utm,
  ...trap,
});
export type TrainingRegistration = z.infer<typeof TrainingRegistration>;

/**
 * What people are told beside the button, stored with their signup as what they agreed to. A new wording gets a new version,
 * which is stored beside the words.
 */
export const consentVersion = "2026-11";
export const consentWords = {
  newsletter:
    "By subscribing you agree that we e-mail you the newsletter, about once a month. You can leave it at any time.",
  training: "By registering you agree that we write to you about this program: dates, fee, preparation.",
} as const;

/** Words of the newsletter popup (public-site §4, §8). */
export const newsletterWords = {
  welcomeTitle: "Welcome to GTMarc! 🚀",
  welcome: "You've successfully joined our newsletter!",
  aboard: "Welcome Aboard!",
  /** The answer of the call; the popup looks for these words in it. */
  alreadyMarker: "already subscribed",
  already: "This email address is already subscribed.",
  alreadyTitle: "Already Subscribed",
  alreadyText: "This email address is already registered for our newsletter. Thank you for your continued interest!",
  failedTitle: "Signup Failed",
  failed: "Failed to subscribe",
  somethingWrong: "Something went wrong. Please try again.",
} as const;

/** Words of the training dialog (public-site §4, §8). */
export const trainingWords = {
  doneTitle: "Registration Successful!",
  done: "Check your email for confirmation and next steps.",
  submitting: "Submitting...",
  failedTitle: "Registration Failed",
  checkInput: "Please check your input.",
  tryAgain: "Please try again or contact support.",
} as const;
