import { previewParameter } from "#app/features/security/tokens/preview.ts";
import { maxTokenDays } from "#app/features/security/tokens/preview-token-days.ts";
import {
  createPreviewToken,
  listPreviewTokens,
  revokePreviewToken,
} from "#app/features/security/tokens/preview-tokens.server.ts";
import { never } from "#app/lib/result.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { done, failure, Misuse, type Outcome } from "./terminal/output.ts";
import { atWork } from "./workplace.ts";

const notAllowed = failure("not_admin", "Only the operator can do that.");

export const create = (options: { days: string }): Promise<Outcome> => {
  const days = Number(options.days);
  if (!Number.isInteger(days) || days < 1 || days > maxTokenDays)
    throw new Misuse(`--days must be a whole number from 1 to ${maxTokenDays}.`);
  return atWork(async ({ ctx }) => {
    const made = await createPreviewToken(ctx, { days });
    if (!made.ok) return notAllowed;
    const { id, token, expiresAt } = made.value;
    return done(
      { id, token, expiresAt },
      token,
      `Until ${companyDates().isoDay(expiresAt)}. Enter it at /auth on the preview host, or open any page of it with ?${previewParameter}=…`,
    );
  });
};

export const list = (): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    const tokens = await listPreviewTokens(ctx);
    if (!tokens.ok) return notAllowed;
    const lines = tokens.value.map(
      ({ id, status, expiresAt }) => `${id}  ${status.padEnd(7)}  until ${companyDates().isoDay(expiresAt)}`,
    );
    return { data: tokens.value, lines: lines.length > 0 ? lines : ["No tokens yet."] };
  });

export const revoke = (id: string): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    const revoked = await revokePreviewToken(ctx, { id });
    if (revoked.ok) return done({ id, revoked: true }, "The token is revoked.");
    switch (revoked.reason.kind) {
      case "not_found":
        return failure(revoked.reason.kind, "There is no valid token with that id.");
      case "not_admin":
        return notAllowed;
      default:
        return never(revoked.reason);
    }
  });
