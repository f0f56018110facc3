import type { Next } from "hono";
import { ResetPasswordForm, SignUpForm } from "#app/features/accounts/accounts.ts";
import { limitKey } from "#app/features/security/requests/client-address.server.ts";
import { countUse } from "#app/features/security/requests/limits.server.ts";
import { nextPath } from "#app/lib/addresses/next-path.ts";
import type { RefusedForm } from "#app/lib/forms/refused-form.ts";
import { fieldErrors, type Issue } from "#app/lib/forms/validation-messages.ts";
import { authPath, resetPath, unverifiedNotices } from "#app/shell/account/auth-path.ts";
import { authEndpoints } from "../api/auth/auth.server.ts";
import { type EndpointContext, type ErrorBody, newEndpoints } from "../api/endpoint.server.ts";
import { callEndpoint, formOf, type Sent, showAgain, showTooMany } from "./form.server.ts";

/*
 * The forms of /auth and /reset-password for browsers without scripts. A form posts to its page's URL; its `intent` is
 * handled by the endpoint that the page's script would call, so both have the same rules, limits, messages and cookies.
 * A refused form is shown again with its email address, never with a password. The token that a reset code is exchanged
 * for is in the form that the response shows: addresses are kept in histories and in the logs of proxies.
 */

type Refused = Pick<RefusedForm, "status" | "fields" | "message" | "retryAfterSeconds"> & { code: string };
/** A page in response to a form: a refusal, or the next step. `values` are entered in its form. */
type Shown = Omit<Refused, "code"> & { values?: Record<string, string> };
type Answer = { ok: true; value: Record<string, unknown> } | { ok: false; refused: Refused };
type Post = {
  text: (name: string) => string;
  call: (endpoint: string, input: object) => Promise<Answer>;
  next: string | null;
};
/** The path to continue at, or the page to show. */
type Intents = Readonly<Record<string, (post: Post) => Promise<string | Shown>>>;

const authIntents: Intents = {
  "sign-up": async ({ text, call, next }) => {
    const input = { email: text("email"), password: text("password"), confirmPassword: text("confirmPassword") };
    const checked = SignUpForm.safeParse(input);
    if (!checked.success) return invalid(checked.error.issues);
    const answer = await call("/auth/sign-up/email", { email: input.email, password: input.password });
    return answer.ok ? authPath({ step: "verify", notice: "signed-up", next }) : answer.refused;
  },
  "sign-in": async ({ text, call, next }) => {
    const answer = await call("/auth/sign-in/email", { email: text("email"), password: text("password") });
    if (answer.ok) return authPath(answer.value["twoFactorRedirect"] ? { step: "code", next } : { next });
    const notice = unverifiedNotices.get(answer.refused.code);
    return notice ? authPath({ step: "verify", notice, next }) : answer.refused;
  },
  verify: async ({ text, call, next }) => {
    const answer = await call("/auth/verify-email", { code: text("code") });
    if (!answer.ok) return answer.refused;
    return authPath("user" in answer.value ? { next } : { notice: "verified", next });
  },
  resend: async ({ call, next }) => {
    const answer = await call("/auth/send-verification-email", {});
    return answer.ok ? authPath({ step: "verify", notice: "mailed-again", next }) : answer.refused;
  },
  link: async ({ text, call, next }) => {
    const answer = await call("/auth/sign-in/link", { email: text("email"), next });
    return answer.ok ? authPath({ step: "link", notice: "link-mailed", next }) : answer.refused;
  },
  code: (post) => secondFactor(post, "/auth/two-factor/verify-totp"),
  recovery: (post) => secondFactor(post, "/auth/two-factor/verify-recovery-code"),
};

async function secondFactor({ text, call, next }: Post, endpoint: string): Promise<string | Refused> {
  const answer = await call(endpoint, { code: text("code") });
  if (answer.ok) return authPath({ next });
  return answer.refused.code === "challenge_over" ? authPath({ notice: "challenge-over", next }) : answer.refused;
}

const resetIntents: Intents = {
  ask: async ({ text, call }) => {
    const answer = await call("/auth/request-password-reset", { email: text("email") });
    return answer.ok ? resetPath({ step: "code" }) : answer.refused;
  },
  code: async ({ text, call }) => {
    const answer = await call("/auth/verify-reset-code", { code: text("code") });
    if (!answer.ok) return answer.refused;
    return { status: 200, message: null, fields: {}, values: { token: String(answer.value["token"]) } };
  },
  set: async ({ text, call }) => {
    const input = { newPassword: text("newPassword"), confirmPassword: text("confirmPassword") };
    const checked = ResetPasswordForm.safeParse(input);
    const values = { token: text("token") };
    if (!checked.success) return { ...invalid(checked.error.issues), values };
    const answer = await call("/auth/reset-password", { ...values, newPassword: input.newPassword });
    return answer.ok ? authPath({ notice: "password-reset", next: null }) : { ...answer.refused, values };
  },
};

export const authForms = newEndpoints();
for (const [page, intents] of [
  ["/auth", authIntents],
  ["/reset-password", resetIntents],
] as const)
  authForms.post(page, async (c, next) => {
    const form = await formOf(c);
    const text = (name: string) => (typeof form[name] === "string" ? form[name] : "");
    // The button that asks for another email is inside the form of the code.
    const name = text("resend") ? "resend" : text("intent");
    const intent = Object.hasOwn(intents, name) ? intents[name] : undefined;
    // Responds 405 like other pages.
    if (!intent) return next();
    const email = text("email");
    const limit = await countUse(c.get("ctx"), "call", limitKey(c.get("address")));
    if (!limit.allowed) return showTooMany(c, next, { email }, limit.retryAfterSeconds);
    const sent: Sent = [];
    const outcome = await intent({
      text,
      call: (endpoint, input) => answerOf(c, endpoint, input, sent),
      next: nextPath(c.req.query("next") ?? null),
    });
    if (typeof outcome !== "string") return show(c, next, email, outcome, sent);
    for (const [name, value] of sent) c.header(name, value, { append: true });
    return c.redirect(outcome, 303);
  });

async function show(c: EndpointContext, next: Next, email: string, shown: Shown, sent: Sent): Promise<void> {
  const { status, message, fields, retryAfterSeconds, values } = shown;
  await showAgain(c, next, { email, ...values }, { status, message, fields, retryAfterSeconds });
  // The page is a new response, without the headers that were set before.
  for (const [name, value] of sent) c.res.headers.append(name, value);
}

function invalid(issues: readonly Issue[]): Refused {
  return { status: 422, code: "invalid_input", message: issues[0]?.message ?? null, fields: fieldErrors(issues) };
}

async function answerOf(c: EndpointContext, endpoint: string, input: object, sent: Sent): Promise<Answer> {
  const response = await callEndpoint(
    c,
    authEndpoints,
    endpoint,
    { method: "POST", body: JSON.stringify(input) },
    sent,
  );
  if (response.ok) return { ok: true, value: (await response.json()) as Record<string, unknown> };
  const { error } = (await response.json()) as ErrorBody;
  return {
    ok: false,
    refused: {
      status: response.status as Refused["status"],
      code: error.code,
      message: error.message,
      fields: error.fields ?? {},
      retryAfterSeconds: Number(response.headers.get("retry-after")) || undefined,
    },
  };
}
