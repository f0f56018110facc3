import { data, Link } from "react-router";
import { declineReasons } from "#app/features/access/access.ts";
import { readRequestFile } from "#app/features/access/requests/request-file.server.ts";
import { DeclineFields } from "#app/features/access/ui/decline-fields.tsx";
import { RequestBadge } from "#app/features/access/ui/request-badge.tsx";
import { readableAddress } from "#app/lib/addresses/readable-address.ts";
import { unlisted } from "#app/lib/firm.ts";
import parts from "#app/routes/admin/admin-parts.module.css";
import { useAdminAction } from "#app/shell/admin/action.tsx";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { useUntilDone } from "#app/ui/dialogs/use-until-done.ts";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { Fact } from "#app/ui/lists/fact.tsx";
import { Day, Moment, useFirmDates } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/access-request";
import { type AccessIntent, performAccessAction } from "./access-actions.ts";
import { CheckLog, History } from "./access-history.tsx";
import css from "./access-request.module.css";
import { type AccessQuestion, AccessQuestions, AccessTools } from "./access-tools.tsx";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const file = await readRequestFile(await requireAdmin(context, request), params.id);
  if (!file.ok) throw data(null, { status: 404 });
  return file.value;
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlisted(`${loaderData?.request.email ?? "Access request"}`);

export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  performAccessAction(await request.formData());

type Question = "decline" | AccessQuestion | null;

export default function AccessRequestFile({ loaderData: file }: Route.ComponentProps) {
  const dates = useFirmDates();
  const { request, state, person, block, others } = file;
  const { act, busy, running, doneAt, refusal, toast } = useAdminAction<AccessIntent>();
  const [question, setQuestion] = useUntilDone<Question>(doneAt, null);
  const dialog = (asked: Question) => ({
    open: question === asked,
    busy,
    refusal,
    onClose: () => setQuestion(null),
  });
  const requestId = request.id;
  const { email } = request;
  const perform = (intent: AccessIntent, values: Record<string, string>) => void act({ intent, ...values });
  const button = (intent: AccessIntent, label: string, values: Record<string, string>, primary = false) => (
    <Button
      size={40}
      {...(primary ? { variant: "primary" as const } : {})}
      busy={busy && running?.get("intent") === intent}
      onClick={() => perform(intent, values)}
    >
      {label}
    </Button>
  );
  return (
    <AdminPage
      title={readableAddress(email)}
      above={{ href: "/admin/access-requests", label: "Access requests" }}
      tools={
        <>
          {state === "waiting" && (
            <>
              <Button size={40} onClick={() => setQuestion("decline")}>
                Decline
              </Button>
              {button("approve", "Approve", { requestId }, true)}
            </>
          )}
          {state === "declined" && button("reopen", "Reopen", { requestId })}
          {(state === "code_sent" || state === "code_expired" || state === "code_withdrawn") &&
            button("resend", "Email a new code", { requestId })}
          <AccessTools
            {...{ person, block, size: 40, ask: setQuestion }}
            running={busy ? String(running?.get("intent")) : null}
            perform={perform}
          />
        </>
      }
    >
      <div className={`grid ${css.columns}`}>
        <section aria-labelledby="asked">
          <h2 id="asked" className={`larger strong ${parts.head} ${css.head}`}>
            Request
          </h2>
          {block && (
            <Notice kind="critical" title={`Blocked since ${dates.day(block.blockedAt)}`}>
              {block.reason}
            </Notice>
          )}
          <dl className={css.facts}>
            <Fact name="State">
              <RequestBadge state={state} isBlocked={block !== null} />
            </Fact>
            <Fact name="Company">{request.companyName}</Fact>
            <Fact name="Website">{request.companyWebsite ?? "Not given"}</Fact>
            <Fact name="Role">{request.role ?? "Not given"}</Fact>
            <Fact name="Industry">{request.industry ?? "Not given"}</Fact>
            <Fact name="Email domain">{request.isConsumerDomain ? "Personal email" : "Company"}</Fact>
            <Fact name="Requested">
              <Moment at={request.requestedAt} />
            </Fact>
            {state === "waiting" && (
              <Fact name="Approved automatically">
                {request.dueAt ? (
                  <>
                    on <Day at={request.dueAt} />
                  </>
                ) : (
                  "never: needs a decision"
                )}
              </Fact>
            )}
            {request.declineReason && <Fact name="Declined because">{declineReasons[request.declineReason]}</Fact>}
            <Fact name="Source">
              {[request.utmSource, request.utmMedium, request.utmCampaign].filter(Boolean).join(" / ") || "Unknown"}
            </Fact>
            <Fact name="Account">
              {person === null
                ? "None yet"
                : `${person.isAdmin ? "Admin" : "Yes"}${person.isVerified ? "" : ", not verified"}`}
            </Fact>
          </dl>
          {others.length > 0 && (
            <>
              <h2 className={`larger strong ${parts.head} ${css.head}`}>Other requests from this address</h2>
              <ul className={css.others}>
                {others.map(({ id, requestedAt, status }) => (
                  <li key={id}>
                    <Link to={`/admin/access-requests/${id}`}>
                      <Day at={requestedAt} />
                    </Link>
                    , {status}
                  </li>
                ))}
              </ul>
            </>
          )}
        </section>
        <History lines={file.history} />
      </div>
      <CheckLog lines={file.checks} hasAccount={person !== null} />

      <ConfirmDialog
        {...dialog("decline")}
        title="Decline this request?"
        confirm="Decline and email"
        busyText="Declining"
        onConfirm={(form) =>
          void act({ intent: "decline", requestId, reason: String(form.get("reason")), note: String(form.get("note")) })
        }
      >
        <DeclineFields />
      </ConfirmDialog>
      <AccessQuestions {...{ email, dialog, perform }} userId={person?.userId ?? null} />
      {toast}
    </AdminPage>
  );
}
