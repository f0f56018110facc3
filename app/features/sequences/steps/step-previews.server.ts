import { eq } from "drizzle-orm";
import { isOffList } from "#app/features/mail/refusals/suppression.server.ts";
import { queueBatch } from "#app/features/mail/sending/batches.server.ts";
import { type Bodies, fillBody, storeBody } from "#app/features/mail/sending/shared-bodies.server.ts";
import { prospect } from "#app/features/pipeline/tables.server.ts";
import { adminCommand, recorded } from "#app/features/security/audit/admin-command.server.ts";
import { canRead } from "#app/lib/actor.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { sequencesAudit } from "../audit.ts";
import { renderStep, sequenceReader, sequenceTestBatch } from "../emails/sequence-mail.tsx";
import { testUnsubscribeKey } from "../enrollments/leave-link.server.ts";
import { sequence } from "../tables.server.ts";
import { personColumns, variablesOf } from "./facts.server.ts";

/** A mail step of the draft; `prospectId`: the person to fill in, otherwise the fallbacks. */
export type StepQuery = { id: string; stepKey: string; prospectId?: string | null | undefined };
type NoSuchStep = Refusal<"no_such_step">;

export async function previewStep(
  ctx: Ctx,
  query: StepQuery,
): Promise<Result<{ subject: string; html: string; text: string }, NotAdmin | NotFound | NoSuchStep>> {
  if (!canRead(ctx.actor, "sequences")) return notAdmin();
  const found = await findStep(ctx, query);
  if (!found.ok) return found;
  const { body, reader } = found.value;
  return ok({ subject: reader.subject, ...fillBody(body, reader.fill) });
}

/** Sends a draft's mail step to `to`. Refusals: not_found, no_such_step, off_the_list (`to` is suppressed). For admins. */
export function sendTestMail(
  ctx: Ctx,
  { to, ...query }: StepQuery & { to: string },
): Promise<Result<undefined, NotAdmin | NotFound | NoSuchStep | Refusal<"off_the_list">>> {
  return adminCommand(ctx, "sequences", async (tx) => {
    const found = await findStep(tx, query, to);
    if (!found.ok) return found;
    if (await isOffList(tx, to, "outreach")) return refuse("off_the_list");
    const { body, reader } = found.value;
    const batch = { ...sequenceTestBatch(), body: await storeBody(tx, body) };
    await queueBatch(tx, batch, [{ ...reader, subject: `[Test] ${reader.subject}` }]);
    return recorded({ action: sequencesAudit.testSent, subject: query.id, detail: { step: query.stepKey } });
  });
}

/** The step's rendered body and what fills it in for `to`, by default the person. */
async function findStep(
  ctx: Pick<Ctx, "db">,
  { id, stepKey, prospectId }: StepQuery,
  to?: string,
): Promise<Result<{ body: Bodies; reader: ReturnType<typeof sequenceReader> }, NotFound | NoSuchStep>> {
  const [row] = await ctx.db.select().from(sequence).where(eq(sequence.id, id));
  if (!row) return notFound();
  const step = row.draft.steps.find(({ key }) => key === stepKey);
  if (step?.kind !== "mail") return refuse("no_such_step");
  const [person] =
    prospectId && isUuid(prospectId)
      ? await ctx.db.select(personColumns).from(prospect).where(eq(prospect.id, prospectId))
      : [];
  if (prospectId && !person) return notFound();
  return ok({
    body: await renderStep(step.mail, row.name),
    reader: sequenceReader(step.mail, {
      to: to ?? person?.email ?? "dana@northfield.example",
      unsubscribeKey: testUnsubscribeKey(row.name),
      values: person ? variablesOf(person) : {},
    }),
  });
}
