import { useEffect } from "react";
import { data, useRevalidator } from "react-router";
import { getIssue } from "#app/features/newsletter/issues/issue-figures.server.ts";
import type { IssueIntent } from "#app/features/newsletter/ui/issue-actions.ts";
import { IssueBadge } from "#app/features/newsletter/ui/issue-badge.tsx";
import { IssueEditor } from "#app/features/newsletter/ui/issue-editor.tsx";
import { IssueProgress } from "#app/features/newsletter/ui/issue-progress.tsx";
import { outlivingPage } from "#app/lib/browsers/outliving-request.ts";
import { unlisted } from "#app/lib/firm.ts";
import { withVariableNames } from "#app/lib/formats/mail-variables.ts";
import { type FormFields, runIntent } from "#app/lib/forms/form-intent.ts";
import type { newsletterAdminEndpoints } from "#app/routes/api/admin/newsletter-admin.server.ts";
import { type ActionResult, actionsOf, shouldRevalidateUnlessLeft, useAdminAction } from "#app/shell/admin/action.tsx";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { client } from "#app/shell/api-client.ts";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import type { Route } from "./+types/newsletter-issue";

const act = actionsOf<typeof newsletterAdminEndpoints>();
const call = client<typeof newsletterAdminEndpoints>();

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const found = await getIssue(ctx, params.id);
  if (!found.ok || !found.value) throw data(null, { status: 404 });
  return { ...found.value, myEmail: ctx.actor.email };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlisted(`${withVariableNames(loaderData?.issue.subject ?? "") || "An issue"} | Newsletter`);

type Act = (fields: FormFields) => Promise<ActionResult>;

const handlersOf = (param: { id: string }) =>
  ({
    test: async (form) =>
      act("POST /admin/newsletter/{id}/test", { ...param, to: form.text("to") }, "The test is on its way."),
    send: async (form) => {
      const at = form.text("at") || null;
      const json = { version: Number(form.text("version")), at };
      return act("POST /admin/newsletter/{id}/sending", { ...param, ...json }, at ? "Scheduled." : "Sending.");
    },
    unschedule: async () => act("POST /admin/newsletter/{id}/draft", param, "It is a draft again."),
    pause: async () => act("POST /admin/newsletter/{id}/pause", param, "Paused. Nothing more goes out."),
    resume: async () => act("POST /admin/newsletter/{id}/resumption", param, "Resumed."),
    cancel: async () =>
      act("POST /admin/newsletter/{id}/cancellation", param, "Canceled. Unsent emails were withdrawn."),
    publish: async () => act("POST /admin/newsletter/{id}/publication", param, "Published in the archive."),
    withdraw: async () => act("POST /admin/newsletter/{id}/withdrawal", param, "Withdrawn from the archive."),
    delete: async () =>
      act("DELETE /admin/newsletter/{id}", param, "The draft was deleted.", { go: "/admin/newsletter" }),
  }) satisfies Record<IssueIntent, Act>;

export const shouldRevalidate = shouldRevalidateUnlessLeft;

export const clientAction = async ({ request, params }: Route.ClientActionArgs) =>
  runIntent<ActionResult>(await request.formData(), handlersOf({ id: params.id }));

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
          save={(json) => call("PUT /admin/newsletter/{id}", { id: issue.id, ...json }, outlivingPage(json))}
          count={(query) => call("GET /admin/newsletter/audience", { ...query, id: issue.id })}
        />
      ) : (
        <IssueProgress issue={issue} audience={audience} figures={figures} actions={actions} />
      )}
      {actions.toast}
    </AdminPage>
  );
}
