import type { Command } from "commander";
import { issueCode, listCodes, revokeCode } from "../../app/features/access/codes.server.ts";
import { never } from "../../app/lib/result.ts";
import type { Act } from "../cli.ts";
import { done, failure, type Outcome } from "./output.ts";
import { atWork } from "./workplace.ts";

/** `access-code issue|list|revoke`: codes without waiting for the queue. */
export function accessCodeCommands(program: Command, act: Act) {
  const codes = program.command("access-code").description("codes that open the wizard");
  codes
    .command("issue")
    .description("make a code for EMAIL and print it: the only time it can be read")
    .argument("<email>")
    .option("--mail", "also send it to EMAIL")
    .action(act(issue));
  codes.command("list").description("the newest codes with their state, never the codes themselves").action(act(list));
  codes
    .command("revoke")
    .description("make an unused code worthless")
    .argument("<id>", "as listed")
    .action(act(revoke));
}

const notAllowed = failure("forbidden", "Only the operator may do that.");

const issue = (email: string, options: { mail?: boolean }): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    const issued = await issueCode(ctx, { email, mail: options.mail === true });
    if (issued.ok) {
      const { id, code, expiresAt } = issued.value;
      return done(
        { id, code, email: issued.value.email, expiresAt },
        `${code}`,
        `For ${issued.value.email}, until ${expiresAt.toISOString().slice(0, 10)}${options.mail ? "; the mail is on its way" : ""}.`,
      );
    }
    switch (issued.reason) {
      case "invalid_email":
        return failure(issued.reason, "That is not an e-mail address.");
      case "forbidden":
        return notAllowed;
      default:
        return never(issued.reason);
    }
  });

const list = (): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    const codes = await listCodes(ctx);
    if (!codes.ok) return notAllowed;
    const lines = codes.value.map(
      ({ id, status, email, expiresAt }) =>
        `${id}  ${status.padEnd(7)}  until ${expiresAt.toISOString().slice(0, 10)}  ${email}`,
    );
    return { data: codes.value, lines: lines.length > 0 ? lines : ["No codes yet."] };
  });

const revoke = (id: string): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    const revoked = await revokeCode(ctx, { id });
    if (revoked.ok) return done({ id, revoked: true }, "The code is worthless now.");
    switch (revoked.reason) {
      case "not_found":
        return failure(revoked.reason, "There is no code with that id.");
      case "already_used":
        return failure(revoked.reason, "That code has been used; revoke the person's access instead.");
      case "forbidden":
        return notAllowed;
      default:
        return never(revoked.reason);
    }
  });
