import { MailFrame, MailLink, MailText } from "#app/features/mail/frame/frame.tsx";
import { MailList } from "#app/features/mail/frame/frame-blocks.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { isoMonthDay } from "#app/lib/dates/date-text.ts";
import { counted } from "#app/lib/numbers.ts";
import { env } from "#app/platform/env.server.ts";

export type DueTask = { title: string; dueOn: string; prospectId: string; prospect: string };

/** Lists an admin's due and overdue tasks, once a day. `more`: the number of tasks that are not listed. */
export function tasksDueMail({
  to,
  today,
  tasks,
  more,
}: {
  to: string;
  /** ISO date in the reader's time zone. */
  today: string;
  tasks: readonly DueTask[];
  more: number;
}): MailDraft {
  const overdue = tasks.filter(({ dueOn }) => dueOn < today);
  const due = tasks.filter(({ dueOn }) => dueOn >= today);
  const count = tasks.length + more;
  return {
    kind: "tasks-due",
    to,
    subject: `${counted(count, "task")} to do today`,
    body: (
      <MailFrame
        preview={tasks[0]?.title ?? ""}
        title="Your tasks for today"
        reason="Sent once a day while tasks in the pipeline that are assigned to you are due."
      >
        {due.length > 0 && <MailText>Due today:</MailText>}
        {due.length > 0 && <MailList items={due.map((task) => lineOf(task, null))} />}
        {overdue.length > 0 && <MailText>Overdue:</MailText>}
        {overdue.length > 0 && <MailList items={overdue.map((task) => lineOf(task, isoMonthDay(task.dueOn)))} />}
        {more > 0 && (
          <MailText>{more === 1 ? "1 more task is not listed." : `${more} more tasks are not listed.`}</MailText>
        )}
      </MailFrame>
    ),
  };
}

const lineOf = ({ title, prospect, prospectId }: DueTask, since: string | null) => (
  <>
    <MailLink href={`${env().SITE_URL}/admin/prospect-pipeline/${prospectId}`}>{title}</MailLink> ({prospect}
    {since && `, due ${since}`})
  </>
);
