import { z } from "@hono/zod-openapi";
import { queueLegalNotice } from "#app/features/accounts/users/legal-notices.server.ts";
import { settingTests } from "#app/features/operations/setting-tests.server.ts";
import { createApiToken, revokeApiToken } from "#app/features/security/tokens/api-tokens.server.ts";
import { changeSettings, settingSentence, undoSetting } from "#app/features/settings/settings.server.ts";
import { apiScopes, maxTokenNameLength } from "#app/lib/api-scopes.ts";
import { text } from "#app/lib/text.ts";
import { adminArea, endpoints } from "../endpoints.server.ts";

const Kept = z.object({ version: z.int(), changed: z.array(z.string()) });
const name = z.string().min(3).max(60);

const NewToken = z.object({
  name: text({ max: maxTokenNameLength, required: "Enter a name, such as the program that will use the token." }),
  scopes: z.array(z.enum(apiScopes)).min(1, "Choose what the token can read.").max(apiScopes.length),
});
const CreatedToken = z.object({ id: z.string(), token: z.string() });

const admin = adminArea("settings", {
  no_scope: [422, "Choose what the token can read."],
  too_many_tokens: "There are 100 tokens already. Revoke one first.",
  invalid: ({ fields }: { fields: Record<string, string> }) => [
    422,
    Object.entries(fields)
      .map(([setting, problem]) => settingSentence(setting, problem))
      .join(" "),
    fields,
  ],
  stale: ({ changes }: { changes: { name: string; from: string | null; to: string | null }[] }) => [
    409,
    `Another admin changed these settings in the meantime: ${changes
      .map(({ name: setting, from, to }) => `${setting} from ${from ?? "the default"} to ${to ?? "the default"}`)
      .join(", ")}. Your changes were not saved. Save again to replace them.`,
  ],
});

export const settingsAdminEndpoints = endpoints(
  admin.put("/admin/settings", {
    summary: "Change settings; secrets and what sends or charges need a fresh code",
    body: z.object({
      /** The version of the group that the caller read. */
      expectedVersion: z.int().min(0).optional(),
      /** Mails the new terms or privacy policy to people with an account. Only with a later day, and with a fresh code. */
      notifiesAccounts: z.boolean().optional(),
      changes: z
        .array(z.object({ name, value: z.string().max(60_000).nullable() }))
        .min(1)
        .max(50),
    }),
    returns: Kept,
    statuses: [404, 409, 422],
    command: (ctx, { changes, expectedVersion = null, notifiesAccounts = false }) =>
      changeSettings(ctx, {
        ...{ changes, expectedVersion, tests: settingTests },
        alongside: notifiesAccounts ? queueLegalNotice : null,
      }),
  }),
  admin.post("/admin/setting-undos", {
    summary: "Undo a change of a setting: the value that it replaced becomes the newest",
    body: z.object({ name, version: z.int().min(1) }),
    returns: Kept,
    statuses: [404, 409, 422],
    command: (ctx, input) => undoSetting(ctx, { ...input, tests: settingTests }),
  }),
  admin.post("/admin/api-tokens", {
    summary: "Create an API token; it is only in this response. Needs a fresh code",
    body: NewToken,
    creates: CreatedToken,
    statuses: [409, 422],
    command: createApiToken,
  }),
  admin.delete("/admin/api-tokens/{tokenId}", {
    summary: "Revoke an API token at once",
    command: (ctx, input) => revokeApiToken(ctx, { id: input.tokenId }),
  }),
);
