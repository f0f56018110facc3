import { useState } from "react";
import { data, Link, useFetcher } from "react-router";
import { findLatestTest, listDeliveries } from "#app/features/webhooks/deliveries/deliveries.server.ts";
import { listCatalogue } from "#app/features/webhooks/endpoints/catalogue.server.ts";
import { getEndpoint } from "#app/features/webhooks/endpoints/endpoints.server.ts";
import { disabledAfterDays } from "#app/features/webhooks/sending/retry-schedule.ts";
import { EndpointForm } from "#app/features/webhooks/ui/endpoint-form.tsx";
import { EndpointBadge } from "#app/features/webhooks/ui/webhook-badges.tsx";
import { disabledReasonText, reloadMs } from "#app/features/webhooks/webhook-labels.ts";
import { deliveryDays } from "#app/features/webhooks/webhook-terms.ts";
import { unlisted } from "#app/lib/firm.ts";
import parts from "#app/routes/admin/admin-parts.module.css";
import { shouldRevalidateUnlessLeft } from "#app/shell/admin/action.tsx";
import { admitted, requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { LeaveWarning } from "#app/ui/drafts/leave-warning.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { Moment } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/endpoint";
import { DeliveryTable } from "./delivery-table.tsx";
import { EndpointTools } from "./endpoint/endpoint-tools.tsx";
import { ReplayPeriod } from "./endpoint/replay-period.tsx";
import { SecretPart } from "./endpoint/secret-part.tsx";
import { pickerGroups } from "./picker-groups.ts";
import { useReloadEvery } from "./reload-every.ts";
import { TestStep } from "./setup-guide/test-step.tsx";
import { performWebhookAction, type SaveAnswer } from "./webhook-actions.ts";
import { deliveriesPath, guidePath } from "./webhook-paths.ts";
import css from "./webhooks.module.css";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const endpoint = await getEndpoint(ctx, { endpointId: params.id });
  if (!endpoint.ok) throw data(null, { status: 404 });
  const wanted = { endpointId: params.id, event: null, status: null, after: null, before: null, size: 10 };
  const [deliveries, test] = await Promise.all([
    listDeliveries(ctx, wanted).then(admitted),
    findLatestTest(ctx, params.id),
  ]);
  const until = endpoint.value.previousSecretUntil;
  return {
    endpoint: { ...endpoint.value, previousSecretUntil: until && until > ctx.now ? until : null },
    deliveries: deliveries.rows,
    test,
    groups: pickerGroups(listCatalogue()),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlisted(`${loaderData?.endpoint.description || "Endpoint"} | Webhooks`);

export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  performWebhookAction(await request.formData());

export const shouldRevalidate = shouldRevalidateUnlessLeft;

export default function Endpoint({ loaderData: { endpoint, deliveries, test, groups } }: Route.ComponentProps) {
  const saving = useFetcher<SaveAnswer>();
  const [savedAt, setSavedAt] = useState(0);
  const answer = saving.state === "idle" ? saving.data : undefined;
  if (answer?.ok && answer.at !== savedAt) setSavedAt(answer.at);
  useReloadEvery(reloadMs(test));
  return (
    <AdminPage
      title={endpoint.description || "Endpoint"}
      lead={<span className="breaks">{endpoint.url}</span>}
      above={{ href: guidePath, label: "Webhooks" }}
      tools={
        <>
          <EndpointBadge status={endpoint.status} />
          <EndpointTools endpoint={endpoint} />
        </>
      }
    >
      {endpoint.isUnreadable && (
        <Notice kind="critical" title="Nothing is sent: the secret or a header cannot be read.">
          <p>
            It was encrypted with another SECRET. Ask the operator to run <code>secret reseal</code> with the former
            one, or replace the secret and enter the headers again.
          </p>
        </Notice>
      )}
      {endpoint.status === "disabled" && (
        <Notice kind="critical" title="This endpoint is disabled. Nothing is sent.">
          <p>
            {endpoint.disabledReason && disabledReasonText[endpoint.disabledReason]}{" "}
            {endpoint.disabledAt && (
              <>
                Since <Moment at={endpoint.disabledAt} />.
              </>
            )}
          </p>
          <p>Repair the receiver, resume the endpoint, then send the missed events again below.</p>
        </Notice>
      )}
      {endpoint.status === "paused" && (
        <Notice kind="caution" title="This endpoint is paused.">
          New events wait for up to {deliveryDays} days. They are sent when you resume it.
        </Notice>
      )}
      {endpoint.status === "active" && endpoint.failingSince && (
        <Notice kind="caution" title="Deliveries fail.">
          <p>
            Since <Moment at={endpoint.failingSince} />. After {disabledAfterDays} days without a success the endpoint
            is disabled.
          </p>
        </Notice>
      )}
      <div className={`grid start ${css.columns}`}>
        <section aria-labelledby="fields">
          <h2 id="fields" className={`larger strong ${parts.head}`}>
            Settings
          </h2>
          <LeaveWarning>
            <EndpointForm
              key={endpoint.id}
              stored={endpoint}
              groups={groups}
              save="Save"
              busy={saving.state !== "idle"}
              savedAt={savedAt}
              refusal={answer && !answer.ok ? answer.error : null}
              onSave={(input) =>
                void saving.submit(
                  {
                    ...{ intent: "change", endpointId: endpoint.id, version: String(endpoint.version) },
                    endpoint: JSON.stringify(input),
                  },
                  { method: "post" },
                )
              }
            />
          </LeaveWarning>
          <p role="status" className={`smaller strong ${css.done}`}>
            {answer?.ok && "Saved."}
          </p>
        </section>
        <div className={css.aside}>
          <section aria-labelledby="test">
            <h2 id="test" className={`larger strong ${parts.head}`}>
              Send a test
            </h2>
            <TestStep
              endpoint={endpoint}
              eventNames={groups.flatMap(({ events }) => events.map(({ name }) => name))}
              test={test}
              isFirst={false}
            />
          </section>
          <SecretPart key={endpoint.id} endpoint={endpoint} />
          <ReplayPeriod endpoint={endpoint} />
        </div>
      </div>
      <section aria-labelledby="deliveries" className={css.section}>
        <h2 id="deliveries" className={`larger strong ${parts.head}`}>
          Newest deliveries
        </h2>
        {deliveries.length > 0 ? (
          <>
            <DeliveryTable rows={deliveries} />
            <p>
              <Link to={`${deliveriesPath}?endpoint=${endpoint.id}`}>All deliveries of this endpoint</Link>
            </p>
          </>
        ) : (
          <p className="muted">No deliveries yet. Send a test to get the first one.</p>
        )}
      </section>
    </AdminPage>
  );
}
