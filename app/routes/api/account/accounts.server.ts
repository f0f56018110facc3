import { z } from "@hono/zod-openapi";
import { updateProfile } from "#app/features/accounts/accounts.server.ts";
import { accountMessages, ProofAgain } from "#app/features/accounts/accounts.ts";
import { cancelDeletion, scheduleDeletion } from "#app/features/accounts/deletion.server.ts";
import { getProfile, profileValues } from "#app/features/accounts/profile/profile.server.ts";
import { ProfileChange, profileNames } from "#app/features/accounts/profile/profile-fields.ts";
import { ProfileBase } from "#app/features/accounts/profile/profile-merge.ts";
import { hasFactor } from "#app/features/accounts/second-factor/codes.server.ts";
import { setClickConsent } from "#app/features/mail/clicks/click-consent.server.ts";
import { countUse } from "#app/features/security/requests/limits.server.ts";
import { hasFreshCode } from "#app/lib/actor.ts";
import { recordOf } from "#app/lib/program/record-of.ts";
import { refuse, tooMany } from "#app/lib/refusal.ts";
import { ok } from "#app/lib/result.ts";
import type { SignedInCtx } from "#app/platform/context.server.ts";
import { proofRefusals } from "../auth/answers.server.ts";
import { toFreshCode } from "../downloads.server.ts";
import { changedElsewhere, emptyOrJson, ignoredBody } from "../endpoint.server.ts";
import { endpoints, publicArea, sessionArea } from "../endpoints.server.ts";
import { personalDataFile, personalDataHeaders, zipFile } from "./personal-data-file.server.ts";

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

const open = publicArea({});
const signedIn = sessionArea({
  ...proofRefusals(),
  admin_account: [403, accountMessages.adminNotDeleted],
  stale: ({ current }: { current: Readonly<Record<string, unknown>> }) =>
    [409, accountMessages.profileStale, changedElsewhere(current)] as const,
  fresh_code_required: toFreshCode(() => "/account?tab=security"),
});

/** The session and the profile. /api/auth has signing in and out. */
export const accountsEndpoints = endpoints(
  open.post("/rpc/is_admin", {
    summary: "Whether the session belongs to an admin, regardless of its second factor",
    middleware: [emptyOrJson],
    request: { body: ignoredBody },
    returns: z.boolean(),
    statuses: [400],
    command: async ({ actor }) => ok(actor.kind === "user" && actor.isAdmin),
  }),
  signedIn.post("/functions/get-user-profile", {
    summary: "The profile of the session's user",
    middleware: [emptyOrJson],
    request: { body: ignoredBody },
    returns: ProfileAnswer,
    statuses: [400],
    command: readProfile,
  }),
  signedIn.put("/profile", {
    summary: "Save one's own profile, or with `base` what changed since then; the company follows its name",
    body: ProfileChange.extend({ base: ProfileBase.optional() }),
    invalid: accountMessages.profileInvalid,
    returns: ProfileAnswer,
    statuses: [409, 422],
    command: async (ctx, { base, ...change }) => {
      const saved = await updateProfile(ctx, change, base);
      return saved.ok ? readProfile(ctx) : saved;
    },
  }),
  signedIn.put("/profile/click-counting", {
    summary: "Agree to counted clicks in follow-up emails to one's own address, or revoke that",
    body: z.object({ agrees: z.boolean() }),
    returns: z.object({ agrees: z.boolean() }),
    command: async (ctx, { agrees }) => {
      await setClickConsent(ctx, { address: ctx.actor.email, source: "account", agrees });
      return ok({ agrees });
    },
  }),
  signedIn.post("/account/deletion", {
    summary: "Schedule the deletion of one's own account in seven days; requires the password",
    body: ProofAgain,
    returns: z.object({ dueAt: z.iso.datetime() }),
    statuses: [403, 422, 429],
    command: (ctx, input, c) => scheduleDeletion(ctx, { ...input, address: c.get("address") }),
  }),
  signedIn.delete("/account/deletion", {
    summary: "Cancel the scheduled deletion of one's own account",
    returns: z.object({ kept: z.literal(true) }),
    command: async (ctx) => {
      await cancelDeletion(ctx);
      return ok({ kept: true as const });
    },
  }),
  // A plain form posts here and the browser saves the file; works without scripts.
  signedIn.post("/account/export", {
    summary: "Export all data about the session's user, as a zip of JSON files and a readable page",
    responses: {
      200: zipFile,
      303: {
        description: "A form without a fresh code, from an account with a second factor: to the page that asks for one",
      },
    },
    statuses: [403, 429],
    command: async (ctx, _, c) => {
      if (!hasFreshCode(ctx.actor, ctx.now) && (await hasFactor.of(ctx, ctx.actor.userId)))
        return refuse("fresh_code_required");
      const limit = await countUse(ctx, "public-form", `export:${ctx.actor.userId}`);
      if (!limit.allowed) return tooMany(limit.retryAfterSeconds);
      return c.body(await personalDataFile(ctx, ctx.actor), 200, personalDataHeaders(ctx));
    },
  }),
);

async function readProfile(ctx: SignedInCtx) {
  const profile = await getProfile(ctx);
  const { id, authUserId: auth_user_id, workEmail: work_email, companyId: company_id } = profile;
  return ok({ data: { id, auth_user_id, work_email, company_id, ...profileValues(profile) } });
}
