/*
 * Rejected hits: listed by rule, and counted once an admin accepts the rule. A session stores the rule that matched it
 * (rejection-rules.ts); whether a rule rejects is stored in one place, so accepting it applies to past and future hits immediately
 * and can be undone. Queries of figures exclude visits with a rule that is not accepted.
 */
import { asc, count, desc, eq, isNotNull, min, sql } from "drizzle-orm";
import { adminCommand, recorded, unrecorded } from "#app/features/security/audit/admin-command.server.ts";
import { canRead } from "#app/lib/actor.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { analyticsAudit } from "../audit.ts";
import { deviceKindName } from "../storage/device-kinds.ts";
import { termOf } from "../storage/terms.server.ts";
import { linkVisitors } from "../storage/visitors.server.ts";
import { visitStore } from "../store/current-store.server.ts";
import { analyticsAcceptedRule, analyticsSession } from "../tables.server.ts";
import { type RejectionRule, rejectionRuleNames, rejectionRules } from "./rejection-rules.ts";

export type RejectedGroup = { rule: RejectionRule; isAccepted: boolean; sessions: number; since: Date | null };

/** Lists every rule with the number of sessions it matched. Refusal: not_admin. */
export async function listRejected(ctx: Ctx): Promise<Result<RejectedGroup[], NotAdmin>> {
  if (!canRead(ctx.actor, "analytics")) return notAdmin();
  const accepted = new Set((await ctx.db.select().from(analyticsAcceptedRule)).map(({ rule }) => rule));
  const rows = await ctx.db
    .select({ rule: analyticsSession.rule, sessions: count(), since: min(analyticsSession.firstAt) })
    .from(analyticsSession)
    .where(isNotNull(analyticsSession.rule))
    .groupBy(analyticsSession.rule)
    .orderBy(asc(analyticsSession.rule));
  const byRule = new Map(rows.map((row) => [row.rule, row]));
  return ok(
    rejectionRuleNames.map((rule) => {
      const found = byRule.get(rejectionRules[rule]);
      const isAccepted = accepted.has(rejectionRules[rule]);
      return { rule, isAccepted, sessions: found?.sessions ?? 0, since: found?.since ?? null };
    }),
  );
}

/** Whether a visitor's visit counts decides whether the next one is their first. */
const clientsWith = (rule: RejectionRule) =>
  sql`select s.client from ${analyticsSession} s where s.rule = ${rejectionRules[rule]} and s.client is not null`;

/** Accepts a rule: its hits count, past and future ones. Refusal: not_admin. */
export const acceptRule = (ctx: Ctx, { rule }: { rule: RejectionRule }): Promise<Result<undefined, NotAdmin>> =>
  adminCommand(ctx, "analytics", async (tx) => {
    const made = await tx.db
      .insert(analyticsAcceptedRule)
      .values({ rule: rejectionRules[rule], acceptedAt: tx.now })
      .onConflictDoNothing()
      .returning();
    await tx.db.execute(linkVisitors(clientsWith(rule)));
    return made.length === 0 ? unrecorded() : recorded({ action: analyticsAudit.ruleAccepted, subject: rule });
  });

/** Rejects the hits of this rule again, past and future ones. Refusal: not_admin. */
export const rejectRule = (ctx: Ctx, { rule }: { rule: RejectionRule }): Promise<Result<undefined, NotAdmin>> =>
  adminCommand(ctx, "analytics", async (tx) => {
    const deleted = await tx.db
      .delete(analyticsAcceptedRule)
      .where(eq(analyticsAcceptedRule.rule, rejectionRules[rule]))
      .returning();
    await tx.db.execute(linkVisitors(clientsWith(rule)));
    return deleted.length === 0 ? unrecorded() : recorded({ action: analyticsAudit.ruleRejected, subject: rule });
  });

export type RejectedSession = Awaited<ReturnType<typeof sampleRejected>>[number];

const size = 20;

/** The latest sessions of a rule, each with its first page. */
export async function sampleRejected(ctx: Pick<Ctx, "db">, rule: RejectionRule) {
  const rows = await ctx.db
    .select({
      ...pick(analyticsSession, ["id", "firstAt", "device"]),
      browser: termOf("browser_id"),
      os: termOf("os_id"),
      source: termOf("coalesce(source_id, referrer_id)"),
    })
    .from(analyticsSession)
    .where(eq(analyticsSession.rule, rejectionRules[rule]))
    .orderBy(desc(analyticsSession.firstAt), desc(analyticsSession.id))
    .limit(size);
  const pages = await visitStore().firstPages(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map(({ device, ...row }) => ({
    ...{ ...row, device: deviceKindName(device), page: pages.get(row.id) ?? null },
  }));
}
