import { and, eq, or } from "drizzle-orm";
import type { DataSubject, PersonalData } from "#app/lib/people/data-subject.ts";
import { pick } from "#app/lib/program/record-of.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { isBeforeMove } from "#app/platform/database/former-address.server.ts";
import { accessBlock, accessCheckLog, accessCode, accessRequest, wizardGrant } from "./tables.server.ts";

export async function exportPersonalData(ctx: Ctx, person: DataSubject): Promise<PersonalData> {
  const { userId } = person;
  const codes = await ctx.db
    .select(pick(accessCode, ["issuedAt", "expiresAt", "usedAt", "revokedAt"]))
    .from(accessCode)
    .where(codesOf(person));
  return {
    access_requests: await ctx.db.select().from(accessRequest).where(requestsOf(person)),
    access_blocks: await ctx.db
      .select({ blockedAt: accessBlock.blockedAt, liftedAt: accessBlock.liftedAt })
      .from(accessBlock)
      .where(blocksOf(person)),
    access_codes: codes,
    wizard_grants: userId ? await ctx.db.select().from(wizardGrant).where(eq(wizardGrant.userId, userId)) : [],
    access_checks: userId ? await ctx.db.select().from(accessCheckLog).where(eq(accessCheckLog.userId, userId)) : [],
  };
}

export async function forgetPerson(ctx: Ctx, person: DataSubject): Promise<void> {
  const { userId } = person;
  if (userId) {
    await ctx.db.delete(wizardGrant).where(eq(wizardGrant.userId, userId));
    await ctx.db.delete(accessCheckLog).where(eq(accessCheckLog.userId, userId));
  }
  await ctx.db.delete(accessBlock).where(blocksOf(person));
  await ctx.db.delete(accessCode).where(codesOf(person));
  await ctx.db.delete(accessRequest).where(requestsOf(person));
}

const requestsOf = (person: DataSubject) =>
  and(eq(accessRequest.email, person.email), isBeforeMove(person, accessRequest.requestedAt));

const codesOf = (person: DataSubject) =>
  or(
    and(eq(accessCode.email, person.email), isBeforeMove(person, accessCode.issuedAt)),
    person.userId ? eq(accessCode.usedBy, person.userId) : undefined,
  );

const blocksOf = (person: DataSubject) =>
  or(
    and(eq(accessBlock.email, person.email), isBeforeMove(person, accessBlock.blockedAt)),
    person.userId ? eq(accessBlock.userId, person.userId) : undefined,
  );
