import { z } from "zod";
import { asciiDigits, sixDigitCode, withoutSeparators } from "#app/lib/forms/typed-code.ts";
import { emailAddress } from "#app/lib/people/email-address.ts";
import { text } from "#app/lib/text.ts";

/** Messages: specified ones (spec: account-messages), and the few that the specification leaves open. */
export const accountMessages = {
  invalidCredentials: "Invalid email or password. Please check your credentials and try again.",
  emailTaken: "An account with this email already exists. Please sign in instead.",
  signedUp: "Account created successfully! Please check your email to verify your account.",
  accountDisabled: "This account is disabled. Please contact us if you think that this is a mistake.",
  adminNeedsFactor:
    "Admin accounts must enable 2FA before signing in. Please set up Two-Factor Authentication in Account Settings.",
  wrongCode: "Invalid verification code. Please try again.",
  codeNotChecked: "Failed to verify code. Please try again.",
  tooManyCodes: "Too many codes were tried for this account. Use a recovery code, or try again later.",
  challengeOver: "Your sign-in has expired. Please sign in again.",
  recoveryCodeWrong: "That is not one of your unused recovery codes. Please check and try again.",
  mailedCodeWrong: "Invalid verification code. Please try again.",
  codeOfOtherBrowser:
    "A code works only in the browser that asked for it. Open the link in the email, or ask for a new code here.",
  codeMailedElsewhere:
    "The six digits in it work only in the browser that asked for them. Open the link on any device, or send a new email to get digits for this browser.",
  mailedCodeEnded:
    "The six digits in it no longer work: they work for ten minutes and five attempts. Open the link on any device, or send a new email to get new digits.",
  resetCodeNotHere:
    "A code works for ten minutes, only in the browser that asked for it. Open the link in the email, or ask for a new code here.",
  mailedCodeOver: "This code no longer works. Ask for a new one.",
  notVerified: "Please verify your email before signing in. We have sent you a link; it works for 24 hours.",
  verified: "Your email is verified. You can sign in now.",
  linkNotValid: "This link no longer works. Sign in to get a new one if your email is not verified yet.",
  profileInvalid: "Invalid profile data",
  profileNotSaved: "Failed to update profile",
  profileStale: "Your profile was changed in another tab or on another device.",
  profileSaved: "Your profile is saved.",
  profileNotLoaded: "Failed to load profile data. Please try refreshing the page.",
  passwordsDiffer: "Passwords do not match",
  commonPassword: "This password is too common. Please choose another.",
  busy: "Many people are signing in right now. Please try again in a few seconds.",
  mailSentAgain: "A new email is on its way. The code in the previous one no longer works.",
  mailPause: "The last email was sent less than a minute ago. Please wait a moment.",
  notVerifiedRecentMail:
    "Please verify your email before signing in. We emailed you in the last five minutes: open the link in that email.",
  resetLimit:
    "This address has received several emails from us in the last hour. If it has an account, the newest reset link still works. Use it, or try again later.",
  notVerifiedNoMail:
    "Please verify your email before signing in. This address has received several emails from us in the last hour: use the newest link, or send another email later.",
  newAddressLimit:
    "The new address has received several emails from us in the last hour. Nothing was sent or changed: please confirm again later.",
  resetAsked: "If this address has an account, an email with a link and a code is on its way.",
  resetLinkNotValid: "This link no longer works. Ask for a new one.",
  passwordReset: "Your new password is saved. You can sign in now.",
  currentPasswordWrong: "Current password is incorrect",
  passwordNotSaved: "Failed to update password",
  passwordSaved: "Your password is changed. Other devices were signed out.",
  emailNotSaved: "Failed to update email",
  sameEmail: "That is already your address.",
  tooManyTries: "Too many attempts. Please try again later.",
  joinLinkOver: "This link no longer works. It may have been used already. Ask for a new one.",
  alreadySetUp: "Set-up is done: an owner exists already. Sign in instead.",
  freshCode: "This needs a code from your authenticator app from the last 10 minutes. Enter one to continue.",
  codeFirst: "Verify a code from your authenticator app in this session first.",
  signInAgain: "Sign out and sign in again, then do this within 10 minutes.",
  passkeyRefused: "This passkey did not sign you in. It may have been removed here. Sign in another way.",
  passkeyNotFresh: "This passkey was not accepted. Enter a code from your authenticator app.",
  noPasskey: "This account has no passkey. Enter a code from your authenticator app.",
  passkeyOver: "The request has expired. Please try again.",
  passkeyNotAdded: "The passkey was not added. Please try again.",
  passkeyKnown: "This passkey is already in your account.",
  tooManyPasskeys: "An account can have 20 passkeys. Remove one that you no longer use.",
  passkeyNotFound: "That passkey is already removed.",
  passkeysNotLoaded: "Passkeys could not be loaded. Check your connection, reload the page and try again.",
  passkeyCanceled: "No passkey was used: the request was canceled or timed out.",
  signInLinkAsked:
    "If this address has an account, an email with a sign-in link is on its way. It expires in 15 minutes.",
  signInLinkLimit:
    "Several sign-in links for this address were requested in the last hour. Try again later, or sign in another way.",
  signInLinkOver: "This link no longer works. Ask for a new one.",
  providerUnavailable: "The provider is not reachable right now. Please sign in another way.",
  providerOver: "The sign-in was canceled or has expired. Please try again.",
  providerNotVerified:
    "The provider did not confirm that this address is yours. Sign in with your password or an emailed link.",
  factorNotFound: "Factor ID not found. Please restart the enrollment process.",
  enrollmentFailed: "Enrollment Failed",
  verificationFailed: "Verification Failed",
  factorForAdmins: "Two-factor authentication is for admin accounts.",
  adminNotDeleted:
    "An admin account cannot be deleted here. The operator of this site must remove the admin right first.",
  sessionNotFound: "That device is already signed out.",
  accountShut: "All devices are signed out and the old password no longer works. Set a new one now.",
  colleagueInvited: "Sent. The invitation expires in 30 days.",
  emailConfirmed: "Confirmed. Now open the email we sent to the new address.",
  emailMoved: "Your address is changed. Sign in with the new one.",
  emailMovedHere: "Your address is changed. You are still signed in on this device; all other devices were signed out.",
} as const;

/** Long passphrases are hashed in full; the maximum prevents abuse of hashing. */
export const maxPasswordLength = 256;
const tooLong = `Password must be at most ${maxPasswordLength} characters`;
const password = (min: number, required: string) =>
  text({ min, max: maxPasswordLength, required, tooLong, shape: "verbatim" });

/** The four composition rules, one message each (spec: password-rules). */
export const NewPassword = password(8, "Password must be at least 8 characters")
  .regex(/\p{Lu}/u, "Password must contain at least one uppercase letter")
  .regex(/\p{Ll}/u, "Password must contain at least one lowercase letter")
  .regex(/\d/, "Password must contain at least one number");

export const SignUp = z.object({ email: emailAddress("Invalid email address"), password: NewPassword });
export type SignUp = z.infer<typeof SignUp>;

export const SignUpForm = SignUp.extend({ confirmPassword: z.string() }).refine(
  (form) => form.password === form.confirmPassword,
  { path: ["confirmPassword"], error: accountMessages.passwordsDiffer },
);

const shortPassword = "Password must be at least 6 characters";
export const SignIn = z.object({
  email: emailAddress("Invalid email address"),
  password: password(6, shortPassword),
});
export type SignIn = z.infer<typeof SignIn>;

export const Recovery = z.object({
  code: text({ max: 60, required: "Enter a recovery code", tooLong: "Enter one code" })
    .transform((typed) => withoutSeparators(asciiDigits(typed)))
    .pipe(z.string().min(10, "Enter all ten characters").max(20, "Enter one code")),
});

const digitsFromMail = "Enter the 6 digits from the email.";
export const MailedCode = z.object({ code: sixDigitCode(digitsFromMail) });

/** For a forgotten password (spec: account-messages). */
export const EmailOnly = z.object({ email: emailAddress("Please enter a valid email address") });
export type EmailOnly = z.infer<typeof EmailOnly>;

export const SignInLinkRequest = EmailOnly.extend({ next: text({ max: 2000, shape: "verbatim" }).nullish() });

export const ResetPassword = z.object({ token: text({ max: 200, shape: "verbatim" }), newPassword: NewPassword });
export const ResetPasswordForm = z
  .object({ newPassword: NewPassword, confirmPassword: z.string() })
  .refine((form) => form.newPassword === form.confirmPassword, {
    path: ["confirmPassword"],
    error: accountMessages.passwordsDiffer,
  });

const currentPassword = password(1, "Current password is required");
/** The change-password form has its own messages (spec: password-rules). */
export const ChangePassword = z.object({
  currentPassword,
  newPassword: password(8, "Password must be at least 8 characters long"),
});
export type ChangePassword = z.infer<typeof ChangePassword>;
export const ChangePasswordForm = ChangePassword.extend({
  confirmPassword: z.string().min(1, "Please confirm your password"),
}).refine((form) => form.newPassword === form.confirmPassword, {
  path: ["confirmPassword"],
  error: "Passwords don't match",
});

/** The current password, required again for changes to the account's security. */
export const PasswordAgain = z.object({ password: currentPassword });
export type PasswordAgain = z.infer<typeof PasswordAgain>;
/** The same for endpoints: accounts without a password omit it. */
export const ProofAgain = z.object({ password: currentPassword.optional() });
const passkeyName = text({
  min: 1,
  max: 60,
  required: "Enter a name for the passkey",
  tooLong: "Use at most 60 characters",
});
export const PasskeyName = z.object({ name: passkeyName });
export type PasskeyName = z.infer<typeof PasskeyName>;
const binary = text({ min: 1, max: 20_000, shape: "verbatim" }).regex(/^[\w-]+$/, "Not base64url");
/** A browser's response with a passkey, in the JSON form of WebAuthn (Level 3, §5.1.8-9); the library validates its contents. */
export const Credential = z.looseObject({
  id: text({ min: 1, max: 2000, shape: "verbatim" }),
  rawId: text({ min: 1, max: 2000, shape: "verbatim" }),
  type: z.literal("public-key"),
  response: z.looseObject({ clientDataJSON: binary }),
});
export const NewPasskeyForm = PasswordAgain.extend({ name: passkeyName });

export const ChangeEmail = PasswordAgain.extend({ newEmail: emailAddress("Invalid email address") });
export type ChangeEmail = z.infer<typeof ChangeEmail>;

const sixDigits = "Enter the 6 digits that your authenticator app shows.";
export const SecondFactorCode = z.object({ code: sixDigitCode(sixDigits) });

export const FirstCode = SecondFactorCode.extend({ factorId: z.uuid({ error: accountMessages.factorNotFound }) });
export const RemoveFactor = PasswordAgain.extend({
  code: text({ max: 60, required: sixDigits })
    .transform((typed) => withoutSeparators(asciiDigits(typed)))
    .pipe(z.string().regex(/^(\d{6}|[A-Za-z2-9]{10})$/, "Enter six digits, or a recovery code")),
});
export type RemoveFactor = z.infer<typeof RemoveFactor>;
