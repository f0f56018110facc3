import { Link } from "react-router";
import { CallStateBadge } from "#app/features/booking/ui/admin/calls/call-state-badge.tsx";
import { type OutcomeQuestion, outcomeQuestion } from "#app/features/booking/ui/admin/calls/outcome-dialog.tsx";
import { zoneName } from "#app/features/booking/zoned-time.ts";
import { mailHref, repliesAnchor } from "#app/features/mail/messages/mail-states.ts";
import { dollars, dueText } from "#app/features/pipeline/ui/figures.ts";
import { clockOf, weekdayOf } from "#app/lib/dates/date-text.ts";
import { americanZone } from "#app/lib/dates/zone-names.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import type { TaskOwner, Today } from "#app/shell/admin/today.server.ts";
import { Button, buttonClass } from "#app/ui/buttons/button.tsx";
import { Day } from "#app/ui/text/firm-dates.tsx";
import { Item, Panel } from "./panel.tsx";
import css from "./today.module.css";
import type { TodayIntent } from "./today-actions.ts";

export type PanelProps = {
  perform: (values: { intent: TodayIntent } & Record<string, string>) => void;
  isBusy: (field: string, id: string) => boolean;
};

export const joined = (...parts: (string | null | undefined | false)[]) => parts.filter(Boolean).join(", ");

export function Calls({ calls, onMark }: { calls: Today["calls"]; onMark: (question: OutcomeQuestion) => void }) {
  return (
    <Panel
      id="calls"
      title="Calls"
      total={calls.length}
      shown={calls.length}
      empty={
        <>
          No calls today. <Link to="/admin/calendar">Open the calendar</Link>
        </>
      }
    >
      {calls.map(({ hostName, prospect, ...call }) => {
        const { id, start, end, title, name, hostTimezone, state } = call;
        return (
          <Item
            key={id}
            margin={
              <>
                <time dateTime={start.toISOString()}>
                  {clockOf(start, hostTimezone)} to {clockOf(end, hostTimezone)}
                </time>
                <br />
                {zoneName(hostTimezone).split("/").at(-1)}
              </>
            }
            title={
              <Link to={`/admin/calendar/calls/${id}`}>
                {title} with {name}
              </Link>
            }
            details={
              <>
                {prospect && (
                  <>
                    <Link to={`/admin/prospect-pipeline/${prospect.id}`}>{prospect.company ?? name}</Link>
                    {`, ${joined(
                      prospect.role,
                      prospect.employees !== null && `${formatNumber(prospect.employees)} people`,
                      prospect.valueCents !== null && `${dollars(prospect.valueCents)} a year for the client`,
                      `score ${prospect.score}`,
                    )}. `}
                  </>
                )}
                Host: {hostName}
              </>
            }
          >
            <CallStateBadge state={state} />
            {state === "upcoming" ? (
              <Link
                className={buttonClass({ size: 32 })}
                to={`/admin/calendar/calls/${id}#brief`}
                aria-label={`Brief for ${name}`}
              >
                Brief
              </Link>
            ) : (
              (["held", "no-show"] as const)
                .filter((outcome) => outcome !== state)
                .map((outcome) => (
                  <Button
                    key={outcome}
                    size={32}
                    aria-label={`Mark the call with ${name} as ${outcomeLabels[outcome].toLowerCase()}`}
                    onClick={() => onMark(outcomeQuestion(call, outcome))}
                  >
                    {outcomeLabels[outcome]}
                  </Button>
                ))
            )}
          </Item>
        );
      })}
    </Panel>
  );
}

export function CallsToConfirm({
  callsToConfirm: { items, total },
  onDecline,
  perform,
  isBusy,
}: PanelProps & {
  callsToConfirm: Today["callsToConfirm"];
  onDecline: (call: { id: string; name: string }) => void;
}) {
  if (total === 0) return null;
  return (
    <Panel
      id="calls-to-confirm"
      title="Calls to confirm"
      total={total}
      shown={items.length}
      href="/admin/calendar/calls"
    >
      {items.map(({ id, start, until, title, name, hostName, hostTimezone: zone }) => (
        <Item
          key={id}
          margin={
            <time dateTime={start.toISOString()}>
              {weekdayOf(start, zone)}, {clockOf(start, zone)}
            </time>
          }
          title={
            <Link to={`/admin/calendar/calls/${id}`}>
              {title} with {name}
            </Link>
          }
          details={`Host: ${hostName}. Ends without a decision on ${weekdayOf(until, zone)}, ${clockOf(until, zone)} (${americanZone(zone)})`}
        >
          <Button
            size={32}
            busy={isBusy("bookingId", id) && isBusy("decision", "confirm")}
            aria-label={`Confirm the call with ${name}`}
            onClick={() => perform({ intent: "decide", bookingId: id, decision: "confirm", reason: "" })}
          >
            Confirm
          </Button>
          <Button size={32} aria-label={`Decline the call with ${name}`} onClick={() => onDecline({ id, name })}>
            Decline
          </Button>
        </Item>
      ))}
    </Panel>
  );
}

const outcomeLabels = { held: "Held", "no-show": "No-show" };

const allHref = (id: "tasks" | "replies", tasksOf: TaskOwner) =>
  `/admin?${tasksOf === "everyone" ? "tasks=everyone&" : ""}due=all#${id}`;

export function Tasks({
  tasks,
  tasksOf,
  hasAll,
  perform,
  isBusy,
}: PanelProps & { tasks: Today["tasks"]; tasksOf: TaskOwner; hasAll: boolean }) {
  const others = tasks.everyone - tasks.total;
  return (
    <Panel
      id="tasks"
      title="Tasks due"
      total={tasks.total}
      shown={tasks.items.length}
      href={hasAll ? undefined : allHref("tasks", tasksOf)}
      empty={
        others > 0
          ? `No tasks of yours are due. ${others === 1 ? "One task is" : `${formatNumber(others)} tasks are`} assigned to others.`
          : "No tasks are due."
      }
      tools={
        <nav className={`line gap-90 smaller ${css.choice}`} aria-label="Tasks shown">
          <Link className="muted" to="/admin" aria-current={tasksOf === "me" ? "true" : undefined} preventScrollReset>
            Mine and unassigned
          </Link>
          <Link
            className="muted"
            to="/admin?tasks=everyone"
            aria-current={tasksOf === "everyone" ? "true" : undefined}
            preventScrollReset
          >
            Everyone&rsquo;s
          </Link>
        </nav>
      }
    >
      {tasks.items.map((task) => (
        <Task key={task.id} task={task} today={tasks.today} perform={perform} isBusy={isBusy} />
      ))}
    </Panel>
  );
}

/** Also without replies of one's own, while others have some to answer. */
export function Replies({
  replies,
  tasksOf,
  hasAll,
  perform,
  isBusy,
}: PanelProps & { replies: Today["replies"]; tasksOf: TaskOwner; hasAll: boolean }) {
  const others = replies.everyone - replies.total;
  if (replies.everyone === 0) return null;
  return (
    <Panel
      id="replies"
      title="Replies to answer"
      total={replies.total}
      shown={replies.items.length}
      href={hasAll ? undefined : allHref("replies", tasksOf)}
      empty={
        <>
          No replies are yours to answer.{" "}
          <Link to="/admin?tasks=everyone#replies">
            {others === 1 ? "One reply is" : `${formatNumber(others)} replies are`} assigned to others.
          </Link>
        </>
      }
    >
      {replies.items.map((task) => (
        <Task key={task.id} task={task} today={replies.today} perform={perform} isBusy={isBusy} />
      ))}
    </Panel>
  );
}

function Task({
  task: { id, title, dueOn, assigneeId, mailId, prospectId, prospectName },
  today,
  perform,
  isBusy,
}: PanelProps & { task: Today["tasks"]["items"][number]; today: string }) {
  const due = dueText(dueOn, today);
  return (
    <Item
      margin={due.text}
      {...(due.isLate ? { tone: "late" as const } : {})}
      title={mailId ? <Link to={mailHref(mailId, repliesAnchor)}>{title}</Link> : title}
      details={
        <>
          <Link to={`/admin/prospect-pipeline/${prospectId}`}>{prospectName}</Link>
          {assigneeId === null && ", not assigned"}
        </>
      }
    >
      <Button
        size={32}
        busy={isBusy("taskId", id)}
        aria-label={`Mark as done: ${title} (${prospectName})`}
        onClick={() => perform({ intent: "finish-task", taskId: id })}
      >
        Done
      </Button>
    </Item>
  );
}

export function Requests({
  requests,
  onDecline,
  perform,
  isBusy,
}: PanelProps & { requests: Today["requests"]; onDecline: (request: { id: string; email: string }) => void }) {
  if (requests.total === 0) return null;
  return (
    <Panel
      id="requests"
      title="Access requests"
      total={requests.total}
      shown={requests.items.length}
      href="/admin/access-requests"
    >
      {requests.items.map(({ id, email, companyName, role, industry, isConsumerDomain, requestedAt, dueAt }) => (
        <Item
          key={id}
          margin={<Day at={requestedAt} />}
          title={<Link to={`/admin/access-requests/${id}`}>{companyName || email}</Link>}
          details={
            <>
              {joined(email, role, industry)}
              <br />
              {dueAt ? (
                <>
                  Automatic approval on <Day at={dueAt} />
                </>
              ) : (
                joined("Needs a decision", isConsumerDomain && "personal email address")
              )}
            </>
          }
        >
          <Button
            size={32}
            busy={isBusy("requestId", id) && isBusy("intent", "approve")}
            aria-label={`Approve ${email}`}
            onClick={() => perform({ intent: "approve", requestId: id })}
          >
            Approve
          </Button>
          <Button size={32} aria-label={`Decline ${email}`} onClick={() => onDecline({ id, email })}>
            Decline
          </Button>
        </Item>
      ))}
    </Panel>
  );
}
