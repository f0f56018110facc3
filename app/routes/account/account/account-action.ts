import {
  accountMessages,
  ChangeEmail,
  ChangePassword,
  FirstCode,
  PasskeyName,
  PasswordAgain,
  ProofAgain,
  RemoveFactor,
} from "#app/features/accounts/accounts.ts";
import { ProfileForm } from "#app/features/accounts/profile/profile-fields.ts";
import { ProfileBase } from "#app/features/accounts/profile/profile-merge.ts";
import type { ProviderId } from "#app/features/accounts/providers/sign-in-providers.ts";
import type { Refusal } from "#app/features/accounts/ui/form-faults.tsx";
import { BlueprintName } from "#app/features/wizard/blueprint.ts";
import { type FormFields, runIntent } from "#app/lib/forms/form-intent.ts";
import type { accountsEndpoints } from "#app/routes/api/account/accounts.server.ts";
import type { companyEndpoints } from "#app/routes/api/account/company.server.ts";
import type { authEndpoints } from "#app/routes/api/auth/auth.server.ts";
import type { blueprintEndpoints } from "#app/routes/api/blueprint/blueprint.server.ts";
import { addPasskey } from "#app/shell/account/passkey-ceremony.ts";
import { type Answer, client } from "#app/shell/api-client.ts";
import { withFreshCode } from "#app/shell/fresh-code.ts";

export type AccountEndpoints =
  | typeof accountsEndpoints
  | typeof authEndpoints
  | typeof blueprintEndpoints
  | typeof companyEndpoints;
const accountClient = client<AccountEndpoints>;

/** A pending factor; `qr` is the rows of the QR code, `1` for dark. */
type Enrollment = { factorId: string; secret: string; totpURI: string; qr: string[] };

/** Actions of the account page; each section runs its own. */
export type AccountIntent =
  | "blueprint-name"
  | "profile"
  | "domain-on"
  | "domain-off"
  | "company-leave"
  | "company-invite"
  | "invitation-accept"
  | "invitation-off"
  | "email"
  | "email-off"
  | "clicks"
  | "password"
  | "factor-start"
  | "factor-finish"
  | "factor-off"
  | "recovery-codes"
  | "passkey-add"
  | "passkey-name"
  | "passkey-off"
  | "provider-off"
  | "session-off"
  | "others-off"
  | "delete"
  | "keep";

/** The result of an action. `at` distinguishes repeated results. */
export type AccountResult =
  | { intent: AccountIntent; ok: true; at: number; enrollment?: Enrollment; recoveryCodes?: string[] }
  | { intent: AccountIntent; ok: false; at: number; refusal: Refusal };

type Form = Record<string, string>;

/** Runs an action and returns the server's response to the section that started it. */
export const accountAction = (form: FormData): Promise<AccountResult> => runIntent<AccountResult>(form, handlers);

function outcomeOf(intent: AccountIntent, answer: Answer<unknown>): AccountResult {
  const at = Date.now();
  if (answer.ok) return { intent, ok: true, at, ...shown(answer.value) };
  return { intent, ok: false, at, refusal: refusalOf(intent, answer) };
}

/** What each intent calls, in the browser and for forms without scripts (routes/forms/account-forms.server.ts). */
export const accountCalls = (
  call: ReturnType<typeof accountClient>,
): Record<AccountIntent, (form: Form) => Promise<Answer<unknown>>> => ({
  "blueprint-name": ({ id = "", from = "", ...form }) =>
    call("PUT /blueprints/{id}/name", { id, ...BlueprintName.parse(form), from }),
  profile: ({ base, ...form }) =>
    call("PUT /profile", {
      ...ProfileForm.parse(form),
      ...(base && { base: ProfileBase.parse(JSON.parse(base)) }),
    }),
  "domain-on": () => call("POST /company/domain", {}),
  "domain-off": () => call("DELETE /company/domain", {}),
  "company-leave": () => call("DELETE /company/membership", {}),
  "company-invite": ({ email = "" }) => call("POST /company/invitations", { email }),
  "invitation-accept": ({ id = "" }) => call("POST /company/invitations/{id}/acceptance", { id }),
  "invitation-off": ({ id = "" }) => call("DELETE /company/invitations/{id}", { id }),
  email: (form) => call("POST /auth/change-email", ChangeEmail.parse(form)),
  "email-off": () => call("POST /auth/cancel-email-change", {}),
  clicks: (form) => call("PUT /profile/click-counting", { agrees: form["counts"] === "yes" }),
  password: (form) => call("POST /auth/change-password", ChangePassword.parse(form)),
  "factor-start": (form) => withFreshCode(() => call("POST /auth/two-factor/enable", PasswordAgain.parse(form))),
  "factor-finish": (form) =>
    withFreshCode(() => call("POST /auth/two-factor/verify-enrollment", FirstCode.parse(form))),
  "factor-off": (form) => call("POST /auth/two-factor/disable", RemoveFactor.parse(form)),
  "recovery-codes": (form) =>
    withFreshCode(() => call("POST /auth/two-factor/generate-recovery-codes", PasswordAgain.parse(form))),
  "passkey-add": (form) => withFreshCode(() => addPasskey({ name: form["name"] ?? "", password: form["password"] })),
  "passkey-name": ({ id = "", from = "", ...form }) =>
    call("PUT /auth/passkeys/{id}", { id, ...PasskeyName.parse(form), from }),
  "passkey-off": ({ id = "", ...form }) => call("POST /auth/passkeys/{id}/removal", { id, ...ProofAgain.parse(form) }),
  "provider-off": ({ provider = "", ...form }) =>
    call("POST /auth/providers/{provider}/removal", { provider: provider as ProviderId, ...ProofAgain.parse(form) }),
  "session-off": (form) => call("POST /auth/revoke-session", { id: form["id"] ?? "" }),
  "others-off": () => call("POST /auth/revoke-other-sessions", {}),
  delete: (form) => call("POST /account/deletion", ProofAgain.parse(form)),
  keep: () => call("DELETE /account/deletion", {}),
});
const actions = accountCalls(accountClient());

type Plain = Partial<Record<AccountIntent, { tab: string; done: string | null }>>;
/** Buttons that are forms of their own. After a refusal the tab may not show them anymore, for example if another tab was faster. */
const plainButtons = {
  "domain-on": { tab: "profile", done: "The domain is confirmed." },
  "domain-off": { tab: "profile", done: "The domain no longer shares your company." },
  "invitation-accept": { tab: "profile", done: "You share this company now." },
  "invitation-off": { tab: "profile", done: "The invitation is removed." },
  "email-off": { tab: "email", done: "The change is canceled." },
  "session-off": { tab: "security", done: "The session is ended." },
  "others-off": { tab: "security", done: "All other sessions are ended." },
  keep: { tab: "security", done: "Your account will not be deleted." },
} as const satisfies Plain;
export type ButtonIntent = keyof typeof plainButtons;
export const isButton = (name: string | undefined) => name !== undefined && Object.hasOwn(plainButtons, name);
/** The intents of forms that work without scripts: their tab, and the sentence after success where the tab does not show it. */
export const plainIntents = {
  ...plainButtons,
  profile: { tab: "profile", done: accountMessages.profileSaved },
  "company-invite": { tab: "profile", done: accountMessages.colleagueInvited },
  email: { tab: "email", done: null },
  clicks: { tab: "email", done: "Your choice is saved." },
  password: { tab: "security", done: accountMessages.passwordSaved },
} as const satisfies Plain;
export const isPlainIntent = (name: string): name is keyof typeof plainIntents => Object.hasOwn(plainIntents, name);

const handlers = Object.fromEntries(
  (Object.keys(actions) as AccountIntent[]).map((intent) => [
    intent,
    async (form: FormFields) => outcomeOf(intent, await actions[intent](form.all())),
  ]),
);

function shown(value: unknown): { enrollment?: Enrollment; recoveryCodes?: string[] } {
  const { factorId, recoveryCodes } = (value ?? {}) as Partial<Enrollment> & { recoveryCodes?: string[] };
  return { ...(factorId ? { enrollment: value as Enrollment } : {}), ...(recoveryCodes ? { recoveryCodes } : {}) };
}

/** Messages for server errors, one per action (spec: account-messages). */
const failures: Partial<Record<AccountIntent, string>> = {
  profile: accountMessages.profileNotSaved,
  email: accountMessages.emailNotSaved,
  password: accountMessages.passwordNotSaved,
  "factor-start": accountMessages.enrollmentFailed,
  "factor-finish": accountMessages.verificationFailed,
};

export function refusalOf(intent: AccountIntent, { status, error }: Extract<Answer<unknown>, { ok: false }>): Refusal {
  const failure = status >= 500 && error.code !== "busy" ? failures[intent] : undefined;
  return {
    message: failure ?? error.message,
    ...(error.fields ? { fields: error.fields } : {}),
    ...(error.code === "stale" ? { isStale: true } : {}),
  };
}
