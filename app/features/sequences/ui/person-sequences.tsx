import { Link } from "react-router";
import { clockOf, dayOf } from "#app/lib/dates/date-text.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { useUntilDone } from "#app/ui/dialogs/use-until-done.ts";
import { SelectField } from "#app/ui/forms/field.tsx";
import type { PersonEnrollment } from "../enrollments/person-enrollments.server.ts";
import css from "./person-sequences.module.css";
import { EnrollmentBadge, reasonText } from "./sequence-badge.tsx";
import { stepLabel } from "./sequence-labels.ts";

export type PersonIntent = "enroll" | "pause-person" | "resume-person" | "remove-person";
type Acts = {
  perform: (values: { intent: PersonIntent } & Record<string, string>) => void;
  isRunning: (intent: PersonIntent) => boolean;
  refusalOf: (intent: PersonIntent) => string | undefined;
  doneAtOf: (intent: PersonIntent) => number;
};

export function PersonSequences({
  email,
  enrollments,
  running,
  timezone,
  actions,
}: {
  email: string;
  enrollments: readonly PersonEnrollment[];
  running: readonly { id: string; title: string }[];
  timezone: string;
  actions: Acts;
}) {
  const doneAt = Math.max(actions.doneAtOf("enroll"), actions.doneAtOf("remove-person"));
  const [asking, setAsking] = useUntilDone<"enroll" | { removes: PersonEnrollment } | null>(doneAt, null);
  const removes = asking !== null && asking !== "enroll" ? asking.removes : null;
  const act = (intent: PersonIntent, { id, title }: PersonEnrollment, label: string) => (
    <Button
      size={32}
      aria-label={`${label} ${title}`}
      busy={actions.isRunning(intent)}
      onClick={() => actions.perform({ intent, enrollmentId: id })}
    >
      {label}
    </Button>
  );
  return (
    <section className="grid gap-90" aria-labelledby="sequences">
      <div className={`cluster middle between ${css.head}`}>
        <h2 id="sequences">Sequences</h2>
        {running.length > 0 && (
          <Button size={32} icon="plus" onClick={() => setAsking("enroll")}>
            Enroll
          </Button>
        )}
      </div>
      {enrollments.length === 0 ? (
        <p className="muted smaller">
          {running.length > 0
            ? "This person is in no email sequence."
            : "This person is in no email sequence, and none is running."}
        </p>
      ) : (
        <ul className={css.list}>
          {enrollments.map((row) => (
            <li key={row.id}>
              <div className={`cluster middle between ${css.line}`}>
                <Link to={`/admin/email-sequences/${row.sequenceId}`}>{row.title}</Link>
                <EnrollmentBadge state={row.state} />
              </div>
              <p className="muted smaller">{lineOf(row, timezone)}</p>
              {(row.state === "active" || row.state === "paused") && (
                <div className="cluster middle gap-50">
                  {row.state === "active" ? act("pause-person", row, "Pause") : act("resume-person", row, "Resume")}
                  <Button size={32} aria-label={`Remove from ${row.title}`} onClick={() => setAsking({ removes: row })}>
                    Remove
                  </Button>
                  <Link to={`/admin/email-sequences/${row.sequenceId}/people`}>People</Link>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={asking === "enroll"}
        title={`Enroll ${email}?`}
        confirm="Enroll"
        cancel="Cancel"
        busy={actions.isRunning("enroll")}
        busyText="Enrolling"
        refusal={actions.refusalOf("enroll")}
        onClose={() => setAsking(null)}
        onConfirm={(form) => actions.perform({ intent: "enroll", sequenceId: String(form.get("sequence")), email })}
      >
        <SelectField
          label="Sequence"
          name="sequence"
          required
          options={running.map(({ id, title }) => ({ value: id, label: title }))}
        />
      </ConfirmDialog>
      <ConfirmDialog
        open={removes !== null}
        title={`Remove from “${removes?.title ?? ""}”?`}
        confirm="Remove"
        cancel="Keep"
        busy={actions.isRunning("remove-person")}
        busyText="Removing"
        refusal={actions.refusalOf("remove-person")}
        onClose={() => setAsking(null)}
        onConfirm={() => removes && actions.perform({ intent: "remove-person", enrollmentId: removes.id })}
      >
        <p>This person gets no more steps of the sequence. It cannot be resumed.</p>
      </ConfirmDialog>
    </section>
  );
}

function lineOf(row: PersonEnrollment, timezone: string): string {
  const { state, reason, next, nextAt, enrolledAt, endedAt } = row;
  const day = (at: Date) => dayOf(at, timezone);
  if (endedAt) return [reasonText(reason, row), day(endedAt)].filter(Boolean).join(", ");
  const since = [`Enrolled ${day(enrolledAt)}`, reasonText(null, row)].filter(Boolean).join(", ");
  if (!next) return since;
  const what = `next: ${next.kind === "mail" ? "email" : "task"} “${stepLabel(next)}”`;
  if (state === "paused" || !nextAt) return `${since}, ${what}`;
  return `${since}, ${what}, not before ${day(nextAt)}, ${clockOf(nextAt, timezone)}`;
}
