import { and, isNotNull, isNull, lt, notExists, sql } from "drizzle-orm";
import { dayMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { mailDays } from "../messages/mail-states.ts";
import { sweepOriginals } from "../receiving/originals.server.ts";
import { mailBody, mailHit, message } from "../tables.server.ts";
import { sweepPace } from "./pace.server.ts";

/** Deletes mail after its retention, with its history, and bodies that no mail uses any more. Once a day. */
export async function sweepMail(ctx: Ctx): Promise<{ mails: number; bodies: number; hits: number }> {
  const before = (days: number) => new Date(ctx.now.getTime() - days * dayMs);
  const isDone = isNull(message.nextAttemptAt);
  const lists = await ctx.db
    .delete(message)
    .where(and(isDone, isNotNull(message.list), lt(message.createdAt, before(mailDays.list))));
  const others = await ctx.db.delete(message).where(and(isDone, lt(message.createdAt, before(mailDays.other))));
  const bodies = await ctx.db
    .delete(mailBody)
    .where(
      and(
        lt(mailBody.createdAt, before(mailDays.list)),
        notExists(ctx.db.select({ one: sql`1` }).from(message).where(sql`${message.body} = ${mailBody.id}`)),
      ),
    );
  await sweepOriginals(ctx);
  await sweepPace(ctx);
  const hits = await ctx.db.delete(mailHit).where(lt(mailHit.at, before(mailDays.hits)));
  return {
    hits: hits.rowCount ?? 0,
    mails: (lists.rowCount ?? 0) + (others.rowCount ?? 0),
    bodies: bodies.rowCount ?? 0,
  };
}
