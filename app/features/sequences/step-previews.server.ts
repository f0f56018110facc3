import { eq } from "drizzle-orm";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { renderMail } from "#app/features/mail/rendering.server.ts";
import { isOffList } from "#app/features/mail/suppression.server.ts";
import { prospect } from "#app/features/pipeline/tables.server.ts";
import { adminCommand, recorded } from "#app/features/security/admin-command.server.ts";
import { actsAsAdmin } from "#app/lib/actor.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { sequencesAudit } from "./audit.ts";
import type { MailStep } from "./definition.ts";
import { sequenceMail, sequenceTestMail } from "./emails/sequence-mail.tsx";
import { personColumns, variablesOf } from "./facts.server.ts";
import { testUnsubscribeKey } from "./leave-link.server.ts";
import { sequence } from "./tables.server.ts";
import type { VariableValues } from "./variables.ts";

/** A mail step of the draft; `prospectId`: the person to fill in, otherwise the fallbacks. */
export type StepQuery = { id: string; stepKey: string; prospectId?: string | null | undefined };
type NoSuchStep = Refusal<"no_such_step">;

export async function previewStep(
  ctx: Ctx,
  query: StepQuery,
): Promise<Result<{ subject: string; html: string; text: string }, NotAdmin | NotFound | NoSuchStep>> {
  if (!actsAsAdmin(ctx.actor)) return notAdmin();
  const found = await findStep(ctx, query);
  if (!found.ok) return found;
  const { step, values, campaign, email } = found.value;
  const mail = { to: email, content: step.mail, values, campaign, unsubscribeKey: testUnsubscribeKey(campaign) };
  const draft = sequenceMail(mail);
  return ok({ subject: draft.subject, ...(await renderMail(draft.body)) });
}

/** Sends a draft's mail step to `to`. Refusals: not_found, no_such_step, off_the_list (`to` is suppressed). For admins. */
export function sendTestMail(
  ctx: Ctx,
  { to, ...query }: StepQuery & { to: string },
): Promise<Result<undefined, NotAdmin | NotFound | NoSuchStep | Refusal<"off_the_list">>> {
  return adminCommand(ctx, async (tx) => {
    const found = await findStep(tx, query);
    if (!found.ok) return found;
    if (await isOffList(tx, to, "outreach")) return refuse("off_the_list");
    const { step, values, campaign } = found.value;
    await queueMail(tx, sequenceTestMail({ to, content: step.mail, values, campaign }));
    return recorded({ action: sequencesAudit.testSent, subject: query.id, detail: { step: query.stepKey } });
  });
}

async function findStep(
  ctx: Pick<Ctx, "db">,
  { id, stepKey, prospectId }: StepQuery,
): Promise<Result<{ step: MailStep; values: VariableValues; campaign: string; email: string }, NotFound | NoSuchStep>> {
  const [row] = await ctx.db.select().from(sequence).where(eq(sequence.id, id));
  if (!row) return notFound();
  const step = row.draft.steps.find(({ key }) => key === stepKey);
  if (step?.kind !== "mail") return refuse("no_such_step");
  const [person] =
    prospectId && isUuid(prospectId)
      ? await ctx.db.select(personColumns).from(prospect).where(eq(prospect.id, prospectId))
      : [];
  if (prospectId && !person) return notFound();
  const values = person ? variablesOf(person) : {};
  return ok({ step, values, campaign: row.name, email: person?.email ?? "dana@northfield.example" });
}
