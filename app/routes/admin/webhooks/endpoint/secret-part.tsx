import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import type { EndpointEntry } from "#app/features/webhooks/endpoints/endpoints.server.ts";
import { CodeBlock } from "#app/features/webhooks/ui/code-block.tsx";
import { NewSecret } from "#app/features/webhooks/ui/new-secret.tsx";
import { rotationHours } from "#app/features/webhooks/webhook-terms.ts";
import parts from "#app/routes/admin/admin-parts.module.css";
import { Button } from "#app/ui/buttons/button.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { isSending } from "#app/ui/forms/form-sending.ts";
import { Moment } from "#app/ui/text/firm-dates.tsx";
import { ShowSecret } from "../show-secret.tsx";
import type { SecretAnswer } from "../webhook-actions.ts";
import { endpointPath } from "../webhook-paths.ts";

/** The secret of an endpoint: its age, the end of the previous one, and buttons to show or replace it. */
export function SecretPart({
  endpoint: { id, version, secretCreatedAt, previousSecretUntil },
}: {
  endpoint: EndpointEntry;
}) {
  const fetcher = useFetcher<SecretAnswer>();
  const [shown, setShown] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const { data } = fetcher;
  useEffect(() => {
    if (!data?.ok) return;
    setAsking(false);
    setShown(null);
  }, [data]);
  return (
    <section aria-labelledby="secret">
      <h2 id="secret" className={`larger strong ${parts.head}`}>
        Secret
      </h2>
      <p>
        Your program uses it to check that messages come from here. Created <Moment at={secretCreatedAt} />.
      </p>
      {data?.ok ? (
        <NewSecret secret={data.secret} previousUntil={data.previousUntil ? new Date(data.previousUntil) : null} />
      ) : (
        previousSecretUntil && (
          <p>
            The secret before it works until <Moment at={previousSecretUntil} />.
          </p>
        )
      )}
      {shown && <CodeBlock label="Secret" code={shown} />}
      <div className="cluster middle gap-50">
        {!shown && !data?.ok && (
          <ShowSecret endpointId={id} action={endpointPath(id)} label="Show secret" onSecret={setShown} />
        )}
        <Button size={32} icon="refresh" onClick={() => setAsking(true)}>
          Replace secret
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title="Replace the secret?"
        confirm="Replace"
        busy={isSending(fetcher)}
        busyText="Replacing"
        refusal={data && !data.ok ? data.error.message : undefined}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          void fetcher.submit({ intent: "rotate", endpointId: id, version: String(version) }, { method: "post" })
        }
      >
        <p>
          You get a new secret. The current one keeps working for {rotationHours} hours, so you can change your program
          without losing a message. A secret that was replaced before stops working now.
        </p>
      </ConfirmDialog>
    </section>
  );
}
