import { useState } from "react";
import { data, useFetcher } from "react-router";
import { listConnectedCalendars } from "#app/features/booking/calendars/accounts.server.ts";
import { consentProblem, listCalendarProviders } from "#app/features/booking/calendars/consent.server.ts";
import { getHost } from "#app/features/booking/hosts/hosts.server.ts";
import { clockText } from "#app/features/booking/ui/admin/clock-text.ts";
import { HostSettingsForm } from "#app/features/booking/ui/admin/host-settings-form.tsx";
import { OverrideForm } from "#app/features/booking/ui/admin/override-form.tsx";
import { Part, PartColumns } from "#app/features/booking/ui/admin/part.tsx";
import { WeeklyHoursForm } from "#app/features/booking/ui/admin/weekly-hours.tsx";
import { isoLongWeekday, twelveHour } from "#app/lib/dates/date-text.ts";
import { americanZone } from "#app/lib/dates/zone-names.ts";
import { unlisted } from "#app/lib/firm.ts";
import { useAdminActions } from "#app/shell/admin/action.tsx";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { LeaveWarning } from "#app/ui/drafts/leave-warning.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import { isSending } from "#app/ui/forms/form-sending.ts";
import type { Route } from "./+types/host";
import { BusyCalendars } from "./busy-calendars.tsx";
import { type HostAnswer, type HostIntent, performHostAction } from "./calendar-actions.ts";
import { ConnectedCalendars } from "./connected-calendars.tsx";
import css from "./host.module.css";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const found = await getHost(ctx, params.id);
  if (!found.ok) throw data(null, { status: 404 });
  const accounts = await listConnectedCalendars(ctx, params.id);
  const outcome = new URL(request.url).searchParams.get("calendar") ?? "";
  return {
    ...{ ...found.value, accounts: accounts.ok ? accounts.value : [], now: ctx.now },
    ...{
      providers: listCalendarProviders(),
      consent: { isConnected: outcome === "connected", problem: consentProblem(outcome) },
    },
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => unlisted(`${loaderData?.host.name ?? "Host"}`);

export const clientAction = async ({ request }: Route.ClientActionArgs) => performHostAction(await request.formData());

/** `askedAt`: when the action last succeeded before the dialog opened; the next success closes it. */
type Question = { askedAt: number } & ({ kind: "feed" } | { kind: "calendar" | "account"; id: string; label: string });

export default function Host({
  loaderData: { host, weekly, overrides, feeds, accounts, providers, consent, today, now },
}: Route.ComponentProps) {
  const { actions, toast } = useAdminActions<HostIntent>();
  const { perform, isRunning, refusalOf, doneAtOf } = actions;
  const hostId = host.id;
  const [question, setQuestion] = useState<Question | null>(null);
  const seen = { hostId, version: String(host.version) };
  const formOf = (intent: HostIntent) => ({
    ...{ busy: isRunning(intent), refusal: refusalOf(intent), savedAt: doneAtOf(intent), version: host.version },
    onSave: (values: object) => perform({ intent, ...seen, values: JSON.stringify(values) }),
  });
  const { onSave: onChoose, ...choosing } = formOf("choose-calendars");
  return (
    <AdminPage
      title={host.name}
      lead={`Hours are in ${americanZone(host.timezone)}.`}
      above={{ href: "/admin/calendar/hosts", label: "Hosts and hours" }}
    >
      <LeaveWarning>
        <PartColumns>
          <div>
            <Part title="Weekly hours">
              <WeeklyHoursForm weekly={weekly} {...formOf("hours")} />
            </Part>
            <Part title="Date-specific hours">
              {overrides.length > 0 && (
                <ul className={`grid ${css.list}`}>
                  {overrides.map(({ date, openings }) => (
                    <li className="line start between gap-100" key={date}>
                      <span>
                        <b>{isoLongWeekday(date)}</b>
                        <br />
                        {openings.length === 0
                          ? "Closed"
                          : openings
                              .map(
                                ({ startMinute, endMinute }) => `${shownTime(startMinute)} to ${shownTime(endMinute)}`,
                              )
                              .join(", ")}
                      </span>
                      <Button
                        size={32}
                        aria-label={`Restore the weekly hours on ${isoLongWeekday(date)}`}
                        onClick={() => perform({ intent: "remove-date", ...seen, date })}
                      >
                        Remove
                      </Button>
                    </li>
                  ))}
                </ul>
              )}
              <OverrideForm
                today={today}
                busy={isRunning("dates")}
                refusal={refusalOf("dates")}
                onSave={(range) => perform({ intent: "dates", ...seen, values: JSON.stringify(range) })}
              />
            </Part>
          </div>
          <div>
            <Part title="Details">
              <HostSettingsForm
                shown={{ ...host, meetingUrl: host.meetingUrl ?? "" }}
                now={now}
                submit="Save the host"
                {...formOf("settings")}
              />
            </Part>
            <Part title="Connected calendars">
              <ConnectedCalendars
                accounts={accounts}
                rules={host}
                providers={providers}
                consent={consent}
                starting={{ busy: isRunning("connect-provider"), refusal: refusalOf("connect-provider") }}
                onStart={(provider) => perform({ intent: "connect-provider", hostId, provider })}
                connecting={{ busy: isRunning("connect-account"), refusal: refusalOf("connect-account") }}
                choosing={choosing}
                onConnect={(values) => perform({ intent: "connect-account", hostId, values: JSON.stringify(values) })}
                onChoose={onChoose}
                onDisconnect={({ id, label }) =>
                  setQuestion({ kind: "account", id, label, askedAt: doneAtOf("disconnect-account") })
                }
              />
            </Part>
            <Part title="Calls in your own calendar">
              <OwnFeed
                hostId={hostId}
                hasFeed={host.hasFeed}
                onRevoke={() => setQuestion({ kind: "feed", askedAt: doneAtOf("revoke-feed") })}
              />
            </Part>
            <Part title="Busy times from another calendar">
              <BusyCalendars
                feeds={feeds}
                host={host}
                adding={isRunning("add-calendar")}
                onAdd={(url) => perform({ intent: "add-calendar", hostId, url })}
                onRemove={({ id, label }) =>
                  setQuestion({ kind: "calendar", id, label, askedAt: doneAtOf("remove-calendar") })
                }
              />
            </Part>
          </div>
        </PartColumns>
      </LeaveWarning>
      <ConfirmDialog
        open={question?.kind === "feed" && question.askedAt === doneAtOf("revoke-feed")}
        title="End the secret address?"
        confirm="End the address"
        busy={isRunning("revoke-feed")}
        busyText="Ending"
        refusal={refusalOf("revoke-feed")}
        onClose={() => setQuestion(null)}
        onConfirm={() => perform({ intent: "revoke-feed", hostId })}
      >
        <p>
          Calendar apps that use it no longer get the calls of {host.name}. The address stops working for good; you can
          create a new one.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={question?.kind === "calendar" && question.askedAt === doneAtOf("remove-calendar")}
        title={`Stop reading ${question?.kind === "calendar" ? question.label : ""}?`}
        confirm="Stop reading"
        busy={isRunning("remove-calendar")}
        busyText="Removing"
        refusal={refusalOf("remove-calendar")}
        onClose={() => setQuestion(null)}
        onConfirm={() =>
          question?.kind === "calendar" && perform({ intent: "remove-calendar", hostId, feedId: question.id })
        }
      >
        <p>
          Its busy times are deleted, and calls can be booked in them. To read it again, you need its secret address.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={question?.kind === "account" && question.askedAt === doneAtOf("disconnect-account")}
        title={`Disconnect ${question?.kind === "account" ? question.label : ""}?`}
        confirm="Disconnect"
        busy={isRunning("disconnect-account")}
        busyText="Disconnecting"
        refusal={refusalOf("disconnect-account")}
        onClose={() => setQuestion(null)}
        onConfirm={() =>
          question?.kind === "account" && perform({ intent: "disconnect-account", hostId, accountId: question.id })
        }
      >
        <p>
          Its password and busy times are deleted, and calls can be booked in them. Events of calls stay in its
          calendars and no longer change with the calls.
        </p>
      </ConfirmDialog>
      {toast}
    </AdminPage>
  );
}

function OwnFeed({ hostId, hasFeed, onRevoke }: { hostId: string; hasFeed: boolean; onRevoke: () => void }) {
  const fetcher = useFetcher<HostAnswer>();
  const made = fetcher.data?.ok ? fetcher.data.feedUrl : undefined;
  return (
    <>
      <p className="muted">
        A secret address that a calendar program can subscribe to. Anyone who knows it can read the calls of this host.
      </p>
      {fetcher.data && !fetcher.data.ok && (
        <Notice kind="critical" live>
          {fetcher.data.message}
        </Notice>
      )}
      {made && hasFeed && (
        <TextField
          label="Secret address"
          readOnly
          value={made}
          hint="Shown once. Copy it into your calendar program now."
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      <div className="row">
        <Button
          size={40}
          busy={isSending(fetcher)}
          busyText="Creating"
          onClick={() => void fetcher.submit({ intent: "make-feed", hostId }, { method: "post" })}
        >
          {hasFeed ? "Create a new address" : "Create address"}
        </Button>
        {hasFeed && (
          <Button size={40} variant="tertiary" onClick={onRevoke}>
            Remove address
          </Button>
        )}
      </div>
    </>
  );
}

const shownTime = (minute: number) => twelveHour(clockText(minute));
