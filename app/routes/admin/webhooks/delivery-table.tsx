import { Link } from "react-router";
import type { DeliveryEntry } from "#app/features/webhooks/deliveries/deliveries.server.ts";
import { DeliveryBadge } from "#app/features/webhooks/ui/webhook-badges.tsx";
import { deliveryKindLabels, nextAttemptOf } from "#app/features/webhooks/webhook-labels.ts";
import type { ListColumn } from "#app/ui/admin/admin-list.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Table } from "#app/ui/lists/table.tsx";
import { Moment } from "#app/ui/text/firm-dates.tsx";
import { deliveryPath, endpointPath } from "./webhook-paths.ts";
import css from "./webhooks.module.css";

const eventColumn: ListColumn<DeliveryEntry> = {
  label: "Event",
  heads: true,
  cell: ({ id, type, kind }) => (
    <>
      <Link to={deliveryPath(id)}>{type}</Link>{" "}
      {kind !== "event" && <Badge kind="sunk">{deliveryKindLabels[kind]}</Badge>}
    </>
  ),
};

function Outcome(delivery: DeliveryEntry) {
  const { status, endpointStatus, lastStatus, lastError } = delivery;
  const nextAttempt = nextAttemptOf(delivery);
  return (
    <>
      <DeliveryBadge status={status} />
      {(lastError ?? lastStatus) !== null && (
        <span className={`muted breaks block ${css.minor}`}>{lastError ?? `Response ${lastStatus}`}</span>
      )}
      {nextAttempt && (
        <span className={`muted breaks block ${css.minor}`}>
          Next attempt <Moment at={nextAttempt} />
        </span>
      )}
      {status === "pending" && endpointStatus !== "active" && (
        <span className={`muted breaks block ${css.minor}`}>Waiting: the endpoint is {endpointStatus}.</span>
      )}
    </>
  );
}

const stateColumns: ListColumn<DeliveryEntry>[] = [
  {
    label: "Outcome",
    cell: (delivery) => <Outcome {...delivery} />,
  },
  { label: "Attempts", numeric: true, cell: ({ attempts }) => attempts },
  { label: "Created", cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

export const deliveryColumns: ListColumn<DeliveryEntry>[] = [
  eventColumn,
  {
    label: "Endpoint",
    cell: ({ endpointId, endpointUrl }) => (
      <Link className="breaks" to={endpointPath(endpointId)}>
        {endpointUrl}
      </Link>
    ),
  },
  ...stateColumns,
];

export const DeliveryTable = ({ rows }: { rows: readonly DeliveryEntry[] }) => (
  <Table caption="Deliveries" quiet columns={[eventColumn, ...stateColumns]} rows={rows} rowKey={({ id }) => id} />
);
