import type { DeskWork } from "#app/features/full-blueprint/architect-desk.server.ts";
import { StageBadge } from "#app/features/full-blueprint/ui/stage-badge.tsx";
import type { useAct } from "#app/shell/admin/act.tsx";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { Day } from "#app/ui/firm-dates.tsx";
import type { ArchitectIntent } from "./blueprint-actions.ts";
import css from "./editor-margin.module.css";

/** Beside the drawings: where the work stands and what moves it on, the client, and the versions there are. */
export function DeskMargin({
  work,
  now,
  timezone,
  acts: { act, busy, running },
  onRestore,
}: {
  work: DeskWork & { unlocked: NonNullable<DeskWork["unlocked"]> };
  now: Date;
  timezone: string;
  acts: ReturnType<typeof useAct<ArchitectIntent>>;
  onRestore: (number: number) => void;
}) {
  const { client, architects, unlocked, revision } = work;
  const { stage, architectId, kickoffAt, targetAt, requestedAt, method, versions } = unlocked;
  const button = (intent: ArchitectIntent, words: string) => (
    <Button size={40} busy={busy && running?.get("intent") === intent} onClick={() => void act({ intent })}>
      {words}
    </Button>
  );
  return (
    <aside className={css.margin} aria-label="Where it stands">
      <section>
        <h2 className={css.head}>Stage</h2>
        <p>
          <StageBadge stage={stage} targetAt={targetAt} now={now} timezone={timezone} />
        </p>
        <dl className={css.facts}>
          <dt>Unlocked</dt>
          <dd>
            <Day at={requestedAt} /> by {method}
          </dd>
          <dt>Kickoff</dt>
          <dd>{kickoffAt ? <Day at={kickoffAt} /> : "not held"}</dd>
          <dt>Promised for</dt>
          <dd>{targetAt ? <Day at={targetAt} /> : "after the kickoff"}</dd>
          <dt>Client</dt>
          <dd>
            <a href={`mailto:${client.email}`}>{client.email}</a>
          </dd>
          <dt>Analysis</dt>
          <dd>revision {revision}</dd>
        </dl>
        <SelectField
          label="Architect"
          value={architectId ?? ""}
          placeholder="No one yet"
          options={architects.map(({ userId, name, email }) => ({ value: userId, label: `${name} (${email})` }))}
          onChange={(event) =>
            event.currentTarget.value &&
            void act({ intent: "assign", from: architectId ?? "", architectId: event.currentTarget.value })
          }
          hint="The client gets an email with the name."
        />
        <div className={css.acts}>
          {!kickoffAt && button("kickoff", "Kickoff is held")}
          {stage === "assigned" && button("review", "Send to review")}
        </div>
        {!kickoffAt && <p className="small">From the kickoff on the ten days count and a paid fee is final.</p>}
      </section>
      <section>
        <h2 className={css.head}>Versions</h2>
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
