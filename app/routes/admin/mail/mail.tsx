import { Link, useLocation } from "react-router";
import { mailFilters } from "#app/features/mail/messages/mail-states.ts";
import { listMessages } from "#app/features/mail/messages/messages.server.ts";
import { refusalCauses } from "#app/features/mail/refusals/refusal-causes.ts";
import { findOurRefusals } from "#app/features/mail/today.server.ts";
import { MailBadge } from "#app/features/mail/ui/mail-badge.tsx";
import { placeIn, searchIn, shownText, withQuery } from "#app/lib/addresses/list-query.ts";
import { readableAddress } from "#app/lib/addresses/readable-address.ts";
import { unlisted } from "#app/lib/firm.ts";
import { counted } from "#app/lib/numbers.ts";
import parts from "#app/routes/admin/admin-parts.module.css";
import { admitted, requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminFilters } from "#app/ui/admin/admin-filters.tsx";
import { AdminList, type ListColumn } from "#app/ui/admin/admin-list.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { TabLinks } from "#app/ui/sections/tabs.tsx";
import { Moment } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/mail";
import css from "./mail.module.css";
import { mailTabs } from "./mail-tabs.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const params = new URL(request.url).searchParams;
  const filter = mailFilters.find(({ key }) => key === params.get("state"))?.key ?? "all";
  const search = searchIn(params);
  const batch = params.get("batch");
  const page = await listMessages(ctx, {
    filter,
    search,
    batch,
    ...placeIn(params),
  }).then(admitted);
  const refused = await findOurRefusals(ctx).then(admitted);
  return { ...page, filter, ourRefusals: refused, isSearch: search !== "", isBatch: batch !== null };
}

export const meta = () => unlisted("Mail");

export default function Mail({
  loaderData: { rows, previous, next, filter, ourRefusals, isSearch, isBatch },
}: Route.ComponentProps) {
  const { search } = useLocation();
  const columns: ListColumn<(typeof rows)[number]>[] = [
    {
      label: "Subject",
      heads: true,
      cell: ({ id, subject, kind }) => (
        <>
          <Link className="breaks" to={`/admin/mail/${id}`}>
            {subject}
          </Link>
          <span className={`block muted ${parts.noteUnder}`}>{kind}</span>
        </>
      ),
    },
    { label: "To", cell: ({ to }) => <span className="breaks">{readableAddress(to)}</span> },
    {
      label: "State",
      cell: ({ state, lastError, refusal }) => (
        <>
          <MailBadge state={state} />
          {refusal && <span className={`block size-81 ${css.cause}`}>{refusalCauses[refusal].label}</span>}
          {lastError && state !== "sent" && (
            <span className={`muted breaks block size-81 ${css.error}`}>{lastError}</span>
          )}
        </>
      ),
    },
    { label: "Attempts", numeric: true, cell: ({ attempts }) => attempts },
    {
      label: "Created",
      cell: ({ createdAt }) => <Moment className={parts.when} at={createdAt} />,
    },
  ];
  return (
    <AdminPage title="Mail">
      <div className={parts.spaced}>
        <TabLinks label="Mail" items={mailTabs} current="/admin/mail" />
      </div>
      <AdminFilters
        search="Search address or subject"
        chips={[
          {
            name: "state",
            label: "State",
            options: mailFilters.map(({ key, label }) => ({ value: key === "all" ? "" : key, label })),
          },
        ]}
        result={shownText(rows.length, next !== null)}
      />
      {ourRefusals && (
        <Notice
          className="top-100"
          kind="caution"
          title={`Mail servers refused ${counted(ourRefusals.mails, "email")} of the last seven days because of us`}
        >
          <p>
            {refusalCauses[ourRefusals.cause].label}. {refusalCauses[ourRefusals.cause].advice} No recipient was
            suppressed for it. <Link to={`/admin/mail/${ourRefusals.latest}`}>Latest such email</Link>
          </p>
        </Notice>
      )}
      {isBatch && (
        <p className={css.batch}>
          Only the emails of one issue. <Link to={withQuery(search, { batch: null })}>Show all</Link>
        </p>
      )}
      <AdminList
        caption="Emails"
        columns={columns}
        rows={rows}
        previous={previous}
        next={next}
        empty={
          isSearch || filter !== "all" ? (
            <Empty title="Nothing found" text="No email matches. Search covers addresses and subjects." />
          ) : (
            <Empty title="No emails yet" text="Every email the product sends appears here, with its history." />
          )
        }
      />
    </AdminPage>
  );
}
