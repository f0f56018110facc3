import { z } from "zod";
import { subscribeNewsletter } from "#app/features/newsletter/newsletter.server.ts";
import { confirmSubscription } from "#app/features/newsletter/subscribers/confirming.server.ts";
import { NewsletterSignup, type SignupOutcome } from "#app/features/newsletter/subscribers/subscription.ts";
import { isTrapped } from "#app/lib/forms/signup-form.ts";
import { never } from "#app/lib/result.ts";
import { tooMany } from "#app/routes/api/endpoint.server.ts";
import { countPublicForm, identifyByForm } from "#app/routes/api/public/public-form.server.ts";
import { publicForm } from "#app/routes/forms/form.server.ts";

const PageSignup = z.preprocess(
  (form: Record<string, unknown>) => ({
    ...form,
    source: form["source"] === "footer" ? "footer" : "page",
    metadata: { page: "/newsletter" },
  }),
  NewsletterSignup,
);

export const newsletterForm = publicForm("/newsletter", PageSignup, async (c, signup) => {
  const result = await subscribeNewsletter(c.get("ctx"), signup);
  if (!result.ok) return never(result.reason);
  if (!isTrapped(signup)) await identifyByForm(c, { email: signup.email });
  return `/newsletter?said=${result.value.outcome satisfies SignupOutcome}`;
});

/** `POST /newsletter/confirm/{key}`: the button of the page that the confirmation mail links to. */
newsletterForm.post("/newsletter/confirm/:key", async (c) => {
  const ctx = c.get("ctx");
  const limit = await countPublicForm(c);
  if (!limit.allowed) return tooMany(c, limit.retryAfterSeconds);
  const key = c.req.param("key");
  const result = await confirmSubscription(ctx, { key });
  const confirmed: SignupOutcome = "confirmed";
  return c.redirect(
    result.ok ? `/newsletter?said=${confirmed}` : `/newsletter/confirm/${encodeURIComponent(key)}`,
    303,
  );
});
