import { type ReactNode, useState } from "react";
import { Form, Link, useSubmit } from "react-router";
import { findLatestTest } from "#app/features/webhooks/deliveries/deliveries.server.ts";
import { listCatalogue } from "#app/features/webhooks/endpoints/catalogue.server.ts";
import { type EndpointEntry, listEndpoints } from "#app/features/webhooks/endpoints/endpoints.server.ts";
import { VerifierTabs } from "#app/features/webhooks/ui/verifier-tabs.tsx";
import { EndpointBadge } from "#app/features/webhooks/ui/webhook-badges.tsx";
import { describeEvents, reloadMs } from "#app/features/webhooks/webhook-labels.ts";
import { unlisted } from "#app/lib/firm.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { isDemoUrl } from "#app/lib/people/demo-address.ts";
import parts from "#app/routes/admin/admin-parts.module.css";
import { admitted, requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminDetails } from "#app/ui/admin/admin-details.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { buttonClass } from "#app/ui/buttons/button.tsx";
import { SelectField } from "#app/ui/forms/field.tsx";
import { Table } from "#app/ui/lists/table.tsx";
import { TabLinks } from "#app/ui/sections/tabs.tsx";
import { Moment } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/setup-guide";
import { useReloadEvery } from "./reload-every.ts";
import { TestStep } from "./setup-guide/test-step.tsx";
import { ShowSecret } from "./show-secret.tsx";
import { performWebhookAction } from "./webhook-actions.ts";
import { endpointPath, guidePath, newEndpointPath, signaturePath, webhookTabs } from "./webhook-paths.ts";
import css from "./webhooks.module.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const endpoints = await listEndpoints(ctx).then(admitted);
  const wanted = new URL(request.url).searchParams.get("endpoint");
  const newest = endpoints.findLast(({ url }) => !isDemoUrl(url)) ?? null;
  const endpoint = endpoints.find(({ id }) => id === wanted) ?? newest;
  const events = listCatalogue().flatMap((group) => group.events);
  return {
    endpoints,
    /** The endpoint in the URL, otherwise the newest one that is not demo data. */
    endpoint,
    test: endpoint && (await findLatestTest(ctx, endpoint.id)),
    eventNames: events.map(({ name }) => name),
    sample: JSON.stringify(events[0]?.sample ?? {}),
  };
}

export const meta = () => unlisted("Webhooks");

export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  performWebhookAction(await request.formData());

/** Slower polling while the receiver is set up in another window. */
const laterMs = 5000;

const addressHints = [
  {
    tool: "n8n",
    hint: "Add a Webhook node to a workflow, set its method to POST, copy the production URL and activate the workflow.",
  },
  {
    tool: "Zapier",
    hint: "Create a Zap with the trigger Webhooks by Zapier, Catch Raw Hook. Copy the webhook URL.",
  },
  {
    tool: "Make",
    hint: "Create a scenario that starts with Webhooks, Custom webhook. Copy the address of the webhook.",
  },
  {
    tool: "Your own program",
    hint: "Use the code of step 2. The program needs a public address that begins with https://.",
  },
];

/** The guide (what a webhook is, three steps to the first delivery) and every endpoint. */
export default function SetupGuide({
  loaderData: { endpoints, endpoint, test, eventNames, sample },
}: Route.ComponentProps) {
  const [secrets, setSecrets] = useState<Readonly<Record<string, string>>>({});
  const submit = useSubmit();
  const hasDelivered = endpoint !== null && endpoint.lastDeliveredAt !== null;
  useReloadEvery(reloadMs(test) ?? (endpoint?.status === "active" && !hasDelivered ? laterMs : null));
  return (
    <AdminPage
      title="Webhooks"
      lead="A webhook is a message that this application sends to another program when something happens, such as a booking. The program receives it at a web address and starts a workflow."
      tools={
        endpoint && (
          <Link data-changes-only className={buttonClass({ size: 40 })} to={newEndpointPath}>
            Add endpoint
          </Link>
        )
      }
    >
      <div className={parts.spaced}>
        <TabLinks label="Webhooks" items={webhookTabs} current={guidePath} />
      </div>
      <ol className={css.list}>
        <Step number={1} title="Add an endpoint" isDone={endpoint !== null}>
          <p>An endpoint is the web address that receives the messages. The other program gives you this address.</p>
          <AdminDetails summary="Where do I find the address?" className={css.more}>
            <dl className={parts.facts}>
              {addressHints.map(({ tool, hint }) => (
                <div key={tool}>
                  <dt>{tool}</dt>
                  <dd>{hint}</dd>
                </div>
              ))}
            </dl>
          </AdminDetails>
          {!endpoint && (
            <Link data-changes-only className={buttonClass({ variant: "primary", size: 40 })} to={newEndpointPath}>
              Add endpoint
            </Link>
          )}
        </Step>
        <Step number={2} title="Paste the code that checks the signature" isDone={hasDelivered}>
          <p>
            Each message is signed with the secret of its endpoint. The code refuses messages that anyone else sends to
            your address. You can send a test first and add the code later.
          </p>
          {endpoint ? (
            <>
              {endpoints.length > 1 && (
                <Form method="get" className={css.chooser}>
                  <SelectField
                    key={endpoint.id}
                    label="Endpoint"
                    name="endpoint"
                    defaultValue={endpoint.id}
                    onChange={({ target }) => void submit(target.form, { replace: true, preventScrollReset: true })}
                    options={endpoints.map(({ id, url, description }) => ({ value: id, label: description || url }))}
                  />
                  <noscript>
                    <button type="submit">Show</button>
                  </noscript>
                </Form>
              )}
              <VerifierTabs
                secret={secrets[endpoint.id] ?? null}
                sample={sample}
                fill={
                  <ShowSecret
                    key={endpoint.id}
                    endpointId={endpoint.id}
                    action={guidePath}
                    label="Fill in my secret"
                    onSecret={(secret) => setSecrets((known) => ({ ...known, [endpoint.id]: secret }))}
                  />
                }
              />
            </>
          ) : (
            <p className="muted">
              {endpoints.length > 0 && "The endpoints below are demo data. "}The code appears here when you have added
              an endpoint of your own.
            </p>
          )}
        </Step>
        <Step number={3} title="Send a test event" isDone={hasDelivered}>
          {endpoint ? (
            <TestStep
              key={endpoint.id}
              endpoint={endpoint}
              eventNames={eventNames}
              test={test}
              isFirst={!hasDelivered}
            />
          ) : (
            <p className="muted">You can send a test when you have added an endpoint of your own.</p>
          )}
          <p className="muted">
            Does your code refuse the message? <Link to={signaturePath}>Find out why a signature failed</Link>.
          </p>
        </Step>
      </ol>
      {endpoints.length > 0 && (
        <section aria-labelledby="endpoints" className={css.section}>
          <h2 id="endpoints" className={`larger strong ${parts.head}`}>
            Endpoints
          </h2>
          <Endpoints endpoints={endpoints} />
        </section>
      )}
      <p className={css.section}>
        Does a program need to read data instead? Create an <Link to="/admin/settings#api-tokens">API token</Link> in
        the settings.
      </p>
    </AdminPage>
  );
}

function Step({
  number,
  title,
  isDone,
  children,
}: {
  number: number;
  title: string;
  isDone: boolean;
  children: ReactNode;
}) {
  const id = `step-${number}`;
  return (
    <li className={`grid ${css.step}`} aria-labelledby={id}>
      <div>
        <span className="note">Step {number}</span>
        <h2 id={id} className={`larger strong ${css.stepTitle}`}>
          {title}
        </h2>
        <p
          className={isDone ? `smaller strong ${css.done}` : `smaller ${css.open}`}
          role="status"
          aria-label={`State of step ${number}`}
        >
          {isDone ? "Done" : "Not done yet"}
        </p>
      </div>
      <div className={`shrinks ${css.stepBody}`}>{children}</div>
    </li>
  );
}

function Endpoints({ endpoints }: { endpoints: readonly EndpointEntry[] }) {
  return (
    <Table
      caption="Endpoints"
      quiet
      rows={endpoints}
      columns={[
        {
          label: "Endpoint",
          heads: true,
          cell: ({ id, url, description }) => (
            <>
              <Link className="breaks" to={endpointPath(id)}>
                {description || url}
              </Link>
              {description && <span className={`muted breaks block ${css.minor}`}>{url}</span>}
            </>
          ),
        },
        { label: "State", cell: ({ status }) => <EndpointBadge status={status} /> },
        { label: "Events", cell: ({ events }) => describeEvents(events) },
        {
          label: "Delivered, 24\u00a0h",
          numeric: true,
          cell: ({ recent }) => formatNumber(recent.delivered),
        },
        { label: "Failed, 24\u00a0h", numeric: true, cell: ({ recent }) => formatNumber(recent.failed) },
        {
          label: "Pending, 24\u00a0h",
          numeric: true,
          cell: ({ recent }) => formatNumber(recent.pending),
        },
        {
          label: "Last delivered",
          cell: ({ lastDeliveredAt }) => (lastDeliveredAt ? <Moment at={lastDeliveredAt} /> : "Never"),
        },
      ]}
    />
  );
}
