import { useState } from "react";
import { data, Link } from "react-router";
import { type HistoryView, readHistoryImport } from "#app/features/analytics/imports/history-imports.server.ts";
import { historyFileHours, historyKindLabels } from "#app/features/analytics/imports/import-limits.ts";
import { unlisted } from "#app/lib/firm.ts";
import { type FormFields, type IntentOf, runIntent } from "#app/lib/forms/form-intent.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { env } from "#app/platform/env.server.ts";
import type { analyticsImportsAdminEndpoints } from "#app/routes/api/analytics/analytics-imports-admin.server.ts";
import { type ActionResult, actionsOf, shouldRevalidateUnlessLeft, useAdminAction } from "#app/shell/admin/action.tsx";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { DownloadForm } from "#app/shell/admin/download-form.tsx";
import { ImportActions, ImportProgress, ImportResult, rowsText } from "#app/shell/admin/file-import.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { Table } from "#app/ui/lists/table.tsx";
import type { Route } from "./+types/history-import";
import { dayRangeText } from "./day-range.ts";
import css from "./history-imports.module.css";

const act = actionsOf<typeof analyticsImportsAdminEndpoints>();

const importIn = (form: FormFields) => ({ importId: form.text("importId") });

const historyActions = {
  start: async (form: FormFields) => act("POST /admin/analytics-imports/{importId}/start", importIn(form), ""),
  remove: async (form: FormFields) =>
    act("DELETE /admin/analytics-imports/{importId}", importIn(form), "The import is removed.", {
      go: "/admin/analytics/import",
    }),
};

type HistoryIntent = IntentOf<typeof historyActions>;

const performHistoryAction = (form: FormData): Promise<ActionResult> => runIntent<ActionResult>(form, historyActions);

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  if (!isUuid(params.id)) throw data(null, { status: 404 });
  const found = await readHistoryImport(ctx, { importId: params.id, timezone: env().COMPANY_TIMEZONE });
  if (!found.ok) throw data(null, { status: 404 });
  return { view: found.value };
}

export const meta = () => unlisted("Import visits");

export const shouldRevalidate = shouldRevalidateUnlessLeft;

export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  performHistoryAction(await request.formData());

export default function HistoryImport({ loaderData: { view } }: Route.ComponentProps) {
  const { act, busy, refusal, toast } = useAdminAction<HistoryIntent>();
  const [asks, setAsks] = useState(false);
  const { id, status, contents, rejected, hasFile, hasRejectedFile } = view;
  const isOpen = (status === "uploaded" || status === "failed") && hasFile;
  return (
    <AdminPage
      title={view.fileName}
      above={{ href: "/admin/analytics/import", label: "Imports of visits" }}
      lead={`An export of ${historyKindLabels[contents.kind]}.`}
    >
      <FormFailure text={refusal} />
      {status === "failed" && (
        <Notice kind="critical" live title="The import failed. Nothing was imported.">
          Start it again. If it fails again, look at the server's log.
        </Notice>
      )}
      {status === "done" && (
        <Notice kind="positive" live title="The history is imported.">
          <p>{usedText(view)}</p>
        </Notice>
      )}
      {(status === "uploaded" || status === "failed") && !hasFile && (
        <Notice kind="info" title="The file was deleted.">
          {`Files are kept for ${historyFileHours} hours at most. `}
          <Link to="/admin/analytics/import">Upload it again</Link>.
        </Notice>
      )}
      <div className={css.facts}>
        <Table
          caption="What the file contains"
          columns={[
            { label: "Figure", heads: true, cell: ({ label }: Fact) => label },
            { label: "Value", numeric: true, cell: ({ value }: Fact) => value },
          ]}
          rows={factsOf(view)}
          rowKey={({ label }) => label}
        />
      </div>
      {isOpen && (
        <ImportResult>
          <p>{usedText(view)}</p>
          {contents.kind === "umami" ? (
            <p>
              Single page views are kept as long as your own. They become visits that every filter and funnel knows.
            </p>
          ) : (
            <p>
              Daily figures are kept without a time limit: they contain nothing about one visitor. A filter on one fact,
              such as a page or a browser, can use them; several filters at once cannot.
            </p>
          )}
          {contents.skippedFiles.length > 0 && <p>Not imported: {contents.skippedFiles.join(", ")}.</p>}
        </ImportResult>
      )}
      {(status === "queued" || status === "running") && (
        <ImportProgress status={status} progress={view.progress} rows={contents.rows} />
      )}
      {rejected > 0 && (
        <p>
          {`${rowsText(rejected)} cannot be read and ${status === "done" ? "were" : "will be"} left out. `}
          {hasRejectedFile && `Download them within ${historyFileHours} hours of the upload.`}
        </p>
      )}
      <ImportActions>
        {isOpen && (
          <Button
            variant="primary"
            size={40}
            busy={busy}
            busyText="Starting"
            onClick={() => void act({ intent: "start", importId: id })}
          >
            {`Import ${rowsText(contents.rows)}`}
          </Button>
        )}
        {hasRejectedFile && (
          <DownloadForm
            action={`/api/admin/analytics-imports/${id}/rejected`}
            fields={{}}
            label="Download rejected rows"
            size={40}
          />
        )}
        {status !== "queued" && status !== "running" && (
          <Button size={40} disabled={busy} onClick={() => setAsks(true)}>
            {status === "done" ? "Undo this import" : "Delete the file"}
          </Button>
        )}
      </ImportActions>
      <ConfirmDialog
        open={asks}
        title={status === "done" ? "Undo this import?" : "Delete this file?"}
        confirm={status === "done" ? "Undo the import" : "Delete"}
        busyText="Removing"
        busy={busy}
        refusal={refusal}
        onClose={() => setAsks(false)}
        onConfirm={() => void act({ intent: "remove", importId: id })}
      >
        <p>
          {status === "done"
            ? "Every day that it stored disappears from the reports. You can upload the file again."
            : "Nothing of it was imported."}
        </p>
      </ConfirmDialog>
      {toast}
    </AdminPage>
  );
}

type Fact = { label: string; value: string };

function factsOf({ contents, rejected }: HistoryView): Fact[] {
  const { firstDay, lastDay, rows, visits, views } = contents;
  return [
    { label: "Days", value: firstDay && lastDay ? dayRangeText(firstDay, lastDay) : "None" },
    { label: "Visits", value: formatNumber(visits) },
    { label: "Page views", value: formatNumber(views) },
    { label: "Usable rows", value: formatNumber(rows) },
    { label: "Rejected rows", value: formatNumber(rejected) },
  ];
}

function usedText({ contents, ownSince }: HistoryView): string {
  const { firstDay, lastDay, tooOld = 0, afterOwn = 0 } = contents;
  if (!firstDay || !lastDay) return "";
  if (contents.kind === "umami")
    return [
      "Every usable row counts in the reports.",
      tooOld > 0 &&
        `${rowsText(tooOld)} from before the time that visits are kept ${tooOld === 1 ? "is" : "are"} left out.`,
      afterOwn > 0 &&
        `${rowsText(afterOwn)} from after your own first visit ${afterOwn === 1 ? "is" : "are"} left out, because they would count twice.`,
    ]
      .filter(Boolean)
      .join(" ");
  if (ownSince === null || lastDay < ownSince)
    return "Reports use all of these days until visits of your own are counted for them.";
  const own = dayRangeText(ownSince, ownSince);
  return firstDay >= ownSince
    ? `Reports use none of these days, because your own visits begin on ${own}.`
    : `Reports use the days before ${own}, when your own visits begin. The later ones are stored and not used.`;
}
