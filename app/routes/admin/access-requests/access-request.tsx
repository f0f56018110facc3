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
import { AdminPage } from "#app/ui/admin-page.tsx";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { Fact } from "#app/ui/fact.tsx";
import { TextField } from "#app/ui/field.tsx";
import { Day, Moment, useFirmDates } from "#app/ui/firm-dates.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useUntilDone } from "#app/ui/use-until-done.ts";
import type { Route } from "./+types/access-request";
import { type AccessIntent, performAccessAction } from "./access-actions.ts";
import { CheckLog, History } from "./access-history.tsx";
import css from "./access-request.module.css";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const file = await readRequestFile(await requireAdmin(context, request), params.id);
  if (!file.ok) throw data(null, { status: 404 });
  return file.value;
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlisted(`${loaderData?.request.email ?? "Access request"}`);

export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  performAccessAction(await request.formData());

type Question = "decline" | "revoke" | "block" | null;

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
  const button = (intent: AccessIntent, label: string, values: Record<string, string>, primary = false) => (
    <Button
      size={40}
      {...(primary ? { variant: "primary" as const } : {})}
      busy={busy && running?.get("intent") === intent}
      onClick={() => void act({ intent, ...values })}
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
          {person?.access.reason === "too_many_devices" &&
            button("forgive", "Reset device count", { userId: person.userId })}
          {person && person.access.reason === "no_grant" && person.hadGrant
            ? button("restore", "Restore access", { userId: person.userId })
            : null}
          {person && !person.isAdmin && person.access.reason !== "no_grant" && (
            <Button size={40} onClick={() => setQuestion("revoke")}>
              Revoke access
            </Button>
          )}
          {block ? (
            button("unblock", "Unblock", { email })
          ) : person?.isAdmin ? null : (
            <Button size={40} onClick={() => setQuestion("block")}>
              Block
            </Button>
          )}
        </>
      }
    >
      <div className={css.columns}>
        <section aria-labelledby="asked">
          <h2 id="asked" className={`${parts.head} ${css.head}`}>
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
              <h2 className={`${parts.head} ${css.head}`}>Other requests from this address</h2>
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
      <ConfirmDialog
        {...dialog("revoke")}
        title="Revoke access?"
        confirm="Revoke access"
        busyText="Revoking"
        onConfirm={() => person && void act({ intent: "revoke", userId: person.userId })}
      >
        <p>
          {readableAddress(email)} loses access to the wizard immediately, in every open tab. Drafts and analyses are
          kept.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog("block")}
        title="Block this address?"
        confirm="Block"
        busyText="Blocking"
        onConfirm={(form) => void act({ intent: "block", email, reason: String(form.get("reason")) })}
      >
        <p>Codes for {email} are rejected and its account cannot use the wizard until you lift the block.</p>
        <TextField
          label="Reason"
          name="reason"
          required
          maxLength={200}
          hint="For the audit trail. The user is not notified."
        />
      </ConfirmDialog>
      {toast}
    </AdminPage>
  );
}
