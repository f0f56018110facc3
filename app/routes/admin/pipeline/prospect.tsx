import { useState } from "react";
import { data, Link, redirect } from "react-router";
import { listAdmins } from "#app/features/accounts/people.server.ts";
import { findNewestAnalysis } from "#app/features/analysis/newest-analysis.server.ts";
import { listNextCalls } from "#app/features/booking/bookings/bookings.server.ts";
import { listHostZones } from "#app/features/booking/hosts/hosts.server.ts";
import { callTime } from "#app/features/booking/zoned-time.ts";
import { readProspect } from "#app/features/pipeline/prospect-detail.server.ts";
import { isCold, sourceLabels } from "#app/features/pipeline/prospect-list.ts";
import { type LostReason, lostReasons, type Stage, stageLabel, stages } from "#app/features/pipeline/stages.ts";
import { readTimeline } from "#app/features/pipeline/timeline.server.ts";
import { readTimelineKind } from "#app/features/pipeline/timeline-kinds.ts";
import { ContactForm } from "#app/features/pipeline/ui/contact-form.tsx";
import { ageText, dollars, dueText } from "#app/features/pipeline/ui/figures.ts";
import { NotesPart } from "#app/features/pipeline/ui/notes-part.tsx";
import { ScoreSheet } from "#app/features/pipeline/ui/score-sheet.tsx";
import { TasksPart } from "#app/features/pipeline/ui/tasks-part.tsx";
import { Timeline } from "#app/features/pipeline/ui/timeline.tsx";
import { readMarkdown } from "#app/lib/markdown.ts";
import { env } from "#app/platform/env.server.ts";
import { useAct } from "#app/shell/admin/act.tsx";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { useFreshData } from "#app/shell/admin/fresh-data.ts";
import { api, ask } from "#app/shell/api-client.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { DeskPage } from "#app/ui/desk-page.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { LeaveWarning } from "#app/ui/leave-warning.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { Route } from "./+types/prospect";
import { type PipelineIntent, performPipelineAct } from "./pipeline-actions.ts";
import css from "./prospect.module.css";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const search = new URL(request.url).searchParams;
  const before = search.get("before");
  const kind = readTimelineKind(search.get("kind"));
  const found = await readProspect(ctx, params.id);
  if (!found.ok && found.reason.kind === "merged") throw redirect(`/admin/prospect-pipeline/${found.reason.into}`);
  if (!found.ok) throw data(null, { status: 404 });
  const { prospect, addresses } = found.value;
  const me = ctx.actor.kind === "user" ? ctx.actor.userId : "";
  const [timeline, admins, analysis, [nextCall], zones] = await Promise.all([
    readTimeline(ctx, { id: prospect.id, addresses }, { kind, before }),
    listAdmins(ctx),
    prospect.userId ? findNewestAnalysis(ctx, prospect.userId) : null,
    listNextCalls(ctx, addresses),
    listHostZones(ctx, [me]),
  ]);
  if (!timeline.ok) throw new Error("The guard accepted a non-admin.");
  return {
    ...found.value,
    now: ctx.now,
    kind,
    isFirstPage: before === null,
    timeline: timeline.value,
    notes: found.value.notes.map((note) => ({ ...note, nodes: readMarkdown(note.body) })),
    owners: admins,
    nextCall: nextCall && {
      id: nextCall.id,
      title: nextCall.title,
      time: callTime(nextCall, zones.get(me) ?? env().COMPANY_TIMEZONE),
    },
    analysis: analysis && {
      blueprintId: analysis.blueprintId,
      hoursSavedPerWeek: analysis.result.hoursSavedPerWeek,
      annualValue: analysis.result.annualValue,
      payback: analysis.result.base.payback,
    },
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const title = loaderData ? titleOf(loaderData.prospect) : "Prospect";
  return [{ title: `${title} | GTMarc` }, { name: "robots", content: "noindex" }];
};

export const clientAction = async ({ request }: Route.ClientActionArgs) => performPipelineAct(await request.formData());

async function readState(prospectId: string): Promise<string | null> {
  const answer = await ask(api.api.admin.prospects[":prospectId"].state.$get({ param: { prospectId } }));
  return answer.ok ? answer.value.state : null;
}

const titleOf = ({ company, name, email }: { company: string | null; name: string | null; email: string }) =>
  company ?? name ?? email;

/** One prospect: stage, next step, score, contact, notes, tasks and everything that happened. */
export default function Prospect({ loaderData }: Route.ComponentProps) {
  return (
    <LeaveWarning>
      <ProspectPage key={loaderData.prospect.id} loaderData={loaderData} />
    </LeaveWarning>
  );
}

function ProspectPage({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  const {
    prospect,
    addresses,
    owner,
    owners,
    score,
    notes,
    tasks,
    merge,
    analysis,
    timeline,
    kind,
    now,
    isFirstPage,
    nextCall,
  } = loaderData;
  const { act, busy, running, doneAt, refusal, toast } = useAct<PipelineIntent>();
  const [isLosing, setLosing] = useState(false);
  const [asked, setAsked] = useState<{ intent: PipelineIntent; after: number } | null>(null);
  const [seenAt, setSeenAt] = useState(0);
  if (doneAt > seenAt) {
    setSeenAt(doneAt);
    setLosing(false);
  }
  const perform = (values: { intent: PipelineIntent } & Record<string, string>) => {
    setAsked({ intent: values.intent, after: doneAt });
    void act(values);
  };
  const isRunning = (intent: PipelineIntent) => busy && running?.get("intent") === intent;
  const refusalOf = (intent: PipelineIntent) => (asked?.intent === intent ? refusal : undefined);
  // Until the action is idle, the page shows what was loaded before it.
  const doneAtOf = (intent: PipelineIntent) => (asked?.intent === intent && !busy && doneAt > asked.after ? doneAt : 0);
  const acts = { perform, isRunning, refusalOf, doneAtOf };
  useFreshData({ state: loaderData.state, ask: () => readState(prospect.id), isPaused: busy });
  const { id, stage, stageSince, email, employees, role, name, company } = prospect;
  const move = (to: Stage, reason: LostReason | "" = "") =>
    perform({
      ...{ intent: "move", prospectId: id, from: stage, to, reason },
      ...{ label: stageLabel(to), fromLabel: stageLabel(stage) },
    });
  const openTasks = tasks.filter(({ doneAt: finished }) => finished === null);
  const [next] = openTasks;
  const due = next && dueText(next.dueOn, now);
  return (
    <DeskPage
      title={titleOf(prospect)}
      above={{ href: "/admin/prospect-pipeline", label: "Pipeline" }}
      lead={[company && name, role, employees && `${employees.toLocaleString("en-US")} people`]
        .filter(Boolean)
        .join(", ")}
      tools={
        <>
          <Badge>{`${stageLabel(stage)}, ${ageText(stageSince, now).toLowerCase()}`}</Badge>
          {isCold({ stage, lastSeenAt: prospect.lastActivityAt ?? prospect.createdAt }, now) && (
            <Badge kind="caution" icon="clock">
              Cold
            </Badge>
          )}
          <a className={buttonClass({ size: 40 })} href={`mailto:${email}`}>
            Email
          </a>
          {analysis && (
            <Link className={buttonClass({ size: 40 })} to={`/admin/blueprint/${analysis.blueprintId}`}>
              Open blueprint
            </Link>
          )}
        </>
      }
    >
      <div className={css.columns}>
        <div className={css.main}>
          {nextCall && (
            <section className={css.call} aria-label="Next call">
              <p className="note">Next call</p>
              <p className={css.nextTitle}>{nextCall.title}</p>
              <p className="num">{nextCall.time}</p>
              <Link to={`/admin/calendar/calls/${nextCall.id}`}>Open the brief</Link>
            </section>
          )}
          {next && due && (
            <section className={css.next} aria-label="Next step">
              <p className="note">Next step</p>
              <p className={css.nextTitle}>{next.title}</p>
              <p className={due.isLate ? css.late : undefined}>{due.text}</p>
              <Button
                size={32}
                busy={isRunning("finish-task")}
                onClick={() => perform({ intent: "finish-task", taskId: next.id })}
              >
                Mark as done
              </Button>
            </section>
          )}
          <ScoreSheet score={score} />
          {analysis && (
            <dl className={css.figures}>
              <Figure label="Hours saved per week" value={analysis.hoursSavedPerWeek.toFixed(1)} />
              <Figure label="Annual value" value={dollars(analysis.annualValue * 100)} />
              <Figure
                label="Payback"
                value={analysis.payback === null ? "Over 36 months" : `${analysis.payback.toFixed(1)} months`}
              />
            </dl>
          )}
          <TasksPart
            prospectId={id}
            tasks={tasks}
            people={owners}
            defaultAssignee={owner?.userId ?? null}
            now={now}
            acts={acts}
          />
          <NotesPart prospectId={id} notes={notes} admins={owners} acts={acts} />
          <Timeline {...timeline} kind={kind} isFirstPage={isFirstPage} />
        </div>
        <section className={classNames(css.part, css.stage)} aria-labelledby="stage">
          <h2 id="stage">Stage</h2>
          <div className={css.stages}>
            {stages.map(({ key, label }) => (
              <Button
                key={key}
                size={32}
                aria-pressed={key === stage}
                busy={isRunning("move") && running?.get("to") === key}
                onClick={() => (key === stage ? undefined : key === "lost" ? setLosing(true) : move(key))}
              >
                {label}
              </Button>
            ))}
          </div>
          {prospect.lostReason && <p className={css.quiet}>Reason: {lostReasons[prospect.lostReason]}</p>}
        </section>
        <div className={css.side}>
          <section className={css.part} aria-labelledby="contact">
            <h2 id="contact">Contact</h2>
            <dl className={css.facts}>
              {addresses.map((address) => (
                <div key={address}>
                  <dt className="note">Email</dt>
                  <dd>
                    <a href={`mailto:${address}`}>{address}</a>
                  </dd>
                </div>
              ))}
              {prospect.domain && (
                <div>
                  <dt className="note">Firm</dt>
                  <dd>
                    <Link to={`/admin/prospect-pipeline/company/${prospect.domain}`}>{prospect.domain}</Link>
                  </dd>
                </div>
              )}
              {prospect.source && (
                <div>
                  <dt className="note">Source</dt>
                  <dd>{sourceLabels[prospect.source]}</dd>
                </div>
              )}
            </dl>
            {merge && (
              <Notice kind="info">
                {merge.email} was merged into this prospect on {dayFormat.format(merge.mergedAt)}.{" "}
                <Button
                  variant="tertiary"
                  size={32}
                  busy={isRunning("undo-merge")}
                  onClick={() => perform({ intent: "undo-merge", mergeId: merge.id })}
                >
                  Undo the merge
                </Button>
              </Notice>
            )}
            <Link className={css.merge} to={`/admin/prospect-pipeline/${id}/merge`}>
              Merge with another prospect
            </Link>
            <ContactForm
              prospect={prospect}
              owners={owners}
              busy={isRunning("edit")}
              refusal={refusalOf("edit")}
              savedAt={doneAtOf("edit")}
              onSave={(edit) => perform({ intent: "edit", prospectId: id, prospect: JSON.stringify(edit) })}
            />
          </section>
        </div>
      </div>
      <ConfirmDialog
        open={isLosing}
        title={`Mark ${titleOf(prospect)} as lost?`}
        confirm="Mark as lost"
        busy={busy}
        busyText="Saving"
        refusal={refusal}
        onClose={() => setLosing(false)}
        onConfirm={(form) => move("lost", String(form.get("reason")) as LostReason)}
      >
        <SelectField
          label="Reason"
          name="reason"
          required
          placeholder="Choose a reason"
          options={Object.entries(lostReasons).map(([value, label]) => ({ value, label }))}
        />
      </ConfirmDialog>
      {toast}
    </DeskPage>
  );
}

const dayFormat = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  year: "numeric",
  timeZone: "UTC",
});

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt className="note">{label}</dt>
    <dd className="num">{value}</dd>
  </div>
);
