import { deleteProspectByAddress } from "#app/features/pipeline/removing/removing.server.ts";
import { done, failure, type Outcome } from "./terminal/output.ts";
import { atWork } from "./workplace.ts";

export const remove = (email: string): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    const deleted = await deleteProspectByAddress(ctx, { email: email.toLowerCase() });
    if (deleted.ok)
      return done(
        { email, deleted: true },
        `${email} is no longer in the pipeline. Accounts, calls, payments and sent email, with its replies and their originals, stay.`,
      );
    return deleted.reason.kind === "not_found"
      ? failure("not_found", `No prospect has the address ${email}.`)
      : failure("not_admin", "Only the operator can do that.");
  });
