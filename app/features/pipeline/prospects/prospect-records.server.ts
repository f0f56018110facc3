import { and, eq, exists, isNull, sql } from "drizzle-orm";
import { listPeople } from "#app/features/accounts/profile/people.server.ts";
import { mayRead } from "#app/lib/actor.ts";
import { canonicalAddress } from "#app/lib/people/canonical-address.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { idPagesOf } from "#app/platform/database/id-pages.server.ts";
import { readTimelineOf, type TimelineItem } from "../notes/timeline.server.ts";
import { addressesOf } from "../pipeline.server.ts";
import { type ContactValues, type RecordedField, recordedFields } from "../prospect-fields.ts";
import { prospect, prospectAddress } from "../tables.server.ts";
import { lastSeen } from "./prospect-filter.server.ts";
import { namesOf } from "./prospect-names.ts";
import type { Stage } from "./stages.ts";

/* The pipeline for API clients. Pages are ordered by id, which is stable between requests. */

export type ProspectRecord = Pick<ContactValues, RecordedField> & {
  id: string;
  email: string;
  stage: Stage;
  /** 0 to 100. */
  score: number;
  /** Per year. */
  valueUsd: number | null;
  /** Address of the admin. */
  owner: string | null;
  lastActivityAt: Date;
};

const pageSize = 100;

/**
 * Lists prospects, newest first, 100 per page; `email` is one of a prospect's addresses. For admins and the scope `read:prospects`.
 * Refusal: not_admin.
 */
export async function listProspectRecords(
  ctx: Ctx,
  { email, stage, cursor }: { email: string | null; stage: Stage | null; cursor: string | null },
): Promise<Result<{ items: ProspectRecord[]; next: string | null }, NotAdmin>> {
  if (!mayRead(ctx.actor, "read:prospects")) return notAdmin();
  const pages = idPagesOf(prospect.id, { after: cursor }, pageSize);
  const { id, email: address, stage: at, editedFields, score, valueCents, ownerId } = prospect;
  const { rows, next } = pages.of(
    await ctx.db
      .select({
        ...{
          id,
          email: address,
          ...pick(prospect, recordedFields),
          stage: at,
          score,
          valueCents,
          ownerId,
          editedFields,
        },
        lastActivityAt: lastSeen.mapWith(prospect.createdAt),
      })
      .from(prospect)
      .where(
        and(
          isNull(prospect.mergedInto),
          stage ? eq(prospect.stage, stage) : undefined,
          email ? hasAddress(ctx, canonicalAddress(email)) : undefined,
          pages.where,
        ),
      )
      .orderBy(pages.orderBy)
      .limit(pages.limit),
  );
  const owners = await listPeople(
    ctx,
    rows.flatMap((row) => row.ownerId ?? []),
  );
  const emailOf = new Map(owners.map((owner) => [owner.userId, owner.email]));
  return ok({
    items: rows.map(({ ownerId: of, valueCents: cents, editedFields: edited, ...row }) => ({
      ...row,
      ...namesOf({ ...row, editedFields: edited }),
      valueUsd: cents === null ? null : cents / 100,
      owner: (of && emailOf.get(of)) ?? null,
    })),
    next,
  });
}

const hasAddress = ({ db }: Pick<Ctx, "db">, email: string) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(prospectAddress)
      .where(and(eq(prospectAddress.prospectId, prospect.id), eq(prospectAddress.email, email))),
  );

/**
 * Returns the timeline of a prospect, newest first, 30 items per page. For admins and the scope `read:prospects`. Refusals: not_admin,
 * not_found (also for a merged prospect).
 */
export async function readTimelineRecords(
  ctx: Ctx,
  { prospectId, cursor }: { prospectId: string; cursor: string | null },
): Promise<Result<{ items: TimelineItem[]; next: string | null }, NotAdmin | NotFound>> {
  if (!mayRead(ctx.actor, "read:prospects")) return notAdmin();
  const [found] = await ctx.db
    .select({ id: prospect.id })
    .from(prospect)
    .where(and(eq(prospect.id, prospectId), isNull(prospect.mergedInto)));
  if (!found) return notFound();
  const subjects = { ids: [prospectId], addresses: await addressesOf(ctx, prospectId) };
  return ok(await readTimelineOf(ctx, subjects, { kind: null, before: cursor }));
}
