import { z } from "zod";
import { emailAddress } from "../../lib/email-address.ts";
import { industries } from "../roi/bounds.ts";
import { focusWords, outcomeWords } from "../roi/input-words.ts";

/** Sentences fixed by the specification (accounts-and-access §8), beside the few that it leaves to us. */
export const accountWords = {
  invalidCredentials: "Invalid email or password. Please check your credentials and try again.",
  emailTaken: "An account with this email already exists. Please sign in instead.",
  signedUp: "Account created successfully! Please check your email to verify your account.",
  adminNeedsFactor:
    "Admin accounts must enable 2FA before signing in. Please set up Two-Factor Authentication in Account Settings.",
  wrongCode: "Invalid verification code. Please try again.",
  codeNotChecked: "Failed to verify code. Please try again.",
  challengeOver: "Your sign-in has expired. Please sign in again.",
  notVerified: "Please verify your email before signing in. We have sent you a link; it works for 24 hours.",
  verified: "Your email is verified. You can sign in now.",
  linkNotValid: "This link no longer works. Sign in, and we send you a new one if your email still needs it.",
  profileInvalid: "Invalid profile data",
  profileNotSaved: "Failed to update profile",
  profileSaved: "Your profile is saved.",
  profileNotLoaded: "Failed to load profile data. Please try refreshing the page.",
  passwordsDiffer: "Passwords do not match",
} as const;

/** Long passphrases count in full; the upper end only keeps hashing from being made a burden. */
export const longestPassword = 256;
const tooLong = `Password must be at most ${longestPassword} characters`;

/** The four composition rules of accounts-and-access §5, one message each. */
export const NewPassword = z
  .string({ error: "Password must be at least 8 characters" })
  .min(8, "Password must be at least 8 characters")
  .max(longestPassword, tooLong)
  .regex(/\p{Lu}/u, "Password must contain at least one uppercase letter")
  .regex(/\p{Ll}/u, "Password must contain at least one lowercase letter")
  .regex(/\d/, "Password must contain at least one number");

export const SignUp = z.object({ email: emailAddress("Invalid email address"), password: NewPassword });
export type SignUp = z.infer<typeof SignUp>;

export const SignUpForm = SignUp.extend({ confirmPassword: z.string() }).refine(
  (form) => form.password === form.confirmPassword,
  { path: ["confirmPassword"], error: accountWords.passwordsDiffer },
);

const shortPassword = "Password must be at least 6 characters";
export const SignIn = z.object({
  email: emailAddress("Invalid email address"),
  password: z.string({ error: shortPassword }).min(6, shortPassword).max(longestPassword, tooLong),
});
export type SignIn = z.infer<typeof SignIn>;

const sixDigits = "Enter the 6 digits that your authenticator app shows.";
export const SecondFactorCode = z.object({ code: z.string({ error: sixDigits }).regex(/^\d{6}$/, sixDigits) });

export const focusAreas = Object.values(focusWords);
/** Offered while typing; other words are welcome. */
export const outcomeSuggestions = Object.values(outcomeWords);
export const profileIndustries: readonly string[] = industries;

export const loadedCost = { min: 25, max: 500, default: 75 } as const;
const costRange = `Must be between ${loadedCost.min} and ${loadedCost.max}`;

const required = (message: string) =>
  z.string({ error: message }).trim().min(1, message).max(120, "Use at most 120 characters");
const optionalText = z
  .string()
  .trim()
  .max(200, "Use at most 200 characters")
  .nullish()
  .transform((text) => text || null);
const oneOf = (choices: readonly string[]) =>
  optionalText.refine((text) => text === null || choices.includes(text), "Choose one from the list");

const Rate = z.number({ error: costRange }).min(loadedCost.min, costRange).max(loadedCost.max, costRange);

/** The profile form and the body of PUT /api/profile. */
export const ProfileChange = z.object({
  first_name: required("First name is required"),
  last_name: required("Last name is required"),
  company_name: required("Company name is required"),
  title: optionalText,
  focus_area: oneOf(focusAreas),
  top_outcome: optionalText,
  industry: oneOf(profileIndustries),
  estimated_loaded_cost_per_hour: Rate.default(loadedCost.default),
});
export type ProfileChange = z.infer<typeof ProfileChange>;

/** The profile form as it is typed: the rate is text there, with commas forgiven. */
export const ProfileForm = ProfileChange.extend({
  estimated_loaded_cost_per_hour: z
    .string()
    .transform((text) => (text.trim() === "" ? Number.NaN : Number(text.replaceAll(",", ""))))
    .pipe(Rate),
});

/** The word that forms of old put in for a missing company; it is never kept (accounts-and-access §5). */
export const isPlaceholderCompany = (name: string): boolean => name.trim().toLowerCase() === "company";
