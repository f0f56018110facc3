import { createRoute, z } from "@hono/zod-openapi";
import { limitKey } from "../../features/security/client-address.server.ts";
import { countUse } from "../../features/security/limits.server.ts";
import { registerForTraining, subscribeNewsletter } from "../../features/signups/signups.server.ts";
import { NewsletterSignup, newsletterWords, TrainingRegistration } from "../../features/signups/signups.ts";
import { never } from "../../lib/result.ts";
import { answers, jsonBody, newDoor, refusals, tooMany } from "./door.server.ts";

/** What visitors sign up for without an account: the newsletter and training. */
export const signupsDoor = newDoor()
  .openapi(
    createRoute({
      method: "post",
      path: "/functions/newsletter-signup",
      summary: "Subscribe to the newsletter; the message says 'already subscribed' when the address was",
      request: { body: jsonBody(NewsletterSignup) },
      responses: { ...answers(200, z.object({ message: z.string() })), ...refusals(422, 429) },
    }),
    async (c) => {
      const ctx = c.get("ctx");
      const limit = await countUse(ctx, "public-form", limitKey(c.get("address")));
      if (!limit.allowed) return tooMany(c, limit.retryAfterSeconds);
      const result = await subscribeNewsletter(ctx, c.req.valid("json"));
      if (!result.ok) return never(result.reason);
      return c.json({ message: result.value.isNew ? newsletterWords.welcome : newsletterWords.already }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/functions/submit-training-registration",
      summary: "Register for a training program; the same registration within a day is answered alike and stored once",
      request: { body: jsonBody(TrainingRegistration) },
      responses: { ...answers(200, z.object({ ok: z.literal(true) })), ...refusals(422, 429) },
    }),
    async (c) => {
      const ctx = c.get("ctx");
      const limit = await countUse(ctx, "public-form", limitKey(c.get("address")));
      if (!limit.allowed) return tooMany(c, limit.retryAfterSeconds);
      await registerForTraining(ctx, c.req.valid("json"));
      return c.json({ ok: true as const }, 200);
    },
  );
