import type { Command } from "commander";
import { previewParameter } from "../../app/features/security/preview.ts";
import {
  createPreviewToken,
  defaultTokenDays,
  listPreviewTokens,
  longestTokenDays,
  revokePreviewToken,
} from "../../app/features/security/preview-tokens.server.ts";
import { never } from "../../app/lib/result.ts";
import type { Act } from "../cli.ts";
import { done, failure, Misuse, type Outcome } from "./output.ts";
import { atWork } from "./workplace.ts";

/** `preview-token create|list|revoke`: who may see preview hosts without an account. */
export function previewTokenCommands(program: Command, act: Act) {
  const tokens = program.command("preview-token").description("tokens that open preview hosts");
  tokens
    .command("create")
    .description("make a token and print it: the only time it can be read")
    .option("--days <n>", `how many days it opens them, at most ${longestTokenDays}`, String(defaultTokenDays))
    .action(act(create));
  tokens.command("list").description("every token with its state, never the tokens themselves").action(act(list));
  tokens
    .command("revoke")
    .description("close preview hosts to whoever came with this token, at once")
    .argument("<id>", "as listed")
    .action(act(revoke));
}

const notAllowed = failure("forbidden", "Only the operator may do that.");

const create = (options: { days: string }): Promise<Outcome> => {
  const days = Number(options.days);
  if (!Number.isInteger(days) || days < 1 || days > longestTokenDays)
    throw new Misuse(`--days is a whole number from 1 to ${longestTokenDays}.`);
  return atWork(async ({ ctx }) => {
    const made = await createPreviewToken(ctx, { days });
    if (!made.ok) return notAllowed;
    const { id, token, expiresAt } = made.value;
    return done(
      { id, token, expiresAt },
      token,
      `Until ${expiresAt.toISOString().slice(0, 10)}. Enter it at /auth on the preview host, or open any page of it with ?${previewParameter}=…`,
    );
  });
};

const list = (): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    const tokens = await listPreviewTokens(ctx);
    if (!tokens.ok) return notAllowed;
    const lines = tokens.value.map(
      ({ id, status, expiresAt }) => `${id}  ${status.padEnd(7)}  until ${expiresAt.toISOString().slice(0, 10)}`,
    );
    return { data: tokens.value, lines: lines.length > 0 ? lines : ["No tokens yet."] };
  });

const revoke = (id: string): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    const revoked = await revokePreviewToken(ctx, { id });
    if (revoked.ok) return done({ id, revoked: true }, "The token opens nothing now.");
    switch (revoked.reason) {
      case "not_found":
        return failure(revoked.reason, "There is no valid token with that id.");
      case "forbidden":
        return notAllowed;
      default:
        return never(revoked.reason);
    }
  });
