import { data } from "react-router";
import { readPersonAccess } from "#app/features/access/grants/person-access.server.ts";
import { readUser } from "#app/features/accounts/users/user-detail.server.ts";
import { listPaymentsOf } from "#app/features/billing/payments/records.server.ts";
import { listCallsOf } from "#app/features/booking/agenda/agenda.server.ts";
import { findByAddress } from "#app/features/pipeline/pipeline.server.ts";
import { listBlueprintsOf } from "#app/features/wizard/user-blueprints.server.ts";
import { readableAddress } from "#app/lib/addresses/readable-address.ts";
import { isoDay } from "#app/lib/dates/date-text.ts";
import { unlisted } from "#app/lib/firm.ts";
import { shouldRevalidateUnlessLeft, useAdminAction } from "#app/shell/admin/action.tsx";
import { admitted, requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { useUntilDone } from "#app/ui/dialogs/use-until-done.ts";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/user";
import { AccessFact } from "./access-fact.tsx";
import css from "./user.module.css";
import { performUserAction, type UserIntent } from "./user-actions.ts";
import { type Question, UserDialogs } from "./user-dialogs.tsx";
import { Records } from "./user-records.tsx";
import { AccountFacts, Browsers, DataActions, Sessions } from "./user-sections.tsx";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const found = await readUser(ctx, params.id);
  if (!found.ok) throw data(null, { status: 404 });
  const user = found.value;
  const [access, prospectId, blueprints, calls, payments] = await Promise.all([
    readPersonAccess(ctx, { userId: user.id, email: user.email }),
    findByAddress(ctx, user.email),
    listBlueprintsOf(ctx, user.id).then(admitted),
    listCallsOf(ctx, { userId: user.id, email: user.email }).then(admitted),
    listPaymentsOf(ctx, user.id).then(admitted),
  ]);
  return {
    user,
    isOwn: ctx.actor.userId === user.id,
    access,
    prospectId: prospectId ?? null,
    blueprints,
    calls,
    payments,
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => unlisted(`${loaderData?.user.email ?? "User"}`);

export const shouldRevalidate = shouldRevalidateUnlessLeft;

export const clientAction = async ({ request }: Route.ClientActionArgs) => performUserAction(await request.formData());

export default function User({ loaderData }: Route.ComponentProps) {
  const dates = useFirmDates();
  const { user, isOwn, access, prospectId, blueprints, calls, payments } = loaderData;
  const { act, busy, running, doneAt, refusal, toast } = useAdminAction<UserIntent>();
  const [question, setQuestion] = useUntilDone<Question>(doneAt, null);
  const perform = (intent: UserIntent, values: Record<string, string> = {}) =>
    void act({ intent, userId: user.id, ...values });
  const runningIntent = busy ? String(running?.get("intent")) : null;
  const isRunning = (intent: UserIntent) => runningIntent === intent;
  return (
    <AdminPage
      title={readableAddress(user.email)}
      above={{ href: "/admin/users", label: "Users" }}
      tools={
        isOwn ? undefined : (
          <>
            <Button size={40} onClick={() => setQuestion("change-role")}>
              {user.role ? "Change role" : "Add to team"}
            </Button>
            {user.disabledAt ? (
              <Button size={40} variant="primary" busy={isRunning("enable")} onClick={() => perform("enable")}>
                Enable
              </Button>
            ) : (
              <Button size={40} onClick={() => setQuestion("disable")}>
                Disable
              </Button>
            )}
          </>
        )
      }
    >
      <div className={`grid gap-75 ${css.notices}`}>
        {isOwn && (
          <Notice kind="info" title="This is your own account">
            Change it under <a href="/account?tab=profile">My Account</a>. Another admin can change it here.
          </Notice>
        )}
        {user.disabledAt && (
          <Notice kind="critical" title={`Disabled since ${dates.day(user.disabledAt)}`}>
            The user cannot sign in. The data stays.
          </Notice>
        )}
        {user.deletionDueOn && (
          <Notice kind="caution" title={`Will be deleted on ${isoDay(user.deletionDueOn)}`}>
            The user requested it and can cancel it until then.
          </Notice>
        )}
        {user.role && !user.factor && (
          <Notice kind="caution" title="No second factor">
            This member of the team has no access to the admin area until they set one up in an open session.
          </Notice>
        )}
      </div>
      <div className={`grid start ${css.columns}`}>
        <div className={`grid cols-1 ${css.main}`}>
          <Sessions
            sessions={user.sessions}
            canEnd={!isOwn}
            running={busy && running?.get("intent") === "end-session" ? String(running.get("sessionId")) : null}
            onEnd={(sessionId) => perform("end-session", { sessionId })}
            onEndAll={() => setQuestion("end-sessions")}
          />
          <Browsers devices={user.devices} signIns={user.signIns} />
          <Records blueprints={blueprints} calls={calls} payments={payments} />
          {!isOwn && <DataActions user={user} onDelete={() => setQuestion("delete")} />}
        </div>
        <AccountFacts
          user={user}
          access={
            <AccessFact
              user={user}
              found={access}
              running={runningIntent}
              {...(!isOwn && { perform, ask: setQuestion })}
            />
          }
          prospectId={prospectId}
          running={runningIntent}
          onJoin={() => setQuestion("join")}
          onSeparate={() => perform("separate")}
          onReleaseDomain={() => perform("release-domain")}
          onResetFactor={isOwn ? undefined : () => setQuestion("reset-factor")}
        />
      </div>
      <UserDialogs
        user={user}
        question={question}
        busy={busy}
        refusal={refusal}
        onClose={() => setQuestion(null)}
        onConfirm={perform}
      />
      {toast}
    </AdminPage>
  );
}
