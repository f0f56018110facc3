import type { NamedPerson } from "#app/features/accounts/profile/people.server.ts";
import type { SettingPage } from "#app/features/settings/setting-pages.server.ts";
import { useAdminAction } from "#app/shell/admin/action.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { Table } from "#app/ui/lists/table.tsx";
import { Moment } from "#app/ui/text/firm-dates.tsx";
import { authorOf } from "./change-author.ts";
import type { GroupIntent } from "./group-actions.ts";
import css from "./settings.module.css";

type Change = SettingPage["history"][number];

/** The changes of a group, newest first, each with Undo. */
export function GroupHistory({
  history,
  authors,
}: {
  history: readonly Change[];
  authors: readonly Pick<NamedPerson, "userId" | "name" | "email">[];
}) {
  const { act, busy, toast } = useAdminAction<GroupIntent>();
  const columns = [
    { label: "Setting", heads: true, cell: ({ label }: Change) => label },
    {
      label: "Change",
      cell: ({ from, to }: Change) => (
        <span className="breaks">
          {from} → {to}
        </span>
      ),
    },
    { label: "Changed by", cell: (change: Change) => authorOf(change, authors) },
    { label: "Time", cell: ({ changedAt }: Change) => <Moment at={changedAt} /> },
    {
      label: "Action",
      cell: ({ name, version, label }: Change) => (
        <Button
          size={32}
          busy={busy}
          aria-label={`Undo: ${label}`}
          onClick={() => void act({ intent: "undo", name, version: String(version) })}
        >
          Undo
        </Button>
      ),
    },
  ];
  return (
    <section aria-labelledby="history" className={css.tokens}>
      <h2 id="history" className="below-75 larger strong">
        History
      </h2>
      {history.length === 0 ? (
        <Empty title="No changes yet" text="Changes of these settings appear here, with their authors." level={3} />
      ) : (
        <Table caption="History" quiet columns={columns} rows={history} rowKey={({ version }) => String(version)} />
      )}
      {toast}
    </section>
  );
}
