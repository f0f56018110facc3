import { data, Link } from "react-router";
import type { AgendaCall } from "#app/features/booking/agenda/agenda.server.ts";
import { readAgendaDays } from "#app/features/booking/agenda/week/agenda-days.server.ts";
import { listHosts } from "#app/features/booking/hosts/hosts.server.ts";
import { AgendaDrawing } from "#app/features/booking/ui/admin/calendar/agenda-drawing.tsx";
import { type BlockedTime, type BlockPlace, lanesOf } from "#app/features/booking/ui/admin/calendar/agenda-frame.ts";
import { BlockDialog } from "#app/features/booking/ui/admin/calendar/block-dialogs.tsx";
import { CallStateBadge } from "#app/features/booking/ui/admin/calls/call-state-badge.tsx";
import { dateIn } from "#app/features/booking/zoned-time.ts";
import { addDays, utcDate, weekdayNumber } from "#app/lib/dates/calendar-dates.ts";
import { clockOf, isoLongWeekday, isoShortWeekday, isoWeekday, spanOf, weekdayOf } from "#app/lib/dates/date-text.ts";
import { americanZone } from "#app/lib/dates/zone-names.ts";
import { unlisted } from "#app/lib/firm.ts";
import { useAdminAction } from "#app/shell/admin/action.tsx";
import { admitted, requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Button, buttonClass } from "#app/ui/buttons/button.tsx";
import { RouteChip } from "#app/ui/buttons/route-chip.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { useDialog } from "#app/ui/dialogs/use-until-done.ts";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { TextArea } from "#app/ui/forms/field.tsx";
import { Table } from "#app/ui/lists/table.tsx";
import type { Route } from "./+types/calendar";
import css from "./calendar.module.css";
import { type CalendarIntent, performCalendarAction } from "./calendar-actions.ts";
import { CalendarSections } from "./calendar-sections.tsx";
import { MoveDialog } from "./move-dialog.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const params = new URL(request.url).searchParams;
  const hosts = await listHosts(ctx).then(admitted);
  const mine = hosts.find(({ host }) => host.email.toLowerCase() === ctx.actor.email.toLowerCase());
  const asked = params.get("host");
  const chosen = hosts.find(({ host }) => host.id === asked) ?? mine ?? hosts[0];
  if (!chosen) throw data(null, { status: 404 });
  const isShared = hosts.length > 1 && (asked === allHosts || (asked === null && !mine));
  const { timezone } = chosen.host;
  const shown = isShared ? hosts.map(({ host }) => host).filter(({ active }) => active) : [chosen.host];
  const today = dateIn(ctx.now, timezone);
  const date = isDate(params.get("date")) ?? today;
  const view: "day" | "week" = params.get("view") === "day" ? "day" : "week";
  const dates = view === "day" ? [date] : Array.from({ length: 7 }, (_, index) => addDays(mondayOf(date), index));
  const days = await readAgendaDays(ctx, { hostIds: shown.map(({ id }) => id), dates, zone: timezone });
  if (!days.ok) throw data(null, { status: 404 });
  return {
    hosts: hosts.map(({ host }) => ({ id: host.id, name: host.id === mine?.host.id ? "Mine" : host.name })),
    hostId: isShared ? allHosts : chosen.host.id,
    shown: shown.map(({ id, name }) => ({ id, name })),
    timezone,
    isShared,
    view,
    date,
    today,
    now: ctx.now,
    days: days.value,
  };
}

/** The value of `host` in the URL for the calls of everyone. */
const allHosts = "all";

/** Only dates of this century, to keep date arithmetic within supported ranges. */
function isDate(text: string | null): string | null {
  if (!text || !/^20\d\d-\d\d-\d\d$/.test(text) || Number.isNaN(Date.parse(text))) return null;
  return utcDate(Date.parse(text));
}

const mondayOf = (date: string) => addDays(date, 1 - weekdayNumber(date));

export const meta = () => unlisted("Calendar");

export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  performCalendarAction(await request.formData());

export default function Calendar({ loaderData }: Route.ComponentProps) {
  const { hosts, hostId, shown, timezone, isShared, view, date, today, now, days } = loaderData;
  const { act, toast, ...action } = useAdminAction<CalendarIntent>();
  const [blocking, setBlocking, blockDialog] = useDialog<BlockPlace | null>(action, null);
  const [blocked, setBlocked, unblockDialog] = useDialog<BlockedTime | null>(action, null);
  const [dropped, setDropped, dropDialog] = useDialog<{ call: AgendaCall; start: Date } | null>(action, null);
  const [moving, setMoving, moveDialog] = useDialog<AgendaCall | null>(action, null);
  const to = (changes: { date?: string; view?: string; host?: string }) => {
    const query = new URLSearchParams({ host: hostId, view, date, ...changes });
    return `/admin/calendar?${query}`;
  };
  const isPast = date < today;
  const step = view === "day" ? 1 : 7;
  const [first, last] = [days[0]?.date ?? date, days.at(-1)?.date ?? date];
  const calls = days.flatMap((day) => day.calls.filter(({ start }) => dateIn(start, timezone) === day.date));
  const whenOf = (start: Date) => `${weekdayOf(start, timezone)}, ${clockOf(start, timezone)}`;
  const move = (call: AgendaCall, start: string, reason: string) =>
    void act({ intent: "move", bookingId: call.id, start, reason });
  return (
    <AdminPage
      title="Calendar"
      lead={`${view === "day" ? isoLongWeekday(first) : `${isoWeekday(first)} to ${isoWeekday(last)}`}, ${americanZone(timezone)}`}
      tools={
        <>
          <Button
            size={40}
            onClick={() => {
              const [only, ...others] = shown;
              const hostId = only && others.length === 0 ? only.id : "";
              setBlocking({ hostId, date: isPast ? today : date, minute: 9 * 60 });
            }}
          >
            Block a time
          </Button>
          <span className="line gap-50">
            <Link
              className={buttonClass({ size: 40 })}
              to={to({ date: addDays(date, -step) })}
              aria-label={`Earlier: previous ${view}`}
            >
              Earlier
            </Link>
            <Link className={buttonClass({ size: 40 })} to={to({ date: today })}>
              Today
            </Link>
            <Link
              className={buttonClass({ size: 40 })}
              to={to({ date: addDays(date, step) })}
              aria-label={`Later: next ${view}`}
            >
              Later
            </Link>
          </span>
        </>
      }
    >
      <CalendarSections current="/admin/calendar" />
      <nav className="cluster gap-50 below-125" aria-label="What is shown">
        <RouteChip to={to({ view: "week" })} current={view === "week"}>
          Week
        </RouteChip>
        <RouteChip to={to({ view: "day" })} current={view === "day"}>
          Day
        </RouteChip>
        {hosts.length > 1 && (
          <span
            className={`cluster gap-50 ${css.hosts}`}
            data-lanes={(isShared && lanesOf(shown, days.length).length > 1) || undefined}
          >
            <RouteChip to={to({ host: allHosts })} current={isShared}>
              All hosts
            </RouteChip>
            {hosts.map(({ id, name }) => (
              <RouteChip key={id} to={to({ host: id })} current={id === hostId}>
                {name}
              </RouteChip>
            ))}
          </span>
        )}
      </nav>
      {view === "week" && (
        <nav className={`hidden ${css.days}`} aria-label="Day shown">
          {days.map((day) => (
            <RouteChip key={day.date} to={to({ date: day.date })} current={day.date === date}>
              <DayName date={day.date} />
            </RouteChip>
          ))}
        </nav>
      )}
      <AgendaDrawing
        key={hostId}
        days={days}
        hosts={shown}
        shownDate={date}
        zone={timezone}
        now={now}
        callLink={({ id }, { label, face, drag }) => (
          <Link key={id} to={`/admin/calendar/calls/${id}`} aria-label={label} {...drag}>
            {face}
          </Link>
        )}
        onMove={(call, start) => setDropped({ call, start })}
        onBlock={setBlocking}
        onUnblock={setBlocked}
      />
      {calls.length === 0 ? (
        <Empty title={view === "day" ? "No calls on this day" : "No calls this week"} />
      ) : (
        <Table
          caption="Calls in this period"
          columns={[
            {
              label: "When",
              heads: true,
              cell: ({ id, ...call }) => <Link to={`/admin/calendar/calls/${id}`}>{spanOf(call, timezone)}</Link>,
            },
            { label: "Who", cell: ({ name, email }) => `${name}, ${email}` },
            ...(isShared ? [{ label: "Host", cell: ({ hostName }: { hostName: string }) => hostName }] : []),
            { label: "Call", cell: ({ title }) => title },
            { label: "State", cell: ({ state }) => <CallStateBadge state={state} /> },
            {
              label: "Actions",
              cell: (call) => (
                <span className={`cluster ${css.actions}`}>
                  {call.meetingUrl && (
                    <a
                      className={buttonClass({ size: 32 })}
                      href={call.meetingUrl}
                      target="_blank"
                      rel="noopener noreferrer"
                      aria-label={`Video call with ${call.name}`}
                    >
                      Video
                    </a>
                  )}
                  <Link
                    className={buttonClass({ size: 32 })}
                    to={`/admin/calendar/calls/${call.id}#brief`}
                    aria-label={`Brief for ${call.name}`}
                  >
                    Brief
                  </Link>
                  {call.state === "upcoming" && call.source === "own" && (
                    <Button size={32} aria-label={`Move the call with ${call.name}`} onClick={() => setMoving(call)}>
                      Move
                    </Button>
                  )}
                </span>
              ),
            },
          ]}
          rows={calls}
        />
      )}
      <p className="note">
        To see a host&rsquo;s calls in another program, create a calendar address on the page of the{" "}
        <Link to={isShared ? "/admin/calendar/hosts" : `/admin/calendar/hosts/${hostId}`}>host</Link>.
      </p>
      {blocking && (
        <BlockDialog
          {...blockDialog}
          place={blocking}
          hosts={isShared ? shown : hosts}
          timezone={timezone}
          onBlock={(id, time) => void act({ intent: "block", hostId: id, values: JSON.stringify(time) })}
        />
      )}
      <ConfirmDialog
        {...unblockDialog}
        open={blocked !== null}
        title={`Offer this time of ${blocked?.hostName ?? ""} again?`}
        confirm="Remove the block"
        busyText="Removing"
        onConfirm={() => blocked && void act({ intent: "unblock", blockedTimeId: blocked.id })}
      >
        {blocked && (
          <p>
            {whenOf(blocked.start)} to {clockOf(blocked.end, timezone)}, {americanZone(timezone)}
          </p>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        {...dropDialog}
        open={dropped !== null}
        title={`Move the call with ${dropped?.call.name ?? ""}?`}
        confirm="Move and email"
        cancel="Keep the time"
        busyText="Moving"
        onConfirm={(form) => dropped && move(dropped.call, dropped.start.toISOString(), String(form.get("reason")))}
      >
        {dropped && (
          <>
            <p>
              From {whenOf(dropped.call.start)} to {whenOf(dropped.start)}, {americanZone(timezone)}.
            </p>
            <TextArea
              label="Reason"
              name="reason"
              required
              maxLength={500}
              hint={`${dropped.call.name} reads it in the email.`}
            />
          </>
        )}
      </ConfirmDialog>
      {moving && <MoveDialog {...moveDialog} call={moving} onMove={(start, reason) => move(moving, start, reason)} />}
      {toast}
    </AdminPage>
  );
}

/** `Mon 30`; programs that read pages aloud get the month too. */
function DayName({ date }: { date: string }) {
  const [weekday, month, day] = isoShortWeekday(date).split(/,? /);
  return (
    <>
      {weekday}
      <span className="vh">, {month} </span>
      {day}
    </>
  );
}
