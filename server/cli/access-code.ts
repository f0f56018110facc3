import { issueCode, listCodes, revokeCode } from "#app/features/access/codes/codes.server.ts";
import { never } from "#app/lib/result.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { done, failure, type Outcome } from "./terminal/output.ts";
import { atWork } from "./workplace.ts";

const notAllowed = failure("not_admin", "Only the operator can do that.");

export const issue = (email: string, options: { mail?: boolean }): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    const issued = await issueCode(ctx, { email, mail: options.mail === true });
    if (issued.ok) {
      const { id, code, expiresAt } = issued.value;
      return done(
        { id, code, email: issued.value.email, expiresAt },
        `${code}`,
        `For ${issued.value.email}, until ${companyDates().isoDay(expiresAt)}${options.mail ? "; the mail is on its way" : ""}.`,
      );
    }
    switch (issued.reason.kind) {
      case "invalid_email":
        return failure(issued.reason.kind, "That is not an email address.");
      case "not_admin":
        return notAllowed;
      default:
        return never(issued.reason);
    }
  });

export const list = (): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    const codes = await listCodes(ctx);
    if (!codes.ok) return notAllowed;
    const lines = codes.value.map(
      ({ id, status, email, expiresAt }) =>
        `${id}  ${status.padEnd(7)}  until ${companyDates().isoDay(expiresAt)}  ${email}`,
    );
    return { data: codes.value, lines: lines.length > 0 ? lines : ["No codes yet."] };
  });

export const revoke = (id: string): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    const revoked = await revokeCode(ctx, { id });
    if (revoked.ok) return done({ id, revoked: true }, "The code is revoked.");
    switch (revoked.reason.kind) {
      case "not_found":
        return failure(revoked.reason.kind, "There is no code with that id.");
      case "already_used":
        return failure(revoked.reason.kind, "That code has been used; revoke the person's access instead.");
      case "not_admin":
        return notAllowed;
      default:
        return never(revoked.reason);
    }
  });
