import { createApiToken, listApiTokens, revokeApiToken } from "#app/features/security/tokens/api-tokens.server.ts";
import { apiScopes, isApiScope, maxTokenNameLength } from "#app/lib/api-scopes.ts";
import { never } from "#app/lib/result.ts";
import { isReadable, oneLine } from "#app/lib/text.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { done, failure, Misuse, type Outcome } from "./terminal/output.ts";
import { atWork } from "./workplace.ts";

const notAllowed = failure("not_admin", "Only the operator can do that.");

export const create = (options: { scope: string; name: string }): Promise<Outcome> => {
  const scopes = options.scope.split(",").map((scope) => scope.trim());
  if (!scopes.every(isApiScope)) throw new Misuse(`--scope takes ${apiScopes.join(", ")}, separated by commas.`);
  const name = oneLine(options.name);
  if (!isReadable(name) || name === "" || name.length > maxTokenNameLength)
    throw new Misuse(`--name is text of 1 to ${maxTokenNameLength} characters.`);
  return atWork(async ({ ctx }) => {
    const created = await createApiToken(ctx, { name, scopes });
    if (created.ok) return done(created.value, created.value.token, `Can read ${scopes.join(", ")}.`);
    switch (created.reason.kind) {
      case "not_admin":
      case "fresh_code_required":
        return notAllowed;
      case "no_scope":
        return failure(created.reason.kind, "A token needs at least one scope.");
      case "too_many_tokens":
        return failure(created.reason.kind, "There are 100 tokens already. Revoke one first.");
      default:
        return never(created.reason);
    }
  });
};

const day = (at: Date) => companyDates().isoDay(at);

export const list = (): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    const tokens = await listApiTokens(ctx);
    if (!tokens.ok) return notAllowed;
    const lines = tokens.value.map(({ id, name, scopes, lastUsedAt, revokedAt }) => {
      const state = revokedAt ? `revoked ${day(revokedAt)}` : lastUsedAt ? `used ${day(lastUsedAt)}` : "never used";
      return `${id}  ${state.padEnd(18)}  ${scopes.join(",")}  ${name}`;
    });
    return { data: tokens.value, lines: lines.length > 0 ? lines : ["No tokens yet."] };
  });

export const revoke = (id: string): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    const revoked = await revokeApiToken(ctx, { id });
    if (revoked.ok) return done({ id, revoked: true }, "The token is revoked.");
    return revoked.reason.kind === "not_found"
      ? failure("not_found", "There is no token in use with that id.")
      : notAllowed;
  });
