import { useEffect, useState } from "react";
import { Link } from "react-router";
import { countAccess } from "#app/features/access/counts.server.ts";
import { listRequests } from "#app/features/access/requests/queue.server.ts";
import { filterLabels, requestFilters, requestSorts } from "#app/features/access/requests/queue.ts";
import { DeclineFields } from "#app/features/access/ui/decline-fields.tsx";
import { RequestBadge } from "#app/features/access/ui/request-badge.tsx";
import { readListQuery, shownText } from "#app/lib/addresses/list-query.ts";
import { readableAddress } from "#app/lib/addresses/readable-address.ts";
import { unlisted } from "#app/lib/firm.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { useAdminAction } from "#app/shell/admin/action.tsx";
import { admitted, requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminFilters } from "#app/ui/admin/admin-filters.tsx";
import { AdminList, ChosenBar, type ListColumn } from "#app/ui/admin/admin-list.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { useDialog } from "#app/ui/dialogs/use-until-done.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { Day } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/access-requests";
import { type AccessIntent, performAccessAction } from "./access-actions.ts";
import css from "./access-requests.module.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const params = new URL(request.url).searchParams;
  const filter = requestFilters.find((known) => known === params.get("filter")) ?? "waiting";
  const query = readListQuery(params, requestSorts, { key: "requested", direction: "desc" });
  const [page, counts] = await Promise.all([
    listRequests(ctx, { ...query, filter }).then(admitted),
    countAccess(ctx).then(admitted),
  ]);
  return { ...page, filter, sort: query.sort, search: query.search, counts };
}

export const meta = () => unlisted("Access requests");

export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  performAccessAction(await request.formData());

export default function AccessRequests({ loaderData }: Route.ComponentProps) {
  const { rows, previous, next, filter, sort, search, counts } = loaderData;
  const { act, running, toast, ...action } = useAdminAction<AccessIntent>();
  const { busy, doneAt } = action;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  /** Ids in the dialog; null if it is closed. */
  const [declining, setDeclining, declineDialog] = useDialog<readonly string[] | null>(action, null);
  const [isApproving, setApproving, approveDialog] = useDialog(action, false);
  useEffect(() => {
    if (doneAt > 0) setChosen(new Set());
  }, [doneAt]);
  const here = rows.filter(({ id, state }) => state === "waiting" && chosen.has(id)).map(({ id }) => id);
  const isBusy = (id: string) => busy && running?.get("requestId") === id;

  const columns: ListColumn<(typeof rows)[number]>[] = [
    {
      label: "Email",
      sort: "email",
      heads: true,
      cell: ({ id, email, isConsumerDomain }) => (
        <>
          <Link to={`/admin/access-requests/${id}`}>{readableAddress(email)}</Link>
          {isConsumerDomain && (
            <span className={`block ${css.tag}`}>
              <Badge kind="sunk">Personal email</Badge>
            </span>
          )}
        </>
      ),
    },
    {
      label: "Company",
      sort: "company",
      cell: ({ companyName, companyWebsite }) => (
        <>
          {companyName}
          {companyWebsite && <span className="block muted size-81">{companyWebsite}</span>}
        </>
      ),
    },
    {
      label: "Role, industry",
      cell: ({ role, industry }) => [role, industry].filter(Boolean).join(", ") || "Not given",
    },
    {
      label: "Requested",
      sort: "requested",
      startsDescending: true,
      cell: ({ requestedAt }) => <Day className="nowrap" at={requestedAt} />,
    },
    {
      label: "State",
      cell: ({ state, isBlocked, dueAt }) => (
        <>
          <RequestBadge state={state} isBlocked={isBlocked} />
          {state === "waiting" && (
            <span className="block muted size-81">
              {dueAt ? (
                <>
                  due <Day at={dueAt} />
                </>
              ) : (
                "needs review"
              )}
            </span>
          )}
        </>
      ),
    },
    {
      label: "Decision",
      cell: ({ id, state, email }) =>
        state === "waiting" ? (
          <span className="line gap-40">
            <Button
              size={32}
              busy={isBusy(id)}
              aria-label={`Approve ${email}`}
              onClick={() => void act({ intent: "approve", requestId: id })}
            >
              Approve
            </Button>
            <Button size={32} aria-label={`Decline ${email}`} onClick={() => setDeclining([id])}>
              Decline
            </Button>
          </span>
        ) : (
          <Link to={`/admin/access-requests/${id}`} aria-label={`Open the file of ${email}`}>
            Open
          </Link>
        ),
    },
  ];

  return (
    <AdminPage
      title="Access requests"
      figures={[
        { label: "Pending", value: formatNumber(counts.waiting), href: "/admin/access-requests" },
        {
          label: "Needs review",
          value: formatNumber(counts.needPerson),
          href: "/admin/access-requests?filter=person",
          ...(counts.needPerson > 0 ? { tone: "critical" as const } : {}),
        },
        { label: "Unused codes", value: formatNumber(counts.openCodes) },
        { label: "Users with access", value: formatNumber(counts.holders) },
      ]}
    >
      <AdminFilters
        search="Search email or company"
        chips={[
          {
            name: "filter",
            label: "State",
            options: requestFilters.map((value) => ({
              value: value === "waiting" ? "" : value,
              label: filterLabels[value],
            })),
          },
        ]}
        result={shownText(rows.length, next !== null)}
      />
      <AdminList
        caption={`Access requests: ${filterLabels[filter]}`}
        columns={columns}
        rows={rows}
        sort={sort}
        previous={previous}
        next={next}
        {...(rows.some(({ state }) => state === "waiting")
          ? { selection: { chosen, onChosen: setChosen, label: ({ email }: { email: string }) => email } }
          : {})}
        empty={<NoRequests filter={filter} isSearch={search !== ""} />}
      />
      <ChosenBar count={here.length} noun={here.length === 1 ? "waiting request" : "waiting requests"}>
        <Button variant="primary" size={32} onClick={() => setApproving(true)}>
          {`Approve ${here.length}`}
        </Button>
        <Button size={32} onClick={() => setDeclining(here)}>
          {`Decline ${here.length}`}
        </Button>
      </ChosenBar>
      <ConfirmDialog
        {...approveDialog}
        open={isApproving}
        title={here.length === 1 ? "Approve this request?" : `Approve ${here.length} requests?`}
        confirm="Approve and email"
        busyText="Approving"
        onConfirm={() => void act({ intent: "approve-many", requestIds: here.join(",") })}
      >
        <p>
          {here.length === 1 ? "The person gets" : `${here.length} people get`} an email with an access code now. You
          can revoke access later, but not the email.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        {...declineDialog}
        open={declining !== null}
        title={declining?.length === 1 ? "Decline this request?" : `Decline ${declining?.length ?? 0} requests?`}
        confirm="Decline and email"
        busyText="Declining"
        onConfirm={(form) => {
          const input = { reason: String(form.get("reason")), note: String(form.get("note")) };
          const [only, ...others] = declining ?? [];
          if (only && others.length === 0) void act({ intent: "decline", requestId: only, ...input });
          else void act({ intent: "decline-many", requestIds: (declining ?? []).join(","), ...input });
        }}
      >
        <DeclineFields />
      </ConfirmDialog>
      {toast}
    </AdminPage>
  );
}

function NoRequests({ filter, isSearch }: { filter: string; isSearch: boolean }) {
  if (isSearch) return <Empty title="Nothing found" text="No request has these words in its address or company." />;
  if (filter === "waiting" || filter === "person")
    return (
      <Empty
        title="No pending requests"
        text="New ones stay here until you decide or they are approved automatically."
      />
    );
  return <Empty title="None yet" text="Requests with this outcome appear here." />;
}
