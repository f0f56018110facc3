import { useState } from "react";
import type { EndpointEntry } from "#app/features/webhooks/endpoints/endpoints.server.ts";
import { useAdminActions } from "#app/shell/admin/action.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import type { WebhookIntent } from "../webhook-actions.ts";

export function EndpointTools({ endpoint: { id, url, status, version } }: { endpoint: EndpointEntry }) {
  const { actions, toast } = useAdminActions<WebhookIntent>();
  const [isAsking, setAsking] = useState(false);
  const seen = { endpointId: id, version: String(version) };
  const change = status === "active" ? "pause" : "resume";
  const refusal = actions.refusalOf(change);
  return (
    <>
      <Button
        size={40}
        icon={status === "active" ? "pause" : "refresh"}
        busy={actions.isRunning(change)}
        busyText={status === "active" ? "Pausing" : "Resuming"}
        onClick={() => actions.perform({ intent: change, ...seen })}
      >
        {status === "active" ? "Pause" : "Resume"}
      </Button>
      <Button size={40} icon="trash" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <FormFailure text={refusal} />
      <ConfirmDialog
        open={isAsking}
        title={`Delete the endpoint at ${new URL(url).host}?`}
        confirm="Delete"
        cancel="Keep it"
        busy={actions.isRunning("delete")}
        busyText="Deleting"
        refusal={actions.refusalOf("delete")}
        onClose={() => setAsking(false)}
        onConfirm={() => actions.perform({ intent: "delete", ...seen })}
      >
        <p>
          Events are no longer sent to it. Its secret and its list of deliveries are deleted. This cannot be undone. To
          stop sending for a while, pause it instead.
        </p>
      </ConfirmDialog>
      {toast}
    </>
  );
}
