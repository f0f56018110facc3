import { Hono } from "hono";
import { isWeeklyToken, unsubscribeWeeklyMail } from "#app/features/analytics/weekly-mail/weekly-mail.server.ts";
import { Preferences } from "#app/features/newsletter/newsletter-terms.ts";
import {
  choosePreferences,
  isTestToken,
  resubscribeNewsletter,
  unsubscribeNewsletter,
} from "#app/features/newsletter/subscribers/leaving.server.ts";
import { limitKey } from "#app/features/security/requests/client-address.server.ts";
import { countUse } from "#app/features/security/requests/limits.server.ts";
import { isOutreachToken } from "#app/features/sequences/enrollments/leave-link.server.ts";
import { chooseClickCounting, leaveOutreach } from "#app/features/sequences/enrollments/leaving.server.ts";
import { never } from "#app/lib/result.ts";
import { type EndpointEnv, tooMany } from "#app/routes/api/endpoint.server.ts";
import { leaveAllLists } from "#app/shell/mail-lists.server.ts";

/** Forms without an act unsubscribe. An unknown one changes nothing: the page is shown again. */
const knownActions: readonly unknown[] = [undefined, "leave", "return", "choose", "clicks", "leave-all"];

/**
 * `POST /unsubscribe/{token}`: one-click unsubscribe of mail programs (RFC 8058: no cookie, no session, no page before it) and
 * the page's own forms, which need no script. GET changes nothing.
 */
export const unsubscribeEndpoints = new Hono<EndpointEnv>().post("/unsubscribe/:token", async (c) => {
  const ctx = c.get("ctx");
  const limit = await countUse(ctx, "call", limitKey(c.get("address")));
  if (!limit.allowed) return tooMany(c, limit.retryAfterSeconds);
  const token = c.req.param("token");
  const form = await c.req.parseBody({ all: true }).catch(() => ({}) as Record<string, never>);
  const back = (said: string) => c.redirect(`/unsubscribe/${encodeURIComponent(token)}?said=${said}`, 303);

  if (isWeeklyToken(token)) {
    const result = await unsubscribeWeeklyMail(ctx, token);
    return back(result.ok ? "left" : "unknown");
  }
  const isOneClick = form["List-Unsubscribe"] === "One-Click";
  const isKnown = isOneClick || knownActions.includes(form["act"]);
  if (!isKnown) return c.redirect(`/unsubscribe/${encodeURIComponent(token)}`, 303);
  if (form["act"] === "leave-all" && !isOneClick && !isTestToken(token))
    return back((await leaveAllLists(ctx, token)) ? "left-all" : "unknown");
  if (isOutreachToken(token)) {
    if (form["act"] === "clicks" && !isOneClick) {
      const result = await chooseClickCounting(ctx, { token, agrees: form["counts"] === "yes" });
      return back(result.ok ? "saved" : "unknown");
    }
    const result = await leaveOutreach(ctx, { token, by: isOneClick ? "one-click" : "page" });
    if (!isOneClick) return back(result.ok ? "left" : "unknown");
    return result.ok ? c.text("You are unsubscribed.\n") : c.text("This link is not valid.\n", 404);
  }
  if (isTestToken(token)) return isOneClick ? c.text("A test email: no one was subscribed.\n") : back("test");
  if (isOneClick) {
    const result = await unsubscribeNewsletter(ctx, { token, by: "one-click" });
    return result.ok ? c.text("You are unsubscribed.\n") : c.text("This link belongs to no subscription.\n", 404);
  }
  switch (form["act"]) {
    case "return": {
      const result = await resubscribeNewsletter(ctx, { token });
      return back(result.ok ? "back" : "unknown");
    }
    case "choose": {
      const chosen = Preferences.safeParse({ topics: [form["topics"] ?? []].flat(), frequency: form["frequency"] });
      if (!chosen.success) return back("nothing-chosen");
      const result = await choosePreferences(ctx, { token, ...chosen.data });
      if (result.ok) return back("chosen");
      switch (result.reason.kind) {
        case "has_left":
          return back("left");
        case "not_found":
          return back("unknown");
        default:
          return never(result.reason);
      }
    }
    default: {
      const result = await unsubscribeNewsletter(ctx, { token, by: "page" });
      return back(result.ok ? "left" : "unknown");
    }
  }
});
