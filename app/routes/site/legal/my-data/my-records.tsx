import { useCallback, useEffect, useRef, useState } from "react";
import type { VisitRecords } from "#app/features/analytics/visits/visit-records.ts";
import { forgetSession } from "#app/lib/browsers/forget-session.ts";
import { keptSessionId, wantsPrivacy } from "#app/lib/browsers/session-id.ts";
import type { myDataEndpoints } from "#app/routes/api/analytics/my-data.server.ts";
import { type ApiError, client } from "#app/shell/api-client.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import css from "./my-records.module.css";
import { VisitTables } from "./visit-tables.tsx";

const call = client<typeof myDataEndpoints>();

type State =
  | { kind: "loading" }
  | { kind: "no-id"; isPrivate: boolean }
  | { kind: "failed"; error: ApiError }
  | { kind: "shown"; id: string; records: VisitRecords }
  | { kind: "deleted"; rows: number };

/** What is stored about the visits of this browser, and its deletion (/privacy/my-data). */
export function MyRecords() {
  const [state, setState] = useState<State>({ kind: "loading" });
  const load = useCallback(async () => {
    setState({ kind: "loading" });
    const id = ownId();
    if (!id) return setState({ kind: "no-id", isPrivate: wantsPrivacy() });
    const answer = await call("POST /privacy/my-data", { session_id: id });
    setState(answer.ok ? { kind: "shown", id, records: answer.value } : { kind: "failed", error: answer.error });
  }, []);
  useEffect(() => void load(), [load]);

  switch (state.kind) {
    case "loading":
      return (
        <>
          <p className={css.loading}>Loading...</p>
          <noscript>
            <Notice kind="info" title="Nothing is stored about this visit">
              Without JavaScript, your browser has no session id, so there is nothing to show or delete here.
            </Notice>
          </noscript>
        </>
      );
    case "no-id":
      return <NoId isPrivate={state.isPrivate} />;
    case "failed":
      return (
        <Notice kind="critical" title="Your data could not be loaded" live>
          <p>{state.error.message}</p>
          <Button size={40} onClick={() => void load()}>
            Try again
          </Button>
        </Notice>
      );
    case "shown":
      return <Shown id={state.id} records={state.records} onDeleted={(rows) => setState({ kind: "deleted", rows })} />;
    case "deleted":
      return <Deleted rows={state.rows} />;
  }
}

function ownId(): string | undefined {
  try {
    return keptSessionId();
  } catch {
    // Storage is blocked, so no id is kept.
    return undefined;
  }
}

const NoId = ({ isPrivate }: { isPrivate: boolean }) => (
  <Empty
    title="Nothing is stored under an id of this tab"
    text={
      isPrivate
        ? "Your browser asks sites not to track you. Page views are counted without any id, so they cannot be connected to you."
        : "This tab has no session id yet. It gets one when you open another page of this site."
    }
  />
);

function Shown({ id, records, onDeleted }: { id: string; records: VisitRecords; onDeleted: (rows: number) => void }) {
  const [isAsking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const isEmpty = [records.visits, records.hits, records.funnelSteps, records.emails].every(
    ({ length }) => length === 0,
  );

  async function remove() {
    setBusy(true);
    setRefusal(undefined);
    const answer = await call("POST /privacy/my-data/delete", { session_id: id });
    setBusy(false);
    if (!answer.ok) return setRefusal(answer.error.message);
    forgetSession();
    setAsking(false);
    onDeleted(answer.value.deleted);
  }

  if (isEmpty)
    return (
      <Empty
        title="Nothing is stored about your visits"
        text="This tab has a session id, but no records are stored under it."
      />
    );
  return (
    <>
      <div className={`grid gap-125 justify-items-start ${css.actions}`}>
        <p>
          {records.hidden === 0
            ? "This is everything that is stored under the session id of this tab."
            : `The lists show the latest records under the session id of this tab. ${records.hidden.toLocaleString("en-US")} earlier ones are not listed; they are deleted with the others.`}
        </p>
        <Button variant="primary" onClick={() => setAsking(true)}>
          Delete my visit data
        </Button>
      </div>
      <VisitTables {...records} />
      <ConfirmDialog
        open={isAsking}
        title="Delete your visit data?"
        confirm="Delete"
        cancel="Keep it"
        busy={busy}
        busyText="Deleting..."
        refusal={refusal}
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      >
        <p>
          All records under the session id of this tab are deleted from our database, and the id is removed from this
          browser. This cannot be undone. Your account and what you sent us in forms are not affected.
        </p>
      </ConfirmDialog>
    </>
  );
}

/** Takes the focus, because the button that was pressed is gone. */
function Deleted({ rows }: { rows: number }) {
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => message.current?.focus(), []);
  return (
    <div ref={message} tabIndex={-1}>
      <Notice kind="positive" title="Your visit data is deleted" live>
        {rows === 1 ? "1 record was" : `${rows.toLocaleString("en-US")} records were`} deleted, and the session id was
        removed from this browser. If you open another page, a new visit begins.
      </Notice>
    </div>
  );
}
