import { useEffect } from "react";
import { data, redirect, useRevalidator } from "react-router";
import { getIssue } from "#app/features/newsletter/issue-figures.server.ts";
import type { IssueIntent } from "#app/features/newsletter/ui/issue-actions.ts";
import { IssueBadge } from "#app/features/newsletter/ui/issue-badge.tsx";
import { IssueEditor } from "#app/features/newsletter/ui/issue-editor.tsx";
import { IssueProgress } from "#app/features/newsletter/ui/issue-progress.tsx";
import { type FormFields, runIntent } from "#app/lib/form-intent.ts";
import { withVariableNames } from "#app/lib/mail-variables.ts";
import { outlivingPage } from "#app/lib/outliving-request.ts";
import { type ActionResult, resultOf, useAdminAction } from "#app/shell/admin/action.tsx";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { api, ask } from "#app/shell/api-client.ts";
import { AdminPage } from "#app/ui/admin-page.tsx";
import type { Route } from "./+types/newsletter-issue";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const found = await getIssue(ctx, params.id);
  if (!found.ok || !found.value) throw data(null, { status: 404 });
  return { ...found.value, myEmail: ctx.actor.email };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${withVariableNames(loaderData?.issue.subject ?? "") || "An issue"} | Newsletter | GTMarc` },
  { name: "robots", content: "noindex" },
];

const endpoints = api.api.admin.newsletter[":id"];

type Act = (fields: FormFields) => Promise<ActionResult | Response>;

const handlersOf = (param: { id: string }) =>
  ({
    test: async (form) =>
      resultOf(await ask(endpoints.test.$post({ param, json: { to: form.text("to") } })), "The test is on its way."),
    send: async (form) => {
      const at = form.text("at") || null;
      const json = { version: Number(form.text("version")), at };
      return resultOf(await ask(endpoints.sending.$post({ param, json })), at ? "Scheduled." : "Sending.");
    },
    unschedule: async () => resultOf(await ask(endpoints.draft.$post({ param })), "It is a draft again."),
    pause: async () => resultOf(await ask(endpoints.pause.$post({ param })), "Paused. Nothing more goes out."),
    resume: async () => resultOf(await ask(endpoints.resumption.$post({ param })), "Resumed."),
    cancel: async () =>
      resultOf(await ask(endpoints.cancellation.$post({ param })), "Canceled. Unsent emails were withdrawn."),
    publish: async () => resultOf(await ask(endpoints.publication.$post({ param })), "Published in the archive."),
    withdraw: async () => resultOf(await ask(endpoints.withdrawal.$post({ param })), "Withdrawn from the archive."),
    delete: async () => {
      const answer = await ask(endpoints.$delete({ param }));
      return answer.ok ? redirect("/admin/newsletter") : resultOf(answer, "");
    },
  }) satisfies Record<IssueIntent, Act>;

export const clientAction = async ({ request, params }: Route.ClientActionArgs) =>
  runIntent<ActionResult | Response>(await request.formData(), handlersOf({ id: params.id }));

const everyMs = 2000;

export default function NewsletterIssue({
  loaderData: { issue, audience, demoLeftOut, figures, myEmail },
}: Route.ComponentProps) {
  const actions = useAdminAction<IssueIntent>();
  const { revalidate } = useRevalidator();
  const isMoving = issue.status === "sending" || issue.status === "scheduled" || issue.status === "paused";
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => document.visibilityState === "visible" && void revalidate(), everyMs);
    return () => clearInterval(timer);
  }, [isMoving, revalidate]);
  return (
    <AdminPage
      title={withVariableNames(issue.subject) || "A new issue"}
      above={{ href: "/admin/newsletter", label: "Newsletter" }}
      tools={<IssueBadge status={issue.status} />}
    >
      {issue.status === "draft" ? (
        <IssueEditor
          key={issue.id}
          issue={issue}
          audience={audience}
          demoLeftOut={demoLeftOut}
          myEmail={myEmail}
          actions={actions}
          save={(json) => ask(endpoints.$put({ param: { id: issue.id }, json }, outlivingPage(json)))}
          count={(query) => ask(api.api.admin.newsletter.audience.$get({ query: { ...query, id: issue.id } }))}
        />
      ) : (
        <IssueProgress issue={issue} audience={audience} figures={figures} actions={actions} />
      )}
      {actions.toast}
    </AdminPage>
  );
}
