import { useState } from "react";
import type { ArchitectWork } from "#app/features/full-blueprint/drawing/architect-work.server.ts";
import { targetBusinessDays } from "#app/features/full-blueprint/full-blueprint.ts";
import { StageBadge } from "#app/features/full-blueprint/ui/stage-badge.tsx";
import { readableAddress } from "#app/lib/addresses/readable-address.ts";
import type { useAdminAction } from "#app/shell/admin/action.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { SelectField } from "#app/ui/forms/field.tsx";
import { Day } from "#app/ui/text/firm-dates.tsx";
import type { ArchitectIntent } from "./blueprint-actions.ts";
import css from "./editor-margin.module.css";
import { MarginDialogs, type Question } from "./margin-dialogs.tsx";

/** The editor's side column: stage and next actions, client, versions. */
export function EditorMargin({
  work,
  now,
  timezone,
  targetIfNow,
  actions,
  onRestore,
}: {
  work: ArchitectWork & { unlocked: NonNullable<ArchitectWork["unlocked"]> };
  now: Date;
  timezone: string;
  targetIfNow: Date;
  actions: ReturnType<typeof useAdminAction<ArchitectIntent>>;
  onRestore: (number: number) => void;
}) {
  const { act, busy, running, doneAt } = actions;
  const { client, architects, unlocked, revision } = work;
  const { stage, architectId, kickoffAt, targetAt, dueAt, requestedAt, method, versions } = unlocked;
  const [question, setQuestion] = useState<Question | null>(null);
  const [wasDoneAt, setWasDoneAt] = useState(doneAt);
  if (doneAt !== wasDoneAt) {
    setWasDoneAt(doneAt);
    setQuestion(null);
  }
  return (
    <aside className={`grid gap-200 packed ${css.margin}`} aria-label="Stage">
      <section>
        <h2 className={`strong ${css.head}`}>Stage</h2>
        <p>
          <StageBadge stage={stage} dueAt={dueAt} now={now} timezone={timezone} />
        </p>
        <dl className={`grid smaller ${css.facts}`}>
          <dt className="muted">Unlocked</dt>
          <dd className="breaks">
            <Day at={requestedAt} /> by {method}
          </dd>
          <dt className="muted">Kickoff</dt>
          <dd className="breaks">
            {kickoffAt ? (
              <Day at={kickoffAt} />
            ) : (
              <>
                not held, due <Day at={dueAt} />
              </>
            )}
          </dd>
          <dt className="muted">Target date</dt>
          <dd className="breaks">{targetAt ? <Day at={targetAt} /> : "after the kickoff"}</dd>
          <dt className="muted">Client</dt>
          <dd className="breaks">
            <a href={`mailto:${client.email}`}>{readableAddress(client.email)}</a>
          </dd>
          <dt className="muted">Analysis</dt>
          <dd className="breaks">revision {revision}</dd>
        </dl>
        <SelectField
          label="Architect"
          value={architectId ?? ""}
          placeholder="No one yet"
          options={architects.map(({ userId, name, email }) => ({ value: userId, label: `${name} (${email})` }))}
          onChange={(event) =>
            event.currentTarget.value && setQuestion({ kind: "assign", architectId: event.currentTarget.value })
          }
          hint="The client gets an email with the name."
        />
        <div className={`cluster gap-50 ${css.actions}`}>
          {!kickoffAt && stage !== "requested" && (
            <Button size={40} onClick={() => setQuestion({ kind: "kickoff" })}>
              Record the kickoff
            </Button>
          )}
          {kickoffAt && method !== "call" && stage !== "published" && (
            <Button
              size={40}
              busy={busy && running?.get("intent") === "withdraw-kickoff"}
              onClick={() => void act({ intent: "withdraw-kickoff" })}
            >
              Withdraw the kickoff
            </Button>
          )}
          {stage === "assigned" && (
            <Button size={40} onClick={() => setQuestion({ kind: "review" })}>
              Send to review
            </Button>
          )}
        </div>
        {!kickoffAt && (
          <p className="small">
            {stage === "requested"
              ? "Assign an architect before the kickoff."
              : `The ${targetBusinessDays} business days start with the kickoff.`}
          </p>
        )}
        <MarginDialogs
          question={question}
          work={work}
          targetIfNow={targetIfNow}
          actions={actions}
          onClose={() => setQuestion(null)}
        />
      </section>
      <section>
        <h2 className={`strong ${css.head}`}>Versions</h2>
        {versions.length === 0 ? (
          <p className="small">None is published yet.</p>
        ) : (
          <ol className={css.versions}>
            {versions.map(({ number, publishedAt, publishedBy, note }) => (
              <li key={number}>
                <p>
                  <b>Version {number}</b>{" "}
                  <span className="note">
                    <Day at={publishedAt} />
                    {publishedBy && `, ${publishedBy}`}
                  </span>
                </p>
                {note && <p className="small">{note}</p>}
                <Button size={32} aria-label={`Restore version ${number}`} onClick={() => onRestore(number)}>
                  Restore
                </Button>
              </li>
            ))}
          </ol>
        )}
      </section>
    </aside>
  );
}
