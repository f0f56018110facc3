import { canChange, hasFreshCode } from "#app/lib/actor.ts";
import { type NotAdmin, notAdmin, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Area } from "#app/lib/rights.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { type AuditRecord, writeAuditEntry } from "./audit.server.ts";

/*
 * The guard of admin commands: checks the role, opens the transaction and writes the audit entry. Prevents changes by
 * users without the right or who have not passed the second factor, from every caller, and changes without an audit entry
 * or entries without a change: both are in one transaction, and the entry is part of the result's type.
 */

export type Recorded<Value> = { ok: true; value: Value; entry: AuditRecord | null };

/** `return recorded({ action: accessAudit.codeIssued, subject: id }, code)`: success, with this entry. */
export function recorded(entry: AuditRecord): Recorded<undefined>;
export function recorded<Value>(entry: AuditRecord, value: Value): Recorded<Value>;
export function recorded<Value>(entry: AuditRecord, value?: Value): Recorded<Value | undefined> {
  return { ok: true, value, entry };
}

export function unrecorded(): Recorded<undefined>;
export function unrecorded<Value>(value: Value): Recorded<Value>;
export function unrecorded<Value>(value?: Value): Recorded<Value | undefined> {
  return { ok: true, value, entry: null };
}

export type AdminOutcome = Recorded<unknown> | { ok: false; reason: Refusal };
type ValueOf<Outcome> = Outcome extends { ok: true; value: infer Value } ? Value : never;
type ReasonOf<Outcome> = Outcome extends { ok: false; reason: infer Reason extends Refusal } ? Reason : never;
/** The result of an admin command with work that returns `Outcome`. */
export type AdminResult<Outcome, Other extends Refusal = NotAdmin> = Result<
  ValueOf<Outcome>,
  ReasonOf<Outcome> | NotAdmin | Other
>;

/** The session did not verify a second-factor code within the last ten minutes (decision 0031). */
export type FreshCodeRequired = Refusal<"fresh_code_required">;

/**
 * Runs `work` and writes its audit entry in one transaction. Before anything is read it refuses users with a role that
 * cannot change `area` (`not_admin`).
 */
export async function adminCommand<Outcome extends AdminOutcome>(
  ctx: Ctx,
  area: Area,
  work: (tx: Ctx) => Promise<Outcome>,
): Promise<AdminResult<Outcome>> {
  if (!canChange(ctx.actor, area)) return notAdmin();
  return inTransaction(ctx, async (tx) => {
    const outcome: AdminOutcome = await work(tx);
    if (outcome.ok && outcome.entry) await writeAuditEntry(tx, outcome.entry);
    return (outcome.ok ? ok(outcome.value) : outcome) as AdminResult<Outcome>;
  });
}

/** Like `adminCommand`, for refunds and secrets: also refuses with `fresh_code_required` if the last code is too old. */
export async function freshAdminCommand<Outcome extends AdminOutcome>(
  ctx: Ctx,
  area: Area,
  work: (tx: Ctx) => Promise<Outcome>,
): Promise<AdminResult<Outcome, FreshCodeRequired>> {
  if (canChange(ctx.actor, area) && !hasFreshCode(ctx.actor, ctx.now)) return refuse("fresh_code_required");
  return adminCommand(ctx, area, work);
}
