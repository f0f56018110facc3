import { data } from "react-router";
import { getMailClicks } from "#app/features/mail/clicks/clicks.server.ts";
import { eventLabel } from "#app/features/mail/messages/mail-states.ts";
import { getMessage } from "#app/features/mail/messages/messages.server.ts";
import { refusalCauses } from "#app/features/mail/refusals/refusal-causes.ts";
import { MailBadge } from "#app/features/mail/ui/mail-badge.tsx";
import { unlisted } from "#app/lib/firm.ts";
import { runIntent } from "#app/lib/forms/form-intent.ts";
import { demoAnswer } from "#app/lib/forms/mail-answers.ts";
import parts from "#app/routes/admin/admin-parts.module.css";
import { type ActionResult, useAdminAction } from "#app/shell/admin/action.tsx";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminDetails } from "#app/ui/admin/admin-details.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { Fact } from "#app/ui/lists/fact.tsx";
import { Moment, useFirmDates } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/mail-message";
import css from "./mail.module.css";
import { retryMail } from "./mail-actions.ts";
import { MailClicks } from "./mail-message/mail-clicks.tsx";
import { MailReplies, OriginalLink } from "./mail-message/mail-replies.tsx";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const mail = await getMessage(ctx, params.id);
  if (!mail.ok || !mail.value) throw data(null, { status: 404 });
  const clicks = mail.value.links && (await getMailClicks(ctx, params.id));
  return { mail: mail.value, clicks: clicks?.ok ? clicks.value : null };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlisted(`${loaderData?.mail.subject ?? "An email"} | Mail`);

export const clientAction = async ({ request, params }: Route.ClientActionArgs) =>
  runIntent<ActionResult>(await request.formData(), {
    retry: () => retryMail(params.id),
  });

export default function MailMessage({ loaderData: { mail, clicks } }: Route.ComponentProps) {
  const { act, busy, toast } = useAdminAction<"retry">();
  const dates = useFirmDates();
  const facts: [string, string | null][] = [
    ["To", mail.to],
    ["Reply to", mail.replyTo],
    ["Kind", mail.kind],
    ["List", mail.list],
    ["Attempts", String(mail.attempts)],
    ["Next attempt", mail.nextAttemptAt && dates.moment(mail.nextAttemptAt)],
    ["Server response", mail.providerResponse],
    ["Last error", mail.lastError],
    ["Attachments", mail.attachments.map(({ filename }) => filename).join(", ") || null],
  ];
  return (
    <AdminPage
      title={mail.subject}
      above={{ href: "/admin/mail", label: "Mail" }}
      tools={
        <>
          <MailBadge state={mail.state} />
          {mail.canRetry && (
            <Button
              size={40}
              icon="refresh"
              busy={busy}
              busyText="Queueing"
              onClick={() => void act({ intent: "retry" })}
            >
              Try again
            </Button>
          )}
        </>
      }
    >
      {mail.refusal && (
        <Notice className={parts.spaced} kind="caution" title={`Refused: ${refusalCauses[mail.refusal].label}`}>
          <p>{refusalCauses[mail.refusal].advice}</p>
        </Notice>
      )}
      <div className={`grid start ${css.columns}`}>
        <section aria-label="The email">
          {mail.text === null ? (
            <Notice kind="info" title="The text is hidden">
              <p>This email contains a code or a sign-in link, which only its recipient may see.</p>
            </Notice>
          ) : (
            <>
              {mail.hasHtml && (
                <iframe
                  className={`card full-width ${css.frame}`}
                  src={`/admin/mail/${mail.id}/body`}
                  title="The email as its reader gets it"
                  sandbox="allow-popups allow-popups-to-escape-sandbox"
                />
              )}
              <AdminDetails summary="Text part">
                <pre className={`top-100 breaks card ${css.text}`}>{mail.text}</pre>
              </AdminDetails>
            </>
          )}
        </section>
        <div>
          <h2 className={`larger strong ${parts.head} ${css.head}`}>History</h2>
          <ol className={css.history}>
            {mail.history.map(({ name, at, detail }) => (
              <li key={`${name}${at.toISOString()}`}>
                <Moment className="note" at={at} />
                <span>
                  {eventLabel(name, detail)}
                  {detail && detail !== demoAnswer && (
                    <span className={`muted breaks block size-81 ${css.error}`}>{detail}</span>
                  )}
                </span>
              </li>
            ))}
          </ol>
          {mail.reports.length > 0 && (
            <>
              <h2 className={`larger strong ${parts.head} ${css.head}`}>Reports about this email</h2>
              <ul className={css.history}>
                {mail.reports.map(({ id, at }) => (
                  <li key={id}>
                    <Moment className="note" at={at} />
                    <OriginalLink id={id} />
                  </li>
                ))}
              </ul>
            </>
          )}
          {mail.replies.length > 0 && <MailReplies replies={mail.replies} />}
          {clicks && <MailClicks {...clicks} />}
          <h2 className={`larger strong ${parts.head} ${css.head}`}>Facts</h2>
          <dl className={`${parts.facts} ${css.facts}`}>
            {facts.map(([name, value]) =>
              value ? (
                <Fact key={name} name={name}>
                  {value}
                </Fact>
              ) : null,
            )}
          </dl>
          <h2 className={`larger strong ${parts.head} ${css.head}`}>Headers</h2>
          <dl className={`${parts.facts} ${css.facts} ${css.header}`}>
            {Object.entries({ "Message-ID": mail.messageId, ...mail.headers }).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
      {toast}
    </AdminPage>
  );
}
