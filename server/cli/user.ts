import type { Command } from "commander";
import { verifyUser } from "../../app/features/accounts/accounts.server.ts";
import { never } from "../../app/lib/result.ts";
import type { Act } from "../cli.ts";
import { done, failure, type Outcome } from "./output.ts";
import { atWork } from "./workplace.ts";

/** `user verify EMAIL`: for somebody whose verification mail never arrives. */
export function userCommands(program: Command, act: Act) {
  const user = program.command("user").description("accounts of visitors");
  user
    .command("verify")
    .description("mark the address of an account as verified")
    .argument("<email>")
    .action(act(verify));
}

const verify = (email: string): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    const verified = await verifyUser(ctx, { email });
    if (verified.ok)
      return done(
        { email: verified.value.email, verified: true },
        `${verified.value.email} is verified and can sign in.`,
      );
    switch (verified.reason) {
      case "no-such-account":
        return failure(verified.reason, `There is no account ${email}.`);
      case "not-allowed":
        return failure(verified.reason, "Only the operator may do that.");
      default:
        return never(verified.reason);
    }
  });
