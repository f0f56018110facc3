import { ask } from "../../api-client.ts";
import type { SignIn, SignUp } from "../../features/accounts/accounts.ts";
import { csrfToken } from "../../lib/csrf-token.ts";

type Reply<Body> = Response & { json(): Promise<Body> };

/** The calls of /api/auth; they come from the accounts library and so stand beside the typed client. */
const call = <Body>(path: string, body: object) =>
  ask(
    fetch(`/api/auth/${path}`, {
      method: "POST",
      credentials: "same-origin",
      headers: { "content-type": "application/json", "x-csrf-token": csrfToken() },
      body: JSON.stringify(body),
    }) as Promise<Reply<Body>>,
  );

export const signUp = (input: SignUp) => call<{ message: string }>("sign-up/email", input);
export const signIn = (input: SignIn) => call<{ twoFactorRedirect?: true }>("sign-in/email", input);
export const sendCode = (input: { code: string }) => call<object>("two-factor/verify-totp", input);
