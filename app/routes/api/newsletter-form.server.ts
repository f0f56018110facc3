import { subscribeNewsletter } from "#app/features/newsletter/newsletter.server.ts";
import { confirmSubscription } from "#app/features/newsletter/subscribers/confirming.server.ts";
import { NewsletterSignup, type SignupOutcome } from "#app/features/newsletter/subscribers/subscription.ts";
import { never } from "#app/lib/result.ts";
import { isTrapped } from "#app/lib/signup-form.ts";
import { fieldErrors } from "#app/lib/validation-messages.ts";
import { formOf, newEndpoints, showAgain, showTooMany, tooMany } from "./endpoint.server.ts";
import { countPublicForm, identifyByForm } from "./public-form.server.ts";

/** `POST /newsletter`: the form of that page, for browsers without scripts. GET changes nothing. */
export const newsletterForm = newEndpoints();
newsletterForm.post("/newsletter", async (c, next) => {
  const ctx = c.get("ctx");
  const form = await formOf(c);
  const limit = await countPublicForm(c);
  if (!limit.allowed) return showTooMany(c, next, form, limit.retryAfterSeconds);
  const signup = NewsletterSignup.safeParse({
    ...form,
    source: form["source"] === "footer" ? "footer" : "page",
    metadata: { page: "/newsletter" },
  });
  if (!signup.success) return showAgain(c, next, form, { status: 422, fields: fieldErrors(signup.error.issues) });
  const result = await subscribeNewsletter(ctx, signup.data);
  if (!result.ok) return never(result.reason);
  if (!isTrapped(signup.data)) await identifyByForm(c, { email: signup.data.email });
  return c.redirect(`/newsletter?said=${result.value.outcome satisfies SignupOutcome}`, 303);
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
