import { and, asc, eq, isNull, lte } from "drizzle-orm";
import { findPerson, listAdmins } from "#app/features/accounts/profile/people.server.ts";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { clientCommentedMail, type MailedComment, repliedMail } from "../emails/section-comments.tsx";
import { fullBlueprint, sectionComment, sectionThread, unlock } from "../tables.server.ts";
import { bundleMinutes, type CommentSide } from "./comments.ts";

type Bundle = { blueprintId: string; side: CommentSide };

/**
 * Mails comments that are ten minutes old and unanswered, together with all newer ones of the same side and blueprint.
 * A client's comments go to the assigned architect or, without an assigned admin, to the firm's address; replies go to
 * the client. Comments on locked blueprints wait until they are unlocked again. Returns the number of mails.
 */
export async function mailComments(ctx: Ctx): Promise<number> {
  const due = await ctx.db
    .selectDistinct({ blueprintId: sectionComment.blueprintId, side: sectionComment.side })
    .from(sectionComment)
    .innerJoin(blueprint, and(eq(blueprint.id, sectionComment.blueprintId), isNull(blueprint.deletedAt)))
    .innerJoin(unlock, and(eq(unlock.blueprintId, blueprint.id), isNull(unlock.withdrawnAt)))
    .where(
      and(
        isNull(sectionComment.noticedAt),
        lte(sectionComment.createdAt, new Date(ctx.now.getTime() - bundleMinutes * minuteMs)),
      ),
    );
  let mailed = 0;
  for (const bundle of due) if (await inTransaction(ctx, (tx) => mailBundle(tx, bundle))) mailed += 1;
  return mailed;
}

async function mailBundle(tx: Ctx, { blueprintId, side }: Bundle): Promise<boolean> {
  const comments = await claimUnmailed(tx, { blueprintId, side });
  if (comments.length === 0) return false;
  const [work] = await tx.db
    .select({
      companyName: blueprint.companyName,
      userId: blueprint.userId,
      architectId: fullBlueprint.architectId,
    })
    .from(blueprint)
    .innerJoin(fullBlueprint, eq(fullBlueprint.blueprintId, blueprint.id))
    .where(eq(blueprint.id, blueprintId));
  const client = work && (await findPerson(tx, work.userId));
  if (!client) return false;
  const { companyName } = work;
  if (side === "architect") {
    await queueMail(tx, repliedMail({ blueprintId, to: client.email, companyName, comments }));
    return true;
  }
  const architect = (await listAdmins(tx)).find(({ userId }) => userId === work.architectId);
  const to = architect?.email ?? null;
  await queueMail(tx, clientCommentedMail({ blueprintId, to, client: client.name, companyName, comments }));
  return true;
}

/** Marks the comments that were not mailed yet as mailed and returns them, oldest first. */
async function claimUnmailed(tx: Ctx, { blueprintId, side }: Bundle): Promise<MailedComment[]> {
  const isWaiting = and(
    eq(sectionComment.blueprintId, blueprintId),
    eq(sectionComment.side, side),
    isNull(sectionComment.noticedAt),
  );
  const rows = await tx.db
    .select({ id: sectionComment.id, sectionId: sectionComment.sectionId, text: sectionComment.body })
    .from(sectionComment)
    .where(isWaiting)
    .orderBy(asc(sectionComment.createdAt), asc(sectionComment.id))
    .for("update");
  if (rows.length === 0) return [];
  await tx.db.update(sectionComment).set({ noticedAt: tx.now }).where(isWaiting);
  const threads = await tx.db
    .select({ sectionId: sectionThread.sectionId, title: sectionThread.title })
    .from(sectionThread)
    .where(eq(sectionThread.blueprintId, blueprintId));
  const titles = new Map(threads.map(({ sectionId, title }) => [sectionId, title]));
  return rows.map(({ sectionId, text }) => ({ sectionId, title: titles.get(sectionId) ?? "", text }));
}
