import { verifyUser } from "#app/features/accounts/accounts.server.ts";
import { never } from "#app/lib/result.ts";
import { done, failure, type Outcome } from "./terminal/output.ts";
import { atWork } from "./workplace.ts";

export const verify = (email: string): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    const verified = await verifyUser(ctx, { email });
    if (verified.ok)
      return done(
        { email: verified.value.email, verified: true },
        `${verified.value.email} is verified and can sign in.`,
      );
    switch (verified.reason.kind) {
      case "no_such_account":
        return failure(verified.reason.kind, `There is no account ${email}.`);
      case "not_allowed":
        return failure(verified.reason.kind, "Only the operator can do that.");
      default:
        return never(verified.reason);
    }
  });
