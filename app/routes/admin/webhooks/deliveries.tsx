import { listDeliveries } from "#app/features/webhooks/deliveries/deliveries.server.ts";
import { listCatalogue } from "#app/features/webhooks/endpoints/catalogue.server.ts";
import { listEndpoints } from "#app/features/webhooks/endpoints/endpoints.server.ts";
import { deliveryStatusLabels } from "#app/features/webhooks/webhook-labels.ts";
import { deliveryDays, deliveryStatuses } from "#app/features/webhooks/webhook-terms.ts";
import { placeIn, shownText } from "#app/lib/addresses/list-query.ts";
import { unlisted } from "#app/lib/firm.ts";
import parts from "#app/routes/admin/admin-parts.module.css";
import { admitted, requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminFilters } from "#app/ui/admin/admin-filters.tsx";
import { AdminList } from "#app/ui/admin/admin-list.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { TabLinks } from "#app/ui/sections/tabs.tsx";
import type { Route } from "./+types/deliveries";
import { deliveryColumns } from "./delivery-table.tsx";
import { deliveriesPath, guidePath, webhookTabs } from "./webhook-paths.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const params = new URL(request.url).searchParams;
  const filter = { endpointId: params.get("endpoint"), event: params.get("event"), status: params.get("status") };
  const [page, endpoints] = await Promise.all([
    listDeliveries(ctx, { ...filter, ...placeIn(params) }).then(admitted),
    listEndpoints(ctx).then(admitted),
  ]);
  return {
    ...page,
    endpoints: endpoints.map(({ id, url, description }) => ({ value: id, label: description || url })),
    eventNames: listCatalogue().flatMap(({ events }) => events.map(({ name }) => name)),
    isFiltered: Object.values(filter).some((value) => value !== null && value !== ""),
  };
}

export const meta = () => unlisted("Webhook deliveries");

export default function Deliveries({
  loaderData: { rows, previous, next, endpoints, eventNames, isFiltered },
}: Route.ComponentProps) {
  return (
    <AdminPage
      title="Webhook deliveries"
      lead={`Each message to an endpoint with its attempts. Finished deliveries are deleted after ${deliveryDays} days.`}
    >
      <div className={parts.spaced}>
        <TabLinks label="Webhooks" items={webhookTabs} current={deliveriesPath} />
      </div>
      <AdminFilters
        chips={[
          {
            name: "status",
            label: "Outcome",
            options: [
              { value: "", label: "All" },
              ...deliveryStatuses.map((status) => ({ value: status, label: deliveryStatusLabels[status] })),
            ],
          },
        ]}
        selects={[
          { name: "endpoint", label: "Endpoint", all: "All endpoints", options: endpoints },
          {
            name: "event",
            label: "Event",
            all: "All events",
            options: eventNames.map((name) => ({ value: name, label: name })),
          },
        ]}
        result={shownText(rows.length, next !== null)}
      />
      <AdminList
        caption="Deliveries"
        columns={deliveryColumns}
        rows={rows}
        previous={previous}
        next={next}
        empty={
          isFiltered ? (
            <Empty title="No delivery matches" text="Choose other filters, or clear them." />
          ) : (
            <Empty
              title="No deliveries yet"
              text="Messages to your endpoints appear here. Send a test to get the first one."
              action={
                <ButtonLink size={40} href={guidePath}>
                  Open the setup guide
                </ButtonLink>
              }
            />
          )
        }
      />
    </AdminPage>
  );
}
