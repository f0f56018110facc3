import { Link } from "react-router";
import type { NamedPerson } from "#app/features/accounts/profile/people.server.ts";
import type { StoredDocument } from "#app/features/settings/documents.server.ts";
import type { DifferingLine } from "#app/lib/words/line-difference.ts";
import { useAdminAction } from "#app/shell/admin/action.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { Table } from "#app/ui/lists/table.tsx";
import { Moment } from "#app/ui/text/firm-dates.tsx";
import { authorOf } from "../change-author.ts";
import type { GroupIntent } from "../group-actions.ts";
import { Difference } from "./difference.tsx";
import css from "./texts.module.css";

export type ListedVersion = Omit<StoredDocument["versions"][number], "value"> & {
  isDefault: boolean;
  /** Of the version that is shown. */
  shown: { text: string; lines: DifferingLine[] } | null;
};

/** The versions of a text, newest first. One is shown with what it changed, and can become the newest again. */
export function TextHistory({
  name,
  history,
  authors,
  version: newest,
}: {
  name: string;
  history: readonly ListedVersion[];
  authors: readonly Pick<NamedPerson, "userId" | "name" | "email">[];
  version: number;
}) {
  const { act, busy, toast } = useAdminAction<GroupIntent>();
  const shown = history.find((one) => one.shown !== null);
  const restore = ({ shown: version, isDefault }: ListedVersion) =>
    act({
      intent: "restore",
      version: String(newest),
      changes: JSON.stringify([{ name, value: isDefault ? null : version!.text }]),
    });
  const columns = [
    { label: "Time", heads: true, cell: ({ changedAt }: ListedVersion) => <Moment at={changedAt} /> },
    { label: "Changed by", cell: (one: ListedVersion) => authorOf(one, authors) },
    { label: "Text", cell: ({ isDefault }: ListedVersion) => (isDefault ? "Default text" : "Your text") },
    {
      label: "Action",
      cell: ({ version, changedAt }: ListedVersion) => (
        <Link to={`?version=${version}#difference`} preventScrollReset={version === shown?.version}>
          Show the difference
          <span className="vh">
            {" "}
            of <Moment at={changedAt} />
          </span>
        </Link>
      ),
    },
  ];
  return (
    <section aria-labelledby="history" className={css.history}>
      <h2 id="history" className="below-75 larger strong">
        History
      </h2>
      {history.length === 0 ? (
        <Empty title="No changes yet" text="Versions of this text appear here, with their authors." level={3} />
      ) : (
        <Table caption="History" quiet columns={columns} rows={history} rowKey={({ version }) => String(version)} />
      )}
      {shown?.shown && (
        <section
          id="difference"
          aria-labelledby="difference-title"
          className={`grid gap-100 justify-items-start ${css.shown}`}
        >
          <h3 id="difference-title" className="below-75 larger strong">
            Version of <Moment at={shown.changedAt} />, {authorOf(shown, authors)}
          </h3>
          <Difference lines={shown.shown.lines} />
          {shown.version !== newest && (
            <Button size={40} busy={busy} onClick={() => void restore(shown)}>
              Restore this version
            </Button>
          )}
        </section>
      )}
      {toast}
    </section>
  );
}
