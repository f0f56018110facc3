import { Link } from "react-router";
import { type FailedJob, type QueueState, readJobs } from "#app/features/operations/queues.server.ts";
import { placeIn, shownText } from "#app/lib/addresses/list-query.ts";
import type { FirmDates } from "#app/lib/dates/firm-dates.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { unlisted } from "#app/lib/firm.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import parts from "#app/routes/admin/admin-parts.module.css";
import { useAdminAction } from "#app/shell/admin/action.tsx";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminFilters } from "#app/ui/admin/admin-filters.tsx";
import { AdminList, type ListColumn } from "#app/ui/admin/admin-list.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { useDialog } from "#app/ui/dialogs/use-until-done.ts";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { type Column, Table } from "#app/ui/lists/table.tsx";
import { Moment, useFirmDates } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/jobs";
import { type JobIntent, performJobAction } from "./job-actions.ts";
import { JobSections } from "./job-sections.tsx";
import css from "./jobs.module.css";

export const meta = () => unlisted("Jobs");

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const params = new URL(request.url).searchParams;
  const queue = params.get("queue");
  const jobs = await readJobs(ctx, { queue, ...placeIn(params) });
  return { ...jobs, queue, now: ctx.now };
}

export const clientAction = async ({ request }: Route.ClientActionArgs) => performJobAction(await request.formData());

type Question = { intent: JobIntent; queue: string; job: FailedJob | null };

/** Limit of the API per request. */
const maxAtOnce = 1000;

export default function Jobs({ loaderData }: Route.ComponentProps) {
  const { queues, failed, queue, undelivered, maxCounted, finishedDays, now } = loaderData;
  const { act, busy, running, doneAt, refusal, toast } = useAdminAction<JobIntent>();
  const [question, setQuestion, dialog] = useDialog<Question | null>({ busy, doneAt, refusal }, null);
  const dates = useFirmDates();
  const counted = (count: number) => countText(count, maxCounted);
  const sum = (key: "waiting" | "running" | "failed") => queues.reduce((total, each) => total + each[key], 0);
  const chosen = queues.find(({ name }) => name === queue);
  const failedCount = queues.find(({ name }) => name === question?.queue)?.failed ?? 0;
  return (
    <AdminPage
      title="Jobs"
      lead={`Finished and failed jobs are deleted after ${finishedDays} days, with their parameters.`}
      figures={[
        { label: "Waiting", value: counted(sum("waiting")), note: "in all queues" },
        { label: "Running", value: counted(sum("running")), note: "now" },
        {
          label: "Failed",
          value: counted(sum("failed")),
          note: "no retries left",
          ...(sum("failed") > 0 ? { tone: "critical" as const } : {}),
        },
        {
          label: "Undelivered events",
          value: counted(undelivered),
          href: "/admin/jobs/events",
          ...(undelivered > 0 ? { tone: "critical" as const } : {}),
        },
      ]}
    >
      <JobSections current="/admin/jobs" />
      <section className={css.section} aria-labelledby="failed-jobs">
        <div className={`cluster middle between ${css.head}`}>
          <h2 id="failed-jobs">Failed jobs</h2>
          {chosen && chosen.failed > 0 && (
            <div className="cluster gap-50">
              <Button
                size={32}
                icon="refresh"
                onClick={() => setQuestion({ intent: "retry", queue: chosen.name, job: null })}
              >
                Retry all of {chosen.name}
              </Button>
              <Button
                size={32}
                icon="trash"
                onClick={() => setQuestion({ intent: "discard", queue: chosen.name, job: null })}
              >
                Discard all
              </Button>
            </div>
          )}
        </div>
        <AdminFilters
          selects={[
            {
              name: "queue",
              label: "Queue",
              all: "All queues",
              options: queues.map(({ name }) => ({ value: name, label: name })),
            },
          ]}
          result={shownText(failed.rows.length, failed.next !== null)}
        />
        <AdminList
          caption="Failed jobs"
          columns={failedColumns({
            dates,
            onRetry: (job) => void act({ intent: "retry", queue: job.name, jobId: job.id }),
            onDiscard: (job) => setQuestion({ intent: "discard", queue: job.name, job }),
            isRetrying: ({ id }) => busy && running?.get("intent") === "retry" && running.get("jobId") === id,
          })}
          {...failed}
          empty={
            <Empty
              title={queue ? "No failed jobs in this queue" : "No failed jobs"}
              text="A job appears here when all its retries have failed."
              level={3}
            />
          }
        />
      </section>
      <section className={css.section} aria-labelledby="queues">
        <div className={`cluster middle between ${css.head}`}>
          <h2 id="queues">Queues</h2>
        </div>
        <Table
          caption="Queues"
          quiet
          columns={queueColumns({ now, counted, finishedDays })}
          rows={queues}
          rowKey={({ name }) => name}
        />
      </section>
      <ConfirmDialog
        {...dialog}
        open={question !== null}
        title={titleOf(question, failedCount)}
        confirm={question?.intent === "retry" ? "Retry" : "Discard"}
        busyText={question?.intent === "retry" ? "Retrying…" : "Discarding…"}
        onConfirm={() =>
          question && void act({ intent: question.intent, queue: question.queue, jobId: question.job?.id ?? "" })
        }
      >
        <p>
          {question?.intent === "retry"
            ? `They run again within seconds. A job that fails again returns to this list.`
            : `${question?.job ? `The job of ${question.queue} is` : `They are`} deleted and will not run again.`}
          {!question?.job &&
            failedCount > maxAtOnce &&
            ` The newest ${formatNumber(maxAtOnce)} failed jobs are changed; repeat this for the others.`}
        </p>
      </ConfirmDialog>
      {toast}
    </AdminPage>
  );
}

function titleOf(question: Question | null, failed: number): string {
  if (question?.job) return "Discard this job?";
  const jobs = failed === 1 ? "1 failed job" : `${formatNumber(Math.min(failed, maxAtOnce))} failed jobs`;
  return `${question?.intent === "retry" ? "Retry" : "Discard"} ${jobs} of ${question?.queue ?? "this queue"}?`;
}

const countText = (count: number, most: number) => (count > most ? `${formatNumber(most)}+` : formatNumber(count));

function failedColumns({
  dates,
  onRetry,
  onDiscard,
  isRetrying,
}: {
  dates: FirmDates;
  onRetry: (job: FailedJob) => void;
  onDiscard: (job: FailedJob) => void;
  isRetrying: (job: FailedJob) => boolean;
}): ListColumn<FailedJob>[] {
  return [
    { label: "Queue", heads: true, cell: ({ name }) => <span className="breaks">{name}</span> },
    { label: "Reason", cell: ({ reason }) => <span className={`breaks ${css.reason}`}>{reason}</span> },
    { label: "Attempts", numeric: true, cell: ({ attempts }) => attempts },
    { label: "Failed", cell: ({ failedAt }) => <Moment className={parts.when} at={failedAt} /> },
    {
      label: "Actions",
      cell: (job) => (
        <span className="cluster gap-50">
          <Button
            size={32}
            busy={isRetrying(job)}
            aria-label={`Retry ${job.name} of ${dates.moment(job.failedAt)}`}
            onClick={() => onRetry(job)}
          >
            Retry
          </Button>
          <Button
            size={32}
            aria-label={`Discard ${job.name} of ${dates.moment(job.failedAt)}`}
            onClick={() => onDiscard(job)}
          >
            Discard
          </Button>
        </span>
      ),
    },
  ];
}

function queueColumns({
  now,
  counted,
  finishedDays,
}: {
  now: Date;
  counted: (count: number) => string;
  finishedDays: number;
}): Column<QueueState>[] {
  return [
    { label: "Queue", heads: true, cell: ({ name }) => <span className="breaks">{name}</span> },
    {
      label: "Now",
      cell: (queue) => {
        const counts = [
          queue.waiting > 0 && `${counted(queue.waiting)} waiting`,
          queue.running > 0 && `${counted(queue.running)} running`,
        ].filter(Boolean);
        return (
          <>
            <span className={counts.length > 0 || queue.failed > 0 ? undefined : "muted"}>
              {counts.join(", ") || (queue.failed > 0 ? "" : "Idle")}
            </span>
            {queue.failed > 0 && (
              <Link
                className="block critical weight-560"
                to={`/admin/jobs?queue=${queue.name}`}
                aria-label={`${counted(queue.failed)} failed in ${queue.name}`}
              >
                {counted(queue.failed)} failed
              </Link>
            )}
            {queue.oldestWaitingAt && (
              <span className={`block muted ${parts.noteUnder}`}>
                oldest waits {durationText(now, queue.oldestWaitingAt)}
              </span>
            )}
          </>
        );
      },
    },
    {
      label: "Last success",
      cell: ({ lastSuccessAt }) =>
        lastSuccessAt ? <Moment className={parts.when} at={lastSuccessAt} /> : `None in the last ${finishedDays} days`,
    },
    {
      label: "Next run",
      cell: ({ schedule }) =>
        schedule ? (
          <>
            {schedule.nextRunAt ? <Moment className={parts.when} at={schedule.nextRunAt} /> : "Never"}
            <span className={`block muted ${parts.noteUnder}`}>
              {schedule.cron} {schedule.timezone}
            </span>
          </>
        ) : (
          <span className={`block muted ${parts.noteUnder}`}>When needed</span>
        ),
    },
  ];
}

/** "4 min": how long the oldest job has waited. */
function durationText(now: Date, since: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - since.getTime()) / minuteMs));
  if (minutes < 1) return "under 1 min";
  if (minutes < 120) return `${minutes} min`;
  return minutes < 2880 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} days`;
}
