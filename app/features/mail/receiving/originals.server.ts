import { eq, lt } from "drizzle-orm";
import { canRead } from "#app/lib/actor.ts";
import { wallClock } from "#app/lib/dates/wall-clock.ts";
import { dayMs } from "#app/lib/durations.ts";
import { fileName, nameInFile } from "#app/lib/formats/file-names.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import type { InboundOriginal } from "../inbound/original.ts";
import { mailDays } from "../messages/mail-states.ts";
import { mailOriginal } from "../tables.server.ts";

/*
 * The originals of received mails. Reading a mail is guesswork: what a person wrote can be taken for a quote, and a
 * report can have a form that no one has seen before. The original shows what was lost. It is kept for 180 days at most,
 * erased with the mail that it belongs to and with every address in it, and only ever sent as a file.
 */

/**
 * Stores a received mail once. `message`: the mail that it belongs to; null if it is unknown, which only `unread` should
 * be. Returns its id, of an earlier delivery as well.
 */
export async function keepOriginal(
  tx: Ctx,
  original: InboundOriginal,
  { message, readAs }: Pick<typeof mailOriginal.$inferSelect, "message" | "readAs">,
): Promise<string> {
  const [stored] = await tx.db
    .insert(mailOriginal)
    .values({ ...original, message, readAs, at: tx.now })
    .onConflictDoUpdate({ target: mailOriginal.inboundKey, set: { inboundKey: original.inboundKey } })
    .returning({ id: mailOriginal.id });
  return stored!.id;
}

/** The mail as it arrived, at most its first MiB, as a file named after its subject and day. For admins. */
export async function getOriginal(
  ctx: Ctx,
  id: string,
): Promise<Result<{ content: Uint8Array; fileName: string }, NotAdmin | NotFound>> {
  if (!canRead(ctx.actor, "mail")) return notAdmin();
  if (!isUuid(id)) return notFound();
  const [row] = await ctx.db
    .select(pick(mailOriginal, ["content", "subject", "at"]))
    .from(mailOriginal)
    .where(eq(mailOriginal.id, id));
  if (!row) return notFound();
  const day = wallClock(row.at, env().COMPANY_TIMEZONE).date;
  return ok({ content: row.content, fileName: fileName([nameInFile(row.subject) || "email", day], "eml") });
}

/** The mail as it arrived, for forwarding it to the firm; null once it was erased. */
export async function findOriginal(ctx: Pick<Ctx, "db">, id: string): Promise<Uint8Array | null> {
  if (!isUuid(id)) return null;
  const [row] = await ctx.db
    .select({ content: mailOriginal.content })
    .from(mailOriginal)
    .where(eq(mailOriginal.id, id));
  return row?.content ?? null;
}

/** Deletes originals after their retention. Returns their number. */
export async function sweepOriginals(ctx: Ctx): Promise<number> {
  const before = new Date(ctx.now.getTime() - mailDays.originals * dayMs);
  return (await ctx.db.delete(mailOriginal).where(lt(mailOriginal.at, before))).rowCount ?? 0;
}
