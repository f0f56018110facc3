import { type Context, Hono } from "hono";
import { verifyEmail } from "#app/features/accounts/accounts.server.ts";
import { SecondFactorCode } from "#app/features/accounts/accounts.ts";
import { takeEmailStep } from "#app/features/accounts/email/email.server.ts";
import { acceptCode, TooManyCodes } from "#app/features/accounts/second-factor/second-factor.server.ts";
import { shutAccount } from "#app/features/accounts/security-alarm.server.ts";
import { countCodeTry } from "#app/features/accounts/sign-in/sign-in.server.ts";
import { MailboxFull, orMailboxFull } from "#app/features/mail/stranger-mail.server.ts";
import { nextPath } from "#app/lib/next-path.ts";
import { never } from "#app/lib/result.ts";
import type { EndpointEnv } from "../endpoint.server.ts";
import { renewSession } from "./cookies.server.ts";

type FormContext = Context<EndpointEnv>;

/**
 * The plain forms of pages behind mailed links, and of the page that asks for a recent code. They post to their own URLs
 * and redirect to a page, so they work without scripts; opening such a page changes nothing.
 */
export const authForms = new Hono<EndpointEnv>()
  .post("/auth/verify", async (c) => {
    const verified = await verifyEmail(c.get("ctx"), { token: await formToken(c) });
    return c.redirect(verified.ok ? "/auth?notice=verified" : "/auth?notice=link-not-valid", 303);
  })
  .post("/auth/email-change", async (c) => {
    const token = await formToken(c);
    const taken = await orMailboxFull(takeEmailStep(c.get("ctx"), { token }));
    if (taken instanceof MailboxFull)
      return c.redirect(`/auth/email-change?token=${encodeURIComponent(token)}&notice=mailbox-limit`, 303);
    if (taken.ok) return c.redirect(`/auth/email-change?done=${taken.value}`, 303);
    switch (taken.reason.kind) {
      case "link_not_valid":
      case "taken":
        return c.redirect("/auth/email-change", 303);
      default:
        return never(taken.reason);
    }
  })
  .post("/auth/not-me", async (c) => {
    const shut = await shutAccount(c.get("ctx"), { token: await formToken(c) });
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

const formOf = (c: FormContext) => c.req.parseBody().catch(() => ({}) as Record<string, unknown>);

/** The `token` field of a posted form; empty if it is missing or the form is malformed. */
async function formToken(c: FormContext): Promise<string> {
  const { token } = await formOf(c);
  return typeof token === "string" ? token : "";
}
