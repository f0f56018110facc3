import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/browser";
import { accountMessages } from "#app/features/accounts/accounts.ts";
import { isModuleFailure } from "#app/lib/browsers/module-failure.ts";
import type { passkeyEndpoints } from "#app/routes/api/auth/passkeys.server.ts";
import { type Answer, client } from "#app/shell/api-client.ts";

/*
 * The browser side of passkeys: fetches the options, starts the browser's prompt, and sends its response.
 * The library is loaded on demand.
 */

const call = client<typeof passkeyEndpoints>();
const library = () => import("@simplewebauthn/browser");

type Refused = Extract<Answer<never>, { ok: false }>;
const refused = (code: string, message: string): Refused => ({ ok: false, status: 400, error: { code, message } });

const notLoaded = () => refused("passkeys_not_loaded", accountMessages.passkeysNotLoaded);

/** The error code if the user or another request canceled the browser's prompt. */
export const canceledPasskey = "passkey_canceled";

export async function addPasskey({ name, password }: { name: string; password?: string | undefined }) {
  const started = await call("POST /auth/passkeys/options", password ? { password } : {});
  if (!started.ok) return started;
  const made = await createPasskey(started.value);
  return made.ok ? call("POST /auth/passkeys", { name, response: made.value as never }) : made;
}

/** Has the browser make a passkey. */
export async function createPasskey(options: object): Promise<{ ok: true; value: RegistrationResponseJSON } | Refused> {
  try {
    const { startRegistration } = await library();
    return { ok: true, value: await startRegistration({ optionsJSON: options as never }) };
  } catch (error) {
    if (isModuleFailure(error)) return notLoaded();
    return (error as Error).name === "InvalidStateError"
      ? refused("known", accountMessages.passkeyKnown)
      : refused(canceledPasskey, accountMessages.passkeyCanceled);
  }
}

export type PasskeyOptions = { challenge: string };

/** Options for verifying a passkey instead of a code; refused if the user has none. */
export const startPasskeyProof = () => call("POST /auth/two-factor/passkey/options", {});

export async function finishPasskeyProof(options: PasskeyOptions) {
  let response: AuthenticationResponseJSON;
  try {
    const { startAuthentication } = await library();
    response = await startAuthentication({ optionsJSON: options as never });
  } catch (error) {
    if (isModuleFailure(error)) return notLoaded();
    return refused(canceledPasskey, accountMessages.passkeyCanceled);
  }
  return call("POST /auth/two-factor/verify-passkey", { response: response as never });
}

/** Signs in with a passkey. With `autofill` the browser offers passkeys in the email field and waits there. */
export async function signInWithPasskey({ autofill }: { autofill: boolean }) {
  const started = await call("POST /auth/sign-in/passkey/options", {});
  if (!started.ok) return started;
  let response: AuthenticationResponseJSON;
  try {
    const { startAuthentication } = await library();
    const optionsJSON = started.value as never;
    response = await startAuthentication({
      optionsJSON,
      useBrowserAutofill: autofill,
      verifyBrowserAutofillInput: false,
    });
  } catch (error) {
    if (isModuleFailure(error)) return notLoaded();
    return refused(canceledPasskey, accountMessages.passkeyCanceled);
  }
  return call("POST /auth/sign-in/passkey", { response: response as never });
}

/** Whether the browser can offer passkeys in the email field. */
export const canAutofill = async (): Promise<boolean> => (await library()).browserSupportsWebAuthnAutofill();
