import { type Context, Hono } from "hono";
import { verifyEmail } from "#app/features/accounts/accounts.server.ts";
import { SecondFactorCode } from "#app/features/accounts/accounts.ts";
import { advanceEmailChange } from "#app/features/accounts/email/email-change.server.ts";
import { finishProviderSignIn } from "#app/features/accounts/providers/provider-sign-in.server.ts";
import { isProvider } from "#app/features/accounts/providers/sign-in-providers.ts";
import { acceptCode, TooManyCodes } from "#app/features/accounts/second-factor/codes.server.ts";
import { secureAccount } from "#app/features/accounts/sign-in/security-alarm.server.ts";
import { providerCookieName, providerTokenOf } from "#app/features/accounts/sign-in/session-cookie.server.ts";
import { countCodeTry, type ProvenOutcome } from "#app/features/accounts/sign-in/sign-in.server.ts";
import { signInByLink } from "#app/features/accounts/sign-in/sign-in-link.server.ts";
import { finishCalendarConsent } from "#app/features/booking/calendars/consent.server.ts";
import { MailboxFull, orMailboxFull } from "#app/features/mail/sending/stranger-mail.server.ts";
import { nextPath } from "#app/lib/addresses/next-path.ts";
import { never } from "#app/lib/result.ts";
import { env } from "#app/platform/env.server.ts";
import { clientOf, dropCookie, keepChallenge, keepSession, renewSession } from "../api/auth/cookies.server.ts";
import type { EndpointEnv } from "../api/endpoint.server.ts";
import { formOf } from "./form.server.ts";

const providerNotices = {
  provider_over: "provider-over",
  provider_unavailable: "provider-unavailable",
  address_not_verified: "provider-not-verified",
} as const;

type FormContext = Context<EndpointEnv>;

/**
 * The plain forms of pages behind mailed links, and of the page that asks for a recent code. They post to their own URLs
 * and redirect to a page, so they work without scripts; opening such a page changes nothing.
 */
export const authLinks = new Hono<EndpointEnv>()
  .post("/auth/verify", async (c) => {
    const verified = await verifyEmail(c.get("ctx"), { token: await formToken(c) });
    return c.redirect(verified.ok ? "/auth?notice=verified" : "/auth?notice=link-not-valid", 303);
  })
  .post("/auth/link", async (c) => {
    const form = await formOf(c);
    const next = nextPath(String(form["next"] ?? ""));
    const signedIn = await signInByLink(c.get("ctx"), { token: String(form["token"] ?? "") }, clientOf(c));
    if (signedIn.ok) return afterSignIn(c, signedIn.value, next);
    return c.redirect(next ? `/auth/link?next=${encodeURIComponent(next)}` : "/auth/link", 303);
  })
  .get("/auth/callback/:provider", async (c) => {
    const provider = c.req.param("provider");
    const { state = "", code = "" } = c.req.query();
    if (!isProvider(provider)) return c.redirect("/auth?notice=provider-over", 303);
    const token = providerTokenOf(c.req.raw.headers, env(), state);
    if (token) dropCookie(c, providerCookieName(env(), state));
    const connection = await finishCalendarConsent(c.get("ctx"), { provider, state, code, token });
    if (connection) {
      const { hostId, connected } = connection;
      const outcome = connected.ok ? "connected" : connected.reason.kind;
      return c.redirect(`/admin/calendar/hosts/${hostId}?calendar=${outcome}`, 303);
    }
    const finished = await finishProviderSignIn(c.get("ctx"), { provider, state, code, token }, clientOf(c));
    if (finished.ok) return afterSignIn(c, finished.value.outcome, finished.value.next);
    return c.redirect(`/auth?notice=${providerNotices[finished.reason.kind]}`, 303);
  })
  .post("/auth/email-change", async (c) => {
    const token = await formToken(c);
    const taken = await orMailboxFull(advanceEmailChange(c.get("ctx"), { token }));
    if (taken instanceof MailboxFull)
      return c.redirect(`/auth/email-change?token=${encodeURIComponent(token)}&notice=mailbox-limit`, 303);
    if (taken.ok) return c.redirect(`/auth/email-change?done=${taken.value}`, 303);
    return c.redirect("/auth/email-change", 303);
  })
  .post("/auth/not-me", async (c) => {
    const shut = await secureAccount(c.get("ctx"), { token: await formToken(c) });
    return c.redirect(shut.ok ? `${shut.value.resetPath}&notice=shut` : "/auth/not-me", 303);
  })
  .post("/auth/fresh-code", async (c) => {
    const ctx = c.get("ctx");
    const form = await formOf(c);
    const next = nextPath(String(form["next"] ?? "")) ?? "/account";
    if (ctx.actor.kind !== "user") return c.redirect(`/auth?next=${encodeURIComponent(next)}`, 303);
    const { userId, sessionId } = ctx.actor;
    const back = (notice: string) =>
      c.redirect(`/auth/fresh-code?notice=${notice}&next=${encodeURIComponent(next)}`, 303);
    const input = SecondFactorCode.safeParse({ code: form["code"] });
    if (!input.success) return back("wrong-code");
    const tried = await countCodeTry(ctx, c.get("address"));
    if (!tried.allowed) return back("too-many");
    try {
      if (!(await acceptCode(ctx, { userId, code: input.data.code }))) return back("wrong-code");
    } catch (error) {
      if (error instanceof TooManyCodes) return back("too-many");
      throw error;
    }
    await tried.forgive();
    await renewSession(c, sessionId, "aal2");
    return c.redirect(next, 303);
  })
  .get("/.well-known/change-password", (c) => c.redirect("/account?tab=security", 302));

/** Redirects a user who was identified without a password; /auth continues to the page for their account. */
function afterSignIn(c: FormContext, outcome: ProvenOutcome, next: string | null) {
  const on = next ? `next=${encodeURIComponent(next)}` : "";
  switch (outcome.kind) {
    case "opened":
      keepSession(c, outcome.session);
      return c.redirect(on ? `/auth?${on}` : "/auth", 303);
    case "code_needed":
      keepChallenge(c, outcome.challenge);
      return c.redirect(`/auth?step=code${on && `&${on}`}`, 303);
    case "account_disabled":
      return c.redirect("/auth?notice=account-disabled", 303);
    case "second_factor_missing":
      return c.redirect("/auth?notice=factor-missing", 303);
    default:
      return never(outcome);
  }
}

/** The `token` field of a posted form; empty if it is missing or the form is malformed. */
async function formToken(c: FormContext): Promise<string> {
  const { token } = await formOf(c);
  return typeof token === "string" ? token : "";
}
