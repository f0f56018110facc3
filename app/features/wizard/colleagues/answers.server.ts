/*
 * The colleague's side of a link: reading its part and saving answers. Anyone with the link can do both; nothing here depends
 * on a session.
 *
 * A save is merged field by field with the owner's saves since the form was rendered (row-merge.ts). The form contains the
 * values that it was rendered with; forging them only allows what answering the question allows. Fields that the owner
 * changed meanwhile, and invalid ones, are held with the link, and the page asks. A save raises the draft's version, so an
 * owner who is typing merges it like the save of another device, with the colleague's name as the source.
 */

import { eq } from "drizzle-orm";
import { ownerHasAccess } from "#app/features/access/grants/grants.server.ts";
import type { DraftInput } from "#app/features/roi/inputs/model-input.ts";
import { type NotFound, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Refused, type Result } from "#app/lib/result.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { hashToken } from "#app/platform/secrets/hashes.server.ts";
import type { AssumedPart } from "../blueprint.ts";
import { colleagueSource, type HeldAnswers } from "../colleagues.ts";
import { sameValue } from "../draft-merge.ts";
import { blueprint, colleagueLink } from "../tables.server.ts";
import { followProcesses } from "./followed-processes.server.ts";
import {
  disputedFields,
  mergeAnswers,
  type ProcessAnswers,
  settleAnswers,
  shownAnswers,
  textsOf,
} from "./process-answers.ts";
import { disputedTools, mergeStack, openAnswers, type StackAnswers, settleStack, shownStack } from "./stack-answers.ts";

type Link = typeof colleagueLink.$inferSelect;
type Draft = typeof blueprint.$inferSelect;

/** Why a link does not open its part. `removed`: the owner removed the process. `paused`: the owner lost access. */
export type ColleagueRefusal = NotFound | Refusal<"ended" | "expired" | "finished" | "deleted" | "removed" | "paused">;

export type ColleagueView = { name: string; companyName: string; expiresAt: Date; savedAt: Date | null } & (
  | ({ part: "process"; isAssumed: boolean; disputes: { field: string; here: string; there: string }[] } & ReturnType<
      typeof shownAnswers
    >)
  | ({
      part: "stack";
      employees: number | undefined;
      disputes: ReturnType<typeof disputedTools>;
    } & ReturnType<typeof shownStack>)
);

/** Finds a link by its token. Changes nothing. */
export async function openColleagueLink(ctx: Ctx, token: string): Promise<Result<ColleagueView, ColleagueRefusal>> {
  const found = await findLink(ctx, token);
  if (!found) return notFound();
  const state = await stateOf(ctx, found);
  if (!state.ok) return state;
  const { link, draft } = found;
  const { inputs, companyName } = draft;
  const frame = { name: link.name, companyName, expiresAt: link.expiresAt, savedAt: link.savedAt };
  if (link.part === "stack") {
    const stack = inputs.stack ?? [];
    const disputes = disputedTools(stack, link.held);
    return ok({
      ...frame,
      part: "stack",
      employees: inputs.company?.employees,
      disputes,
      ...shownStack(stack, link.held),
    });
  }
  const process = inputs.processes![link.place!]!;
  const stored = textsOf(process);
  const disputes = disputedFields(process, link.held).map((field) => ({
    field,
    here: String(link.held[field]),
    there: stored[field],
  }));
  const isAssumed = process.assumed === true;
  return ok({ ...frame, part: "process", isAssumed, disputes, ...shownAnswers(process, link.held) });
}

export type ColleagueAnswers =
  | { kind: "process"; answers: ProcessAnswers }
  | { kind: "stack"; answers: StackAnswers }
  | { kind: "settle"; keep: "mine" | "theirs"; seen: Record<string, string | null> };

/** Saves a colleague's answers. `held`: some are not in the draft yet. Refusals: also `too_many_tools`, `wrong_part`. */
export async function saveColleagueAnswers(
  ctx: Ctx,
  token: string,
  sent: ColleagueAnswers,
): Promise<Result<{ held: boolean }, ColleagueRefusal | Refusal<"too_many_tools" | "wrong_part">>> {
  return inTransaction(ctx, async (tx) => {
    const found = await findLink(tx, token, { locked: true });
    if (!found) return notFound();
    const state = await stateOf(tx, found);
    if (!state.ok) return state;
    const { link, draft } = found;
    const merged = merge(link, draft, sent);
    if (!merged.ok) return merged;
    const { inputs, held, assumed } = merged.value;
    if (!sameValue(inputs, draft.inputs) || !sameValue(assumed, draft.assumed)) {
      await tx.db
        .update(blueprint)
        .set({
          ...{ inputs, assumed, version: draft.version + 1 },
          ...{ changedOn: colleagueSource(link.name), updatedAt: tx.now },
        })
        .where(eq(blueprint.id, draft.id));
      if (link.part === "process")
        await followProcesses(tx, draft.id, { before: draft.inputs.processes, after: inputs.processes });
    }
    await tx.db.update(colleagueLink).set({ held, savedAt: tx.now }).where(eq(colleagueLink.id, link.id));
    return ok({ held: Object.keys(held).length > 0 });
  });
}

type Merged = { inputs: DraftInput; held: HeldAnswers; assumed: AssumedPart[] };

function merge(
  link: Link,
  { inputs, assumed }: Draft,
  sent: ColleagueAnswers,
): Result<Merged, Refusal<"too_many_tools" | "wrong_part">> {
  if (sent.kind !== "settle" && sent.kind !== link.part) return refuse("wrong_part");
  if (link.part === "stack") {
    const stack = inputs.stack ?? [];
    const merged = stackAfter(stack, link.held, sent, inputs.company?.employees);
    if (!merged) return refuse("too_many_tools");
    // A colleague who saved the stack saw its costs.
    const rest = sent.kind === "stack" ? assumed.filter((part) => part !== "toolCosts") : assumed;
    return ok({ inputs: { ...inputs, stack: merged.stack }, held: merged.held, assumed: rest });
  }
  const before = inputs.processes ?? [];
  const process = before[link.place!]!;
  const merged = processAfter(process, link.held, sent);
  const processes = before.with(link.place!, merged.process);
  const rest = assumed.filter((part) => part !== "processTimes" || processes.some((row) => row.assumed));
  return ok({ inputs: { ...inputs, processes }, held: merged.held, assumed: rest });
}

function stackAfter(
  stack: NonNullable<DraftInput["stack"]>,
  held: HeldAnswers,
  sent: ColleagueAnswers,
  employees: number | undefined,
) {
  if (sent.kind === "stack") {
    const merged = mergeStack(stack, sent.answers, employees);
    return merged && { ...merged, held: { ...openAnswers(stack, held, sent.answers), ...merged.held } };
  }
  if (sent.kind === "settle" && sent.keep === "mine") return settleStack(stack, held, sent.seen, employees);
  const { errors } = shownStack(stack, held);
  return { stack, held: only(held, Object.keys(errors)) };
}

function processAfter(
  process: NonNullable<DraftInput["processes"]>[number],
  held: HeldAnswers,
  sent: ColleagueAnswers,
) {
  if (sent.kind === "process") {
    const { shown, typed } = sent.answers;
    const merged = mergeAnswers(process, sent.answers);
    const open = disputedFields(process, held).filter((field) => typed[field] === shown[field]);
    return { ...merged, held: { ...only(held, open), ...merged.held } };
  }
  if (sent.kind === "settle" && sent.keep === "mine")
    return settleAnswers(process, held, sent.seen as Record<string, string>);
  return { process, held: without(held, disputedFields(process, held)) };
}

/** Keeps unanswered questions open. */
const only = (held: HeldAnswers, keys: readonly string[]): HeldAnswers =>
  Object.fromEntries(Object.entries(held).filter(([key]) => keys.includes(key)));

const without = (held: HeldAnswers, keys: readonly string[]): HeldAnswers =>
  Object.fromEntries(Object.entries(held).filter(([key]) => !keys.includes(key)));

/** Finds the link with its draft. `locked`: locks the draft first, as in the owner's saves, then reads the link. */
async function findLink(
  ctx: Pick<Ctx, "db">,
  token: string,
  { locked = false } = {},
): Promise<{ link: Link; draft: Draft } | null> {
  const query = ctx.db
    .select({ link: colleagueLink, draft: blueprint })
    .from(colleagueLink)
    .innerJoin(blueprint, eq(blueprint.id, colleagueLink.blueprintId))
    .where(eq(colleagueLink.tokenHash, hashToken(token)));
  const [found] = locked ? await query.for("update", { of: blueprint }) : await query;
  if (!found || !locked) return found ?? null;
  // The lock may have waited for a save that moved or ended the link.
  const [link] = await ctx.db.select().from(colleagueLink).where(eq(colleagueLink.id, found.link.id));
  return link ? { link, draft: found.draft } : null;
}

async function stateOf(
  ctx: Ctx,
  { link, draft }: { link: Link; draft: Draft },
): Promise<Result<undefined, ColleagueRefusal> | Refused<ColleagueRefusal>> {
  if (link.endedAt) return refuse("ended");
  if (link.expiresAt <= ctx.now) return refuse("expired");
  if (draft.deletedAt) return refuse("deleted");
  if (draft.status !== "draft") return refuse("finished");
  if (!(await ownerHasAccess(ctx, draft.userId))) return refuse("paused");
  if (link.part === "process" && !draft.inputs.processes?.[link.place ?? -1]) return refuse("removed");
  return ok();
}
