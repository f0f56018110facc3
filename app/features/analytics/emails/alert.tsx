import { MailButton, MailFrame, MailHeading, MailText } from "#app/features/mail/frame/frame.tsx";
import { MailList } from "#app/features/mail/frame/frame-blocks.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { isoMonthDay, isoShortWeekday } from "#app/lib/dates/date-text.ts";
import { counted } from "#app/lib/numbers.ts";
import { env } from "#app/platform/env.server.ts";
import { type Finding, findingText } from "../alerts/alerts.ts";

/** Sent to admins who chose these alerts: figures of a day, and of a week of funnels, outside their usual range. */
export function alertMail({
  to,
  day,
  findings,
}: {
  to: string;
  /** YYYY-MM-DD. */
  day: string;
  findings: readonly Finding[];
}): MailDraft {
  const [first, ...others] = findings;
  const figures = findings.filter(({ funnel }) => funnel === null);
  const steps = findings.filter(({ funnel }) => funnel !== null);
  const started = steps[0]?.funnel?.period;
  const and = others.length > 0 ? ` and ${counted(others.length, "more figure")}` : "";
  return {
    kind: "analytics-alert",
    to,
    subject: `${first!.label}: ${findingText(first!)}${and}`,
    body: (
      <MailFrame
        preview={`${counted(findings.length, "figure")} outside the usual range.`}
        title={`Unusual figures, ${isoShortWeekday(day)}`}
        reason="Sent because you chose these alerts in the analytics of the admin area."
      >
        {figures.length > 0 && (
          <MailText>{`On ${isoShortWeekday(day)}, compared with the same weekday of eight weeks:`}</MailText>
        )}
        {figures.length > 0 && (
          <MailList items={figures.map((finding) => `${finding.label}: ${findingText(finding)}`)} />
        )}
        {steps.length > 0 && <MailHeading>Funnel steps</MailHeading>}
        {started && (
          <MailText>
            {`Visitors who started from ${isoMonthDay(started.from)} to ${isoMonthDay(started.to)}, compared with the eight weeks before:`}
          </MailText>
        )}
        {steps.length > 0 && (
          <MailList
            items={steps.map((finding) => `${finding.label} (${finding.funnel!.name}): ${findingText(finding)}`)}
          />
        )}
        <MailButton href={`${env().SITE_URL}/admin/analytics?from=${day}&to=${day}`}>Open analytics</MailButton>
      </MailFrame>
    ),
  };
}
