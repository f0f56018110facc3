import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { csrfToken } from "#app/lib/browsers/csrf-token.ts";
import { counted, formatNumber } from "#app/lib/numbers.ts";
import { KeyedList } from "#app/ui/admin/keyed-list.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { ScriptForm } from "#app/ui/forms/script-form.tsx";
import { Table, type TableProps } from "#app/ui/lists/table.tsx";
import { ask } from "../api-client.ts";
import css from "./file-import.module.css";

/* Shared parts of file import pages: upload, check, start, progress, undo. */

export const importStatusLabels = {
  uploaded: "Not imported",
  queued: "Waiting",
  running: "Importing",
  done: "Imported",
  failed: "Failed",
  undoing: "Undoing",
  undone: "Undone",
} as const;

/** Uploads one file to `endpoint` and opens the import's page. `missing`, `tooLarge`: error messages. */
export function ImportUpload({
  label,
  hint,
  accept,
  contentType,
  endpoint,
  maxBytes,
  missing,
  tooLarge,
  pageOf,
}: {
  label: string;
  hint: string;
  accept: string;
  contentType: string;
  endpoint: string;
  maxBytes: number;
  missing: string;
  tooLarge: string;
  pageOf: (importId: string) => string;
}) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const upload = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const file = event.currentTarget.querySelector<HTMLInputElement>("[name=file]")?.files?.[0];
    if (!file) return setError(missing);
    if (file.size === 0) return setError("The file is empty. Choose another one.");
    if (file.size > maxBytes) return setError(tooLarge);
    setBusy(true);
    setError(undefined);
    const answer = await ask<{ id: string }>(
      fetch(`${endpoint}?name=${encodeURIComponent(file.name)}`, {
        method: "POST",
        headers: { "content-type": contentType, "x-csrf-token": csrfToken() },
        body: file,
      }),
    );
    setBusy(false);
    if (answer.ok) await navigate(pageOf(answer.value.id));
    else setError(answer.error.message);
  };
  return (
    <ScriptForm className={`grid justify-items-start gap-100 ${css.upload}`} onSubmit={(event) => void upload(event)}>
      <Field label={label} error={error} announced hint={hint}>
        {(wiring) => <input type="file" name="file" accept={accept} {...wiring} />}
      </Field>
      <Button type="submit" variant="primary" size={40} busy={busy} busyText="Uploading">
        Upload file
      </Button>
      <noscript>
        <p>Uploading needs JavaScript.</p>
      </noscript>
    </ScriptForm>
  );
}

export function ImportList<Row extends { id: string }>({ rows, columns }: Pick<TableProps<Row>, "rows" | "columns">) {
  if (rows.length === 0) return <Empty title="No imports yet" text="Uploaded files appear here with their results." />;
  return (
    <KeyedList>
      <Table caption="Latest imports" columns={columns} rows={rows} rowKey={({ id }) => id} />
    </KeyedList>
  );
}

export const ImportResult = ({ label, children }: { label?: string; children: ReactNode }) => (
  <section className={`grid gap-75 ${css.result}`} aria-label={label}>
    {children}
  </section>
);

export const ImportActions = ({ children }: { children: ReactNode }) => (
  <div className={`cluster gap-75 ${css.actions}`}>{children}</div>
);

const pollMs = 1000;

/** Progress of a queued or running import, polled every second. */
export function ImportProgress({
  status,
  progress,
  rows,
}: {
  status: keyof typeof importStatusLabels;
  progress: number;
  rows: number;
}) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(() => void revalidate(), pollMs);
    return () => clearInterval(timer);
  }, [revalidate]);
  return (
    <ImportResult label="Progress">
      <p role="status">
        {status === "undoing"
          ? "Undoing the import."
          : status === "queued"
            ? "Waiting to start."
            : `${formatNumber(progress)} of ${rowsText(rows)} processed.`}
      </p>
      {status === "undoing" ? (
        <progress aria-label="Undoing the import" />
      ) : (
        <progress max={rows} value={progress} aria-label="Rows processed" />
      )}
      <p className="small">
        {`You can leave this page. Everything is ${status === "undoing" ? "undone" : "imported"} together, at the end. A failed attempt is retried up to twice.`}
      </p>
    </ImportResult>
  );
}

export const rowsText = (rows: number): string => counted(rows, "row");
