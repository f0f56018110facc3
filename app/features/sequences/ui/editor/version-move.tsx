import type { SequenceDetail } from "#app/features/sequences/sequences.server.ts";
import { counted } from "#app/lib/numbers.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { DifferenceTable } from "#app/ui/lists/difference-table.tsx";
import { versionDifferences } from "./differences.ts";

/** Offers to move people in older versions to the newest one, with what differs. Nothing if no one is in an older version. */
export function VersionMove({
  versions,
  isAsking,
  busy,
  refusal,
  onAsk,
  onClose,
  onMove,
}: {
  versions: SequenceDetail["versions"];
  isAsking: boolean;
  busy: boolean;
  refusal: string | undefined;
  onAsk: () => void;
  onClose: () => void;
  onMove: (number: number) => void;
}) {
  const [newest, ...older] = versions;
  const behind = older.filter(({ open }) => open > 0);
  if (!newest || behind.length === 0) return null;
  const people = behind.reduce((total, { open }) => total + open, 0);
  return (
    <>
      <Notice kind="info">
        {`${counted(people, "person is", "people are")} in an older version. `}
        <Button variant="tertiary" size={32} onClick={onAsk}>
          {`Compare and move to version ${newest.number}`}
        </Button>
      </Notice>
      <ConfirmDialog
        open={isAsking}
        title={`Move ${counted(people, "person", "people")} to version ${newest.number}?`}
        confirm="Move"
        busy={busy}
        busyText="Moving"
        refusal={refusal}
        onClose={onClose}
        onConfirm={() => onMove(newest.number)}
      >
        {behind.map(({ number, open, definition }) => {
          const differences = versionDifferences(definition, newest.definition);
          return (
            <section key={number} className="grid gap-50" aria-label={`Version ${number}`}>
              <h3 className="t4 ui-size">{`From version ${number}, ${counted(open, "person", "people")}`}</h3>
              {differences.length === 0 && <p>Nothing differs.</p>}
              <DifferenceTable
                differences={differences}
                here={`Version ${number}`}
                there={`Version ${newest.number}`}
              />
            </section>
          );
        })}
        <p>
          They continue after the last step that they have done. No step is repeated, and new steps before it are
          skipped. Queued email is sent as it is.
        </p>
      </ConfirmDialog>
    </>
  );
}
