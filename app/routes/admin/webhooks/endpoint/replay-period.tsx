import { useState } from "react";
import type { EndpointEntry } from "#app/features/webhooks/endpoints/endpoints.server.ts";
import { hourMs } from "#app/lib/durations.ts";
import parts from "#app/routes/admin/admin-parts.module.css";
import { useAdminAction } from "#app/shell/admin/action.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { SelectField } from "#app/ui/forms/field.tsx";
import type { WebhookIntent } from "../webhook-actions.ts";

const periods = [
  { value: "1", label: "The last hour" },
  { value: "24", label: "The last 24 hours" },
  { value: "72", label: "The last 3 days" },
  { value: "168", label: "The last 7 days" },
  { value: "720", label: "The last 30 days" },
];

export function ReplayPeriod({ endpoint }: { endpoint: EndpointEntry }) {
  const { act, busy, doneAt, refusal, toast } = useAdminAction<WebhookIntent>();
  const [askedAfter, setAskedAfter] = useState<number | null>(null);
  const isActive = endpoint.status === "active";
  return (
    <section aria-labelledby="replay">
      <h2 id="replay" className={`larger strong ${parts.head}`}>
        Send events again
      </h2>
      <p>
        After an outage of your program. Each message keeps its <code>webhook-id</code>, so your program can ignore
        events that it processed before.
      </p>
      {isActive ? (
        <div className="cluster middle gap-50">
          <Button size={32} icon="refresh" onClick={() => setAskedAfter(doneAt)}>
            Choose a period
          </Button>
        </div>
      ) : (
        <p className="muted">Resume the endpoint first.</p>
      )}
      <ConfirmDialog
        open={askedAfter === doneAt}
        title="Send events again?"
        confirm="Send again"
        cancel="Cancel"
        busy={busy}
        busyText="Queueing"
        refusal={refusal}
        onClose={() => setAskedAfter(null)}
        onConfirm={(form) => {
          const since = new Date(Date.now() - Number(form.get("hours")) * hourMs).toISOString();
          const only = String(form.get("only"));
          void act({ intent: "replay-period", endpointId: endpoint.id, since, until: "", only });
        }}
      >
        <SelectField label="Period" name="hours" defaultValue="24" options={periods} />
        <SelectField
          label="Which events"
          name="only"
          options={[
            { value: "failed", label: "Those that were not delivered" },
            { value: "all", label: "All events of the period" },
          ]}
        />
      </ConfirmDialog>
      {toast}
    </section>
  );
}
