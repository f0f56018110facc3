import { and, eq, exists, inArray, or, sql } from "drizzle-orm";
import { hasEventSince } from "#app/features/events/log.server.ts";
import { isSuppressed } from "#app/features/mail/refusals/suppression.server.ts";
import { prospect, prospectAddress } from "#app/features/pipeline/tables.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { readVersions } from "../definitions/versions.server.ts";
import { enrollment, enrollmentStep } from "../tables.server.ts";
import { exitNames, loadFacts, personColumns } from "./facts.server.ts";
import { exitOf } from "./rules.ts";

/** Covers transactions that were open while the mail was queued. */
const margin = sql.raw("interval '1 hour'");

/**
 * Returns those of these queued mails that belong to an enrollment that has ended since, by its person's actions or a suppression of one
 * of their addresses. Called when mails are claimed for sending, so that an exit takes effect before its consumer has
 * run. One statement unless something has happened. The consumer ends the enrollments.
 */
export async function mailsAfterExit(ctx: Ctx, messageIds: readonly string[]): Promise<Set<string>> {
  const happened = ctx.db
    .select({ one: sql`1` })
    .from(prospectAddress)
    .where(
      and(
        eq(prospectAddress.prospectId, enrollment.prospectId),
        or(
          isSuppressed(prospectAddress.email, "outreach"),
          hasEventSince({
            email: prospectAddress.email,
            names: exitNames,
            since: sql`${enrollmentStep.at} - ${margin}`,
          }),
        ),
      ),
    );
  const rows = await ctx.db
    .select({
      messageId: enrollmentStep.messageId,
      versionId: enrollment.versionId,
      subject: { sinceEvent: enrollment.sinceEvent, goal: enrollment.goal, isAutomatic: enrollment.isAutomatic },
      person: personColumns,
    })
    .from(enrollmentStep)
    .innerJoin(enrollment, eq(enrollment.id, enrollmentStep.enrollmentId))
    .innerJoin(prospect, eq(prospect.id, enrollment.prospectId))
    .where(and(inArray(enrollmentStep.messageId, [...messageIds]), exists(happened)));
  const facts = await loadFacts(
    ctx,
    rows.map(({ subject, person }) => ({ ...subject, person })),
  );
  const versions = await readVersions(
    ctx,
    rows.map(({ versionId }) => versionId),
  );
  return new Set(
    rows.flatMap(({ messageId, versionId }, at) =>
      messageId && exitOf(versions.get(versionId)!.definition, facts[at]!) ? [messageId] : [],
    ),
  );
}
