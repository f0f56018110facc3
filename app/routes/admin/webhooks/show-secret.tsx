import { useEffect, useEffectEvent } from "react";
import { useFetcher } from "react-router";
import { Button } from "#app/ui/buttons/button.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import type { SecretAnswer } from "./webhook-actions.ts";

/** Shows the secret of an endpoint after a fresh code. `action`: a page with the webhook actions. */
export function ShowSecret({
  endpointId,
  action,
  label,
  onSecret,
}: {
  endpointId: string;
  action: string;
  label: string;
  onSecret: (secret: string) => void;
}) {
  const fetcher = useFetcher<SecretAnswer>();
  const { data } = fetcher;
  const received = useEffectEvent(onSecret);
  useEffect(() => {
    if (data?.ok) received(data.secret);
  }, [data]);
  return (
    <>
      <Button
        size={32}
        icon="lock"
        busy={fetcher.state !== "idle"}
        busyText="Loading"
        onClick={() => void fetcher.submit({ intent: "show-secret", endpointId }, { method: "post", action })}
      >
        {label}
      </Button>
      {data && !data.ok && (
        <Notice kind="critical" live>
          {data.error.message}
        </Notice>
      )}
    </>
  );
}
