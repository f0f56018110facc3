import type {
  ChangeEmail,
  ChangePassword,
  EmailOnly,
  PasswordAgain,
  RemoveFactor,
  SignIn,
  SignUp,
} from "#app/features/accounts/accounts.ts";
import { csrfToken } from "#app/lib/csrf-token.ts";
import { ask } from "../api-client.ts";

type Reply<Body> = Response & { json(): Promise<Body> };

/** The calls of /api/auth; they come from the accounts library and so stand beside the typed client. */
const call = <Body>(path: string, body: object = {}) =>
  ask(
    fetch(`/api/auth/${path}`, {
      method: "POST",
      credentials: "same-origin",
      headers: { "content-type": "application/json", "x-csrf-token": csrfToken() },
      body: JSON.stringify(body),
    }) as Promise<Reply<Body>>,
  );

type Code = { code: string };

export const signUp = (input: SignUp) => call<{ message: string }>("sign-up/email", input);
export const signIn = (input: SignIn) => call<{ twoFactorRedirect?: true }>("sign-in/email", input);
export const sendCode = (input: Code) => call<object>("two-factor/verify-totp", input);
export const sendRecoveryCode = (input: Code) => call<object>("two-factor/verify-recovery-code", input);
export const sendMailedCode = (input: Code) => call<{ user?: { id: string } }>("verify-email", input);
export const sendVerificationAgain = () => call<{ message: string }>("send-verification-email");

export const askForReset = (input: EmailOnly) => call<{ message: string }>("request-password-reset", input);
export const sendResetCode = (input: Code) => call<{ token: string }>("verify-reset-code", input);
export const setNewPassword = (input: { token: string; newPassword: string }) => call<object>("reset-password", input);

export const changePassword = (input: ChangePassword) => call<{ message: string }>("change-password", input);
export const changeEmail = (input: ChangeEmail) => call<object>("change-email", input);
export const cancelEmailChange = () => call<object>("cancel-email-change");
export const revokeSession = (input: { id: string }) => call<object>("revoke-session", input);
export const revokeOtherSessions = () => call<{ ended: number }>("revoke-other-sessions");

/** A factor that waits for its first code; `qr` is the square's rows, `1` for dark. */
export type Enrolment = { factorId: string; secret: string; totpURI: string; qr: string[] };
export const startEnrolment = (input: PasswordAgain) => call<Enrolment>("two-factor/enable", input);
export const finishEnrolment = (input: { factorId: string; code: string }) =>
  call<{ recoveryCodes: string[] }>("two-factor/verify-enrollment", input);
export const disableFactor = (input: RemoveFactor) => call<object>("two-factor/disable", input);
export const renewRecoveryCodes = (input: PasswordAgain) =>
  call<{ recoveryCodes: string[] }>("two-factor/generate-recovery-codes", input);
