import { useEffect, useState } from "react";
import { data, Link, redirect, type ShouldRevalidateFunctionArgs, useNavigate } from "react-router";
import { listTeam } from "#app/features/accounts/profile/people.server.ts";
import { findNewestAnalysis } from "#app/features/analysis/newest-analysis.server.ts";
import { leadingWay, wayFlow } from "#app/features/analysis/two-ways.ts";
import { listVisitsOf } from "#app/features/analytics/visits/visit-story.server.ts";
import { listNextCalls } from "#app/features/booking/agenda/next-calls.server.ts";
import { listHostZones } from "#app/features/booking/hosts/hosts.server.ts";
import { dateIn } from "#app/features/booking/zoned-time.ts";
import { mailHref, repliesAnchor } from "#app/features/mail/messages/mail-states.ts";
import { readTimeline } from "#app/features/pipeline/notes/timeline.server.ts";
import { readTimelineKind } from "#app/features/pipeline/notes/timeline-kinds.ts";
import { readProspect } from "#app/features/pipeline/prospects/prospect-detail.server.ts";
import { isCold, sourceLabels } from "#app/features/pipeline/prospects/prospect-list.ts";
import { personLabel } from "#app/features/pipeline/prospects/prospect-names.ts";
import { lostText, type Stage, stageLabel, stages } from "#app/features/pipeline/prospects/stages.ts";
import { ageText, dollars, dueText } from "#app/features/pipeline/ui/figures.ts";
import { NotesPart } from "#app/features/pipeline/ui/notes/notes-part.tsx";
import { Timeline } from "#app/features/pipeline/ui/notes/timeline.tsx";
import { ContactForm } from "#app/features/pipeline/ui/prospect/contact-form.tsx";
import { DeletedParts } from "#app/features/pipeline/ui/prospect/deleted-parts.tsx";
import { LostFields } from "#app/features/pipeline/ui/prospect/lost-fields.tsx";
import { ScoreSheet } from "#app/features/pipeline/ui/prospect/score-sheet.tsx";
import { TasksPart } from "#app/features/pipeline/ui/prospect/tasks-part.tsx";
import { adviceTitle } from "#app/features/roi/wording/advice.ts";
import { readPersonSequences } from "#app/features/sequences/enrollments/person-enrollments.server.ts";
import { PersonSequences } from "#app/features/sequences/ui/person-sequences.tsx";
import { readableAddress } from "#app/lib/addresses/readable-address.ts";
import { spanInZone } from "#app/lib/dates/date-text.ts";
import { unlisted } from "#app/lib/firm.ts";
import { readMarkdown } from "#app/lib/formats/markdown.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { env } from "#app/platform/env.server.ts";
import type { pipelineAdminEndpoints } from "#app/routes/api/admin/pipeline-admin.server.ts";
import { shouldRevalidateUnlessLeft, useAdminActions } from "#app/shell/admin/action.tsx";
import { admitted, requireAdmin } from "#app/shell/admin/admin.server.ts";
import { ChangesOf } from "#app/shell/admin/changes.tsx";
import { useFreshData } from "#app/shell/admin/fresh-data.ts";
import { client } from "#app/shell/api-client.ts";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Button, buttonClass } from "#app/ui/buttons/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { useDialog, useUntilDone } from "#app/ui/dialogs/use-until-done.ts";
import { LeaveWarning, useHasUnsaved } from "#app/ui/drafts/leave-warning.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { Fact } from "#app/ui/lists/fact.tsx";
import { Day, useFirmDates } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/prospect";
import { type PipelineIntent, performPipelineAction } from "./pipeline-actions.ts";
import css from "./prospect.module.css";
import { VisitList } from "./visit-list.tsx";

const call = client<typeof pipelineAdminEndpoints>();

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
  const [timeline, admins, analysis, [nextCall], zones, visits, sequences] = await Promise.all([
    readTimeline(ctx, { id: prospect.id, addresses }, { kind, before }).then(admitted),
    listTeam(ctx, "pipeline"),
    prospect.userId ? findNewestAnalysis(ctx, prospect.userId) : null,
    listNextCalls(ctx, addresses),
    listHostZones(ctx, [me]),
    listVisitsOf(ctx, addresses),
    readPersonSequences(ctx, { prospectId: prospect.id }).then(admitted),
  ]);
  const zone = zones.get(me) ?? env().COMPANY_TIMEZONE;
  return {
    ...found.value,
    now: ctx.now,
    today: dateIn(ctx.now, zone),
    kind,
    isFirstPage: before === null,
    visits,
    sequences,
    firmZone: env().COMPANY_TIMEZONE,
    timeline,
    notes: found.value.notes.map((note) => ({ ...note, nodes: readMarkdown(note.body) })),
    owners: admins,
    nextCall: nextCall && {
      id: nextCall.id,
      title: nextCall.title,
      time: spanInZone(nextCall, zone),
    },
    analysis: analysis && {
      blueprintId: analysis.blueprintId,
      hoursSavedPerWeek: analysis.result.hoursSavedPerWeek,
      annualValue: analysis.result.annualValue,
      advice: adviceTitle(analysis.result),
      payback: wayFlow(analysis.result, leadingWay(analysis.result)).payback,
    },
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const title = loaderData ? titleOf(loaderData.prospect) : "Prospect";
  return unlisted(`${title}`);
};

/**
 * Open prospects that another admin merged. They are not reloaded, because their URL redirects to the other prospect and
 * unsaved text would be lost.
 */
const merged = new Map<string, { into: string }>();

export const shouldRevalidate = ({ currentParams, nextParams, ...args }: ShouldRevalidateFunctionArgs) =>
  shouldRevalidateUnlessLeft(args) && !(currentParams.id === nextParams.id && merged.has(String(currentParams.id)));

export async function clientAction({ request, params }: Route.ClientActionArgs) {
  const answer = await performPipelineAction(await request.formData());
  if (!("go" in answer)) await readState(params.id);
  return answer;
}

/** Returns null for a merged prospect or if the request fails. */
async function readState(prospectId: string): Promise<string | null> {
  const answer = await call("GET /admin/prospects/{prospectId}/state", { prospectId });
  if (!answer.ok) return null;
  const { state, mergedInto } = answer.value;
  if (mergedInto) merged.set(prospectId, { into: mergedInto });
  return mergedInto ? null : state;
}

/** Returns the prospect that another admin merged this one into while a form is unsaved; otherwise opens it at once. */
function useMerge(prospectId: string) {
  const [mergedInto, setMergedInto] = useState<string | null>(null);
  const hasUnsaved = useHasUnsaved();
  const navigate = useNavigate();
  useEffect(() => () => void merged.delete(prospectId), [prospectId]);
  const follow = () => {
    const into = merged.get(prospectId)?.into;
    if (!into) return;
    if (hasUnsaved()) setMergedInto(into);
    else void navigate(`/admin/prospect-pipeline/${into}`, { replace: true });
  };
  return { mergedInto, follow };
}

const titleOf = ({ company, name, email }: { company: string | null; name: string | null; email: string }) =>
  company ?? name ?? readableAddress(email);

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
    today,
    isFirstPage,
    nextCall,
    visits,
    sequences,
    firmZone,
  } = loaderData;
  const dates = useFirmDates();
  const { mergedInto, follow } = useMerge(prospect.id);
  const { actions, busy, running, doneAt, refusal, toast } = useAdminActions<PipelineIntent>(follow);
  const { perform, isRunning, refusalOf, doneAtOf } = actions;
  const [isLosing, setLosing, dialog] = useDialog({ busy, doneAt, refusal }, false);
  const [isDeleting, setDeleting] = useUntilDone(doneAt, false);
  useFreshData({
    state: loaderData.state,
    ask: async () => {
      const state = await readState(prospect.id);
      follow();
      return state;
    },
    isPaused: busy,
  });
  const { id, stage, stageSince, email, employees, role, name, company } = prospect;
  const move = (to: Stage, reason = "", note = "") =>
    perform({
      ...{ intent: "move", prospectId: id, from: stage, to, reason, note },
      ...{ label: stageLabel(to), fromLabel: stageLabel(stage) },
    });
  const openTasks = tasks.filter(({ doneAt: finished }) => finished === null);
  const [next] = openTasks;
  const due = next && dueText(next.dueOn, today);
  return (
    <AdminPage
      title={titleOf(prospect)}
      above={{ href: "/admin/prospect-pipeline", label: "Pipeline" }}
      lead={[company && name, role, employees && `${formatNumber(employees)} people`].filter(Boolean).join(", ")}
      tools={
        <>
          <Badge>{`${stageLabel(stage)}, ${ageText(stageSince, now, dates).toLowerCase()}`}</Badge>
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
      {mergedInto && (
        <Notice kind="critical" live>
          A colleague merged this prospect into another one. Copy your text, then open it.{" "}
          <Link to={`/admin/prospect-pipeline/${mergedInto}`}>Open the other prospect</Link>
        </Notice>
      )}
      <div className={`grid start ${css.columns}`}>
        <div className={`grid cols-1 gap-150 ${css.main}`}>
          {nextCall && (
            <section className={`grid justify-items-start framed ${css.call}`} aria-label="Next call">
              <p className="note">Next call</p>
              <p className="strong">{nextCall.title}</p>
              <p className="num">{nextCall.time}</p>
              <Link to={`/admin/calendar/calls/${nextCall.id}`}>Open the brief</Link>
            </section>
          )}
          {next && due && (
            <section className={`grid traced justify-items-start ${css.next}`} aria-label="Next step">
              <p className="note">Next step</p>
              <p className="strong">
                {next.mailId ? <Link to={mailHref(next.mailId, repliesAnchor)}>{next.title}</Link> : next.title}
              </p>
              <p className={due.isLate ? "critical strong" : undefined}>{due.text}</p>
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
            <dl className={`grid gap-100 ${css.figures}`}>
              <Figure label="Hours saved per week" value={analysis.hoursSavedPerWeek.toFixed(1)} />
              <Figure label="Advice" value={analysis.advice} />
              <Figure
                label="Yearly value for the client, from the analysis"
                value={dollars(analysis.annualValue * 100)}
              />
              <Figure
                label="Payback of the better way"
                value={analysis.payback === null ? "Over 36 months" : `${analysis.payback.toFixed(1)} months`}
              />
            </dl>
          )}
          <TasksPart
            prospectId={id}
            tasks={tasks}
            people={owners}
            defaultAssignee={owner?.userId ?? null}
            today={today}
            actions={actions}
          />
          <NotesPart prospectId={id} notes={notes} admins={owners} actions={actions} />
          <ChangesOf area="sequences">
            <PersonSequences email={email} {...sequences} timezone={firmZone} actions={actions} />
          </ChangesOf>
          <VisitList visits={visits} />
          <Timeline {...timeline} kind={kind} isFirstPage={isFirstPage} now={now} address={email} />
        </div>
        <section className={classNames(`grid gap-90 ${css.part}`, css.stage)} aria-labelledby="stage">
          <h2 id="stage">Stage</h2>
          <div className={`cluster gap-40 ${css.stages}`}>
            {stages().map(({ key, label }) => (
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
          {prospect.lostReason && (
            <p className={`muted smaller ${css.quiet}`}>Reason: {lostText(prospect.lostReason, prospect.lostNote)}</p>
          )}
        </section>
        <div className={`grid cols-1 gap-150 breaks ${css.side}`}>
          <section className={`grid gap-90 ${css.part}`} aria-labelledby="contact">
            <h2 id="contact">Contact</h2>
            <dl className={css.facts}>
              <div>
                <dt className="note">Email</dt>
                {addresses.map((address) => (
                  <dd key={address}>
                    <a href={`mailto:${address}`}>{readableAddress(address)}</a>
                  </dd>
                ))}
              </div>
              {prospect.domain && (
                <Fact name="Company domain">
                  <Link to={`/admin/prospect-pipeline/company/${prospect.domain}`}>{prospect.domain}</Link>
                </Fact>
              )}
              {prospect.source && <Fact name="Source">{sourceLabels[prospect.source]}</Fact>}
            </dl>
            {merge && (
              <Notice kind="info">
                {merge.email} was merged into this prospect on <Day at={merge.mergedAt} />.{" "}
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
            <Link className={`smaller ${css.merge}`} to={`/admin/prospect-pipeline/${id}/merge`}>
              Merge with another prospect
            </Link>
            <Button variant="tertiary" size={32} className={css.delete} onClick={() => setDeleting(true)}>
              Delete prospect
            </Button>
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
        {...dialog}
        open={isLosing}
        title={`Mark ${titleOf(prospect)} as lost?`}
        confirm="Mark as lost"
        busyText="Saving"
        onConfirm={(form) => move("lost", String(form.get("reason")), String(form.get("note") ?? ""))}
      >
        <LostFields key={String(isLosing)} />
      </ConfirmDialog>
      <ConfirmDialog
        open={isDeleting}
        title={`Delete ${personLabel(prospect)}?`}
        confirm="Delete prospect"
        busy={busy}
        busyText="Deleting"
        refusal={refusalOf("delete")}
        onClose={() => setDeleting(false)}
        onConfirm={() => perform({ intent: "delete", prospectId: id, label: personLabel(prospect) })}
      >
        <DeletedParts />
      </ConfirmDialog>
      {toast}
    </AdminPage>
  );
}

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt className="note">{label}</dt>
    <dd className="num">{value}</dd>
  </div>
);
