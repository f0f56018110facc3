import { Link } from "react-router";
import type { DeliveryEntry } from "#app/features/webhooks/deliveries/deliveries.server.ts";
import type { EndpointEntry } from "#app/features/webhooks/endpoints/endpoints.server.ts";
import { hasNoResult } from "#app/features/webhooks/webhook-labels.ts";
import { isSubscribed } from "#app/features/webhooks/webhook-terms.ts";
import { useAdminAction } from "#app/shell/admin/action.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { SelectField } from "#app/ui/forms/field.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { ScriptForm } from "#app/ui/forms/script-form.tsx";
import { Moment } from "#app/ui/text/firm-dates.tsx";
import type { WebhookIntent } from "../webhook-actions.ts";
import { deliveryPath, endpointPath, explainPath } from "../webhook-paths.ts";
import css from "../webhooks.module.css";

/** Sends a sample event and shows the result of the newest test. `isFirst`: nothing was delivered yet. */
export function TestStep({
  endpoint,
  eventNames,
  test,
  isFirst,
}: {
  endpoint: EndpointEntry;
  eventNames: readonly string[];
  test: DeliveryEntry | null;
  isFirst: boolean;
}) {
  const { act, busy, refusal, toast } = useAdminAction<WebhookIntent>();
  if (endpoint.status !== "active")
    return (
      <Notice kind="caution" title={`This endpoint is ${endpoint.status}`}>
        <Link to={endpointPath(endpoint.id)}>Resume it</Link> to send a test.
      </Notice>
    );
  return (
    <>
      <ScriptForm
        className={`grid start ${css.testForm}`}
        onSubmit={(event) => {
          event.preventDefault();
          const name = String(new FormData(event.currentTarget).get("event"));
          void act({ intent: "test", endpointId: endpoint.id, event: name });
        }}
      >
        <SelectField
          label="Event"
          name="event"
          defaultValue={eventNames.find((name) => isSubscribed(endpoint.events, name))}
          options={eventNames}
          hint="The message contains sample data of a fictional person."
        />
        <Button type="submit" size={40} variant={isFirst ? "primary" : "secondary"} busy={busy} busyText="Sending">
          Send test
        </Button>
      </ScriptForm>
      <FormFailure text={refusal} />
      <TestResult test={test} />
      {toast}
    </>
  );
}

function TestResult({ test }: { test: DeliveryEntry | null }) {
  return (
    <div role="status" aria-label="Result of the test">
      {test?.status === "delivered" && (
        <Notice kind="positive" title="It works: your program received the test.">
          <Link to={deliveryPath(test.id)}>See the message and the response</Link>
        </Notice>
      )}
      {test && hasNoResult(test) && <Notice kind="info" title="Sending the test" />}
      {test && test.status !== "delivered" && !hasNoResult(test) && (
        <Notice kind="critical" title="Your program did not accept the test.">
          <p>{test.lastError ?? `It responded with ${test.lastStatus}.`}</p>
          {(test.lastStatus === 400 || test.lastStatus === 401 || test.lastStatus === 403) && (
            <p>
              It may have refused the signature: <Link to={explainPath(test.id)}>find out why</Link>.
            </p>
          )}
          <p>
            <Link to={deliveryPath(test.id)}>See the message and the response</Link>
          </p>
          {test.nextAttemptAt && (
            <p>
              The next attempt is on <Moment at={test.nextAttemptAt} />. You can also send a new test now.
            </p>
          )}
        </Notice>
      )}
    </div>
  );
}
