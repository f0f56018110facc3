import { createRoute, z } from "@hono/zod-openapi";
import { updateProfile } from "#app/features/accounts/accounts.server.ts";
import { accountMessages, ProofAgain } from "#app/features/accounts/accounts.ts";
import { cancelDeletion, scheduleDeletion } from "#app/features/accounts/deletion.server.ts";
import { getProfile, type Profile, profileValues } from "#app/features/accounts/profile/profile.server.ts";
import { ProfileChange, profileNames } from "#app/features/accounts/profile/profile-fields.ts";
import { ProfileBase } from "#app/features/accounts/profile/profile-merge.ts";
import { hasFactor } from "#app/features/accounts/second-factor/codes.server.ts";
import { setClickConsent } from "#app/features/mail/clicks/click-consent.server.ts";
import { countUse } from "#app/features/security/requests/limits.server.ts";
import { hasFreshCode } from "#app/lib/actor.ts";
import { recordOf } from "#app/lib/record-of.ts";
import { notProven } from "./auth/answers.server.ts";
import {
  answers,
  changedElsewhere,
  emptyOrJson,
  freshCodeFirst,
  ignoredBody,
  invalidInput,
  isForm,
  jsonBody,
  newEndpoints,
  refusal,
  refusals,
  sessionFirst,
  signedIn,
  signInFirst,
  tooMany,
} from "./endpoint.server.ts";
import { personalDataFile, personalDataHeaders } from "./personal-data-file.server.ts";

const ProfileData = z
  .object({
    id: z.string().nullable(),
    auth_user_id: z.string(),
    work_email: z.string(),
    company_id: z.string().nullable(),
    ...recordOf(profileNames, () => z.string().nullable()),
    estimated_loaded_cost_per_hour: z.number(),
  })
  .openapi("Profile");

const ProfileAnswer = z.object({ data: ProfileData });

/** The session and the profile. /api/auth has signing in and out. */
export const accountsEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "post",
      path: "/rpc/is_admin",
      summary: "Whether the session belongs to an admin, regardless of its second factor",
      middleware: emptyOrJson,
      request: { body: ignoredBody },
      responses: { ...answers(200, z.boolean()), ...refusals(400) },
    }),
    (c) => {
      const { actor } = c.get("ctx");
      return c.json(actor.kind === "user" && actor.isAdmin, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/functions/get-user-profile",
      summary: "The profile of the session's user",
      middleware: [sessionFirst, emptyOrJson] as const,
      request: { body: ignoredBody },
      responses: { ...answers(200, ProfileAnswer), ...refusals(400, 401) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      return c.json({ data: onTheWire(await getProfile(ctx)) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/profile",
      summary: "Save one's own profile, or with `base` what changed since then; the company follows its name",
      middleware: sessionFirst,
      request: { body: jsonBody(ProfileChange.extend({ base: ProfileBase.optional() })) },
      responses: { ...answers(200, ProfileAnswer), ...refusals(401, 409, 422) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const { base, ...change } = c.req.valid("json");
      const saved = await updateProfile(ctx, change, base);
      if (!saved.ok)
        return refusal(c, 409, "stale", accountMessages.profileStale, {
          fields: changedElsewhere(saved.reason.current),
        });
      return c.json({ data: onTheWire(await getProfile(ctx)) }, 200);
    },
    (result, c) => {
      if (result.success) return;
      const { error } = invalidInput(result.error);
      return refusal(c, 422, error.code, accountMessages.profileInvalid, { fields: error.fields });
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/profile/click-counting",
      summary: "Agree to counted clicks in follow-up emails to one's own address, or revoke that",
      middleware: sessionFirst,
      request: { body: jsonBody(z.object({ agrees: z.boolean() })) },
      responses: { ...answers(200, z.object({ agrees: z.boolean() })), ...refusals(401, 422) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const { agrees } = c.req.valid("json");
      await setClickConsent(ctx, { address: ctx.actor.email, source: "account", agrees });
      return c.json({ agrees }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/account/deletion",
      summary: "Schedule the deletion of one's own account in seven days; requires the password",
      middleware: sessionFirst,
      request: { body: jsonBody(ProofAgain) },
      responses: { ...answers(200, z.object({ dueAt: z.iso.datetime() })), ...refusals(401, 403, 422, 429) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const scheduled = await scheduleDeletion(ctx, { ...c.req.valid("json"), address: c.get("address") });
      if (scheduled.ok) return c.json({ dueAt: scheduled.value.dueAt.toISOString() }, 200);
      const { reason } = scheduled;
      return reason.kind === "admin_account"
        ? refusal(c, 403, "admin_account", accountMessages.adminNotDeleted)
        : notProven(c, reason, "password");
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/account/deletion",
      summary: "Cancel the scheduled deletion of one's own account",
      responses: { ...answers(200, z.object({ kept: z.literal(true) })), ...refusals(401) },
    }),
    async (c) => {
      const ctx = signedIn(c.get("ctx"));
      if (!ctx) return signInFirst(c);
      await cancelDeletion(ctx);
      return c.json({ kept: true as const }, 200);
    },
  );

accountsEndpoints.openAPIRegistry.registerPath({
  method: "post",
  path: "/account/export",
  summary: "Export all data about the session's user, as a zip of JSON files and a readable page",
  responses: {
    200: { description: "The file", content: { "application/zip": { schema: { type: "string", format: "binary" } } } },
    303: {
      description: "A form without a fresh code, from an account with a second factor: to the page that asks for one",
    },
    ...refusals(401, 403, 429),
  },
});

/**
 * A plain form posts here and the browser saves the file; works without scripts. Accounts with a second factor need a fresh
 * code: the form is redirected to the page that asks for one and then to the account page.
 */
accountsEndpoints.post("/account/export", async (c) => {
  const ctx = signedIn(c.get("ctx"));
  if (!ctx) return signInFirst(c);
  if (!hasFreshCode(ctx.actor, ctx.now) && (await hasFactor.of(ctx, ctx.actor.userId))) {
    return isForm(c)
      ? c.redirect(`/auth/fresh-code?next=${encodeURIComponent(accountSecurity)}`, 303)
      : freshCodeFirst(c);
  }
  const limit = await countUse(ctx, "public-form", `export:${ctx.actor.userId}`);
  if (!limit.allowed) return tooMany(c, limit.retryAfterSeconds);
  return c.body(await personalDataFile(ctx, ctx.actor), 200, personalDataHeaders(ctx));
});

const accountSecurity = "/account?tab=security";

const onTheWire = (profile: Profile) => ({
  id: profile.id,
  auth_user_id: profile.authUserId,
  work_email: profile.workEmail,
  company_id: profile.companyId,
  ...profileValues(profile),
});
