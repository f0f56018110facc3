import { createRoute, z } from "@hono/zod-openapi";
import { updateProfile } from "../../features/accounts/accounts.server.ts";
import { accountWords, ProfileChange } from "../../features/accounts/accounts.ts";
import { getProfile, type Profile } from "../../features/accounts/profile.server.ts";
import { answers, invalidInput, jsonBody, newDoor, refusal, refusals, signedIn, signInFirst } from "./door.server.ts";

const ProfileData = z
  .object({
    id: z.string().nullable(),
    auth_user_id: z.string(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    work_email: z.string(),
    company_id: z.string().nullable(),
    company_name: z.string().nullable(),
    title: z.string().nullable(),
    focus_area: z.string().nullable(),
    top_outcome: z.string().nullable(),
    industry: z.string().nullable(),
    estimated_loaded_cost_per_hour: z.number(),
  })
  .openapi("Profile");
const ProfileAnswer = z.object({ data: ProfileData });

/** Who somebody is and what they told us. Signing in and out is under /api/auth. */
export const accountsDoor = newDoor()
  .openapi(
    createRoute({
      method: "post",
      path: "/rpc/is_admin",
      summary: "Whether the session belongs to an admin; says nothing about its second factor",
      responses: answers(200, z.boolean()),
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
      summary: "The profile of the session's own person",
      responses: { ...answers(200, ProfileAnswer), ...refusals(401) },
    }),
    async (c) => {
      const ctx = signedIn(c.get("ctx"));
      if (!ctx) return signInFirst(c);
      return c.json({ data: onTheWire(await getProfile(ctx)) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/profile",
      summary: "Saves one's own profile; the company follows its name",
      request: { body: jsonBody(ProfileChange) },
      responses: { ...answers(200, ProfileAnswer), ...refusals(401, 422) },
    }),
    async (c) => {
      const ctx = signedIn(c.get("ctx"));
      if (!ctx) return signInFirst(c);
      await updateProfile(ctx, c.req.valid("json"));
      return c.json({ data: onTheWire(await getProfile(ctx)) }, 200);
    },
    (result, c) => {
      if (result.success) return;
      const { error } = invalidInput(result.error);
      return refusal(c, 422, error.code, accountWords.profileInvalid, { fields: error.fields });
    },
  );

const onTheWire = (profile: Profile) => ({
  id: profile.id,
  auth_user_id: profile.authUserId,
  first_name: profile.firstName,
  last_name: profile.lastName,
  work_email: profile.workEmail,
  company_id: profile.companyId,
  company_name: profile.companyName,
  title: profile.title,
  focus_area: profile.focusArea,
  top_outcome: profile.topOutcome,
  industry: profile.industry,
  estimated_loaded_cost_per_hour: profile.estimatedLoadedCostPerHour,
});
