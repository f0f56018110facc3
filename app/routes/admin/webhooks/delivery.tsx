import { data, Link } from "react-router";
import { getDelivery } from "#app/features/webhooks/deliveries/deliveries.server.ts";
import { describeSchedule } from "#app/features/webhooks/sending/retry-schedule.ts";
import { CodeBlock } from "#app/features/webhooks/ui/code-block.tsx";
import { DeliveryBadge } from "#app/features/webhooks/ui/webhook-badges.tsx";
import { deliveryKindLabels, nextAttemptOf, reloadMs } from "#app/features/webhooks/webhook-labels.ts";
import { unlisted } from "#app/lib/firm.ts";
import parts from "#app/routes/admin/admin-parts.module.css";
import { shouldRevalidateUnlessLeft, useAdminAction } from "#app/shell/admin/action.tsx";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminDetails } from "#app/ui/admin/admin-details.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { Fact } from "#app/ui/lists/fact.tsx";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/delivery";
import { Attempt } from "./delivery/attempt.tsx";
import { useReloadEvery } from "./reload-every.ts";
import { performWebhookAction, type WebhookIntent } from "./webhook-actions.ts";
import { deliveriesPath, endpointPath, explainPath } from "./webhook-paths.ts";
import css from "./webhooks.module.css";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const delivery = await getDelivery(ctx, { deliveryId: params.id });
  if (!delivery.ok) throw data(null, { status: 404 });
  return { delivery: delivery.value };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlisted(`${loaderData?.delivery.type ?? "Delivery"} | Webhook deliveries`);

export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  performWebhookAction(await request.formData());

export const shouldRevalidate = shouldRevalidateUnlessLeft;

export default function Delivery({ loaderData: { delivery } }: Route.ComponentProps) {
  const { act, busy, refusal, toast } = useAdminAction<WebhookIntent>();
  const dates = useFirmDates();
  const { id, type, kind, status, endpointStatus, attemptLog, body, lastStatus } = delivery;
  const nextAttempt = nextAttemptOf(delivery);
  useReloadEvery(reloadMs(delivery));
  const facts: [string, string | null][] = [
    ["Kind", deliveryKindLabels[kind]],
    ["Message id", delivery.eventId],
    ["Happened", dates.moment(delivery.occurredAt)],
    ["Created", dates.moment(delivery.createdAt)],
    ["Delivered", delivery.deliveredAt && dates.moment(delivery.deliveredAt)],
    ["Next attempt", nextAttempt && dates.moment(nextAttempt)],
  ];
  const isRefused = status !== "delivered" && lastStatus !== null && [400, 401, 403].includes(lastStatus);
  return (
    <AdminPage
      title={type}
      above={{ href: deliveriesPath, label: "Webhook deliveries" }}
      tools={
        <>
          <DeliveryBadge status={status} />
          {body !== null && (
            <Button
              size={40}
              icon="refresh"
              busy={busy}
              busyText="Sending"
              onClick={() => void act({ intent: "replay", deliveryId: id })}
            >
              Send again
            </Button>
          )}
        </>
      }
    >
      <FormFailure text={refusal} />
      {status === "pending" && endpointStatus !== "active" && (
        <Notice kind="caution" title={`The endpoint is ${endpointStatus}, so this message waits.`}>
          It is sent when you <Link to={endpointPath(delivery.endpointId)}>resume the endpoint</Link>.
        </Notice>
      )}
      {status === "failed" && (
        <Notice kind="critical" title="This message was not delivered, and there is no further attempt.">
          {endpointStatus === "active" ? (
            "Repair the program that receives it, then send the message again."
          ) : (
            <>
              The endpoint is {endpointStatus}. Repair the program that receives it,{" "}
              <Link to={endpointPath(delivery.endpointId)}>resume the endpoint</Link>, then send the message again.
            </>
          )}
        </Notice>
      )}
      {status === "canceled" && (
        <Notice kind="info" title="This message was canceled and is not sent.">
          {delivery.lastError}
        </Notice>
      )}
      {isRefused && (
        <Notice kind="info" title={`The receiver responded with ${lastStatus}.`}>
          It may have refused the signature. <Link to={explainPath(id)}>Find out why</Link>.
        </Notice>
      )}
      <div className={`grid start ${css.columns}`}>
        <div>
          <section aria-labelledby="attempts">
            <h2 id="attempts" className={`larger strong ${parts.head}`}>
              Attempts
            </h2>
            {attemptLog.length === 0 ? (
              <p className="muted">
                {status !== "pending"
                  ? "No attempt was made."
                  : endpointStatus === "active"
                    ? "The first attempt is about to start."
                    : "No attempt yet."}
              </p>
            ) : (
              <ol className={css.list}>
                {attemptLog.toReversed().map((attempt, index) => (
                  <Attempt
                    key={`${attempt.number} ${attempt.at.toISOString()}`}
                    attempt={attempt}
                    isOpen={index === 0}
                  />
                ))}
              </ol>
            )}
          </section>
          <AdminDetails summary="When a failed message is sent again" className={classNames(css.more, css.schedule)}>
            <p>
              After {describeSchedule().join(", then ")}. Each wait is up to a tenth longer. After the last attempt the
              delivery has failed.
            </p>
          </AdminDetails>
        </div>
        <div className={css.aside}>
          <section aria-labelledby="facts">
            <h2 id="facts" className={`larger strong ${parts.head}`}>
              Facts
            </h2>
            <dl className={parts.facts}>
              <Fact name="Endpoint">
                <Link to={endpointPath(delivery.endpointId)}>{delivery.endpointUrl}</Link>
              </Fact>
              {facts.map(([name, value]) =>
                value ? (
                  <Fact key={name} name={name}>
                    {value}
                  </Fact>
                ) : null,
              )}
            </dl>
          </section>
          <section aria-labelledby="message">
            <h2 id="message" className={`larger strong ${parts.head}`}>
              Message
            </h2>
            {body === null ? (
              <p>The personal data of this event was deleted, so the message is not shown and cannot be sent again.</p>
            ) : (
              <>
                <CodeBlock label="Formatted message" code={JSON.stringify(JSON.parse(body), null, 2)} />
                <AdminDetails summary="Exact text that is signed" className={css.more}>
                  <CodeBlock label="Exact text" code={body} />
                </AdminDetails>
              </>
            )}
          </section>
        </div>
      </div>
      {toast}
    </AdminPage>
  );
}
