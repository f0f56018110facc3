import { type FormEvent, useState } from "react";
import type { pipelineFilesAdminEndpoints } from "#app/routes/api/admin/pipeline-files-admin.server.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { ToastHost } from "#app/ui/feedback/toast.tsx";
import { type ApiError, client } from "../api-client.ts";
import { freshCodeRequired, withFreshCode } from "../fresh-code.ts";

const call = client<typeof pipelineFilesAdminEndpoints>();

/**
 * A button that posts `fields` to `action`, which returns a file and needs a fresh code. With scripts the code prompt opens
 * over the page before the form is sent, so the selection is kept.
 */
export function DownloadForm({
  action,
  fields,
  label,
  size,
}: {
  action: string;
  fields: Readonly<Record<string, string>>;
  label: string;
  size: 32 | 40;
}) {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<{ id: number; error: ApiError } | null>(null);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setFault(null);
    setBusy(true);
    const answer = await withFreshCode(() => call("GET /admin/fresh-code", {}));
    setBusy(false);
    if (answer.ok) form.submit();
    else if (answer.error.code !== freshCodeRequired) setFault({ id: Date.now(), error: answer.error });
  };
  return (
    <form method="post" action={action} onSubmit={(event) => void send(event)}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button data-reads type="submit" size={size} busy={busy}>
        {label}
      </Button>
      {fault && (
        <ToastHost toast={{ id: fault.id, kind: "error", text: fault.error.message }} onGone={() => setFault(null)} />
      )}
    </form>
  );
}
