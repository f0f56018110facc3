import { data, Link } from "react-router";
import { readAgenda, readSharedAgenda } from "#app/features/booking/agenda/agenda.server.ts";
import { listHosts } from "#app/features/booking/hosts/hosts.server.ts";
import { AgendaDrawing } from "#app/features/booking/ui/admin/agenda-drawing.tsx";
import { CallStateBadge } from "#app/features/booking/ui/admin/calls/call-state-badge.tsx";
import { dateIn } from "#app/features/booking/zoned-time.ts";
import { addDays, utcDate, weekdayNumber } from "#app/lib/calendar-dates.ts";
import { isoLongWeekday, isoWeekday, spanOf } from "#app/lib/date-text.ts";
import { unlisted } from "#app/lib/firm.ts";
import { americanZone } from "#app/lib/zone-names.ts";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminPage } from "#app/ui/admin-page.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { ChipLink } from "#app/ui/chip.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { Table } from "#app/ui/table.tsx";
import type { Route } from "./+types/calendar";
import css from "./calendar.module.css";
import { CalendarSections } from "./calendar-sections.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const params = new URL(request.url).searchParams;
  const hosts = await listHosts(ctx);
  if (!hosts.ok) throw new Error("The guard admitted a user whom the query refuses.");
  const mine = hosts.value.find(({ host }) => host.email.toLowerCase() === ctx.actor.email.toLowerCase());
  const asked = params.get("host");
  const chosen = hosts.value.find(({ host }) => host.id === asked) ?? mine ?? hosts.value[0];
  if (!chosen) throw data(null, { status: 404 });
  const isShared = hosts.value.length > 1 && (asked === allHosts || (asked === null && !mine));
  const { id, name, timezone } = isShared
    ? { id: allHosts, name: "All hosts", timezone: chosen.host.timezone }
    : chosen.host;
  const today = dateIn(ctx.now, timezone);
  const date = isDate(params.get("date")) ?? today;
  const view: "day" | "week" = params.get("view") === "day" ? "day" : "week";
  const dates = view === "day" ? [date] : Array.from({ length: 7 }, (_, index) => addDays(mondayOf(date), index));
  const days = isShared
    ? await readSharedAgenda(ctx, { dates, zone: timezone })
    : await readAgenda(ctx, { hostId: id, dates });
  if (!days.ok) throw data(null, { status: 404 });
  return {
    hosts: hosts.value.map(({ host }) => ({ id: host.id, name: host.id === mine?.host.id ? "Mine" : host.name })),
    host: { id, name, timezone },
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

export default function Calendar({ loaderData }: Route.ComponentProps) {
  const { hosts, host, isShared, view, date, today, now, days } = loaderData;
  const to = (changes: { date?: string; view?: string; host?: string }) => {
    const query = new URLSearchParams({ host: host.id, view, date, ...changes });
    return `/admin/calendar?${query}`;
  };
  const step = view === "day" ? 1 : 7;
  const [first, last] = [days[0]?.date ?? date, days.at(-1)?.date ?? date];
  const calls = days.flatMap((day) => day.calls.filter(({ start }) => dateIn(start, host.timezone) === day.date));
  return (
    <AdminPage
      title="Calendar"
      lead={`${view === "day" ? isoLongWeekday(first) : `${isoWeekday(first)} to ${isoWeekday(last)}`}, ${americanZone(host.timezone)}`}
      tools={
        <>
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
        </>
      }
    >
      <CalendarSections current="/admin/calendar" />
      <nav className={css.choices} aria-label="What is shown">
        <ChipLink href={to({ view: "week" })} current={view === "week"}>
          Week
        </ChipLink>
        <ChipLink href={to({ view: "day" })} current={view === "day"}>
          Day
        </ChipLink>
        {hosts.length > 1 && (
          <span className={css.hosts}>
            <ChipLink href={to({ host: allHosts })} current={isShared}>
              All hosts
            </ChipLink>
            {hosts.map(({ id, name }) => (
              <ChipLink key={id} href={to({ host: id })} current={id === host.id}>
                {name}
              </ChipLink>
            ))}
          </span>
        )}
      </nav>
      <AgendaDrawing
        days={days}
        zone={host.timezone}
        now={now}
        {...(isShared && { lanes: hosts.map(({ id }) => id) })}
        callLink={(id, label, face) => (
          <Link key={id} to={`/admin/calendar/calls/${id}`} aria-label={label}>
            {face}
          </Link>
        )}
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
              cell: ({ id, ...call }) => <Link to={`/admin/calendar/calls/${id}`}>{spanOf(call, host.timezone)}</Link>,
            },
            { label: "Who", cell: ({ name, email }) => `${name}, ${email}` },
            ...(isShared ? [{ label: "Host", cell: ({ hostName }: { hostName: string }) => hostName }] : []),
            { label: "Call", cell: ({ title }) => title },
            { label: "State", cell: ({ state }) => <CallStateBadge state={state} /> },
          ]}
          rows={calls}
        />
      )}
    </AdminPage>
  );
}
