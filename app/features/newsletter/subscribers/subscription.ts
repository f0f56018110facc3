import { z } from "zod";
import { firmName } from "#app/lib/firm.ts";
import { trapField, visitFields } from "#app/lib/forms/signup-form.ts";
import { emailAddress } from "#app/lib/people/email-address.ts";
import { text } from "#app/lib/text.ts";

/* The public side of subscribing: schema, messages, consent. Safe in the browser. */

const required = "Email is required";
const invalid = "Please enter a valid email address";

/** Trimmed and lower-cased, with separate messages for empty and invalid input (spec: newsletter-form). */
const subscriberEmail = z.preprocess(
  (value) => (typeof value === "string" ? value.trim() : value),
  text({ max: 1000, required }).pipe(emailAddress(invalid)),
) as unknown as z.ZodType<string, string>;

/** The newsletter form. Only the visit's source is kept from `metadata`; its clock and browser are not. */
export const NewsletterSignup = z.object({
  email: subscriberEmail,
  source: text({ max: 50, required: "Say where the form was." }),
  metadata: z
    .object({
      timestamp: z.union([text({ max: 100 }), z.number()]).optional(),
      userAgent: text({ max: 2000 }).optional(),
      ...visitFields,
    })
    .optional(),
  ...trapField,
});
export type NewsletterSignup = z.infer<typeof NewsletterSignup>;

export const newsletterConsent =
  "By subscribing, you agree to get our newsletter by email, about once a month. You can unsubscribe at any time.";

/** A signup that is not confirmed by then is deleted. */
export const confirmationDays = 7;

/** The outcome of the form on the newsletter page. */
export const signupOutcomes = ["subscribed", "pending", "confirmed", "already"] as const;
export type SignupOutcome = (typeof signupOutcomes)[number];

/** Messages of the newsletter popup (spec: newsletter-form). */
export const newsletterMessages = {
  get welcomeTitle() {
    return `Welcome to ${firmName()}! 🚀`;
  },
  welcome: "You've successfully joined our newsletter!",
  aboard: "Welcome Aboard!",
  /** Where signups are confirmed by mail. */
  confirm: "You've successfully joined our newsletter! Please confirm it: open the link in the email we just sent you.",
  confirmTitle: "Check your inbox",
  /** The endpoint's message; the popup looks for this text in it. */
  alreadyMarker: "already subscribed",
  already: "This email address is already subscribed.",
  alreadyTitle: "Already Subscribed",
  alreadyText: "This email address is already registered for our newsletter. Thank you for your continued interest!",
  failedTitle: "Signup Failed",
  failed: "Failed to subscribe",
  invalid,
  somethingWrong: "Something went wrong. Please try again.",
} as const;
