import { z } from "@hono/zod-openapi";
import { type Signup, subscribeNewsletter } from "#app/features/newsletter/newsletter.server.ts";
import { moveSubscription } from "#app/features/newsletter/subscribers/leaving.server.ts";
import { NewsletterSignup, newsletterMessages } from "#app/features/newsletter/subscribers/subscription.ts";
import { TrainingRegistration } from "#app/features/training/registration.ts";
import { registerForTraining } from "#app/features/training/training.server.ts";
import { isTrapped } from "#app/lib/forms/signup-form.ts";
import { emailAddress } from "#app/lib/people/email-address.ts";
import { never } from "#app/lib/result.ts";
import { done, refusal, tooMany } from "#app/routes/api/endpoint.server.ts";
import { endpoints, publicArea, sessionArea } from "#app/routes/api/endpoints.server.ts";
import { countPublicForm, identifyByForm } from "./public-form.server.ts";

const NewsletterMove = z.object({
  p_old_email: emailAddress("Please enter a valid email address"),
  p_new_email: emailAddress("Please enter a valid email address"),
});

const signupMessages = {
  subscribed: newsletterMessages.welcome,
  pending: newsletterMessages.confirm,
  already: newsletterMessages.already,
} as const satisfies Record<Signup["outcome"], string>;

const signedIn = sessionArea({}, [403, 429]);
const open = publicArea({}, [429]);

export const signupsEndpoints = endpoints(
  open.post("/functions/newsletter-signup", {
    summary: "Subscribe to the newsletter; the message says 'already subscribed' for a known address",
    body: NewsletterSignup,
    returns: z.object({ message: z.string() }),
    limit: "public-form",
    command: async (ctx, signup, c) => {
      const { email, metadata } = signup;
      const result = await subscribeNewsletter(ctx, signup);
      if (!result.ok) return never(result.reason);
      if (!isTrapped(signup)) await identifyByForm(c, { email, sessionId: metadata?.sessionId });
      return c.json({ message: signupMessages[result.value.outcome] }, 200);
    },
  }),
  open.post("/functions/submit-training-registration", {
    summary: "Register for a training program; repeats within a day get the same response and are stored once",
    body: TrainingRegistration,
    limit: "public-form",
    command: async (ctx, registration, c) => {
      await registerForTraining(ctx, registration);
      if (!isTrapped(registration)) await identifyByForm(c, registration);
      return c.json(done, 200);
    },
  }),
  signedIn.post("/rpc/update_newsletter_email", {
    summary: "Move the newsletter from the session's own address to another, which is notified by mail",
    body: NewsletterMove,
    returns: z.object({ updated: z.boolean() }),
    command: async (ctx, input, c) => {
      const { p_old_email: oldEmail, p_new_email: newEmail } = input;
      if (oldEmail !== ctx.actor.email)
        return refusal(c, 403, "not_yours", "Only the newsletter of your own address can be moved.");
      const limit = await countPublicForm(c);
      if (!limit.allowed) return tooMany(c, limit.retryAfterSeconds);
      const result = await moveSubscription(ctx, { oldEmail, newEmail, notify: true });
      if (!result.ok) return never(result.reason);
      return c.json(result.value, 200);
    },
  }),
);
