import { Link } from "react-router";
import { type UserFilter, userFilterLabels, userFilters } from "#app/features/accounts/users/user-filters.ts";
import { listUsers } from "#app/features/accounts/users/user-list.server.ts";
import { placeIn, searchIn, shownText } from "#app/lib/addresses/list-query.ts";
import { readableAddress } from "#app/lib/addresses/readable-address.ts";
import { unlisted } from "#app/lib/firm.ts";
import parts from "#app/routes/admin/admin-parts.module.css";
import { admitted, requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminFilters } from "#app/ui/admin/admin-filters.tsx";
import { AdminList, type ListColumn } from "#app/ui/admin/admin-list.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { Day, Moment } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/users";
import { UserBadges } from "./user-badges.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const params = new URL(request.url).searchParams;
  const filter: UserFilter = userFilters.find((known) => known === params.get("state")) ?? "all";
  const search = searchIn(params);
  const page = await listUsers(ctx, { filter, search, ...placeIn(params) }).then(admitted);
  return { ...page, filter, isSearch: search !== "" };
}

export const meta = () => unlisted("Users");

export default function Users({ loaderData: { rows, previous, next, filter, isSearch } }: Route.ComponentProps) {
  const columns: ListColumn<(typeof rows)[number]>[] = [
    {
      label: "User",
      heads: true,
      cell: ({ id, email, name }) => (
        <>
          <Link className="breaks" to={`/admin/users/${id}`}>
            {readableAddress(email)}
          </Link>
          {name && <span className="block muted smaller weight-400">{name}</span>}
        </>
      ),
    },
    { label: "Company", cell: ({ company }) => company || <span className="muted">None</span> },
    { label: "State", cell: (user) => <UserBadges {...user} /> },
    {
      label: "Last seen",
      cell: (user) => <LastSeen {...user} />,
    },
    {
      label: "Created",
      cell: ({ createdAt }) => <Day className={parts.when} at={createdAt} />,
    },
  ];
  return (
    <AdminPage title="Users" lead="Everyone with an account. Open one to end sessions, disable, export or delete it.">
      <AdminFilters
        search="Search address, name or company"
        chips={[
          {
            name: "state",
            label: "State",
            options: userFilters.map((value) => ({
              value: value === "all" ? "" : value,
              label: userFilterLabels[value],
            })),
          },
        ]}
        result={shownText(rows.length, next !== null)}
      />
      <AdminList
        caption={`Users: ${userFilterLabels[filter]}`}
        columns={columns}
        rows={rows}
        previous={previous}
        next={next}
        empty={
          isSearch || filter !== "all" ? (
            <Empty title="No user found" text="Search looks in addresses, names and companies." />
          ) : (
            <Empty title="No users yet" text="Accounts appear here when people sign up." />
          )
        }
      />
    </AdminPage>
  );
}

function LastSeen({ lastSeenAt, lastSignInAt }: { lastSeenAt: Date | null; lastSignInAt: Date | null }) {
  const at = lastSeenAt ?? lastSignInAt;
  if (!at) return <span className="muted">No sign-in yet</span>;
  return (
    <>
      <Moment className={parts.when} at={at} />
      {!lastSeenAt && <span className="block muted smaller weight-400">Last sign-in, no open session</span>}
    </>
  );
}
