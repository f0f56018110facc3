import { subscribeNewsletter } from "#app/features/newsletter/subscribing.server.ts";
import { type NewsletterSaid, NewsletterSignup } from "#app/features/newsletter/subscription.ts";
import { limitKey } from "#app/features/security/client-address.server.ts";
import { countUse } from "#app/features/security/limits.server.ts";
import { never } from "#app/lib/result.ts";
import { isTrapped } from "#app/lib/signup-form.ts";
import { newEndpoints, tooMany } from "./endpoint.server.ts";
import { identifyByForm } from "./identified-form.server.ts";

/** `POST /newsletter`: the form of the page of that address, which needs no script. The page is GET and changes nothing. */
export const newsletterForm = newEndpoints();
newsletterForm.post("/newsletter", async (c) => {
  const ctx = c.get("ctx");
  const limit = await countUse(ctx, "public-form", limitKey(c.get("address")));
  if (!limit.allowed) return tooMany(c, limit.retryAfterSeconds);
  const back = (said: NewsletterSaid) => c.redirect(`/newsletter?said=${said}`, 303);
  const form = await c.req.parseBody().catch(() => ({}) as Record<string, never>);
  const signup = NewsletterSignup.safeParse({
    ...form,
    source: form["source"] === "footer" ? "footer" : "page",
    metadata: { page: "/newsletter" },
  });
  if (!signup.success) return back("invalid");
  const result = await subscribeNewsletter(ctx, signup.data);
  if (!result.ok) return never(result.reason);
  if (!isTrapped(signup.data)) await identifyByForm(c, { email: signup.data.email });
  return back(result.value.isNew ? "subscribed" : "already");
});
