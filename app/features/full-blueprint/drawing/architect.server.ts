import { and, desc, eq, isNull } from "drizzle-orm";
import { findPerson, listAdmins } from "#app/features/accounts/profile/people.server.ts";
import { analysis } from "#app/features/analysis/tables.server.ts";
import { publish } from "#app/features/events/events.server.ts";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { completeAnalysis } from "#app/features/roi/stored-analysis.ts";
import {
  type AdminOutcome,
  type AdminResult,
  adminCommand,
  recorded,
  unrecorded,
} from "#app/features/security/audit/admin-command.server.ts";
import { changedValues } from "#app/features/security/audit/changed-values.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import { userIdOf } from "#app/lib/actor.ts";
import { type NotAdmin, type NotFound, notFound, type Refusal, refuse, type Stale, stale } from "#app/lib/refusal.ts";
import type { Refused, Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { fullBlueprintAudit } from "../audit.ts";
import { architectAssignedMail } from "../emails/architect-assigned.tsx";
import { publishedMail } from "../emails/published.tsx";
import { fullBlueprintPublished } from "../events.ts";
import type { ArchitectSaving, FullBlueprintContent, FullBlueprintStage, Publication } from "../full-blueprint.ts";
import { changesBetween } from "../pdf/version-changes.ts";
import { fullBlueprint, fullBlueprintVersion, heldCall, unlock } from "../tables.server.ts";
import { readDiagram } from "./diagram.ts";
import { type DraftSource, publicationProblem } from "./first-draft.ts";

/*
 * The architect's work on an unlocked blueprint: accept it, agree the scope with the client (the kickoff session),
 * write and draw, submit for review, publish a version, and later further versions.
 *
 * Invariants: a save names the version of the working copy it is based on, so the later of two architects gets a
 * conflict instead of overwriting; a published version never changes; the client reads only published versions; each
 * publication sends one mail. Every command is recorded in the audit log, repeated saves as one entry. Only admins at
 * aal2 can run these commands, and only on unlocked blueprints.
 */

/** Does not check the actor. Throws without an analysis: an unlocked blueprint has one. */
async function getDraftSource(
  { db }: Pick<Ctx, "db">,
  blueprintId: string,
): Promise<Pick<DraftSource, "inputs" | "result">> {
  const [run] = await db
    .select({ inputs: analysis.inputs, result: analysis.result })
    .from(analysis)
    .where(eq(analysis.blueprintId, blueprintId))
    .orderBy(desc(analysis.revision))
    .limit(1);
  if (!run) throw new Error(`Blueprint ${blueprintId} has no analysis`);
  return { inputs: run.inputs, result: completeAnalysis(run.inputs, run.result) };
}

export type AdminPageRefusal = NotAdmin | NotFound;

/**
 * Assigns an admin and mails the client their name. `from`: the architect that the admin saw; refuses with `stale` and the
 * current one if a colleague assigned another. Assigning the same admin again changes nothing.
 */
export function assignArchitect(
  ctx: Ctx,
  { blueprintId, from, architectId }: { blueprintId: string; from: string | null; architectId: string },
): Promise<Result<undefined, AdminPageRefusal | Refusal<"not_an_architect"> | Stale<{ architect: string | null }>>> {
  return withLockedWork(ctx, blueprintId, async (tx, { work, owner }) => {
    const admins = await listAdmins(tx);
    const architect = admins.find(({ userId }) => userId === architectId);
    if (!architect) return refuse("not_an_architect");
    if (work.architectId === architectId) return unrecorded();
    if (work.architectId !== from)
      return stale({ architect: admins.find(({ userId }) => userId === work.architectId)?.name ?? null });
    await tx.db
      .update(fullBlueprint)
      .set({
        architectId,
        assignedAt: work.assignedAt ?? tx.now,
        stage: work.stage === "requested" ? "assigned" : work.stage,
      })
      .where(eq(fullBlueprint.blueprintId, blueprintId));
    await queueMail(
      tx,
      architectAssignedMail({ blueprintId, to: owner.email, architect, kickoffHeld: work.kickoffAt !== null }),
    );
    return recorded({
      action: fullBlueprintAudit.fullBlueprintAssigned,
      subject: blueprintId,
      detail: { architectId, changes: changedValues({ architectId: work.architectId }, { architectId }) },
    });
  });
}

/** Records that the scope is agreed: the target date counts from now, and the fee is final. Idempotent. */
export function completeKickoff(
  ctx: Ctx,
  blueprintId: string,
): Promise<Result<undefined, AdminPageRefusal | Refusal<"not_assigned">>> {
  return withLockedWork(ctx, blueprintId, async (tx, { work }) => {
    if (work.kickoffAt) return unrecorded();
    if (work.stage === "requested") return refuse("not_assigned");
    await tx.db.update(fullBlueprint).set({ kickoffAt: tx.now }).where(eq(fullBlueprint.blueprintId, blueprintId));
    return recorded({ action: fullBlueprintAudit.fullBlueprintKickoffHeld, subject: blueprintId });
  });
}

/**
 * Reverts a kickoff that was recorded by mistake: there is no target date, and the fee is refundable. Idempotent.
 * Refusals: `published`; `by_call`: a call was the kickoff, and marking that call as missed reverts it.
 */
export function withdrawKickoff(
  ctx: Ctx,
  blueprintId: string,
): Promise<Result<undefined, AdminPageRefusal | Refusal<"published" | "by_call">>> {
  return withLockedWork(ctx, blueprintId, async (tx, { work }) => {
    if (!work.kickoffAt) return unrecorded();
    if (work.stage === "published") return refuse("published");
    if ((await tx.db.$count(heldCall, eq(heldCall.blueprintId, blueprintId))) > 0) return refuse("by_call");
    await tx.db.update(fullBlueprint).set({ kickoffAt: null }).where(eq(fullBlueprint.blueprintId, blueprintId));
    return recorded({ action: fullBlueprintAudit.fullBlueprintKickoffWithdrawn, subject: blueprintId });
  });
}

/** Submits the complete drawings for review by another architect. Only before the first publication. */
export function beginReview(
  ctx: Ctx,
  blueprintId: string,
): Promise<Result<undefined, AdminPageRefusal | Refusal<"not_assigned"> | Refusal<"incomplete", { message: string }>>> {
  return withLockedWork(ctx, blueprintId, async (tx, { work }) => {
    if (work.stage === "requested") return refuse("not_assigned");
    if (work.stage !== "assigned") return unrecorded();
    const source = await getDraftSource(tx, blueprintId);
    const missing = publicationProblem(work.draft, source) ?? faultyDiagram(work.draft);
    if (missing) return refuse("incomplete", { message: missing });
    await setStage(tx, blueprintId, "in-review", { reviewAt: tx.now });
    return recorded({ action: fullBlueprintAudit.fullBlueprintReviewStarted, subject: blueprintId });
  });
}

export type Conflict = Stale<{
  current: { version: number; content: FullBlueprintContent; savedAt: Date; savedBy: string | null };
}>;

export async function saveDrawings(
  ctx: Ctx,
  { blueprintId, version, content }: { blueprintId: string } & ArchitectSaving,
): Promise<Result<{ version: number; savedAt: Date }, AdminPageRefusal | Conflict>> {
  return withLockedWork(ctx, blueprintId, (tx, { work }) => saveDraft(tx, work, { version, content }));
}

export type PublishRefusal =
  | AdminPageRefusal
  | Refusal<"incomplete", { message: string }>
  | Refusal<"unchanged">
  | Conflict;

/** The copy must be at `version`, complete, and different from the latest version. Mails the client. */
export async function publishDrawings(
  ctx: Ctx,
  { blueprintId, version, note }: { blueprintId: string } & Publication,
): Promise<Result<{ number: number }, PublishRefusal>> {
  return withLockedWork(ctx, blueprintId, async (tx, { work, owner }) => {
    if (work.draftVersion !== version) return stale({ current: await currentDraft(tx, work) });
    const source = await getDraftSource(tx, blueprintId);
    const missing = publicationProblem(work.draft, source) ?? faultyDiagram(work.draft);
    if (missing) return refuse("incomplete", { message: missing });
    const [newest] = await tx.db
      .select()
      .from(fullBlueprintVersion)
      .where(eq(fullBlueprintVersion.blueprintId, blueprintId))
      .orderBy(desc(fullBlueprintVersion.number))
      .limit(1);
    const changes = newest ? changesBetween(newest.content, work.draft) : [];
    if (newest && changes.length === 0) return refuse("unchanged");
    const number = (newest?.number ?? 0) + 1;
    await tx.db
      .insert(fullBlueprintVersion)
      .values({ blueprintId, number, content: work.draft, note, publishedAt: tx.now, publishedBy: userIdOf(tx.actor) });
    await setStage(tx, blueprintId, "published", { publishedAt: tx.now, kickoffAt: work.kickoffAt ?? tx.now });
    await queueMail(tx, publishedMail({ blueprintId, to: owner.email, number, note, content: work.draft, changes }));
    await publish(tx, fullBlueprintPublished, {
      blueprintId,
      userId: owner.userId,
      email: owner.email,
      version: number,
    });
    return recorded(
      { action: fullBlueprintAudit.fullBlueprintPublished, subject: blueprintId, detail: { number } },
      { number },
    );
  });
}

/** Saves a published version as the working copy. The client sees it once it is published again. */
export async function restoreVersion(
  ctx: Ctx,
  { blueprintId, number, version }: { blueprintId: string; number: number; version: number },
): Promise<Result<{ version: number; savedAt: Date }, AdminPageRefusal | Conflict>> {
  return withLockedWork(ctx, blueprintId, async (tx, { work }) => {
    const [row] = await tx.db
      .select({ content: fullBlueprintVersion.content })
      .from(fullBlueprintVersion)
      .where(and(eq(fullBlueprintVersion.blueprintId, blueprintId), eq(fullBlueprintVersion.number, number)));
    if (!row) return notFound();
    const saved = await saveDraft(tx, work, { version, content: row.content });
    const entry = { action: fullBlueprintAudit.fullBlueprintRestored, subject: blueprintId, detail: { number } };
    return saved.ok ? recorded(entry, saved.value) : saved;
  });
}

async function saveDraft(tx: Ctx, work: Work, { version, content }: ArchitectSaving) {
  if (work.draftVersion !== version) return stale({ current: await currentDraft(tx, work) });
  await tx.db
    .update(fullBlueprint)
    .set({ draft: content, draftVersion: version + 1, savedAt: tx.now, savedBy: userIdOf(tx.actor) })
    .where(eq(fullBlueprint.blueprintId, work.blueprintId));
  return recorded(
    {
      ...{ action: fullBlueprintAudit.fullBlueprintSaved, subject: work.blueprintId },
      saved: { before: work.draft, after: content, withoutValues: true },
    },
    { version: version + 1, savedAt: tx.now },
  );
}

type Work = typeof fullBlueprint.$inferSelect;
type Owner = { userId: string; email: string; name: string };

/** Runs `act` on unlocked work, with its row locked until the transaction ends. */
function withLockedWork<Outcome extends AdminOutcome>(
  ctx: Ctx,
  blueprintId: string,
  act: (tx: Ctx, at: { work: Work; owner: Owner }) => Promise<Outcome>,
): Promise<AdminResult<Outcome, NotFound>> {
  return adminCommand(ctx, "blueprints", async (tx): Promise<Outcome | Refused<NotFound>> => {
    if (!isUuid(blueprintId)) return notFound();
    const [row] = await tx.db
      .select({ work: fullBlueprint, userId: blueprint.userId })
      .from(fullBlueprint)
      .innerJoin(blueprint, eq(blueprint.id, fullBlueprint.blueprintId))
      .innerJoin(unlock, and(eq(unlock.blueprintId, blueprint.id), isNull(unlock.withdrawnAt)))
      .where(and(eq(fullBlueprint.blueprintId, blueprintId), isNull(blueprint.deletedAt)))
      .for("update", { of: fullBlueprint });
    const owner = row && (await findPerson(tx, row.userId));
    return row && owner ? act(tx, { work: row.work, owner }) : notFound();
  });
}

const setStage = (tx: Ctx, blueprintId: string, stage: FullBlueprintStage, at: Partial<Work>) =>
  tx.db
    .update(fullBlueprint)
    .set({ stage, ...at })
    .where(eq(fullBlueprint.blueprintId, blueprintId));

async function currentDraft(tx: Ctx, work: Work): Promise<Conflict["current"]> {
  const { draftVersion: version, draft: content, savedAt } = work;
  const savedBy = work.savedBy && ((await findPerson(tx, work.savedBy))?.name ?? null);
  return { version, content, savedAt, savedBy };
}

function faultyDiagram({ sections }: FullBlueprintContent): string | null {
  for (const { title, diagram } of sections) {
    const read = readDiagram(diagram);
    if (!read.ok) return `The diagram of “${title},” line ${read.line}: ${read.fault}`;
  }
  return null;
}
