import { Link, redirect, useFetcher } from "react-router";
import { listIssues } from "#app/features/newsletter/issues/issue-figures.server.ts";
import { IssueBadge } from "#app/features/newsletter/ui/issue-badge.tsx";
import { placeIn } from "#app/lib/addresses/list-query.ts";
import { unlisted } from "#app/lib/firm.ts";
import { withVariableNames } from "#app/lib/formats/mail-variables.ts";
import { runIntent } from "#app/lib/forms/form-intent.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import parts from "#app/routes/admin/admin-parts.module.css";
import type { newsletterAdminEndpoints } from "#app/routes/api/admin/newsletter-admin.server.ts";
import { admitted, requireAdmin } from "#app/shell/admin/admin.server.ts";
import { client } from "#app/shell/api-client.ts";
import { AdminList, type ListColumn } from "#app/ui/admin/admin-list.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { Moment } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/newsletter";

const call = client<typeof newsletterAdminEndpoints>();

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const params = new URL(request.url).searchParams;
  return listIssues(ctx, placeIn(params)).then(admitted);
}

export const meta = () => unlisted("Newsletter");

export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  runIntent(await request.formData(), {
    create: async () => {
      const answer = await call("POST /admin/newsletter", {});
      return answer.ok ? redirect(`/admin/newsletter/${answer.value.id}`) : { message: answer.error.message };
    },
  });

export default function Newsletter({ loaderData: { issues, subscribers } }: Route.ComponentProps) {
  const fetcher = useFetcher<typeof clientAction>();
  const columns: ListColumn<(typeof issues.rows)[number]>[] = [
    {
      label: "Subject",
      heads: true,
      cell: ({ id, subject }) => (
        <Link to={`/admin/newsletter/${id}`}>{withVariableNames(subject) || "No subject yet"}</Link>
      ),
    },
    { label: "State", cell: ({ status }) => <IssueBadge status={status} /> },
    {
      label: "When",
      cell: ({ at, updatedAt }) => (
        <span className={parts.when}>
          {!at && "edited "}
          <Moment at={at ?? updatedAt} />
        </span>
      ),
    },
    {
      label: "Recipients",
      numeric: true,
      cell: ({ status, recipients }) => (status === "draft" || status === "scheduled" ? "" : formatNumber(recipients)),
    },
    { label: "Sent", numeric: true, cell: ({ fed, recipients }) => (recipients ? formatNumber(fed) : "") },
    {
      label: "Bounced",
      numeric: true,
      cell: ({ bounced, recipients }) => (recipients ? formatNumber(bounced) : ""),
    },
    {
      label: "Unsubscribed",
      numeric: true,
      cell: ({ unsubscribed, recipients }) => (recipients ? formatNumber(unsubscribed) : ""),
    },
  ];
  const write = (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value="create" />
      <Button type="submit" variant="primary" size={40} icon="plus" busy={fetcher.state !== "idle"} busyText="Opening">
        Write an issue
      </Button>
    </fetcher.Form>
  );
  return (
    <AdminPage
      title="Newsletter"
      tools={issues.rows.length > 0 && write}
      figures={[
        {
          label: "Subscribers",
          value: formatNumber(subscribers.subscribed),
          ...(subscribers.pending > 0 && { note: `${formatNumber(subscribers.pending)} not confirmed yet` }),
        },
        { label: "Joined", value: formatNumber(subscribers.joinedThisMonth), note: "in 30 days" },
        { label: "Unsubscribed", value: formatNumber(subscribers.leftThisMonth), note: "in 30 days" },
      ]}
    >
      {fetcher.data && (
        <Notice kind="critical" live>
          {fetcher.data.message}
        </Notice>
      )}
      <AdminList
        caption="Issues of the newsletter"
        columns={columns}
        {...issues}
        empty={
          <Empty
            title="No issue yet"
            text="Write one in Markdown, look at it as its readers will, send yourself a test, then send it now or at a time."
            action={write}
          />
        }
      />
    </AdminPage>
  );
}
