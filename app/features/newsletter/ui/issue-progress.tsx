import { counted, formatNumber } from "#app/lib/numbers.ts";
import { Button, ButtonLink } from "#app/ui/buttons/button.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { useDialog } from "#app/ui/dialogs/use-until-done.ts";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { Fact } from "#app/ui/lists/fact.tsx";
import { Moment, useFirmDates } from "#app/ui/text/firm-dates.tsx";
import type { IssueFigures } from "../issues/issue-figures.server.ts";
import { type NewsletterTopic, topicLabel } from "../newsletter-terms.ts";
import type { IssueActions, IssueIntent } from "./issue-actions.ts";
import { IssuePreview } from "./issue-preview.tsx";
import css from "./issue-progress.module.css";
import { IssuePublication } from "./issue-publication.tsx";

type Issue = {
  id: string;
  version: number;
  status: "draft" | "scheduled" | "sending" | "paused" | "sent" | "cancelled";
  topic: NewsletterTopic;
  perMinute: number;
  scheduledFor: Date | null;
  startedAt: Date | null;
  finishedAt: Date | null;
  mailBody: string | null;
  publishedAt: Date | null;
  slug: string | null;
};

export function IssueProgress({
  issue,
  audience,
  figures,
  actions,
}: {
  issue: Issue;
  audience: number;
  figures: IssueFigures | null;
  actions: IssueActions;
}) {
  const { act, busy, running, doneAt, refusal } = actions;
  const [isAsking, setAsking, dialog] = useDialog({ busy, doneAt, refusal }, false);
  const dates = useFirmDates();
  const { status } = issue;
  const button = (intent: IssueIntent, words: string, primary = false) => (
    <Button
      size={40}
      variant={primary ? "primary" : "secondary"}
      busy={busy && running?.get("intent") === intent}
      onClick={() => void act({ intent })}
    >
      {words}
    </Button>
  );
  const isOpen = status === "scheduled" || status === "sending" || status === "paused";
  return (
    <div className={`grid start ${css.columns}`}>
      <div className={`grid ${css.words}`}>
        {status === "scheduled" && (
          <Notice kind="info" title={`Goes out ${issue.scheduledFor ? dates.moment(issue.scheduledFor) : ""}`}>
            <p>{counted(audience, "subscriber")} would get it today. Anyone who unsubscribes before then is skipped.</p>
          </Notice>
        )}
        {status === "paused" && (
          <Notice kind="caution" title="Paused">
            <p>Unsent emails were withdrawn. Nothing more goes out until the issue is resumed.</p>
          </Notice>
        )}
        {figures && <Figures issue={issue} figures={figures} />}
        {isOpen && (
          <div className="cluster gap-75">
            {status === "scheduled" && button("unschedule", "Back to draft")}
            {status === "sending" && button("pause", "Pause", true)}
            {status === "paused" && button("resume", "Resume", true)}
            <Button size={40} onClick={() => setAsking(true)}>
              Cancel the issue
            </Button>
          </div>
        )}
        {status === "sent" && <IssuePublication issue={issue} actions={actions} />}
        {issue.mailBody && (
          <p>
            <ButtonLink size={40} icon="mail" href={`/admin/mail?batch=${issue.mailBody}`}>
              Every email of this issue
            </ButtonLink>
          </p>
        )}
        <dl className={css.facts}>
          <Fact name="Topic">{topicLabel(issue.topic)}</Fact>
          <Fact name="Pace">{formatNumber(issue.perMinute)} per minute</Fact>
          {issue.startedAt && (
            <Fact name="Started">
              <Moment at={issue.startedAt} />
            </Fact>
          )}
          {issue.finishedAt && (
            <Fact name="Finished">
              <Moment at={issue.finishedAt} />
            </Fact>
          )}
        </dl>
      </div>
      <IssuePreview id={issue.id} version={issue.version} />
      <ConfirmDialog
        {...dialog}
        open={isAsking}
        title="Cancel this issue?"
        confirm="Cancel the issue"
        cancel="Keep the issue"
        busyText="Canceling"
        onConfirm={() => void act({ intent: "cancel" })}
      >
        <p>Emails already sent cannot be recalled. The rest are not sent, and the issue cannot be resumed.</p>
      </ConfirmDialog>
    </div>
  );
}

function Figures({ issue, figures }: { issue: Issue; figures: IssueFigures }) {
  const { recipients, sent, delivered } = figures;
  const settled = sent + figures.failed + figures.suppressed + figures.cancelled + figures.skipped;
  const lines: [string, number, string][] = [
    ["Delivered", delivered, "accepted by the readers' mail servers and not bounced"],
    ["Bounced", figures.bounced, "mailbox missing or full, or the email refused later"],
    ["Unsubscribed", figures.unsubscribed, "by a link of this issue"],
    ["Marked as spam", figures.complained, "reported from the reader's email program"],
    ["Failed", figures.failed, "permanently refused by the mail server"],
    ["Skipped", figures.skipped + figures.suppressed, "unsubscribed or suppressed before sending"],
    ["Canceled", figures.cancelled, "withdrawn before they were sent"],
    ["Retrying", figures.retrying, "deferred by the reader's mail server"],
    ["Queued", figures.toFeed + figures.waiting + figures.sending, "sent at the rate of the issue"],
  ];
  return (
    <section className="grid gap-100" aria-labelledby="figures">
      <h2 className="t4" id="figures">
        {issue.status === "sending" ? "Sending" : "Results"}
      </h2>
      <div>
        <progress
          className={`block full-width sheet-surface ${css.bar}`}
          max={Math.max(1, recipients)}
          value={settled}
          aria-label={`${formatNumber(settled)} of ${formatNumber(recipients)} settled`}
        />
        <p className="note">
          {formatNumber(settled)} of {formatNumber(recipients)}
        </p>
      </div>
      <dl className={`ruled ${css.lines}`}>
        {lines
          .filter(([name, value]) => value > 0 || ["Delivered", "Bounced", "Unsubscribed"].includes(name))
          .map(([name, value, about]) => (
            <div className="grid gap-100 baseline" key={name}>
              <dt>
                {name}
                <span className="muted block size-81">{about}</span>
              </dt>
              <dd className="num">{formatNumber(value)}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
