import { Link } from "react-router";
import { listCalls } from "#app/features/booking/agenda/agenda.server.ts";
import { callFilterLabels, callFilters, callSorts } from "#app/features/booking/agenda/agenda.ts";
import { CallStateBadge } from "#app/features/booking/ui/admin/calls/call-state-badge.tsx";
import {
  OutcomeDialog,
  type OutcomeQuestion,
  outcomeQuestion,
} from "#app/features/booking/ui/admin/calls/outcome-dialog.tsx";
import { readListQuery, shownText } from "#app/lib/addresses/list-query.ts";
import { readableAddress } from "#app/lib/addresses/readable-address.ts";
import { spanOf } from "#app/lib/dates/date-text.ts";
import { americanZone } from "#app/lib/dates/zone-names.ts";
import { unlisted } from "#app/lib/firm.ts";
import { useAdminAction } from "#app/shell/admin/action.tsx";
import { admitted, requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminFilters } from "#app/ui/admin/admin-filters.tsx";
import { AdminList } from "#app/ui/admin/admin-list.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { useDialog } from "#app/ui/dialogs/use-until-done.ts";
import { Empty } from "#app/ui/feedback/empty.tsx";
import type { Route } from "./+types/calls";
import { type CallIntent, performCallAction } from "./calendar-actions.ts";
import { CalendarSections } from "./calendar-sections.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const params = new URL(request.url).searchParams;
  const filter = callFilters.find((known) => known === params.get("filter")) ?? "upcoming";
  const isAhead = filter === "upcoming";
  const query = readListQuery(params, callSorts, { key: "start", direction: isAhead ? "asc" : "desc" });
  const page = await listCalls(ctx, { ...query, filter }).then(admitted);
  return { ...page, filter, sort: query.sort, search: query.search };
}

export const meta = () => unlisted("Calls");

export const clientAction = async ({ request }: Route.ClientActionArgs) => performCallAction(await request.formData());

export default function Calls({ loaderData: { rows, previous, next, filter, sort, search } }: Route.ComponentProps) {
  const { act, toast, ...action } = useAdminAction<CallIntent>();
  const [question, setQuestion, dialog] = useDialog<OutcomeQuestion | null>(action, null);
  return (
    <AdminPage
      title="Calls"
      lead="Times are in each host's time zone. A call counts as held when its end has passed, unless an admin marks it as a no-show."
    >
      <CalendarSections current="/admin/calendar/calls" />
      <AdminFilters
        search="Search name or email"
        chips={[
          {
            name: "filter",
            label: "State",
            options: callFilters.map((value) => ({
              value: value === "upcoming" ? "" : value,
              label: callFilterLabels[value],
            })),
          },
        ]}
        result={shownText(rows.length, next !== null)}
      />
      <AdminList
        caption={`Calls: ${callFilterLabels[filter]}`}
        rows={rows}
        sort={sort}
        previous={previous}
        next={next}
        columns={[
          {
            label: "When",
            sort: "start",
            heads: true,
            cell: ({ id, hostTimezone: zone, ...call }) => (
              <>
                <Link to={`/admin/calendar/calls/${id}`}>{spanOf(call, zone)}</Link>
                <span className="muted smaller block">{americanZone(zone)}</span>
              </>
            ),
          },
          {
            label: "Who",
            sort: "name",
            cell: ({ name, email }) => (
              <>
                {name}
                <span className="muted smaller block">{readableAddress(email)}</span>
              </>
            ),
          },
          {
            label: "Call",
            cell: ({ title, hostName, source }) => (
              <>
                {title}
                <span className="muted smaller block">
                  with {hostName}
                  {source === "calendly" && ", by Calendly"}
                </span>
              </>
            ),
          },
          { label: "State", cell: ({ state }) => <CallStateBadge state={state} /> },
          {
            label: "Outcome",
            cell: (call) => {
              const { state, name } = call;
              if (state === "cancelled" || state === "upcoming" || state === "pending") return null;
              const isHeld = state === "held";
              const outcome = isHeld ? "no-show" : "held";
              return (
                <Button
                  size={32}
                  aria-label={`${isHeld ? "Mark no-show" : "Mark held"}: ${name}`}
                  onClick={() => setQuestion(outcomeQuestion(call, outcome))}
                >
                  {isHeld ? "Mark no-show" : "Mark held"}
                </Button>
              );
            },
          },
        ]}
        empty={
          search ? (
            <Empty title="Nothing found" text="No call has these words in its name or address." />
          ) : (
            <Empty title={`No calls here: ${callFilterLabels[filter].toLowerCase()}`} text="Bookings appear here." />
          )
        }
      />
      <OutcomeDialog {...dialog} question={question} onConfirm={(values) => void act(values)} />
      {toast}
    </AdminPage>
  );
}
