import type { ReactNode } from "react";
import { Link } from "react-router";
import { usdCents } from "#app/features/billing/billing.ts";
import type { CheckKind } from "#app/features/billing/payments/payment-facts.ts";
import type { PaymentToCheck } from "#app/features/billing/today.server.ts";
import { threadAnchor } from "#app/features/full-blueprint/comments/comments.ts";
import { refusalCauses } from "#app/features/mail/refusals/refusal-causes.ts";
import { dueText } from "#app/features/pipeline/ui/figures.ts";
import { formatEstimate, formatHours } from "#app/features/roi/wording/figures.ts";
import { disabledReasonText } from "#app/features/webhooks/webhook-labels.ts";
import { isoDay } from "#app/lib/dates/date-text.ts";
import { counted } from "#app/lib/numbers.ts";
import type { Today } from "#app/shell/admin/today.server.ts";
import { Button, buttonClass } from "#app/ui/buttons/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import { Item, Panel } from "./panel.tsx";
import { joined, type PanelProps } from "./work-panels.tsx";

export function Analyses({ analyses }: { analyses: Today["analyses"] }) {
  const dates = useFirmDates();
  if (analyses.total === 0) return null;
  return (
    <Panel
      id="analyses"
      title="New analyses"
      total={analyses.total}
      shown={analyses.items.length}
      href="/admin/prospect-pipeline?view=table&stage=new_analysis&sort=stage_age&direction=desc"
    >
      {analyses.items.map(({ id, blueprintId, prospectId, companyName, createdAt, hoursSavedPerWeek, annualValue }) => (
        <Item
          key={id}
          title={<Link to={`/admin/blueprint/${blueprintId}`}>{companyName || "Company not named"}</Link>}
          details={`${formatHours(hoursSavedPerWeek)}, ${formatEstimate(annualValue)} a year, ${dates.day(createdAt)}`}
        >
          {prospectId && (
            <Link
              className={buttonClass({ size: 32 })}
              to={`/admin/prospect-pipeline/${prospectId}`}
              aria-label={`Prospect: ${companyName || "company not named"}`}
            >
              Prospect
            </Link>
          )}
        </Item>
      ))}
    </Panel>
  );
}

export function Blueprints({
  blueprints,
  me,
  perform,
  isBusy,
}: PanelProps & {
  blueprints: Today["blueprints"];
  me: string;
}) {
  const dates = useFirmDates();
  if (blueprints.total === 0) return null;
  return (
    <Panel
      id="blueprints"
      title="Clients who wait for their blueprint"
      total={blueprints.total}
      shown={blueprints.items.length}
      href="/admin/blueprints"
    >
      {blueprints.items.map(
        ({ blueprintId, companyName, client, requestedAt, architect, paidAt, targetAt, daysLate }) => (
          <Item
            key={blueprintId}
            title={<Link to={`/admin/blueprint/${blueprintId}`}>{companyName || client}</Link>}
            details={
              <>
                {daysLate !== null && <Late>{daysLate === 0 ? "Late" : `${counted(daysLate, "day")} late`}</Late>}{" "}
                {joined(
                  architect ? `Architect: ${architect}` : "No architect",
                  paidAt ? `paid on ${dates.day(paidAt)}` : `unlocked without payment on ${dates.day(requestedAt)}`,
                  targetAt ? `target date ${dates.day(targetAt)}` : "no kickoff yet",
                )}
              </>
            }
          >
            {architect === null && (
              <Button
                size={32}
                busy={isBusy("blueprintId", blueprintId)}
                aria-label={`Assign to me: ${companyName || client}`}
                onClick={() => perform({ intent: "take-blueprint", blueprintId, architectId: me })}
              >
                Assign to me
              </Button>
            )}
          </Item>
        ),
      )}
    </Panel>
  );
}

export function Questions({ questions }: { questions: Today["questions"] }) {
  const dates = useFirmDates();
  if (questions.total === 0) return null;
  return (
    <Panel id="questions" title="Open questions" total={questions.total} shown={questions.items.length}>
      {questions.items.map(({ blueprintId, sectionId, title, companyName, openSince }) => (
        <Item
          key={`${blueprintId} ${sectionId}`}
          title={
            <Link to={`/admin/blueprint/${blueprintId}#${threadAnchor(sectionId)}`}>
              {companyName || "Company not named"}
            </Link>
          }
          details={joined(title, `since ${dates.moment(openSince)}`)}
        />
      ))}
    </Panel>
  );
}

export function Payments({
  payments,
  onPaid,
  today,
}: {
  payments: Today["payments"];
  onPaid: (payment: PaymentToCheck) => void;
  /** ISO date. */
  today: string;
}) {
  if (payments.total === 0) return null;
  return (
    <Panel
      id="payments"
      title="Payments to check"
      total={payments.total}
      shown={payments.items.length}
      href="/admin/billing"
    >
      {payments.items.map((payment) => {
        const { paymentId, kind, companyName, email, amountCents, number, dueOn } = payment;
        const isRefund = kind === "refund-due";
        const toCheck = kind === "refund-due" || kind === "open-invoice" ? null : kind;
        const due = dueText(dueOn, today);
        return (
          <Item
            key={paymentId}
            title={companyName || email}
            details={
              toCheck ? (
                <>
                  {joined(usdCents(amountCents), checkTitles[toCheck])}
                  {dueOn && <>, {due.isLate ? <Late>{due.text}</Late> : `evidence until ${isoDay(dueOn)}`}</>}
                </>
              ) : isRefund ? (
                `${usdCents(amountCents)} to refund`
              ) : (
                <>
                  {joined(usdCents(amountCents), number)},{" "}
                  {due.isLate ? <Late>{due.text}</Late> : `due ${dueOn ? isoDay(dueOn) : "without a date"}`}
                </>
              )
            }
          >
            {toCheck ? (
              <Link
                className={buttonClass({ size: 32 })}
                to="/admin/billing?filter=to-check"
                aria-label={`Check the payment of ${companyName || email}`}
              >
                Check
              </Link>
            ) : isRefund ? (
              <Link
                className={buttonClass({ size: 32 })}
                to="/admin/billing?filter=refund-due"
                aria-label={`Refund to ${companyName || email}`}
              >
                Refund
              </Link>
            ) : (
              <Button
                size={32}
                aria-label={`Mark paid: ${number ?? "invoice"} of ${companyName || email}`}
                onClick={() => onPaid(payment)}
              >
                Mark paid
              </Button>
            )}
          </Item>
        );
      })}
    </Panel>
  );
}

const checkTitles: Record<CheckKind, string> = {
  dispute: "disputed",
  "refund-failed": "a refund failed",
  "other-currency": "a refund in another currency",
};

const Late = ({ children }: { children: ReactNode }) => (
  <Badge kind="critical" icon="clock">
    {children}
  </Badge>
);

export const problemsIn = ({ queues, undelivered, mail, ourRefusals, calendars, endpoints }: Today): number =>
  queues.length + undelivered.length + mail.total + (ourRefusals ? 1 : 0) + calendars.length + endpoints.length;

export function Problems({ today, perform, isBusy }: PanelProps & { today: Today }) {
  const { queues, undelivered, mail, ourRefusals, calendars, endpoints } = today;
  const dates = useFirmDates();
  const total = problemsIn(today);
  if (total === 0) return null;
  return (
    <Panel
      id="problems"
      title="Problems"
      total={total}
      shown={total - mail.total + mail.items.length}
      href="/admin/mail?state=failed"
    >
      {queues.map(({ name, failed }) => (
        <Item key={name} title={`Job ${name}`} details={`${counted(failed, "run")} failed after every retry`}>
          <Link
            className={buttonClass({ size: 32 })}
            to={`/admin/jobs?${new URLSearchParams({ queue: name })}`}
            aria-label={`Jobs: ${name}`}
          >
            Jobs
          </Link>
        </Item>
      ))}
      {undelivered.map(({ consumer, count }) => (
        <Item
          key={consumer}
          title={`Events for ${consumer}`}
          details={`${counted(count, "event")} failed after every retry`}
        >
          <Link
            className={buttonClass({ size: 32 })}
            to={`/admin/jobs/events?${new URLSearchParams({ consumer })}`}
            aria-label={`Undelivered events: ${consumer}`}
          >
            Events
          </Link>
        </Item>
      ))}
      {calendars.map(({ id, hostId, hostName, label, problem, bookingId }) => (
        <Item key={id} title={`Calendar of ${hostName}: ${label}`} details={problem}>
          <Link
            className={buttonClass({ size: 32 })}
            to={bookingId ? `/admin/calendar/calls/${bookingId}` : `/admin/calendar/hosts/${hostId}`}
            aria-label={`Check the calendar of ${hostName}: ${label}`}
          >
            Check
          </Link>
        </Item>
      ))}
      {endpoints.map(({ id, name, disabledReason, disabledAt }) => (
        <Item
          key={id}
          title={`Webhooks to ${name} are disabled`}
          details={
            <>
              {disabledReason && disabledReasonText[disabledReason]}{" "}
              {disabledAt && `Nothing has been sent since ${dates.day(disabledAt)}.`}
            </>
          }
        >
          <Link
            className={buttonClass({ size: 32 })}
            to={`/admin/webhook-setup-guide/endpoints/${id}`}
            aria-label={`Check the webhook endpoint ${name}`}
          >
            Check
          </Link>
        </Item>
      ))}
      {ourRefusals && (
        <Item
          title={`Mail servers refused ${counted(ourRefusals.mails, "email")} because of us`}
          details={`${refusalCauses[ourRefusals.cause].label}. ${refusalCauses[ourRefusals.cause].advice}`}
        >
          <Link
            className={buttonClass({ size: 32 })}
            to={`/admin/mail/${ourRefusals.latest}`}
            aria-label="Check the latest refused email"
          >
            Check
          </Link>
        </Item>
      )}
      {mail.items.map(({ id, to, subject, createdAt, canRetry, refusal }) => (
        <Item
          key={id}
          title={<Link to={`/admin/mail/${id}`}>{subject}</Link>}
          details={`Not delivered to ${to}, ${dates.day(createdAt)}${refusal ? `. ${refusalCauses[refusal].label}` : ""}`}
        >
          {canRetry && (
            <Button
              size={32}
              busy={isBusy("mail", id)}
              aria-label={`Try again: ${subject} to ${to}`}
              onClick={() => perform({ intent: "retry-mail", mail: id })}
            >
              Try again
            </Button>
          )}
        </Item>
      ))}
    </Panel>
  );
}
