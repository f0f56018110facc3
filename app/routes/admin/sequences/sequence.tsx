import { useState } from "react";
import { prospectSorts, readProspectFilters } from "#app/features/pipeline/prospects/prospect-list.ts";
import { listProspects } from "#app/features/pipeline/prospects/prospects.server.ts";
import { SequenceForm } from "#app/features/sequences/ui/editor/sequence-form.tsx";
import { StepPreview } from "#app/features/sequences/ui/editor/step-preview.tsx";
import { readListQuery } from "#app/lib/addresses/list-query.ts";
import { dayOf } from "#app/lib/dates/date-text.ts";
import { unlisted } from "#app/lib/firm.ts";
import { counted } from "#app/lib/numbers.ts";
import { env } from "#app/platform/env.server.ts";
import { useAdminActions } from "#app/shell/admin/action.tsx";
import { admitted, requireAdmin } from "#app/shell/admin/admin.server.ts";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { useDialog } from "#app/ui/dialogs/use-until-done.ts";
import { LeaveWarning } from "#app/ui/drafts/leave-warning.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import type { Route } from "./+types/sequence";
import { chosenSequence } from "./chosen-sequence.server.ts";
import { performSequenceAction, type SequenceIntent } from "./sequence-actions.ts";
import { SequenceFrame } from "./sequence-frame.tsx";
import css from "./sequences.module.css";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const { COMPANY_TIMEZONE: timezone } = env();
  const none = new URLSearchParams();
  const recent = {
    ...readListQuery(none, prospectSorts, { key: "activity", direction: "desc" }),
    filters: readProspectFilters(none, "", timezone),
  };
  const [sequence, prospects] = await Promise.all([
    chosenSequence(ctx, params.id),
    listProspects(ctx, recent).then(admitted),
  ]);
  const people = prospects.rows.map(({ id, name, company, email }) => ({
    id,
    label: [name ?? email, company].filter(Boolean).join(", "),
  }));
  return { sequence, people, timezone, myEmail: ctx.actor.email };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlisted(`${loaderData?.sequence.title ?? "Sequence"} | Email sequences`);

export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  performSequenceAction(await request.formData());

export default function Sequence({ loaderData: { sequence, people, timezone, myEmail } }: Route.ComponentProps) {
  const page = useAdminActions<SequenceIntent>();
  const { actions, busy, doneAt, refusal } = page;
  const [personId, setPersonId] = useState("");
  const [testing, setTesting, dialog] = useDialog<string | null>({ busy, doneAt, refusal }, null);
  const { id, draft, version, versions } = sequence;
  return (
    <LeaveWarning>
      <SequenceFrame sequence={sequence} current="" page={page}>
        <SequenceForm
          key={id}
          sequence={sequence}
          busy={actions.isRunning("save")}
          refusal={actions.refusalOf("save")}
          savedAt={actions.doneAtOf("save")}
          onSave={(json) => actions.perform({ intent: "save", sequenceId: id, sequence: JSON.stringify(json) })}
          preview={(step, isSaved) =>
            step.kind === "mail" && (
              <StepPreview
                address={`/admin/email-sequences/${id}/preview`}
                stepKey={step.key}
                version={version}
                isSaved={isSaved}
                isStored={draft.steps.some(({ key, kind }) => key === step.key && kind === "mail")}
                people={people}
                personId={personId}
                onPerson={setPersonId}
                onTest={() => setTesting(step.key)}
              />
            )
          }
          margin={
            versions.length > 0 && (
              <section className={`grid gap-40 ${css.versions}`} aria-labelledby="versions">
                <h2 className="ui-size strong" id="versions">
                  Versions
                </h2>
                <ul>
                  {versions.map(({ number, publishedAt, enrolled }) => (
                    <li className="cluster between smaller" key={number}>
                      <span>
                        Version {number}, {dayOf(publishedAt, timezone)}
                      </span>
                      <span className="num">{counted(enrolled, "person", "people")}</span>
                    </li>
                  ))}
                </ul>
              </section>
            )
          }
        />
        <ConfirmDialog
          {...dialog}
          open={testing !== null}
          title="Send a test?"
          confirm="Send the test"
          busyText="Sending"
          onConfirm={(form) =>
            actions.perform({
              ...{ intent: "test", sequenceId: id, step: testing ?? "" },
              ...{ to: String(form.get("to")), prospectId: personId },
            })
          }
        >
          <p>
            Sends the saved email with [Test] before the subject
            {personId ? ", filled in for the prospect of the preview" : ", with the fallbacks of its variables"}.
          </p>
          <TextField label="Email" name="to" type="email" required maxLength={255} defaultValue={myEmail} />
        </ConfirmDialog>
      </SequenceFrame>
    </LeaveWarning>
  );
}
